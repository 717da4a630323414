#include "src/window/view_state.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace attn::app {
namespace {

constexpr std::pair<const char*, Index ui::Selection::*> kFields[] = {{"batch", &ui::Selection::batch},
                                                                      {"head", &ui::Selection::head},
                                                                      {"query", &ui::Selection::query},
                                                                      {"key", &ui::Selection::key}};

QJsonValue sideToSave(Index place) {
    return place < 0 ? QJsonValue(QStringLiteral("now")) : QJsonValue(static_cast<qint64>(place));
}

/// Anything but "now" and a whole number from 0 keeps `otherwise`.
Index savedSide(const QJsonValue& value, Index otherwise) {
    if (value.toString() == QStringLiteral("now"))
        return -1;
    const qint64 place = value.toInteger(-1);
    return place < 0 || static_cast<double>(place) != value.toDouble() ? otherwise : static_cast<Index>(place);
}

}  // namespace

std::string viewState(const ViewState& state) {
    QJsonObject chosen;
    for (const auto& [name, field] : kFields)
        chosen[QLatin1String(name)] = static_cast<qint64>(state.selection.*field);
    QJsonObject view{{QStringLiteral("instrument"), state.instrument}, {QStringLiteral("selection"), chosen}};
    if (state.compared != Compared{})
        view[QStringLiteral("compare")] =
            QJsonObject{{QStringLiteral("a"), sideToSave(state.compared.a)}, {QStringLiteral("b"), sideToSave(state.compared.b)}};
    return QJsonDocument(view).toJson(QJsonDocument::Compact).toStdString();
}

ViewState readViewState(const std::string& json) {
    ViewState state;
    const QJsonObject view = QJsonDocument::fromJson(QByteArray::fromStdString(json)).object();
    const QString instrument = view[QStringLiteral("instrument")].toString();
    if (!instrument.isEmpty())
        state.instrument = instrument;
    const QJsonObject chosen = view[QStringLiteral("selection")].toObject();
    for (const auto& [name, field] : kFields)
        state.selection.*field = static_cast<Index>(chosen[QLatin1String(name)].toInteger());
    const QJsonObject compare = view[QStringLiteral("compare")].toObject();
    const Compared saved{savedSide(compare[QStringLiteral("a")], 0), savedSide(compare[QStringLiteral("b")], -1)};
    if (saved.a != saved.b || saved.a >= 0)
        state.compared = saved;
    return state;
}

}  // namespace attn::app

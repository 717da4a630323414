#include "src/window/view_state.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace attn::app {
namespace {

constexpr std::pair<const char*, Index ui::Selection::*> kFields[] = {{"batch", &ui::Selection::batch},
                                                                      {"head", &ui::Selection::head},
                                                                      {"query", &ui::Selection::query},
                                                                      {"key", &ui::Selection::key}};

}  // namespace

std::string viewState(const QString& instrument, const ui::Selection& selection) {
    QJsonObject chosen;
    for (const auto& [name, field] : kFields)
        chosen[QLatin1String(name)] = static_cast<qint64>(selection.*field);
    const QJsonObject view{{QStringLiteral("instrument"), instrument}, {QStringLiteral("selection"), chosen}};
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
    return state;
}

}  // namespace attn::app

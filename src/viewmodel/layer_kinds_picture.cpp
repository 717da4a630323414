#include "src/viewmodel/layer_kinds_picture.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/scene/validate.h"
#include "src/viewmodel/growth_parts.h"

namespace attn::app {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("LayerKinds", text);
}

/// Digits while they can be read, then a power of ten.
QString numberWords(double value) {
    if (value < 1e9)
        return countWords(static_cast<Index>(std::llround(value)));
    const int power = static_cast<int>(std::floor(std::log10(value)));
    QString digits;
    for (const QChar sign : QString::number(power))
        digits += QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹")[sign.digitValue()];
    return QString::number(value / std::pow(10.0, power), 'f', 2) + QStringLiteral(" × 10") + digits;
}

QString nameOf(LayerKind kind) {
    switch (kind) {
        case LayerKind::SelfAttention:
            return tr("Self-attention");
        case LayerKind::Recurrent:
            return tr("Recurrent");
        case LayerKind::Convolution:
            return tr("Convolution");
        case LayerKind::Restricted:
            return tr("Restricted attention");
    }
    return {};
}

const LayerRow& rowOf(const std::vector<LayerRow>& rows, LayerKind kind) {
    return *std::find_if(rows.begin(), rows.end(), [kind](const LayerRow& row) { return row.kind == kind; });
}

QString comparison(const LayerSettings& settings, const std::vector<LayerRow>& rows) {
    const double attention = rowOf(rows, LayerKind::SelfAttention).operations;
    const double recurrent = rowOf(rows, LayerKind::Recurrent).operations;
    const QString n = countWords(settings.n), d = countWords(settings.d);
    if (attention < recurrent)
        return tr("n = %1 is less than d = %2: self-attention multiplies %3 times less than a recurrent layer.")
            .arg(n, d, ratioWords(recurrent / attention));
    if (attention > recurrent)
        return tr("n = %1 is more than d = %2: self-attention multiplies %3 times more than a recurrent layer, and "
                  "flash does not change that.")
            .arg(n, d, ratioWords(attention / recurrent));
    return tr("n and d are both %1: self-attention multiplies as much as a recurrent layer.").arg(n);
}

}  // namespace

Result<ui::LayerKindsPicture> layerKindsPicture(const LayerSettings& settings) {
    const auto rows = layerTable(settings);
    if (!rows)
        return rows.error();
    ui::LayerKindsPicture picture;
    picture.title = tr("Self-attention beside other layers");
    picture.subtitle = tr("n = %1, d = %2, kernel k = %3, neighbourhood r = %4")
                           .arg(countWords(settings.n), countWords(settings.d), countWords(settings.kernel),
                                countWords(settings.neighbourhood));
    picture.columns = {tr("Multiplications"), tr("Steps in sequence"), tr("Longest path")};
    picture.hints = {tr("up to a constant"), tr("that wait for one another"), tr("between two tokens")};
    const auto column = [&](auto field, auto formula) {
        double least = INFINITY, most = 1.0;
        for (const LayerRow& row : *rows) {
            least = std::min(least, row.*field);
            most = std::max(most, row.*field);
        }
        for (std::size_t i = 0; i < rows->size(); ++i) {
            const LayerRow& row = (*rows)[i];
            const double value = row.*field;
            const double share = most > 1.0 ? std::log(std::max(1.0, value)) / std::log(most) : 0.0;
            picture.rows[i].cells.push_back(
                {QString::fromStdString(row.*formula), numberWords(value), share, value == least});
        }
    };
    for (const LayerRow& row : *rows)
        picture.rows.push_back({nameOf(row.kind), {}, row.kind == LayerKind::SelfAttention});
    column(&LayerRow::operations, &LayerRow::operationsFormula);
    column(&LayerRow::sequential, &LayerRow::sequentialFormula);
    column(&LayerRow::pathLength, &LayerRow::pathFormula);
    picture.sentences = {
        comparison(settings, *rows),
        tr("Naive and flash attention are the same row: flash saves memory and traffic, not multiplications."),
        tr("Bars are logarithmic; the least of each column is marked. Growth only: no constant factors, no "
           "projections.")};
    return picture;
}

LayerSettings layerSettingsOf(const Scene& scene) {
    LayerSettings settings;
    if (const auto dims = validate(scene); dims && dims->nk > 0) {
        settings.n = dims->nk;
        settings.d = dims->dModel > 0 ? dims->dModel : dims->dk;
    }
    return settings;
}

}  // namespace attn::app

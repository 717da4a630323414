#include "src/viewmodel/saturation_picture.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "src/viewmodel/plot_ticks.h"

namespace attn::app {
namespace {

using ui::LineKind;
using ui::PlotMark;
using ui::PlotRole;

QString tr(const char* text) { return QCoreApplication::translate("SaturationPicture", text); }
QString count(Index value) { return QString::fromStdString(countText(value)); }
QString number(double value, int digits = 3) { return QString::number(value, 'g', digits); }
/// "0.10", "2.35": two decimals, more where two would say nothing.
QString nats(double value) { return std::abs(value) < 0.1 ? number(value, 2) : QString::number(value, 'f', 2); }

/// One of the three measures: how to take it from a row, and what to call it.
struct Measure {
    MeanMedian RowSpread::*member;
    QString title;
    QString noun;
};

std::vector<SaturationRow> sortedRows(const SaturationStudy& study) {
    std::vector<SaturationRow> rows = study.rows;
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.dk < b.dk; });
    rows.erase(std::unique(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.dk == b.dk; }),
               rows.end());
    return rows;
}

ui::PlotSeries curve(const std::vector<SaturationRow>& rows, const Measure& measure, bool isScaled, bool isMean) {
    ui::PlotSeries series;
    const QString scale = isScaled ? tr("scaled") : tr("unscaled");
    series.name = isMean ? tr("%1, mean").arg(scale) : tr("%1, median").arg(scale);
    series.role = isScaled ? PlotRole::Scaled : PlotRole::Raw;
    series.line = isMean ? LineKind::Solid : LineKind::Dashed;
    series.isThin = !isMean;
    series.mark = isMean ? (isScaled ? PlotMark::Square : PlotMark::Circle) : PlotMark::None;
    for (const SaturationRow& row : rows) {
        const MeanMedian& value = (isScaled ? row.scaled : row.raw).*measure.member;
        series.points.push_back({static_cast<double>(row.dk), isMean ? value.mean : value.median,
                                 tr("d_k = %1, %2: %3, mean %4, median %5")
                                     .arg(count(row.dk), scale, measure.noun, number(value.mean, 6),
                                          number(value.median, 6))});
    }
    return series;
}

ui::PlotPicture plotOf(const std::vector<SaturationRow>& rows, const Measure& measure, double bound,
                       const QString& boundLabel, const std::optional<SceneMark>& scene) {
    ui::PlotPicture picture;
    picture.title = measure.title;
    std::vector<Index> dks;
    for (const SaturationRow& row : rows)
        dks.push_back(row.dk);
    picture.x = countAxis(dks);
    picture.x.title = tr("head width d_k");

    const auto sceneValue = scene ? (scene->spread.*measure.member).mean : std::nan("");
    const bool hasScene = std::isfinite(sceneValue);
    picture.y = zeroAxis(std::max(bound, hasScene ? sceneValue : 0.0));
    // Room for a whole mark at the top, and for the words above the bound.
    picture.y.high = std::max({picture.y.high, (boundLabel.isEmpty() ? 1.04 : 1.12) * bound, hasScene ? 1.04 * sceneValue : 0.0});

    ui::PlotSeries limit;
    limit.name = boundLabel;
    limit.role = PlotRole::Second;
    limit.line = LineKind::Dotted;
    limit.isThin = true;
    limit.label = boundLabel;
    if (scene) {
        picture.x.low = std::min(picture.x.low, static_cast<double>(scene->dk));
        picture.x.high = std::max(picture.x.high, static_cast<double>(scene->dk));
        picture.markers.push_back({static_cast<double>(scene->dk), tr("d_k = %1").arg(count(scene->dk))});
    }
    // Room for whole marks at both ends.
    const double span = std::pow(picture.x.high / picture.x.low, 0.05);
    picture.x.low /= span;
    picture.x.high *= span;
    limit.labelX = std::sqrt(picture.x.low * picture.x.high);
    limit.points = {{picture.x.low, bound, {}}, {picture.x.high, bound, {}}};
    picture.series.push_back(limit);

    for (const bool isMean : {false, true})
        for (const bool isScaled : {false, true})
            picture.series.push_back(curve(rows, measure, isScaled, isMean));
    if (hasScene) {
        ui::PlotSeries mark;
        mark.name = tr("this scene");
        mark.role = PlotRole::Scene;
        mark.line = LineKind::None;
        mark.mark = PlotMark::Diamond;
        const MeanMedian& value = scene->spread.*measure.member;
        mark.points = {{static_cast<double>(scene->dk), value.mean,
                        tr("this scene, d_k = %1, %2 keys, scores times %3: %4, mean %5, median %6")
                            .arg(count(scene->dk), count(scene->keys), number(scene->factor, 4), measure.noun,
                                 number(value.mean, 6), number(value.median, 6))}};
        picture.series.push_back(mark);
    }
    return picture;
}

std::vector<ui::LegendEntry> legend(const std::optional<SceneMark>& scene) {
    std::vector<ui::LegendEntry> entries{
        {{{PlotRole::Scaled, LineKind::Solid, PlotMark::Square, false}}, tr("scaled by 1/√d_k, mean")},
        {{{PlotRole::Scaled, LineKind::Dashed, PlotMark::None, true}}, tr("median")},
        {{{PlotRole::Raw, LineKind::Solid, PlotMark::Circle, false}}, tr("unscaled, mean")},
        {{{PlotRole::Raw, LineKind::Dashed, PlotMark::None, true}}, tr("median")}};
    if (scene)
        entries.push_back({{{PlotRole::Scene, LineKind::None, PlotMark::Diamond, false}}, tr("this scene, mean")});
    return entries;
}

double p1pBound(Index keys) {
    const auto n = static_cast<double>(keys);
    return (1.0 - 1.0 / n) / n;
}

QStringList sentences(const std::vector<SaturationRow>& rows, const SaturationSettings& settings,
                      const std::optional<SceneMark>& scene) {
    QStringList all;
    const QString keys = count(settings.keys);
    if (rows.size() > 1) {
        const SaturationRow& first = rows.front();
        const SaturationRow& last = rows.back();
        all.append(tr("Unscaled, the mean entropy of %1 weights goes from %2 nats at d_k = %3 to %4 at d_k = %5, and the "
                      "largest weight to %6; divided by √d_k they end at %7 nats and %8.")
                       .arg(keys, nats(first.raw.entropy.mean), count(first.dk), nats(last.raw.entropy.mean),
                            count(last.dk), nats(last.raw.maxWeight.mean), nats(last.scaled.entropy.mean),
                            nats(last.scaled.maxWeight.mean)));
    }
    all.append(tr("Each point stands for %1 queries, each with %2 keys, all entries independent N(0, 1), seed %3; scaled and "
                  "unscaled use the same draws.")
                   .arg(count(settings.rows), keys, QString::number(settings.seed)));
    if (!rows.empty() && rows.front().dk == 1)
        all.append(tr("At d_k = 1 both are the same, since √1 = 1. A dot product of one component is a product of two "
                      "normals: it has variance 1 too, but more values near 0 and more that are large than a normal, so "
                      "its points lie apart from those of larger d_k, where the sum of many products is nearly normal."));
    all.append(tr("Mean and median part where rows differ much: unscaled at large d_k most rows give one key nearly all "
                  "the weight, while a few rows whose two largest scores happen to be close keep the means of the "
                  "entropy and of p (1 − p) up."));
    if (settings.keys > 1)
        all.append(tr("Mean p (1 − p) over the %1 keys of a row is (1 − sum of p²) / %1: at most (1 − 1/%1) / %1 = %2, at "
                      "equal weights. The often-quoted 0.25 is the largest value of a single entry, at p = 1/2.")
                       .arg(keys, number(p1pBound(settings.keys))));
    if (scene && scene->keys != settings.keys)
        all.append(tr("This scene has %1 keys, not %2: its entropy can be at most %3 nats and its mean p (1 − p) at most "
                      "%4, so its marks compare with the curves only roughly.")
                       .arg(count(scene->keys), keys, nats(std::log(static_cast<double>(scene->keys))),
                            number(p1pBound(scene->keys))));
    if (scene && !std::isfinite(scene->spread.entropy.mean))
        all.append(tr("This scene has weights that are not finite: it has no mark."));
    return all;
}

}  // namespace

std::optional<SceneMark> sceneMark(const Evaluation& evaluation, std::optional<Index> head) {
    const auto spread = spreadOfWeights(evaluation.weights, evaluation.allowed.get(), head);
    if (!spread || evaluation.dims.dk < 1)
        return std::nullopt;
    return SceneMark{evaluation.dims.dk, evaluation.dims.nk, evaluation.effectiveScale, *spread};
}

ui::SaturationPicture saturationPicture(const SaturationStudy& study, const std::optional<SceneMark>& scene) {
    const std::vector<SaturationRow> rows = sortedRows(study);
    const Index keys = study.settings.keys;
    const double uniform = std::log(static_cast<double>(keys));
    ui::SaturationPicture picture;
    picture.title = tr("Softmax saturation over the head width");
    picture.entropy = plotOf(rows, {&RowSpread::entropy, tr("Entropy, nats"), tr("entropy in nats")}, uniform,
                             tr("ln %1: equal weights").arg(count(keys)), scene);
    picture.maxWeight =
        plotOf(rows, {&RowSpread::maxWeight, tr("Largest weight"), tr("largest weight")}, 1.0, QString(), scene);
    picture.p1p = plotOf(rows, {&RowSpread::p1p, tr("Mean p (1 − p)"), tr("mean p (1 − p)")}, p1pBound(keys),
                         tr("equal weights"), scene);
    picture.legend = legend(scene);
    picture.sentences = sentences(rows, study.settings, scene);
    return picture;
}

}  // namespace attn::app

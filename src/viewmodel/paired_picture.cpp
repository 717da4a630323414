#include "src/viewmodel/paired_picture.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "src/viewmodel/plot_ticks.h"
#include "src/viewmodel/words.h"

namespace attn::app {
namespace {

using ui::LineKind;
using ui::PlotMark;
using ui::PlotRole;

QString count(Index value) { return QString::fromStdString(countText(value)); }
QString six(double value) { return QString::number(value, 'f', 6); }

ui::PlotSeries curve(const std::vector<PairedRow>& rows, bool isScaled, bool isMean) {
    ui::PlotSeries series;
    const QString side = isScaled ? Words::tr("scaled") : Words::tr("unscaled");
    series.name = isMean ? Words::tr("%1, mean").arg(side) : Words::tr("%1, median").arg(side);
    series.role = isScaled ? PlotRole::Scaled : PlotRole::Raw;
    series.line = isMean ? LineKind::Solid : LineKind::Dashed;
    series.isThin = !isMean;
    series.mark = !isMean ? PlotMark::None : isScaled ? PlotMark::Square : PlotMark::Circle;
    for (const PairedRow& row : rows) {
        const PairedSide& value = isScaled ? row.scaled : row.raw;
        series.points.push_back({static_cast<double>(row.dk), isMean ? value.p1p.mean : value.p1p.median,
                                 Words::tr("d_k = %1, %2: first run %3, mean %4, median %5; largest weight %6 in the mean")
                                     .arg(count(row.dk), side, six(value.first), six(value.p1p.mean), six(value.p1p.median),
                                          QString::number(value.maxWeight.mean, 'f', 3))});
    }
    return series;
}

}  // namespace

ui::PairedPicture pairedPicture(const PairedStudy& study) {
    std::vector<PairedRow> rows = study.rows;
    std::stable_sort(rows.begin(), rows.end(), [](const PairedRow& a, const PairedRow& b) { return a.dk < b.dk; });
    const PairedSettings& settings = study.settings;
    const double most = largestMeanP1p(settings.products);
    const QString n = count(settings.products);

    ui::PairedPicture picture;
    picture.title = Words::tr("One softmax over %1 unrelated products").arg(n);
    ui::PlotPicture& plot = picture.plot;
    plot.title = Words::tr("Mean p (1 − p)");
    plot.subtitle = Words::tr("one softmax over %1 products, %2 runs").arg(n, count(settings.runs));
    std::vector<Index> dks;
    for (const PairedRow& row : rows)
        dks.push_back(row.dk);
    plot.x = countAxis(dks);
    plot.x.title = Words::tr("head width d_k");
    // Room for whole marks at both ends.
    const double span = std::pow(plot.x.high / plot.x.low, 0.05);
    plot.x.low /= span;
    plot.x.high *= span;
    plot.y = zeroAxis(1.12 * most);
    plot.y.high = 1.12 * most;
    plot.limits.push_back({most, Words::tr("at most %1").arg(six(most))});
    for (const bool isMean : {false, true})
        for (const bool isScaled : {false, true})
            plot.series.push_back(curve(rows, isScaled, isMean));
    plot.legend = {{{{PlotRole::Scaled, LineKind::Solid, PlotMark::Square, false}}, Words::tr("scaled, mean")},
                   {{{PlotRole::Raw, LineKind::Solid, PlotMark::Circle, false}}, Words::tr("unscaled, mean")},
                   {{{PlotRole::Raw, LineKind::Dashed, PlotMark::None, true}}, Words::tr("median")}};

    ui::ValueTable& table = picture.table;
    table.title = Words::tr("What it really prints");
    table.columns = {Words::tr("raw, once"), Words::tr("raw, mean"), Words::tr("raw, median"), Words::tr("scaled")};
    for (const PairedRow& row : rows)
        table.rows.push_back({Words::tr("d_k = %1").arg(count(row.dk)),
                              {six(row.raw.first), six(row.raw.p1p.mean), six(row.raw.p1p.median), six(row.scaled.p1p.mean)}});
    table.rows.push_back({Words::tr("at most"), {QString(), QString(), QString(), six(most)}});
    table.sentences
        << Words::tr("The value often quoted for it, 0.25, cannot come from it: the mean of p (1 − p) over %1 weights is (1 − sum of "
                     "p²) / %1, at most %2. A quarter is what a single entry has at p = 1/2, as in a softmax over two keys.")
               .arg(n, six(most));
    if (rows.size() > 1)
        table.sentences << Words::tr("Without the scale it falls from %1 to %2, not to 0; a single run is very noisy.")
                               .arg(six(rows.front().raw.p1p.mean), six(rows.back().raw.p1p.mean));
    table.sentences << Words::tr("It is no test of attention either: each product has a query of its own, so this is one softmax over unrelated pairs, "
                                 "and only the diagonal of the Jacobian. One row and Over d_k show real rows.");
    return picture;
}

}  // namespace attn::app

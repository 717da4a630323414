#include "src/viewmodel/flops_picture.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "core/cost/flops.h"
#include "core/cost/visited_tiles.h"
#include "src/viewmodel/growth_parts.h"
#include "src/viewmodel/plot_ticks.h"

namespace attn::app {
namespace {

using ui::LineKind;
using ui::PlotMark;
using ui::PlotRole;

constexpr TileSize kTile{64, 64};  ///< What flash works in here (core/cost/measure.h).

QString tr(const char* text) {
    return QCoreApplication::translate("Flops", text);
}

HeadSize headOf(const MemoryShape& shape, Index n) {
    return {n, n, shape.dk, shape.dv};
}
double headsOf(const MemoryShape& shape) {
    return static_cast<double>(shape.batch) * static_cast<double>(shape.heads);
}

/// Of all heads; 0 for a size that cannot be counted.
double operations(Algorithm algorithm, Pass pass, const MemoryShape& shape, Index n) {
    const auto counted = attentionFlops(algorithm, pass, headOf(shape, n));
    return counted ? headsOf(shape) * *counted : 0.0;
}

struct Causal {
    double operations = 0.0;
    VisitedTiles tiles;
};
Causal causalOf(const MemoryShape& shape, Index n) {
    const auto tiles = visitedTiles(headOf(shape, n), kTile, Band{0, -1, 0});
    if (!tiles)
        return {};
    const auto counted = attentionFlops(Algorithm::Flash2, Pass::Forward, headOf(shape, n), tiles->cells);
    return {counted ? headsOf(shape) * *counted : 0.0, *tiles};
}

const MemoryRow* rowAt(const MemoryStudy* study, Index n) {
    if (!study)
        return nullptr;
    const auto found =
        std::find_if(study->rows.begin(), study->rows.end(), [n](const auto& row) { return row.n == n; });
    return found == study->rows.end() ? nullptr : &*found;
}

QString rate(std::optional<double> seconds, double work) {
    return seconds && *seconds > 0.0 ? rateWords(work / *seconds) : tr("not run");
}

ui::ValueTable flopsTable(const MemoryShape& shape, Index n, bool isCausal, const MemoryRow* row) {
    const double work = operations(Algorithm::Naive, Pass::Forward, shape, n);
    ui::ValueTable table;
    table.title = tr("At n = %1").arg(countWords(n));
    table.columns = {tr("Naive"), tr("Flash")};
    table.rows = {{tr("Without a mask"), {operationsWords(work), operationsWords(work)}}};
    if (isCausal)
        table.rows.push_back(
            {tr("Causal mask"), {operationsWords(work), operationsWords(causalOf(shape, n).operations)}});
    if (row)
        table.rows.push_back(
            {tr("Rate here, no mask"), {rate(row->naiveSeconds, work), rate(row->flashSeconds, work)}});
    table.sentences.append(
        tr("Two products, 2 operations for each multiplication with its addition: 2 × %1² × (%2 + %3) × %4%5 = %6.")
            .arg(countWords(n), countWords(shape.dk), countWords(shape.dv), headsWords(shape.heads),
                 shape.batch == 1 ? QString() : tr(" × batch %1").arg(countWords(shape.batch)),
                 operationsWords(work)));
    if (isCausal) {
        const Causal causal = causalOf(shape, n);
        const auto skipped = static_cast<Index>(causal.tiles.all - causal.tiles.visited);
        table.sentences.append(skipped > 0
                                   ? tr("Under the causal mask flash skips %1 of %2 tiles of 64 × 64, which naive "
                                        "attention works out and discards.")
                                         .arg(countWords(skipped), countWords(static_cast<Index>(causal.tiles.all)))
                                   : tr("Flash does not help here: at this length the causal mask empties none of "
                                        "its tiles of 64 × 64."));
    } else {
        table.sentences.append(tr("Flash does not help here: it does the same products, in another order."));
    }
    table.sentences.append(tr("Not counted: the softmax, one exponential for each cell, and the projections."));
    return table;
}

QString sentenceAt(Index n, const QString& name, const QString& value) {
    return tr("n = %1, %2: %3").arg(countWords(n), name, value);
}

ui::ValueTable timeTable(const MemoryShape& shape, const MemoryRow& row) {
    const auto time = [](std::optional<double> seconds) { return seconds ? secondsWords(*seconds) : tr("not run"); };
    const double work = operations(Algorithm::Naive, Pass::Forward, shape, row.n);
    ui::ValueTable table;
    table.title = tr("At n = %1").arg(countWords(row.n));
    table.columns = {tr("Naive"), tr("Flash")};
    table.rows = {{tr("Time, one run"), {time(row.naiveSeconds), time(row.flashSeconds)}},
                  {tr("Rate"), {rate(row.naiveSeconds, work), rate(row.flashSeconds, work)}},
                  {tr("Arithmetic"), {operationsWords(work), operationsWords(work)}}};
    if (row.naiveSeconds && row.flashSeconds) {
        const double times = *row.naiveSeconds / *row.flashSeconds;
        table.sentences.append(
            times > 1.02   ? tr("Flash was %1 times as fast as naive in this run.").arg(ratioWords(times))
            : times < 0.98 ? tr("Flash does not help here: it took %1 times as long as naive in this run.")
                                 .arg(ratioWords(1.0 / times))
                           : tr("Flash does not help here: both took the same time in this run."));
    } else if (!row.naiveSeconds && !row.flashSeconds && row.naiveWhy.empty()) {
        table.sentences.append(
            tr("Nothing is measured at this length yet. “Measure” runs both kinds of attention on this machine."));
    }
    for (const std::string& why : {row.naiveWhy, row.flashWhy})
        if (const QString words = QString::fromStdString(why); !why.empty() && !table.sentences.contains(words))
            table.sentences.append(words);
    table.sentences.append(
        tr("One run each on one thread, on random numbers, without a mask: the next run will differ a little."));
    return table;
}

/// 2 n² d_k for each head: the scores once more.
double recomputed(const MemoryShape& shape, Index n) {
    return operations(Algorithm::Flash2, Pass::Backward, shape, n) -
           operations(Algorithm::Naive, Pass::Backward, shape, n);
}

ui::ValueTable backwardTable(MemoryShape shape, Index n) {
    shape.backward = false;
    const auto forward = countMemory(shape, n);
    shape.backward = true;
    const auto step = countMemory(shape, n);
    const double first = operations(Algorithm::Naive, Pass::Forward, shape, n);
    const double naive = first + operations(Algorithm::Naive, Pass::Backward, shape, n);
    const double flash = first + operations(Algorithm::Flash2, Pass::Backward, shape, n);
    ui::ValueTable table;
    table.title = tr("At n = %1").arg(countWords(n));
    table.columns = {tr("Naive"), tr("Flash")};
    if (!forward || !step)
        return table;
    table.rows = {{tr("Forward"), {operationsWords(first), operationsWords(first)}},
                  {tr("Backward"), {operationsWords(naive - first), operationsWords(flash - first)}},
                  {tr("of it, scores again"), {operationsWords(0.0), operationsWords(recomputed(shape, n))}},
                  {tr("Both passes"), {operationsWords(naive), operationsWords(flash)}},
                  {tr("Memory, forward"), {bytesWords(forward->naive), bytesWords(forward->flash)}},
                  {tr("Memory, whole step"), {bytesWords(step->naive), bytesWords(step->flash)}}};
    table.sentences.append(tr("Flash keeps no weights for the backward pass: it multiplies Q by K once more and "
                              "takes the exponentials again, %1 arithmetic for the whole step.")
                               .arg(moreWords(flash / naive - 1.0)));
    const double saved = step->naive - step->flash;
    if (saved > 0.0)
        table.sentences.append(tr("For that it holds %1 less: %2 operations for each byte.")
                                   .arg(bytesWords(saved), ratioWords(recomputed(shape, n) / saved)));
    else
        table.sentences.append(tr("Flash does not help here: it holds no less, %1 against %2.")
                                   .arg(bytesWords(step->flash), bytesWords(step->naive)));
    if (saved > 0.0 && step->naive <= step->inputs + step->outputs)
        table.sentences.append(
            tr("It matters little at this length: Q, K, V, the output and all gradients take %1 with either.")
                .arg(bytesWords(step->inputs + step->outputs)));
    table.sentences.append(tr("Counted, not run: the memory beyond Q, K, V, the output and their gradients."));
    return table;
}

}  // namespace

ui::GrowthPicture flopsPicture(const MemoryShape& shape, const std::vector<Index>& ns, std::optional<Index> currentN,
                               bool isCausal, const MemoryStudy* study) {
    ui::GrowthPicture picture;
    ui::PlotPicture& plot = picture.plot;
    plot.title = tr("Arithmetic over sequence length");
    plot.subtitle = tr("operations of the two matrix products; both axes logarithmic");
    if (ns.empty())
        return picture;
    ui::PlotSeries naive = curveOf(true, tr("Naive"));
    naive.label = isCausal ? tr("Naive, whatever the mask") : tr("Naive and flash alike, grows with n²");
    ui::PlotSeries flash = curveOf(false, isCausal ? tr("Flash, causal mask") : tr("Flash"));
    if (isCausal)
        flash.label = tr("Flash, causal mask");
    naive.labelX = flash.labelX = labelPlace(ns, 0.4);
    for (const Index n : ns) {
        const double work = operations(Algorithm::Naive, Pass::Forward, shape, n);
        const double other = isCausal ? causalOf(shape, n).operations : work;
        const auto x = static_cast<double>(n);
        naive.points.push_back({x, work, sentenceAt(n, tr("naive"), operationsWords(work))});
        flash.points.push_back({x, other, sentenceAt(n, tr("flash"), operationsWords(other))});
        picture.ns.push_back(x);
        picture.tables.push_back(flopsTable(shape, n, isCausal, rowAt(study, n)));
        picture.notes.push_back({{x, work, operationsWords(work), PlotRole::Naive}});
        if (isCausal)
            picture.notes.back().push_back({x, other, operationsWords(other), PlotRole::Flash});
    }
    setLengths(plot, ns, currentN);
    plot.y = decimalAxis(flash.points.front().y, naive.points.back().y, operationsWords);
    plot.series = {std::move(naive), std::move(flash)};
    plot.legend = {{{{PlotRole::Naive, LineKind::Solid, PlotMark::None, false}}, tr("naive, counted")},
                   {{{PlotRole::Flash, LineKind::Dashed, PlotMark::None, false}},
                    isCausal ? tr("flash, counted, under the causal mask") : tr("flash, counted")}};
    picture.chosen = chosenPlace(ns, currentN);
    picture.sentences.append(shapeSentence(shape));
    return picture;
}

ui::GrowthPicture timePicture(const MemoryStudy& study, std::optional<Index> currentN) {
    ui::GrowthPicture picture;
    ui::PlotPicture& plot = picture.plot;
    plot.title = tr("Measured time over sequence length");
    plot.subtitle = tr("one run on one thread of this machine; both axes logarithmic");
    if (study.rows.empty())
        return picture;
    ui::PlotSeries naive = curveOf(true, tr("Naive, measured"), true);
    ui::PlotSeries flash = curveOf(false, tr("Flash, measured"), true);
    naive.label = tr("Naive");
    flash.label = tr("Flash");
    std::vector<Index> ns;
    double low = INFINITY, high = 0.0;
    for (const MemoryRow& row : study.rows) {
        const auto x = static_cast<double>(row.n);
        ns.push_back(row.n);
        picture.ns.push_back(x);
        picture.tables.push_back(timeTable(study.shape, row));
        picture.notes.emplace_back();
        const auto add = [&](ui::PlotSeries& series, std::optional<double> seconds, PlotRole role) {
            if (!seconds || !(*seconds > 0.0))
                return;
            series.points.push_back({x, *seconds, sentenceAt(row.n, series.name, secondsWords(*seconds))});
            picture.notes.back().push_back({x, *seconds, secondsWords(*seconds), role});
            low = std::min(low, *seconds);
            high = std::max(high, *seconds);
        };
        add(naive, row.naiveSeconds, PlotRole::Naive);
        add(flash, row.flashSeconds, PlotRole::Flash);
    }
    setLengths(plot, ns, currentN);
    const bool isMeasured = high > 0.0;
    plot.y = decimalAxis(isMeasured ? low : 1e-5, isMeasured ? high : 10.0, secondsWords);
    if (!isMeasured)
        plot.notes.push_back({labelPlace(ns, 0.25), 1e-2, tr("nothing measured yet"), PlotRole::Second});
    for (ui::PlotSeries* series : {&naive, &flash}) {
        if (series->points.empty())
            continue;
        series->labelX = series->points[series->points.size() / 2].x;
        plot.legend.push_back({{{series->role, series->line, series->mark, false}},
                               series == &naive ? tr("naive, measured here") : tr("flash, measured here")});
        plot.series.push_back(*series);
    }
    picture.chosen = chosenPlace(ns, currentN);
    // What was measured last says most.
    for (std::size_t i = 0; i < study.rows.size(); ++i)
        if (study.rows[i].naiveSeconds || study.rows[i].flashSeconds)
            picture.chosen = static_cast<int>(i);
    picture.sentences.append(shapeSentence(study.shape));
    return picture;
}

ui::GrowthPicture backwardPicture(const MemoryShape& shape, const std::vector<Index>& ns,
                                  std::optional<Index> currentN) {
    MemoryShape both = shape;
    both.backward = true;
    ui::GrowthPicture picture;
    ui::PlotPicture& plot = picture.plot;
    plot.title = tr("Extra memory of a training step");
    plot.subtitle = tr("beyond Q, K, V, the output and their gradients; both axes logarithmic");
    ui::PlotSeries naive = curveOf(true, tr("Naive, counted"));
    ui::PlotSeries flash = curveOf(false, tr("Flash, counted"));
    naive.label = tr("Naive: weights and two gradients");
    flash.label = tr("Flash: weights made again");
    naive.labelX = flash.labelX = labelPlace(ns, 0.4);
    double low = INFINITY, high = 0.0;
    std::vector<Index> counted;
    for (const Index n : ns) {
        const auto bytes = countMemory(both, n);
        if (!bytes)
            continue;
        const auto x = static_cast<double>(n);
        naive.points.push_back({x, bytes->naive, sentenceAt(n, tr("naive"), bytesWords(bytes->naive))});
        flash.points.push_back({x, bytes->flash, sentenceAt(n, tr("flash"), bytesWords(bytes->flash))});
        low = std::min({low, bytes->naive, bytes->flash});
        high = std::max({high, bytes->naive, bytes->flash});
        counted.push_back(n);
        picture.ns.push_back(x);
        picture.tables.push_back(backwardTable(both, n));
        picture.notes.push_back({{x, bytes->naive, bytesWords(bytes->naive), PlotRole::Naive},
                                 {x, bytes->flash, bytesWords(bytes->flash), PlotRole::Flash}});
    }
    if (counted.empty())
        return picture;
    setLengths(plot, counted, currentN);
    plot.y = bytesAxis(low, high);
    plot.series = {std::move(naive), std::move(flash)};
    plot.legend = {linesEntry(tr("naive and flash, counted from the formula"))};
    picture.chosen = chosenPlace(counted, currentN);
    picture.sentences.append(shapeSentence(shape));
    return picture;
}

}  // namespace attn::app

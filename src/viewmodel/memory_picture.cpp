#include "src/viewmodel/memory_picture.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "src/viewmodel/growth_parts.h"
#include "src/viewmodel/plot_ticks.h"

namespace attn::app {
namespace {

using ui::LineKind;
using ui::PlotMark;
using ui::PlotRole;

QString tr(const char* text) { return QCoreApplication::translate("GrowthPicture", text); }
QString bytes(double value) { return bytesWords(value); }
QString count(Index value) { return countWords(value); }

/// One side of a row.
struct Side {
    bool isNaive = true;
    double counted = 0.0;
    std::optional<double> measured;
    std::optional<double> time;
    QString why;
    bool wouldNotFit = false;

    QString name() const { return isNaive ? tr("Naive") : tr("Flash"); }
    PlotRole role() const { return isNaive ? PlotRole::Naive : PlotRole::Flash; }
};

Side sideOf(const MemoryRow& row, bool isNaive) {
    if (isNaive)
        return {true, row.naiveCountedBytes, row.naiveMeasuredBytes, row.naiveSeconds,
                QString::fromStdString(row.naiveWhy), row.naiveWouldNotFit};
    return {false, row.flashCountedBytes, row.flashMeasuredBytes, row.flashSeconds,
            QString::fromStdString(row.flashWhy), row.flashWouldNotFit};
}

QString pointSentence(Index n, const Side& side) {
    const QString counted = tr("n = %1, %2: counted %3 (%4 bytes)")
                                .arg(count(n), side.name().toLower(), bytes(side.counted),
                                     QString::number(side.counted, 'f', 0));
    if (side.measured && side.time)
        return counted + tr(", measured %1 (%2 bytes) in %3")
                             .arg(bytes(*side.measured), QString::number(*side.measured, 'f', 0), secondsWords(*side.time));
    return side.why.isEmpty() ? counted : counted + QStringLiteral(". ") + side.why;
}

std::vector<MemoryRow> sortedRows(const MemoryStudy& study) {
    std::vector<MemoryRow> rows = study.rows;
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.n < b.n; });
    rows.erase(std::unique(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.n == b.n; }),
               rows.end());
    return rows;
}

void addSeries(ui::PlotPicture& plot, const std::vector<MemoryRow>& rows, bool isNaive) {
    ui::PlotSeries counted;
    counted.name = isNaive ? tr("Naive, counted") : tr("Flash, counted");
    counted.role = isNaive ? PlotRole::Naive : PlotRole::Flash;
    counted.line = isNaive ? LineKind::Solid : LineKind::Dashed;
    counted.label = isNaive ? tr("Naive, grows with n²") : tr("Flash, grows with n");
    ui::PlotSeries measured;
    measured.name = isNaive ? tr("Naive, measured") : tr("Flash, measured");
    measured.role = counted.role;
    measured.line = LineKind::None;
    measured.mark = isNaive ? PlotMark::Circle : PlotMark::Square;
    ui::PlotSeries tooLarge;
    tooLarge.name = isNaive ? tr("Naive, not run: would not fit") : tr("Flash, not run: would not fit");
    tooLarge.role = PlotRole::Limit;
    tooLarge.line = LineKind::None;
    tooLarge.mark = PlotMark::Cross;
    for (const MemoryRow& row : rows) {
        const Side side = sideOf(row, isNaive);
        const auto n = static_cast<double>(row.n);
        const QString sentence = pointSentence(row.n, side);
        counted.points.push_back({n, side.counted, sentence});
        if (side.measured)
            measured.points.push_back({n, *side.measured, sentence});
        else if (side.wouldNotFit)
            tooLarge.points.push_back({n, side.counted, sentence});
    }
    // Beside the measured marks where there are some: they stand above the line of flash, by the tiles it works in.
    const auto first = static_cast<double>(rows.front().n);
    const double labelX = first * std::pow(static_cast<double>(rows.back().n) / first, 0.36);
    counted.labelX = measured.labelX = labelX;
    if (!measured.points.empty() && measured.points.front().x <= labelX && measured.points.back().x >= labelX)
        std::swap(counted.label, measured.label);
    plot.series.push_back(std::move(counted));
    if (!measured.points.empty())
        plot.series.push_back(std::move(measured));
    if (!tooLarge.points.empty())
        plot.series.push_back(std::move(tooLarge));
}

std::vector<ui::LegendEntry> legend(const ui::PlotPicture& plot) {
    std::vector<ui::LegendEntry> entries{{{{PlotRole::Naive, LineKind::Solid, PlotMark::None, false},
                                           {PlotRole::Flash, LineKind::Dashed, PlotMark::None, false}},
                                          tr("counted from the formula")}};
    bool hasMeasured = false;
    bool hasTooLarge = false;
    for (const ui::PlotSeries& series : plot.series) {
        hasMeasured = hasMeasured || series.mark == PlotMark::Circle || series.mark == PlotMark::Square;
        hasTooLarge = hasTooLarge || series.mark == PlotMark::Cross;
    }
    if (hasMeasured)
        entries.push_back({{{PlotRole::Naive, LineKind::None, PlotMark::Circle, false},
                            {PlotRole::Flash, LineKind::None, PlotMark::Square, false}},
                           tr("measured here")});
    if (hasTooLarge)
        entries.push_back(
            {{{PlotRole::Limit, LineKind::None, PlotMark::Cross, false}}, tr("not run: would not fit")});
    return entries;
}

/// "2 × 4 096² × 8 heads × 4 bytes = 1 GiB"
QString formula(const MemoryShape& shape, const MemoryRow& row, bool isNaive) {
    const QString n = count(row.n);
    const QString heads = headsWords(shape.heads);
    const QString batch = shape.batch == 1 ? QString() : tr(" × batch %1").arg(count(shape.batch));
    const Index e = elementBytes(shape.precision);
    if (isNaive)
        return tr("%1 × %2² × %3%4 × %5 bytes = %6")
            .arg(QString::number(shape.backward ? 3 : 2), n, heads, batch, QString::number(e),
                 bytes(row.naiveCountedBytes));
    const QString statistics = QString::number(std::max<Index>(4, e));
    if (!shape.backward)
        return tr("%1 × %2%3 × %4 bytes = %5").arg(n, heads, batch, statistics, bytes(row.flashCountedBytes));
    const QString sums = e < 4 ? tr(" + %1 × 4").arg(count(shape.dk)) : QString();
    return tr("%1 × %2%3 × (2 × %4%5) bytes = %6").arg(n, heads, batch, statistics, sums, bytes(row.flashCountedBytes));
}

QStringList formulaSentences(const MemoryShape& shape, const MemoryRow& row) {
    const QString naive = shape.backward ? tr("Naive keeps the weights and their two gradients: %1.")
                                         : tr("Naive keeps the scores and the weights: %1.");
    const QString flash = shape.backward
                              ? tr("Flash keeps the logarithm of the softmax sum and one more number per row and head: %1.")
                              : tr("Flash keeps one number per row and head, the logarithm of the softmax sum: %1.");
    return {naive.arg(formula(shape, row, true)), flash.arg(formula(shape, row, false))};
}

QString notCounted(const MemoryShape& shape, Index n) {
    const auto counted = countMemory(shape, n);
    if (!counted)
        return {};
    return shape.backward
               ? tr("Not counted: Q, K, V, the output and its gradient, %1, and the gradients of Q, K and V with the "
                    "output, %2, which both need.").arg(bytes(counted->inputs), bytes(counted->outputs))
               : tr("Not counted: Q, K and V, %1, and the output, %2, which both need.")
                     .arg(bytes(counted->inputs), bytes(counted->outputs));
}

/// Where flash saves little or nothing, from the numbers.
QStringList smallSavings(const MemoryShape& shape, const Side& naive, const Side& flash, Index n) {
    QStringList sentences;
    const auto counted = countMemory(shape, n);
    if (counted && naive.counted <= counted->inputs + counted->outputs)
        sentences.append(tr("Flash matters little at this length: all that naive holds more, %1, is no larger than what both need, %2.")
                             .arg(bytes(naive.counted), bytes(counted->inputs + counted->outputs)));
    if (naive.measured && flash.measured && *flash.measured >= *naive.measured)
        sentences.append(tr("Flash does not help here: as measured it holds %1, naive %2.")
                             .arg(bytes(*flash.measured), bytes(*naive.measured)));
    return sentences;
}

ui::ValueTable tableOf(const MemoryShape& shape, const MemoryRow& row) {
    const Side naive = sideOf(row, true);
    const Side flash = sideOf(row, false);
    const auto measured = [](const Side& side) { return side.measured ? bytes(*side.measured) : tr("not run"); };
    const auto time = [](const Side& side) { return side.time ? secondsWords(*side.time) : tr("not run"); };
    ui::ValueTable table;
    table.title = tr("At n = %1").arg(count(row.n));
    table.columns = {tr("Naive"), tr("Flash")};
    table.rows = {{tr("Extra memory, counted"), {bytes(naive.counted), bytes(flash.counted)}},
                  {tr("Extra memory, measured"), {measured(naive), measured(flash)}},
                  {tr("Time, one run"), {time(naive), time(flash)}}};
    table.sentences = formulaSentences(shape, row) + smallSavings(shape, naive, flash, row.n);
    table.sentences.append(notCounted(shape, row.n));
    if (flash.measured && *flash.measured > flash.counted)
        table.sentences.append(tr("Measured with flash are also the tiles that it works in, %1 whatever n is.")
                                   .arg(bytes(*flash.measured - flash.counted)));
    for (const Side& side : {naive, flash})
        if (!side.why.isEmpty() && !table.sentences.contains(side.why))
            table.sentences.append(side.why);
    return table;
}

std::vector<ui::PlotNote> notesOf(const MemoryRow& row) {
    const auto n = static_cast<double>(row.n);
    const double times = std::round(row.naiveCountedBytes / row.flashCountedBytes);
    return {{n, row.naiveCountedBytes, bytes(row.naiveCountedBytes), PlotRole::Naive},
            {n, row.flashCountedBytes, bytes(row.flashCountedBytes), PlotRole::Flash},
            {n, std::sqrt(row.naiveCountedBytes * row.flashCountedBytes),
             tr("%1 times less").arg(count(static_cast<Index>(times))), PlotRole::Second}};
}

}  // namespace

const std::vector<Index>& memoryLengths() {
    static const std::vector<Index> kLengths{128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536};
    return kLengths;
}

ui::GrowthPicture memoryPicture(const MemoryStudy& study, std::optional<Index> currentN, double machineBytes) {
    const std::vector<MemoryRow> rows = sortedRows(study);
    ui::GrowthPicture picture;
    ui::PlotPicture& plot = picture.plot;
    plot.title = tr("Extra memory over sequence length");
    plot.subtitle = tr("beyond Q, K, V and the output; both axes logarithmic");
    if (rows.empty())
        return picture;

    std::vector<Index> ns;
    double low = INFINITY;
    double high = std::max(0.0, machineBytes);
    for (const MemoryRow& row : rows) {
        ns.push_back(row.n);
        low = std::min({low, row.naiveCountedBytes, row.flashCountedBytes});
        high = std::max({high, row.naiveCountedBytes, row.flashCountedBytes, row.flashMeasuredBytes.value_or(0.0)});
    }
    setLengths(plot, ns, currentN);
    plot.y = bytesAxis(low, high);
    if (machineBytes > 0.0)
        plot.limits.push_back({machineBytes, tr("free for one run here, %1").arg(bytes(machineBytes))});
    for (const bool isNaive : {true, false})
        addSeries(plot, rows, isNaive);
    plot.legend = legend(plot);

    for (const MemoryRow& row : rows) {
        picture.ns.push_back(static_cast<double>(row.n));
        picture.tables.push_back(tableOf(study.shape, row));
        picture.notes.push_back(notesOf(row));
    }
    picture.chosen = chosenPlace(ns, currentN);
    picture.sentences.append(shapeSentence(study.shape));
    return picture;
}

}  // namespace attn::app

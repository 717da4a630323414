#include "src/viewmodel/traffic_picture.h"

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

constexpr double kSame = 1.02;  ///< Times that differ by less are called the same.

QString tr(const char* text) {
    return QCoreApplication::translate("Traffic", text);
}

QString boundWords(const Roofline& least) {
    return least.isMemoryBound ? tr("memory") : tr("arithmetic");
}

/// What flash gains at one length, or that it gains nothing, and why.
QString verdict(const DeviceReport& report, const DeviceRow& row) {
    const double times = row.naive.trafficBytes / row.flash.trafficBytes;
    if (times <= 1.0)
        return tr("Flash does not help here: in tiles of %1 queries it reads all keys and values %2 times and moves "
                  "%3 times as much as naive.")
            .arg(countWords(report.flashTile.queryRows), countWords(tileCount(row.n, report.flashTile.queryRows)),
                 ratioWords(1.0 / times));
    const double faster = row.naive.least.seconds / row.flash.least.seconds;
    if (faster < kSame)
        return tr("Flash moves %1 times less, but is no faster by this bound: arithmetic takes %2 with either.")
            .arg(ratioWords(times), secondsWords(row.flash.least.seconds));
    return tr("Flash moves %1 times less, and its least time is %2 times shorter.")
        .arg(ratioWords(times), ratioWords(faster));
}

/// The longest of the shown lengths up to which flash is no faster by the bound.
QString noHelpUpTo(const DeviceReport& report) {
    std::optional<Index> last;
    for (const DeviceRow& row : report.rows) {
        if (row.naive.least.seconds / row.flash.least.seconds >= kSame)
            break;
        last = row.n;
    }
    return last ? tr("Up to n = %1 the least time is no shorter with flash.").arg(countWords(*last)) : QString();
}

ui::ValueTable tableOf(const DeviceReport& report, const DeviceRow& row) {
    ui::ValueTable table;
    table.title = tr("At n = %1").arg(countWords(row.n));
    table.columns = {tr("Naive"), tr("Flash")};
    const auto both = [&](const QString& name, const auto& words) {
        table.rows.push_back({name, {words(row.naive), words(row.flash)}});
    };
    both(tr("Read and written"), [](const DeviceCost& cost) { return bytesWords(cost.trafficBytes); });
    both(tr("Arithmetic"), [](const DeviceCost& cost) { return operationsWords(cost.flops); });
    both(tr("Operations a byte"), [](const DeviceCost& cost) { return ratioWords(cost.least.flopsPerByte); });
    both(tr("Least time"), [](const DeviceCost& cost) { return secondsWords(cost.least.seconds); });
    both(tr("Limited by"), [](const DeviceCost& cost) { return boundWords(cost.least); });
    table.sentences.append(verdict(report, row));
    if (const QString upTo = noHelpUpTo(report);
        !upTo.isEmpty() && !table.sentences.front().startsWith(tr("Flash does not help")))
        table.sentences.append(upTo);
    table.sentences.append(tr("Tiles of %1 queries by %2 keys fill the %3 on chip. From %4 operations a byte on, "
                              "arithmetic is the limit.")
                               .arg(countWords(report.flashTile.queryRows), countWords(report.flashTile.keyRows),
                                    bytesWords(onChipBytes(report.device)), ratioWords(ridgePoint(report.device))));
    const double first = row.flash1.trafficBytes;
    table.sentences.append(first < row.naive.trafficBytes
                               ? tr("The first paper's order, keys outside, moves %1.").arg(bytesWords(first))
                               : tr("The first paper's order, keys outside, moves %1: more than naive, as its blocks "
                                    "of %2 keys are small.")
                                     .arg(bytesWords(first), countWords(report.flash1Tile.keyRows)));
    return table;
}

}  // namespace

Result<ui::GrowthPicture> trafficPicture(const Device& device, const MemoryShape& shape, const std::vector<Index>& ns,
                                         std::optional<Index> currentN) {
    const auto report = deviceReport(device, shape, ns);
    if (!report)
        return report.error();
    ui::GrowthPicture picture;
    ui::PlotPicture& plot = picture.plot;
    plot.title = tr("Traffic with main memory over sequence length");
    plot.subtitle = tr("%1: %2 GB/s, %3 TFLOP/s, %4 KiB on chip")
                        .arg(QString::fromUtf8(device.name), ratioWords(device.bandwidthGbPerSecond),
                             ratioWords(device.tensorTeraflops), ratioWords(device.sharedKibPerMultiprocessor));
    if (ns.empty())
        return picture;
    ui::PlotSeries naive = curveOf(true, tr("Naive"));
    ui::PlotSeries flash = curveOf(false, tr("Flash"));
    ui::PlotSeries first = curveOf(false, tr("First paper's order"));
    first.role = PlotRole::Second;
    first.line = LineKind::Dotted;
    naive.label = tr("Naive");
    flash.label = tr("Flash");
    naive.labelX = flash.labelX = labelPlace(ns, 0.5);
    double low = INFINITY, high = 0.0;
    for (const DeviceRow& row : report->rows) {
        const auto x = static_cast<double>(row.n);
        const auto add = [&](ui::PlotSeries& series, const DeviceCost& cost) {
            series.points.push_back(
                {x, cost.trafficBytes,
                 tr("n = %1, %2: %3 (%4 bytes), at least %5")
                     .arg(countWords(row.n), series.name, bytesWords(cost.trafficBytes),
                          QString::number(cost.trafficBytes, 'f', 0), secondsWords(cost.least.seconds))});
            low = std::min(low, cost.trafficBytes);
            high = std::max(high, cost.trafficBytes);
        };
        add(naive, row.naive);
        add(flash, row.flash);
        add(first, row.flash1);
        const double times = row.naive.trafficBytes / row.flash.trafficBytes;
        picture.ns.push_back(x);
        picture.tables.push_back(tableOf(*report, row));
        picture.notes.push_back({{x, row.naive.trafficBytes, bytesWords(row.naive.trafficBytes), PlotRole::Naive},
                                 {x, row.flash.trafficBytes, bytesWords(row.flash.trafficBytes), PlotRole::Flash},
                                 {x, std::sqrt(row.naive.trafficBytes * row.flash.trafficBytes),
                                  times > 1.0 ? tr("%1 times less").arg(ratioWords(times))
                                              : tr("%1 times more").arg(ratioWords(1.0 / times)),
                                  PlotRole::Second}});
    }
    setLengths(plot, ns, currentN);
    plot.y = bytesAxis(low, high);
    plot.series = {std::move(naive), std::move(flash), std::move(first)};
    plot.legend = {
        linesEntry(tr("naive and flash, counted")),
        {{{PlotRole::Second, LineKind::Dotted, PlotMark::None, false}}, tr("flash in the first paper's order")}};
    picture.chosen = chosenPlace(ns, currentN);
    picture.sentences.append(
        shapeSentence(shape) + u' ' +
        (shape.backward ? tr("Forward and backward pass, without a mask.") : tr("Forward pass, without a mask.")));
    return picture;
}

const Device& proposedDevice() {
    const auto& all = devices();
    const auto found = std::find_if(
        all.begin(), all.end(), [](const Device& device) { return std::string(device.name) == "A100 SXM4 80GB"; });
    return found == all.end() ? all.front() : *found;
}

}  // namespace attn::app

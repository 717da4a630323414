#include "src/viewmodel/growth_parts.h"

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

QString tr(const char* text) {
    return QCoreApplication::translate("Growth", text);
}

/// Three significant digits; whole numbers bare.
QString threeDigits(double value) {
    const QString text = QString::number(value, 'g', 3);
    return text.contains(QLatin1Char('e')) ? QString::number(value, 'f', 0) : text;
}

}  // namespace

QString bytesWords(double bytes) {
    return QString::fromStdString(bytesText(bytes)).replace(u' ', QChar(QChar::Nbsp));
}

QString countWords(Index count) {
    return QString::fromStdString(countText(count));
}

QString secondsWords(double seconds) {
    const QString text = seconds < 1e-3  ? tr("%1 µs").arg(seconds * 1e6, 0, 'f', seconds < 1e-5 ? 1 : 0)
                         : seconds < 1.0 ? tr("%1 ms").arg(seconds * 1e3, 0, 'g', 3)
                                         : tr("%1 s").arg(seconds, 0, 'f', 2);
    return QString(text).replace(u' ', QChar(QChar::Nbsp));
}

QString operationsWords(double operations) {
    static constexpr const char* kUnits[] = {"FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP"};
    std::size_t unit = 0;
    // 999.5 would be written 1000, which is one of the next unit.
    while (operations >= 999.5 && unit + 1 < std::size(kUnits)) {
        operations /= 1000.0;
        ++unit;
    }
    return threeDigits(operations) + QChar(QChar::Nbsp) + QLatin1String(kUnits[unit]);
}

QString rateWords(double operationsPerSecond) {
    return operationsWords(operationsPerSecond) + tr("/s");
}

QString ratioWords(double ratio) {
    return ratio >= 99.5                   ? countWords(static_cast<Index>(std::llround(ratio)))
           : ratio >= 9.95                 ? QString::number(ratio, 'f', 0)
           : ratio >= 1.995 || ratio < 0.1 ? QString::number(ratio, 'g', 2)
                                           : QString::number(ratio, 'f', 2);
}

QString moreWords(double share) {
    const double percent = 100.0 * share;
    return (percent < 0.0 ? QStringLiteral("−") : QStringLiteral("+")) +
           QString::number(std::abs(percent), 'f', std::abs(percent) < 99.5 ? 1 : 0) + QChar(QChar::Nbsp) + u'%';
}

QString headsWords(Index heads) {
    return heads == 1 ? tr("1 head") : tr("%1 heads").arg(countWords(heads));
}

QString shapeSentence(const MemoryShape& shape) {
    return tr("%1, d_k = %2, d_v = %3, batch %4, %5.")
        .arg(headsWords(shape.heads), countWords(shape.dk), countWords(shape.dv), countWords(shape.batch),
             QString::fromStdString(precisionText(shape.precision)));
}

QString shapeSubtitle(const MemoryShape& shape) {
    return tr("%1, d_k = %2, %3, batch %4")
        .arg(headsWords(shape.heads), countWords(shape.dk), QString::fromStdString(precisionText(shape.precision)),
             countWords(shape.batch));
}

ui::PlotAxis decimalAxis(double low, double high, const std::function<QString(double)>& text) {
    ui::PlotAxis axis;
    axis.isLog = true;
    const int first = static_cast<int>(std::floor(std::log10(low) + 1e-9));
    const int last = std::max(first + 1, static_cast<int>(std::ceil(std::log10(high) - 1e-9)));
    const int step = std::max(1, (last - first + 7) / 8);
    for (int i = first; i <= last; i += step)
        axis.ticks.push_back({std::pow(10.0, i), text(std::pow(10.0, i))});
    axis.low = std::pow(10.0, first);
    axis.high = std::pow(10.0, last);
    return axis;
}

void setLengths(ui::PlotPicture& plot, const std::vector<Index>& ns, std::optional<Index> currentN) {
    plot.x = countAxis(ns);
    plot.x.title = tr("sequence length n");
    if (currentN && *currentN > 0) {
        plot.x.low = std::min(plot.x.low, static_cast<double>(*currentN));
        plot.x.high = std::max(plot.x.high, static_cast<double>(*currentN));
        plot.markers.push_back({static_cast<double>(*currentN), tr("this scene, n = %1").arg(countWords(*currentN))});
    }
    const double span = std::pow(plot.x.high / plot.x.low, 0.03);
    plot.x.low /= span;
    plot.x.high *= span;
}

int chosenPlace(const std::vector<Index>& ns, std::optional<Index> currentN) {
    const auto found = currentN ? std::find(ns.begin(), ns.end(), *currentN) : ns.end();
    return static_cast<int>(found != ns.end() ? found - ns.begin() : static_cast<std::ptrdiff_t>(ns.size() / 2));
}

ui::PlotSeries curveOf(bool isNaive, const QString& name, bool hasMarks) {
    ui::PlotSeries series;
    series.name = name;
    series.role = isNaive ? PlotRole::Naive : PlotRole::Flash;
    series.line = isNaive ? LineKind::Solid : LineKind::Dashed;
    if (hasMarks)
        series.mark = isNaive ? PlotMark::Circle : PlotMark::Square;
    series.labelAbove = isNaive;
    return series;
}

ui::LegendEntry linesEntry(const QString& text) {
    return {{{PlotRole::Naive, LineKind::Solid, PlotMark::None, false},
             {PlotRole::Flash, LineKind::Dashed, PlotMark::None, false}},
            text};
}

double labelPlace(const std::vector<Index>& ns, double share) {
    if (ns.empty())
        return 0.0;
    const auto first = static_cast<double>(ns.front());
    return first * std::pow(static_cast<double>(ns.back()) / first, share);
}

}  // namespace attn::app

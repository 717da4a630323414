#include "src/viewmodel/plot_ticks.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"

namespace attn::app {

ui::PlotAxis zeroAxis(double high) {
    ui::PlotAxis axis;
    if (!(high > 0.0) || !std::isfinite(high))
        high = 1.0;
    const double decade = std::pow(10.0, std::floor(std::log10(high)));
    double step = decade;
    for (const double part : {0.1, 0.2, 0.5, 1.0})
        if (high / (decade * part) <= 6.5) {
            step = decade * part;
            break;
        }
    const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
    const int count = static_cast<int>(std::ceil(high / step - 1e-9));
    for (int i = 0; i <= count; ++i)
        axis.ticks.push_back({i * step, QString::number(i * step, 'f', decimals)});
    axis.high = count * step;
    return axis;
}

ui::PlotAxis countAxis(const std::vector<Index>& counts) {
    ui::PlotAxis axis;
    axis.isLog = true;
    for (const Index count : counts)
        axis.ticks.push_back({static_cast<double>(count), QString::fromStdString(countText(count))});
    axis.low = counts.empty() ? 1.0 : static_cast<double>(counts.front());
    axis.high = counts.empty() ? 2.0 : static_cast<double>(counts.back());
    if (axis.low == axis.high) {
        axis.low /= 2.0;
        axis.high *= 2.0;
    }
    return axis;
}

ui::PlotAxis bytesAxis(double low, double high) {
    ui::PlotAxis axis;
    axis.isLog = true;
    const double from = std::log2(low);
    const double to = std::max(from + 1.0, std::log2(high));
    double step = 1.0;
    for (const double wanted : {1.0, 2.0, 5.0, 10.0, 20.0}) {
        step = wanted;
        if ((to - from) / step <= 7.0)
            break;
    }
    const double first = std::floor(from / step);
    const double last = std::ceil(to / step);
    for (double i = first; i <= last; ++i)
        axis.ticks.push_back({std::exp2(i * step), QString::fromStdString(bytesText(std::exp2(i * step)))});
    axis.low = std::exp2(first * step);
    axis.high = std::exp2(last * step);
    return axis;
}

}  // namespace attn::app

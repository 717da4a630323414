#include "ui/figure/ticks.h"

#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"

namespace attn::ui {
namespace {

/// Three significant digits, without zeros that say nothing.
QString endText(double value) {
    QString text = QString::number(value, 'g', 3);
    return text.replace(u'-', QChar(0x2212));
}

double roundStep(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double step : {1.0, 2.0, 2.5, 5.0})
        if (step * power >= least * (1 - 1e-9))
            return step * power;
    return 10.0 * power;
}

int decimalsOf(double step) {
    for (int decimals = 0; decimals < 12; ++decimals) {
        const double scaled = step * std::pow(10.0, decimals);
        if (std::abs(scaled - std::round(scaled)) < 1e-6)
            return decimals;
    }
    return 12;
}

}  // namespace

std::vector<Tick> scaleTicks(double low, double high, bool isLog, double apart) {
    std::vector<Tick> ticks{{0.0, endText(low)}};
    const auto add = [&](double at, const QString& text) {
        if (at - ticks.back().at >= apart && 1.0 - at >= apart)
            ticks.push_back({at, text});
    };
    const double span = high - low;
    if (isLog && low > 0.0 && high > low) {
        const double first = std::ceil(std::log10(low)), last = std::floor(std::log10(high));
        const double step = std::max(1.0, std::ceil((last - first) / 3.0));
        for (double power = first; power <= last; power += step)
            add((power - std::log10(low)) / (std::log10(high) - std::log10(low)), endText(std::pow(10.0, power)));
    } else if (std::isfinite(span) && span > 0.0) {
        const double step = roundStep(span / 4.0);
        const int decimals = decimalsOf(step);
        const double first = std::ceil(low / step);
        for (int i = 0; i < 6; ++i) {
            const double value = (first + i) * step;
            const bool isSmall = std::abs(value) < 1e5 && decimals < 5;
            add((value - low) / span, isSmall ? fixedNumber(value, decimals) : endText(value));
        }
    }
    ticks.push_back({1.0, endText(high)});
    return ticks;
}

}  // namespace attn::ui

#include "ui/matrix/scrub.h"

#include <array>
#include <charconv>
#include <cmath>

namespace attn::ui {
namespace {

constexpr double kPixelsPerStep = 4.0;

int exponentOf(double start) {
    return start == 0 ? -1 : static_cast<int>(std::floor(std::log10(std::abs(start)))) - 1;
}

double roundedTo15Digits(double value) {
    std::array<char, 40> buffer;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific, 14).ptr;
    double rounded = value;
    std::from_chars(buffer.data(), end, rounded);
    return rounded;
}

}  // namespace

double scrubStep(double start) { return std::pow(10.0, exponentOf(start)); }

double scrubbed(double start, Index tenths) {
    if (tenths == 0)
        return start;
    return roundedTo15Digits(start + static_cast<double>(tenths) * std::pow(10.0, exponentOf(start) - 1));
}

bool Scrub::moveTo(int x, bool isFine) {
    m_tenths += (x - m_x) / kPixelsPerStep * (isFine ? 1.0 : 10.0);
    m_x = x;
    const double value = scrubbed(m_start, isFine ? std::lround(m_tenths) : 10 * std::lround(m_tenths / 10));
    if (value == m_last)
        return false;
    m_last = value;
    return true;
}

}  // namespace attn::ui

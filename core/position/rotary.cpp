#include "core/position/rotary.h"

#include <cmath>

namespace attn {

Rotary::Rotary(Position::Style style, Index width, double base, Index first, Index n)
    : m_style(style), m_half(width / 2) {
    m_cos.reserve(static_cast<std::size_t>(n * m_half));
    m_sin.reserve(static_cast<std::size_t>(n * m_half));
    for (Index r = 0; r < n; ++r)
        for (Index i = 0; i < m_half; ++i) {
            const double theta = std::pow(base, -2.0 * static_cast<double>(i) / static_cast<double>(width));
            const double angle = static_cast<double>(first + r) * theta;
            m_cos.push_back(std::cos(angle));
            m_sin.push_back(std::sin(angle));
        }
}

template <class T>
void Rotary::turn(View<T> rows, double direction) const {
    const bool isInterleaved = m_style == Position::Style::Interleaved;
    for (Index r = 0; r < rows.rows; ++r)
        for (Index i = 0; i < m_half; ++i) {
            T& a = rows.row(r)[isInterleaved ? 2 * i : i];
            T& b = rows.row(r)[isInterleaved ? 2 * i + 1 : i + m_half];
            const double cosine = m_cos[static_cast<std::size_t>(r * m_half + i)];
            const double sine = direction * m_sin[static_cast<std::size_t>(r * m_half + i)];
            const auto x = static_cast<double>(a);
            const auto y = static_cast<double>(b);
            a = static_cast<T>(x * cosine - y * sine);
            b = static_cast<T>(x * sine + y * cosine);
        }
}

template void Rotary::turn<float>(View<float>, double) const;
template void Rotary::turn<double>(View<double>, double) const;

}  // namespace attn

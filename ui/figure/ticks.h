#pragma once
#include <QString>
#include <vector>

namespace attn::ui {

struct Tick {
    double at;  ///< Position along the scale, 0 at its low end, 1 at its high end.
    QString text;
};

/// Both ends of a scale and up to three round numbers between them, spaced at least `apart` of its length.
///
/// Errors    a range without width or with an end that is not finite has its two ends only.
std::vector<Tick> scaleTicks(double low, double high, bool isLog, double apart);

}  // namespace attn::ui

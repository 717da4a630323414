#pragma once
#include <vector>

#include "core/base/result.h"
#include "core/base/view.h"

namespace attn {

/// What silencing one head takes from the output.
struct HeadAblation {
    Matrix taken;                     ///< (n x dOut) concat_h W_o,h: the output falls by this
    std::vector<double> rowChange;    ///< (n) |taken_i|, Euclidean
    std::vector<double> rowRelative;  ///< (n) |taken_i| / |output_i|
    double change = 0.0;              ///< sqrt(sum |taken_i|^2)
    double relative = 0.0;            ///< change / sqrt(sum |output_i|^2)
};

/// The change of the output when head `head` is set to zero before the heads are joined, without computing attention
/// again: the output is a sum over the heads, so that only this head's summand is missing.
///
///     output = sum_h concat_h W_o,h + b_o,   concat_h = columns h dv .. (h + 1) dv - 1
///
/// Shapes    concat (n x heads * dv), Wo (heads * dv x dOut) or no data for none (then dOut = heads * dv), output
///           (n x dOut); rows of several batch items may stand below each other.
/// Units     those of the output; `relative` and `rowRelative` are dimensionless and may exceed 1: heads may work
///           against each other.
/// Masking   a head that is silenced already takes nothing.
/// Errors    OutOfRange for `head`; ShapeMismatch when heads do not divide the columns or shapes disagree. An
///           output of 0 makes the relative change infinite, or NaN where nothing is taken either; NaN spreads.
/// Cost      O(n dv dOut).
Result<HeadAblation> headAblation(View<const double> concat, Index heads, View<const double> Wo,
                                  View<const double> output, Index head);

}  // namespace attn

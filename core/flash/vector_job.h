#pragma once
#include <cstddef>

#include "core/base/progress.h"
#include "core/base/view.h"
#include "core/mask/head_rules.h"

namespace attn {

/// The forward pass of one head, as the vector form is given it.
struct ForwardJob {
    View<const float> Q, K, V;
    float scale = 1.0F;
    const HeadRules& rules;
    View<float> O;
    float* lse = nullptr;  ///< (nq) or null
    Index i0 = 0, i1 = 0;  ///< The queries that are done
    const Progress& progress;
};

/// The backward pass likewise.
struct BackwardJob {
    View<const float> Q, K, V, O, dO;
    const float* lse = nullptr;
    float scale = 1.0F;
    const HeadRules& rules;
    View<float> dQ, dK, dV;
    float* D = nullptr;  ///< (nq), not null
    const Progress& progress;
};

/// While no score * log2(e) is larger than this, 2^score and its sums with values keep far from both ends of float,
/// and a running maximum is not needed for that. Nor is it for accuracy: with keys parallel to queries, so that
/// scores reach the bound, the error is the same with and without (up to 7e-7 of the largest output, 40 heads of each
/// size), as both have the rounding of the score itself. Far beyond, a score that is the maximum becomes an exact 0.
constexpr double kBoundedScore = 24.0;
/// Absolute values for which that holds: the largest of a block is 0 or in this range.
constexpr float kLeastBoundedValue = 0x1p-40F;
constexpr float kLargestBoundedValue = 0x1p+40F;

constexpr double kLog2e = 1.4426950408889634074;

/// dk + dv that fit the working memory.
constexpr Index kMaxWidths = 1024;
/// Bytes of working memory of a thread, whatever the sizes are: with the variables of the walk at most 256 KiB
/// forward, 512 KiB backward.
constexpr std::size_t kForwardBytes = std::size_t(246) * 1024;
constexpr std::size_t kBackwardBytes = std::size_t(496) * 1024;

}  // namespace attn

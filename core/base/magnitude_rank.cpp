#include "core/base/magnitude_rank.h"

#include <algorithm>

#include "core/base/vector_dispatch.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/base/magnitude_rank.cpp"
// First this, then what is compiled once for each target.
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// As many blocks as fill whole vectors; returns how many.
template <bool kIsRanks>
inline Index joinVectors(const MagnitudeRank* upper, const MagnitudeRank* lower, Index blocks, MagnitudeRank* out) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
    (void)upper, (void)lower, (void)blocks, (void)out;
    return 0;
#else
    const hn::ScalableTag<MagnitudeRank> d;
    using Vec = hn::Vec<decltype(d)>;
    constexpr Index kLanes = static_cast<Index>(hn::MaxLanes(d));
    Index b = 0;
    for (; b + kLanes <= blocks; b += kLanes) {
        Vec most[2];
        for (int k = 0; k < 2; ++k) {
            Vec above = hn::LoadU(d, upper + 2 * b + k * kLanes);
            Vec below = hn::LoadU(d, lower + 2 * b + k * kLanes);
            if constexpr (!kIsRanks) {
                above = hn::RotateRight<63>(above);
                below = hn::RotateRight<63>(below);
            }
            most[k] = hn::Max(above, below);
        }
        Vec joined = hn::Max(hn::ConcatEven(d, most[1], most[0]), hn::ConcatOdd(d, most[1], most[0]));
        if constexpr (!kIsRanks)
            joined = hn::Max(joined, hn::Set(d, MagnitudeRank(1)));
        hn::StoreU(joined, d, out + b);
    }
    return b;
#endif
}

inline Index joinNumberVectors(const double* upper, const double* lower, Index blocks, MagnitudeRank* out) {
    return joinVectors<false>(reinterpret_cast<const MagnitudeRank*>(upper),
                              reinterpret_cast<const MagnitudeRank*>(lower), blocks, out);
}

inline Index joinRankVectors(const MagnitudeRank* upper, const MagnitudeRank* lower, Index blocks,
                             MagnitudeRank* out) {
    return joinVectors<true>(upper, lower, blocks, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

namespace {

struct RankKernel {
    KernelTarget target;
    Index (*joinNumbers)(const double*, const double*, Index, MagnitudeRank*);
    Index (*joinRanks)(const MagnitudeRank*, const MagnitudeRank*, Index, MagnitudeRank*);
};

#define HEADSCOPE_RANK_KERNEL(TARGET, IN) {TARGET, IN(joinNumberVectors), IN(joinRankVectors)},
constexpr RankKernel kKernels[] = {HEADSCOPE_EACH_TARGET(HEADSCOPE_RANK_KERNEL)};
#undef HEADSCOPE_RANK_KERNEL

const RankKernel& kernel() {
    static const RankKernel* const best = kernelFor(kKernels, availableTargets().front());
    return *best;
}

}  // namespace

void joinNumbers(const double* upper, const double* lower, Index blocks, MagnitudeRank* out) {
    for (Index b = kernel().joinNumbers(upper, lower, blocks, out); b < blocks; ++b)
        out[b] = std::max({magnitudeRank(upper[2 * b]), magnitudeRank(upper[2 * b + 1]), magnitudeRank(lower[2 * b]),
                           magnitudeRank(lower[2 * b + 1])});
}

void joinRanks(const MagnitudeRank* upper, const MagnitudeRank* lower, Index blocks, MagnitudeRank* out) {
    for (Index b = kernel().joinRanks(upper, lower, blocks, out); b < blocks; ++b)
        out[b] = std::max({upper[2 * b], upper[2 * b + 1], lower[2 * b], lower[2 * b + 1]});
}

}  // namespace attn
#endif

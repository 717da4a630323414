#pragma once
#include "core/flash/flash.h"

namespace attn {

/// The gradient of one head without ever storing an (nq x nk) matrix: the weights are made again from Q, K and lse,
/// tile by tile.
///
///     P_ij = exp(logit_ij - lse_i);  D_i = dO_i . O_i;  the rest as naiveHeadBackward
///
/// Shapes    Q, dQ (nq x dk); K, dK (nk x dk); V, dV (nk x dv); O, dO (nq x dv); lse, D (nq). O and lse are what
///           flashHead gave for the same rules. dQ is set; dK and dV are added to. D may be null.
/// Masking   as naiveHeadBackward; tiles that the mask empties are never computed. Where a forbidden value entered O
/// as
///           0 x NaN, D_i is summed over the allowed keys instead.
/// Paths     float runs the vector form on a processor that has vectors (vector_kernel.h), where `tile` says nothing;
///           it leaves NaN and infinities to the plain form, which double always runs.
/// Errors    false when stopped by `progress` (asked once per tile, the vector form: per 384 queries by 512 keys).
/// Accuracy  equals the untiled form up to rounding: the weights carry the rounding of lse, |lse| epsilon relative.
/// Memory    nq numbers for D, and two tiles of numbers and one of mask cells, or 512 KiB of the stack.
/// Source    Algorithm 4 and appendix B.2, Dao et al. 2022, arXiv:2205.14135, with queries as the outer loop.
template <class T>
bool flashHeadBackward(View<const T> Q, View<const T> K, View<const T> V, View<const T> O, View<const T> dO,
                       const T* lse, T scale, const HeadRules& rules, const TileSize& tile, View<T> dQ, View<T> dK,
                       View<T> dV, T* D, const Progress& progress = {});

/// flashHeadBackward in tiles of the given size with Eigen's matrix products, whatever the machine has: what it does
/// in double, and in float where the vector form does not apply. Labels as above.
template <class T>
bool flashHeadBackwardPlain(View<const T> Q, View<const T> K, View<const T> V, View<const T> O, View<const T> dO,
                            const T* lse, T scale, const HeadRules& rules, const TileSize& tile, View<T> dQ,
                            View<T> dK, View<T> dV, T* D, const Progress& progress = {});

}  // namespace attn

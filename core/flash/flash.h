#pragma once
#include "core/base/progress.h"
#include "core/base/view.h"
#include "core/flash/tile_order.h"
#include "core/mask/head_rules.h"

namespace attn {

/// dropout(softmax(mask(cap(scale * Q K^T) + bias))) V without ever storing an (nq x nk) matrix: for each tile of
/// queries, walks the tiles of keys with a running maximum m, sum l and unnormalised output, and divides once at the
/// end.
///
/// Shapes    Q (nq x dk), K (nk x dk), V (nk x dv) -> O (nq x dv), lse (nq) or null; any size may be 0.
/// Units     scale is dimensionless, normally 1 / sqrt(dk); lse is in natural-log logits, -inf for an empty row.
/// Masking   as naiveHead. Tiles that the mask empties are never computed. Values that are not finite are found by one
///           scan of V and set aside; each is added at the end with its final weight, so that a running maximum
///           cannot change what becomes of it.
/// Paths     float runs the vector form on a processor that has vectors (vector_kernel.h), where `tile` says nothing;
///           it leaves NaN and infinities to the plain form, which double always runs.
/// Errors    false when stopped by `progress`, asked once per tile of queries and every 16 tiles (vector form: as it
///           says there) and told the share of the queries that is done; O is then unfinished.
/// Accuracy  equals the untiled form up to the order of additions (tests: 1e-12 relative). The sum is divided late:
///           finite values above the largest number / nk may overflow where the untiled form does not.
/// Memory    beyond O and lse: flashScratchBytes, or 256 KiB of the stack, whatever nq and nk are.
/// Source    Algorithm 1, Dao 2023, arXiv:2307.08691; the running max and sum are from Milakov & Gimelshein 2018,
///           arXiv:1805.02867.
template <class T>
bool flashHead(View<const T> Q, View<const T> K, View<const T> V, T scale, const HeadRules& rules,
               const TileSize& tile, View<T> O, T* lse, const Progress& progress = {});

/// flashHead in tiles of the given size with Eigen's matrix products, whatever the machine has: what flashHead does
/// in double, and in float where the vector form does not apply. Labels as above.
template <class T>
bool flashHeadPlain(View<const T> Q, View<const T> K, View<const T> V, T scale, const HeadRules& rules,
                    const TileSize& tile, View<T> O, T* lse, const Progress& progress = {});

/// Bytes of scratch that flashHeadPlain<T> takes, elements of T being `elementBytes` long: a tile of scores, one of
/// mask cells, m and l of a tile; with values that are not finite also one tile of V and nk bytes more.
double flashScratchBytes(const TileSize& tile, Index nq, Index nk, Index elementBytes);

}  // namespace attn

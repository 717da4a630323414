#include "core/evaluate/head_walk.h"

#include <string>

#include "core/evaluate/scene_rules.h"
#include "core/flash/tile_order.h"

namespace attn {
namespace {

constexpr Index kMaxTiles = Index{1} << 20;

/// One head of [.., rows, width].
Tensor plane(const Values& values, Index at) {
    const Shape& shape = values.shape();
    Tensor rows({shape[2], shape[3]});
    values.copyTo(at * shape[2] * shape[3], shape[2] * shape[3], rows.data());
    return rows;
}

View<const double> view(const Tensor& tensor) {
    return {tensor.data(), tensor.dim(0), tensor.dim(1)};
}

Error missing(const char* what, Index given, Index count) {
    return {ErrorCode::OutOfRange, std::string("There is no ") + what + " " + std::to_string(given) +
                                       " to walk through: the scene has " + std::to_string(count) +
                                       ", counted from 0."};
}

}  // namespace

Result<TileWalk> headTileWalk(const Scene& scene, const Evaluation& evaluation, Index batch, Index head,
                              const FlashTiling& tiling, const Progress& progress) {
    const Dimensions& dims = evaluation.dims;
    if ((evaluation.kind != Kind::Mha && evaluation.kind != Kind::Qkv) || !evaluation.Q.has())
        return Error{ErrorCode::NotSupported,
                     "There is no tile walk of this kind of attention: flash tiles a softmax over q . k."};
    if (batch < 0 || batch >= dims.batch)
        return missing("batch item", batch, dims.batch);
    if (head < 0 || head >= dims.heads)
        return missing("head", head, dims.heads);
    if (tiling.queryRows < 1 || tiling.keyRows < 1)
        return Error{ErrorCode::OutOfRange, "A tile of " + std::to_string(tiling.queryRows) + " by " +
                                                std::to_string(tiling.keyRows) + " has no cell."};
    const Index tiles = tileCount(dims.nq, tiling.queryRows) * tileCount(dims.nk, tiling.keyRows);
    if (tiles > kMaxTiles)
        return Error{ErrorCode::TooLarge, "A walk through " + std::to_string(tiles) +
                                              " tiles is too long to be written down; larger tiles make it shorter."};
    const SceneRules rules(scene, dims);
    const Index own = batch * dims.heads + head;
    const Index shared = batch * dims.kvHeads + dims.kvHead(head);
    const Tensor Q = plane(evaluation.Qrot.has() ? evaluation.Qrot : evaluation.Q, own);
    const Tensor K = plane(evaluation.Krot.has() ? evaluation.Krot : evaluation.K, shared);
    const Tensor V = plane(evaluation.V, shared);
    TileWalk walk;
    if (!recordTileWalk(view(Q), view(K), view(V), evaluation.effectiveScale, rules.ofHead(batch, head), tiling, walk,
                        progress))
        return Error{ErrorCode::Cancelled, "The walk was stopped."};
    return walk;
}

}  // namespace attn

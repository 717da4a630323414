#include "core/scene/edit_modifiers.h"

#include <algorithm>

#include "core/scene/validate.h"

namespace attn {

namespace {

void pick(std::vector<double>& list, const Source& source) {
    if (list.empty())
        return;
    std::vector<double> picked;
    for (const Index s : source)
        picked.push_back(s >= 0 ? list[static_cast<std::size_t>(s)] : 0.0);
    list = std::move(picked);
}

void moveKeep(Scene& scene, Dropout::Where where, Index axis, const Source& source) {
    if (scene.dropout && scene.dropout->where == where)
        scene.dropout->keep = gather(scene.dropout->keep, axis, source, std::uint8_t(1));
}

void resizeBlocks(BlockPattern& block, Index tokens, Index axis) {
    const Index wanted = tokens / block.size + (tokens % block.size != 0 ? 1 : 0);
    const Index before = block.pattern->dim(axis);
    BoolTensor pattern = *gather(block.pattern, axis, overlap(before, wanted), std::uint8_t(0));
    const Index cols = pattern.dim(1);
    for (Index b = before; b < wanted; ++b)
        if (b < pattern.dim(0) && b < cols)
            pattern[b * cols + b] = 1;
    block.pattern = std::make_shared<const BoolTensor>(std::move(pattern));
}

}  // namespace

Result<Dimensions> editableSizes(const Scene& scene) {
    if (scene.kind != Kind::Mha && scene.kind != Kind::Linear)
        return Error{ErrorCode::NotSupported, "Only scenes made of X and weight matrices can be edited."};
    return validate(scene);
}

void moveHeads(Scene& scene, const Source& source) {
    pick(scene.position.slopes, source);
    if (scene.sink)
        pick(scene.sink->logits, source);
    moveKeep(scene, Dropout::Where::Weights, 1, source);
    moveKeep(scene, Dropout::Where::Output, 1, source);
}

void moveValueColumns(Scene& scene, const Source& source) {
    moveKeep(scene, Dropout::Where::Output, 3, source);
}

void moveTokens(Scene& scene, const Source& source, bool queries, bool keys) {
    const auto tokens = static_cast<Index>(source.size());
    if (queries) {
        moveKeep(scene, Dropout::Where::Weights, 2, source);
        moveKeep(scene, Dropout::Where::Output, 2, source);
        if (scene.loss && scene.loss->kind != Loss::Kind::Dot && scene.loss->kind != Loss::Kind::Square) {
            const auto row = std::find(source.begin(), source.end(), scene.loss->row);
            if (row == source.end())
                scene.loss.reset();
            else
                scene.loss->row = row - source.begin();
        }
    }
    if (keys)
        moveKeep(scene, Dropout::Where::Weights, 3, source);
    if (scene.mask.block && queries)
        resizeBlocks(*scene.mask.block, tokens, 0);
    if (scene.mask.block && keys)
        resizeBlocks(*scene.mask.block, tokens, 1);
}

void fitLoss(Scene& scene, Index dOut) {
    if (!scene.loss)
        return;
    const Loss& loss = *scene.loss;
    const bool fits = loss.kind == Loss::Kind::Dot         ? scene.dOut != nullptr
                      : loss.kind == Loss::Kind::Cell      ? loss.col < dOut
                      : loss.kind == Loss::Kind::RowTarget ? static_cast<Index>(loss.target.size()) == dOut
                                                           : true;
    if (!fits)
        scene.loss.reset();
}

}  // namespace attn

#include "core/evaluate/scene_difference.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "core/scene/same.h"

namespace attn {

namespace {

/// Rows in which two tensors of one shape differ; a row is the last axis. Bit by bit, so that -0 is not 0.
std::vector<Index> changedRows(const TensorPtr& before, const TensorPtr& after) {
    std::vector<Index> rows;
    if (before == after || !before)
        return rows;
    const Index width = before->dim(before->rank() - 1);
    const Index count = width == 0 ? 0 : before->size() / width;
    for (Index r = 0; r < count; ++r)
        if (std::memcmp(before->data() + r * width, after->data() + r * width,
                        static_cast<std::size_t>(width) * sizeof(double)) != 0)
            rows.push_back(r);
    return rows;
}

/// The heads of `width` columns each in which any row changed.
std::vector<Index> changedHeads(const TensorPtr& before, const TensorPtr& after, Index heads) {
    std::vector<Index> changed;
    if (before == after || !before)
        return changed;
    const Index columns = before->dim(before->rank() - 1);
    std::vector<std::uint8_t> isChanged(static_cast<std::size_t>(heads), 0);
    for (const Index r : changedRows(before, after))
        for (Index c = 0; c < columns; ++c)
            if (std::memcmp(before->data() + r * columns + c, after->data() + r * columns + c, sizeof(double)) != 0)
                isChanged[static_cast<std::size_t>(c / (columns / heads))] = 1;
    for (Index h = 0; h < heads; ++h)
        if (isChanged[static_cast<std::size_t>(h)])
            changed.push_back(h);
    return changed;
}

/// Queries with a cell that only one of the two lists names.
void addRowsOf(const std::vector<Cell>& before, const std::vector<Cell>& after, std::vector<Index>& rows) {
    std::vector<Cell> changed;
    std::set_symmetric_difference(before.begin(), before.end(), after.begin(), after.end(),
                                  std::back_inserter(changed));
    for (const Cell& cell : changed)
        rows.push_back(cell.row);
}

/// Queries in which two explicit masks of one shape, broadcast from the right, differ.
void addRowsOf(const BoolTensor& before, const BoolTensor& after, Index nq, std::vector<Index>& rows) {
    const Index width = before.dim(before.rank() - 1);
    const Index perHead = before.rank() >= 2 ? before.dim(before.rank() - 2) : 1;
    const Index count = width == 0 ? 0 : before.size() / width;
    for (Index r = 0; r < count; ++r) {
        if (std::equal(before.data() + r * width, before.data() + (r + 1) * width, after.data() + r * width))
            continue;
        for (Index i = perHead == 1 ? 0 : r % perHead; i < nq; i += perHead)
            rows.push_back(i);
    }
}

std::vector<Index> changedMaskRows(const Mask& before, const Mask& after, Index nq) {
    std::vector<Index> rows;
    addRowsOf(before.paint.allow, after.paint.allow, rows);
    addRowsOf(before.paint.forbid, after.paint.forbid, rows);
    if (before.explicitAllow && before.explicitAllow != after.explicitAllow)
        addRowsOf(*before.explicitAllow, *after.explicitAllow, nq, rows);
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

template <class TensorPointer>
bool haveOneShape(const TensorPointer& a, const TensorPointer& b) {
    return a == b || (a && b && a->shape() == b->shape());
}

/// `scene` with the parts of `other` that a difference can tell.
Scene withParts(Scene scene, const Scene& other) {
    for (const auto member : {&Scene::X, &Scene::Xkv, &Scene::Wq, &Scene::Wk, &Scene::Wv, &Scene::Wo, &Scene::bq,
                              &Scene::bk, &Scene::bv, &Scene::bo})
        scene.*member = other.*member;
    scene.mask.paint = other.mask.paint;
    scene.mask.explicitAllow = other.mask.explicitAllow;
    scene.silenced = other.silenced;
    // What the forward pass does not read.
    scene.name = other.name;
    scene.title = other.title;
    scene.why = other.why;
    scene.tags = other.tags;
    scene.tokens = other.tokens;
    scene.contextTokens = other.contextTokens;
    scene.tokenIds = other.tokenIds;
    scene.kept = other.kept;
    scene.flash = other.flash;
    scene.dOut = other.dOut;
    scene.loss = other.loss;
    return scene;
}

bool dropsOutput(const Scene& scene) {
    return scene.dropout && scene.dropout->where == Dropout::Where::Output;
}

/// `scene` with everything that enters between the scores and the weights taken from `other`.
Scene withLogits(Scene scene, const Scene& other) {
    scene.scale = other.scale;
    scene.temperature = other.temperature;
    scene.softcap = other.softcap;
    scene.sink = other.sink;
    // A dropout of the output enters after the weights.
    if (!dropsOutput(scene) && !dropsOutput(other))
        scene.dropout = other.dropout;
    scene.emptyRow = other.emptyRow;
    scene.maskedValues = other.maskedValues;
    scene.mask = other.mask;
    return scene;
}

}  // namespace

std::vector<Index> united(const std::vector<Index>& a, const std::vector<Index>& b) {
    std::vector<Index> all;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
    return all;
}

SceneDifference differenceOf(const Scene& before, const Scene& after, const Dimensions& dims) {
    SceneDifference difference;
    bool isAlike = before.kind == Kind::Mha && sameShapes(before, after);
    for (const auto member : {&Scene::bq, &Scene::bk, &Scene::bv, &Scene::bo})
        isAlike = isAlike && haveOneShape(before.*member, after.*member);
    if (!isAlike) {
        difference.isWhole = true;
        return difference;
    }
    const Scene known = withParts(before, after);
    if (!haveOneShape(before.mask.explicitAllow, after.mask.explicitAllow) || !sameScene(known, after)) {
        difference.allLogits = true;
        difference.isWhole = !sameScene(withLogits(known, after), after);
    }
    if (difference.isWhole)
        return difference;
    difference.keyRows = changedRows(dims.isCross ? before.Xkv : before.X, dims.isCross ? after.Xkv : after.X);
    difference.queryRows = dims.isCross ? changedRows(before.X, after.X) : difference.keyRows;
    difference.queryHeads =
        united(changedHeads(before.Wq, after.Wq, dims.heads), changedHeads(before.bq, after.bq, dims.heads));
    difference.keyHeads =
        united(changedHeads(before.Wk, after.Wk, dims.kvHeads), changedHeads(before.bk, after.bk, dims.kvHeads));
    difference.valueHeads =
        united(changedHeads(before.Wv, after.Wv, dims.kvHeads), changedHeads(before.bv, after.bv, dims.kvHeads));
    for (const Index row : changedRows(before.Wo, after.Wo))
        if (difference.outputHeads.empty() || difference.outputHeads.back() != row / dims.dv)
            difference.outputHeads.push_back(row / dims.dv);
    if (!difference.allLogits)
        difference.maskRows = changedMaskRows(before.mask, after.mask, dims.nq);
    difference.outputSum = before.silenced != after.silenced || !changedRows(before.bo, after.bo).empty();
    return difference;
}

}  // namespace attn

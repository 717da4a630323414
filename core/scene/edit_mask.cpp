#include <algorithm>
#include <iterator>

#include "core/scene/edit.h"
#include "core/scene/validate.h"

namespace attn {

namespace {

Result<Scene> checked(Scene scene) {
    if (auto dims = validate(scene); !dims)
        return dims.error();
    return scene;
}

/// Adds `value` to a sorted list, or takes it out.
void toggle(std::vector<Index>& list, Index value) {
    const auto at = std::lower_bound(list.begin(), list.end(), value);
    if (at != list.end() && *at == value)
        list.erase(at);
    else
        list.insert(at, value);
}

std::vector<Cell> without(const std::vector<Cell>& cells, const std::vector<Cell>& removed) {
    std::vector<Cell> rest;
    std::set_difference(cells.begin(), cells.end(), removed.begin(), removed.end(), std::back_inserter(rest));
    return rest;
}

std::vector<Cell> joined(const std::vector<Cell>& cells, const std::vector<Cell>& added) {
    std::vector<Cell> all;
    std::set_union(cells.begin(), cells.end(), added.begin(), added.end(), std::back_inserter(all));
    return all;
}

}  // namespace

Result<Scene> paintCells(const Scene& scene, const std::vector<Cell>& cells, PaintMode mode) {
    std::vector<Cell> painted = cells;
    std::sort(painted.begin(), painted.end());
    painted.erase(std::unique(painted.begin(), painted.end()), painted.end());
    Scene next = scene;
    Paint& paint = next.mask.paint;
    paint.allow = mode == PaintMode::Allow ? joined(paint.allow, painted) : without(paint.allow, painted);
    paint.forbid = mode == PaintMode::Forbid ? joined(paint.forbid, painted) : without(paint.forbid, painted);
    return checked(std::move(next));
}

Scene clearPaint(const Scene& scene) {
    Scene next = scene;
    next.mask.paint = {};
    return next;
}

Result<Scene> toggleGlobal(const Scene& scene, Index token) {
    Scene next = scene;
    toggle(next.mask.globalTokens, token);
    return checked(std::move(next));
}

Result<Scene> toggleSilenced(const Scene& scene, Index head) {
    Scene next = scene;
    toggle(next.silenced, head);
    return checked(std::move(next));
}

Result<Scene> setPadding(const Scene& scene, Index batch, Index key, bool isReal) {
    const auto dims = validate(scene);
    if (!dims)
        return dims.error();
    if (batch < 0 || batch >= dims->batch || key < 0 || key >= dims->nk)
        return Error{ErrorCode::OutOfRange, "Key " + std::to_string(key) + " of batch item " + std::to_string(batch) +
                                                " is out of range: there are " + std::to_string(dims->nk) +
                                                " keys in " + std::to_string(dims->batch) + " batch items."};
    BoolTensor padding = scene.mask.keyPadding ? *scene.mask.keyPadding : BoolTensor({dims->batch, dims->nk}, 1);
    padding[batch * dims->nk + key] = isReal ? 1 : 0;
    Scene next = scene;
    const bool isNeeded =
        std::find(padding.data(), padding.data() + padding.size(), 0) != padding.data() + padding.size();
    next.mask.keyPadding = isNeeded ? std::make_shared<const BoolTensor>(std::move(padding)) : nullptr;
    return next;
}

}  // namespace attn

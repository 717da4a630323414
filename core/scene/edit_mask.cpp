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

/// `tensor`, or `fill` everywhere, with a plane of its own for each head: [H, nq, nk], or [B, H, nq, nk] where the batch
/// items differ.
template <class T>
TensorOf<T> planePerHead(const std::shared_ptr<const TensorOf<T>>& tensor, const Dimensions& dims, T fill) {
    const Shape shape = tensor ? tensor->shape() : Shape{};
    const bool tellsItemsApart = shape.size() == 4 && shape[0] > 1;
    const Index items = tellsItemsApart ? shape[0] : 1;
    Shape whole{dims.heads, dims.nq, dims.nk};
    if (tellsItemsApart)
        whole.insert(whole.begin(), items);
    TensorOf<T> result(whole, fill);
    if (!tensor)
        return result;
    // From the right; an axis that is missing or 1 repeats.
    std::vector<Index> strides(4, 0);
    Index stride = 1;
    for (std::size_t back = 0; back < shape.size(); ++back) {
        const Index size = shape[shape.size() - 1 - back];
        strides[3 - back] = size > 1 ? stride : 0;
        stride *= size;
    }
    Index at = 0;
    for (Index b = 0; b < items; ++b)
        for (Index h = 0; h < dims.heads; ++h)
            for (Index i = 0; i < dims.nq; ++i)
                for (Index j = 0; j < dims.nk; ++j)
                    result[at++] = (*tensor)[b * strides[0] + h * strides[1] + i * strides[2] + j * strides[3]];
    return result;
}

Result<void> checkHeadCell(Index head, const Cell& cell, const Dimensions& dims) {
    if (head < 0 || head >= dims.heads || cell.row < 0 || cell.row >= dims.nq || cell.col < 0 || cell.col >= dims.nk)
        return Error{ErrorCode::OutOfRange, "There is no cell (" + std::to_string(cell.row) + ", " + std::to_string(cell.col) +
                                                ") of head " + std::to_string(head) + ": there are " +
                                                std::to_string(dims.heads) + " heads of " + std::to_string(dims.nq) + " x " +
                                                std::to_string(dims.nk) + " cells."};
    return {};
}

/// Writes `value` to one cell of one head in every plane that the tensor has of it.
template <class T>
void write(TensorOf<T>& tensor, Index head, const Cell& cell, const Dimensions& dims, T value) {
    const Index plane = dims.nq * dims.nk;
    for (Index first = head * plane; first < tensor.size(); first += dims.heads * plane)
        tensor[first + cell.row * dims.nk + cell.col] = value;
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

Result<Scene> setExplicit(const Scene& scene, Index head, const std::vector<Cell>& cells, bool isOpen) {
    const auto dims = validate(scene);
    if (!dims)
        return dims.error();
    BoolTensor open = planePerHead(scene.mask.explicitAllow, *dims, std::uint8_t(1));
    for (const Cell& cell : cells) {
        if (const auto there = checkHeadCell(head, cell, *dims); !there)
            return there.error();
        write(open, head, cell, *dims, std::uint8_t(isOpen ? 1 : 0));
    }
    Scene next = scene;
    const bool isNeeded = std::find(open.data(), open.data() + open.size(), 0) != open.data() + open.size();
    next.mask.explicitAllow = isNeeded ? std::make_shared<const BoolTensor>(std::move(open)) : nullptr;
    return next;
}

Result<Scene> setBias(const Scene& scene, Index head, const Cell& cell, double value) {
    const auto dims = validate(scene);
    if (!dims)
        return dims.error();
    if (const auto there = checkHeadCell(head, cell, *dims); !there)
        return there.error();
    Tensor bias = planePerHead(scene.mask.bias, *dims, 0.0);
    write(bias, head, cell, *dims, value);
    Scene next = scene;
    next.mask.bias = std::make_shared<const Tensor>(std::move(bias));
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

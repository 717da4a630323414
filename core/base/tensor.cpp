#include "core/base/tensor.h"

#include <algorithm>
#include <cmath>

namespace attn {

Index elementCount(const Shape& shape) {
    Index count = 1;
    for (const Index size : shape)
        count *= size;
    return count;
}

std::string shapeText(const Shape& shape) {
    if (shape.empty())
        return "scalar";
    std::string text;
    for (const Index size : shape)
        text += (text.empty() ? "" : " x ") + std::to_string(size);
    return text;
}

const Shape& Values::shape() const {
    static const Shape kNone{0};
    if (const auto* wide = std::get_if<2>(&m_tensor))
        return (*wide)->shape();
    if (const auto* narrow = std::get_if<1>(&m_tensor))
        return (*narrow)->shape();
    if (const auto* made = std::get_if<3>(&m_tensor))
        return (*made)->shape();
    return kNone;
}

Index Values::size() const {
    return elementCount(shape());
}

Tensor Values::toTensor() const {
    Tensor tensor(shape());
    copyTo(0, tensor.size(), tensor.data());
    return tensor;
}

void Values::copyTo(Index first, Index count, double* out) const {
    if (const auto* wide = std::get_if<2>(&m_tensor))
        std::copy_n((*wide)->data() + first, count, out);
    else if (const auto* narrow = std::get_if<1>(&m_tensor))
        std::copy_n((*narrow)->data() + first, count, out);
    else if (const auto* made = std::get_if<3>(&m_tensor))
        (*made)->copyTo(first, count, out);
}

bool identical(const TensorPtr& a, const TensorPtr& b) {
    if (a == b)
        return true;
    if (!a || !b || a->shape() != b->shape())
        return false;
    for (Index i = 0; i < a->size(); ++i) {
        const double x = (*a)[i];
        const double y = (*b)[i];
        if (x != y && !(std::isnan(x) && std::isnan(y)))
            return false;
    }
    return true;
}

bool identical(const BoolTensorPtr& a, const BoolTensorPtr& b) {
    return a == b || (a && b && *a == *b);
}

}  // namespace attn

#pragma once
#include "core/base/random.h"
#include "core/scene/scene.h"

namespace attn::test {

inline TensorPtr tensor(Shape shape, std::vector<double> values) {
    return std::make_shared<const Tensor>(std::move(shape), std::move(values));
}
inline TensorPtr noise(const Shape& shape, std::uint64_t seed) {
    return std::make_shared<const Tensor>(randomTensor(shape, Distribution::Normal, seed, 1.0));
}
inline BoolTensorPtr flags(Shape shape, std::vector<std::uint8_t> values) {
    return std::make_shared<const BoolTensor>(std::move(shape), std::move(values));
}

/// A valid self-attention scene of random numbers, value width = key width, no W_o.
inline Scene plainScene(Index batch, Index n, Index dModel, Index heads, Index kvHeads, Index dk) {
    Scene scene;
    scene.heads = heads;
    scene.kvHeads = kvHeads;
    scene.X = noise({batch, n, dModel}, 1);
    scene.Wq = noise({dModel, heads * dk}, 2);
    scene.Wk = noise({dModel, kvHeads * dk}, 3);
    scene.Wv = noise({dModel, kvHeads * dk}, 4);
    return scene;
}

}  // namespace attn::test

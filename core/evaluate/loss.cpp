#include "core/evaluate/loss.h"

namespace attn {

TensorPtr outputGradient(const Scene& scene, const Values& output) {
    if (!scene.loss || scene.loss->kind == Loss::Kind::Dot)
        return scene.dOut;
    const Loss& loss = *scene.loss;
    const Index rows = output.shape()[1];
    const Index cols = output.shape()[2];
    const Index first = (loss.batch * rows + loss.row) * cols;
    if (loss.kind == Loss::Kind::Square)
        return std::make_shared<const Tensor>(output.toTensor());
    Tensor gradient(output.shape());
    if (loss.kind == Loss::Kind::Cell)
        gradient[first + loss.col] = 1.0;
    else
        for (Index c = 0; c < cols; ++c)
            gradient[first + c] = output.at(first + c) - loss.target[static_cast<std::size_t>(c)];
    return std::make_shared<const Tensor>(std::move(gradient));
}

}  // namespace attn

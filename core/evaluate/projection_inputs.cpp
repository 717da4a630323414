#include "core/evaluate/projection_inputs.h"

#include <algorithm>

#include "core/evaluate/projection.h"
#include "core/position/sinusoidal.h"

namespace attn {

namespace {

template <class T>
TensorPtr withPositions(const Tensor& X, Index first, double base, StageRounding& rounding) {
    const Index n = X.dim(1);
    const Index width = X.dim(2);
    const Tensor table = sinusoidalPositions(first, n, width, base);
    TensorOf<T> sum(X.shape());
    for (Index i = 0; i < X.size(); ++i)
        sum[i] = static_cast<T>(X[i]) + static_cast<T>(table[i % (n * width)]);
    rounding.tensor(0, "X_pos", sum);
    Tensor wide(X.shape());
    std::copy_n(sum.data(), sum.size(), wide.data());
    return std::make_shared<const Tensor>(std::move(wide));
}

}  // namespace

template <class T>
ProjectionInputs projectionInputs(const Scene& scene, const Dimensions& dims, StageRounding& rounding,
                                  Evaluation& out) {
    ProjectionInputs inputs{scene.X, dims.isCross ? scene.Xkv : scene.X};
    const Position& position = scene.position;
    if (position.scheme != Position::Scheme::Sinusoidal)
        return inputs;
    inputs.queries = withPositions<T>(*scene.X, position.qOffset, position.base, rounding);
    out.Xpos = numbersAs<T>(*inputs.queries);
    inputs.keys = inputs.queries;
    if (dims.isCross) {
        inputs.keys = withPositions<T>(*scene.Xkv, position.kOffset, position.base, rounding);
        out.XkvPos = numbersAs<T>(*inputs.keys);
    }
    return inputs;
}

template ProjectionInputs projectionInputs<float>(const Scene&, const Dimensions&, StageRounding&, Evaluation&);
template ProjectionInputs projectionInputs<double>(const Scene&, const Dimensions&, StageRounding&, Evaluation&);

}  // namespace attn

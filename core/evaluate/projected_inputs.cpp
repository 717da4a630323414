#include "core/evaluate/projected_inputs.h"

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

/// The same tensor in T, without a copy if it is.
template <class T>
ConstArray<T> inType(const TensorPtr& tensor) {
    if constexpr (std::is_same_v<T, double>)
        return tensor;
    else
        return numbersAs<T>(*tensor);
}

}  // namespace

template <class T>
Projections<T> projectInputs(const Scene& scene, const Dimensions& dims, StageRounding& rounding, Evaluation& out) {
    Projections<T> made{scene.X, dims.isCross ? scene.Xkv : scene.X, nullptr, nullptr, nullptr};
    const Position& position = scene.position;
    if (position.scheme == Position::Scheme::Sinusoidal) {
        made.queryInput = withPositions<T>(*scene.X, position.qOffset, position.base, rounding);
        out.Xpos = numbersAs<T>(*made.queryInput);
        made.keyInput = made.queryInput;
        if (dims.isCross) {
            made.keyInput = withPositions<T>(*scene.Xkv, position.kOffset, position.base, rounding);
            out.XkvPos = numbersAs<T>(*made.keyInput);
        }
    }
    const ConstArray<T> queryInput = inType<T>(made.queryInput);
    const ConstArray<T> keyInput = made.keyInput == made.queryInput ? queryInput : inType<T>(made.keyInput);
    made.Q = projectToHeads<T>(*queryInput, *scene.Wq, scene.bq, dims.heads);
    made.K = projectToHeads<T>(*keyInput, *scene.Wk, scene.bk, dims.kvHeads);
    made.V = projectToHeads<T>(*keyInput, *scene.Wv, scene.bv, dims.kvHeads);
    return made;
}

template Projections<float> projectInputs<float>(const Scene&, const Dimensions&, StageRounding&, Evaluation&);
template Projections<double> projectInputs<double>(const Scene&, const Dimensions&, StageRounding&, Evaluation&);

}  // namespace attn

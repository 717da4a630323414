#include "core/evaluate/output_backward.h"

#include <algorithm>

#include "core/evaluate/projection.h"
#include "core/product/product.h"

namespace attn {

namespace {

template <class T>
Values columnSums(const TensorOf<T>& rows) {
    const Index cols = rows.dim(rows.rank() - 1);
    const auto sums = makeArray<T>({cols});
    for (Index i = 0; i < rows.size(); ++i)
        (*sums)[i % cols] += rows[i];
    return ConstArray<T>(sums);
}

}  // namespace

template <class T>
Array<T> outputBackward(const Scene& scene, const Dimensions& dims, const TensorOf<T>& concat, const Tensor& dOut,
                        Gradients& gradients) {
    const Index rows = dims.batch * dims.nq;
    const Index joined = dims.heads * dims.dv;
    const ConstArray<T> dY = numbersAs<T>(dOut);
    if (scene.bo)
        gradients.dbo = columnSums(*dY);
    ConstArray<T> dConcat = dY;
    if (scene.Wo) {
        const ConstArray<T> W = numbersAs<T>(*scene.Wo);
        const auto dW = makeArray<T>(W->shape());
        multiply<T>(transposed<T>({concat.data(), rows, joined}), stored<T>({dY->data(), rows, dims.dOut}),
                    {dW->data(), joined, dims.dOut});
        gradients.dWo = ConstArray<T>(dW);
        const auto dC = makeArray<T>({dims.batch, dims.nq, joined});
        multiply<T>(stored<T>({dY->data(), rows, dims.dOut}), transposed<T>({W->data(), joined, dims.dOut}),
                    {dC->data(), rows, joined});
        dConcat = dC;
    }
    Array<T> dHeads = dealHeads(*dConcat, dims.heads);
    const Index size = dims.nq * dims.dv;
    for (Index p = 0; p < dims.batch * dims.heads; ++p)
        if (std::binary_search(scene.silenced.begin(), scene.silenced.end(), p % dims.heads))
            std::fill_n(dHeads->data() + p * size, size, T(0));
    return dHeads;
}

template <class T>
void inputsBackward(const Scene& scene, const Dimensions& dims, const Tensor& queryInput, const Tensor& keyInput,
                    const TensorOf<T>& dQ, const TensorOf<T>& dK, const TensorOf<T>& dV, Gradients& gradients) {
    const auto dX = makeArray<T>(queryInput.shape());
    const auto dXkv = dims.isCross ? makeArray<T>(keyInput.shape()) : dX;
    const auto take = [&](const ProjectionGradient<T>& found, const TensorPtr& bias, Values& dW, Values& db) {
        dW = ConstArray<T>(found.dW);
        if (bias)
            db = ConstArray<T>(found.db);
    };
    take(projectBackward<T>(queryInput, *scene.Wq, dQ, *dX), scene.bq, gradients.dWq, gradients.dbq);
    take(projectBackward<T>(keyInput, *scene.Wk, dK, *dXkv), scene.bk, gradients.dWk, gradients.dbk);
    take(projectBackward<T>(keyInput, *scene.Wv, dV, *dXkv), scene.bv, gradients.dWv, gradients.dbv);
    gradients.dX = ConstArray<T>(dX);
    if (dims.isCross)
        gradients.dXkv = ConstArray<T>(dXkv);
}

#define HEADSCOPE_INSTANTIATE(T)                                                                            \
    template Array<T> outputBackward<T>(const Scene&, const Dimensions&, const TensorOf<T>&, const Tensor&, \
                                        Gradients&);                                                        \
    template void inputsBackward<T>(const Scene&, const Dimensions&, const Tensor&, const Tensor&,          \
                                    const TensorOf<T>&, const TensorOf<T>&, const TensorOf<T>&, Gradients&);
HEADSCOPE_INSTANTIATE(float)
HEADSCOPE_INSTANTIATE(double)
#undef HEADSCOPE_INSTANTIATE

}  // namespace attn

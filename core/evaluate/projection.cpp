#include "core/evaluate/projection.h"

#include <algorithm>

#include "core/product/product.h"

namespace attn {

namespace {

/// The numbers of a tensor in T: the tensor's own memory when it is already T.
template <class T>
class Numbers {
  public:
    explicit Numbers(const Tensor& tensor) {
        if constexpr (std::is_same_v<T, double>) {
            m_data = tensor.data();
        } else {
            m_copy.resize(static_cast<std::size_t>(tensor.size()));
            std::transform(tensor.data(), tensor.data() + tensor.size(), m_copy.begin(),
                           [](double value) { return static_cast<T>(value); });
            m_data = m_copy.data();
        }
    }
    const T* data() const { return m_data; }

  private:
    std::vector<T> m_copy;
    const T* m_data = nullptr;
};

template <class T>
void addToRows(const TensorPtr& b, Index rows, T* Y) {
    if (!b)
        return;
    const Numbers<T> bias(*b);
    const Index cols = b->size();
    for (Index i = 0; i < rows; ++i)
        for (Index c = 0; c < cols; ++c)
            Y[i * cols + c] += bias.data()[c];
}

/// Rows whose products are dealt out while they are in the cache.
constexpr Index kRows = 64;

}  // namespace

template <class T>
std::shared_ptr<TensorOf<T>> dealHeads(const TensorOf<T>& joined, Index parts) {
    const Index batch = joined.dim(0);
    const Index n = joined.dim(1);
    const Index d = joined.dim(2) / parts;
    const auto heads = std::make_shared<TensorOf<T>>(Shape{batch, parts, n, d});
    const T* from = joined.data();
    for (Index item = 0; item < batch; ++item)
        for (Index i = 0; i < n; ++i)
            for (Index part = 0; part < parts; ++part, from += d)
                std::copy_n(from, d, heads->data() + ((item * parts + part) * n + i) * d);
    return heads;
}

template <class T>
std::shared_ptr<TensorOf<T>> projectToHeads(const TensorOf<T>& X, const Tensor& W, const TensorPtr& b, Index parts) {
    const Index n = X.dim(1);
    const Index rows = X.dim(0) * n;
    const Index columns = W.dim(1);
    const Index d = columns / parts;
    const auto heads = std::make_shared<TensorOf<T>>(Shape{X.dim(0), parts, n, d});
    const Numbers<T> w(W);
    const View<const T> x{X.data(), rows, X.dim(2)};
    const Factor<T> matrix = stored<T>({w.data(), W.dim(0), columns});
    if (parts == 1) {
        multiply<T>(stored<T>(x), matrix, {heads->data(), rows, columns});
        addToRows(b, rows, heads->data());
        return heads;
    }
    const PackedFactor<T> packed(matrix);
    std::vector<T> joined(static_cast<std::size_t>(std::min(kRows, rows) * columns));
    for (Index start = 0; start < rows; start += kRows) {
        const Index count = std::min(kRows, rows - start);
        multiply<T>(stored<T>({x.row(start), count, x.cols}), packed, {joined.data(), count, columns});
        addToRows(b, count, joined.data());
        for (Index r = 0; r < count; ++r) {
            const Index item = (start + r) / n;
            const Index i = (start + r) % n;
            for (Index part = 0; part < parts; ++part)
                std::copy_n(joined.data() + r * columns + part * d, d,
                            heads->data() + ((item * parts + part) * n + i) * d);
        }
    }
    return heads;
}

template <class T>
std::shared_ptr<TensorOf<T>> joinHeads(const TensorOf<T>& heads, const std::vector<Index>& silenced) {
    const Index batch = heads.dim(0);
    const Index parts = heads.dim(1);
    const Index n = heads.dim(2);
    const Index d = heads.dim(3);
    const auto joined = std::make_shared<TensorOf<T>>(Shape{batch, n, parts * d});
    for (Index item = 0; item < batch; ++item)
        for (Index part = 0; part < parts; ++part) {
            if (std::binary_search(silenced.begin(), silenced.end(), part))
                continue;
            for (Index i = 0; i < n; ++i)
                std::copy_n(heads.data() + ((item * parts + part) * n + i) * d, d,
                            joined->data() + (item * n + i) * parts * d + part * d);
        }
    return joined;
}

template <class T>
std::shared_ptr<TensorOf<T>> projectOutput(const std::shared_ptr<TensorOf<T>>& X, const TensorPtr& W,
                                           const TensorPtr& b) {
    if (!W && !b)
        return X;
    const Index rows = X->dim(0) * X->dim(1);
    const auto output =
        W ? std::make_shared<TensorOf<T>>(Shape{X->dim(0), X->dim(1), W->dim(1)}) : std::make_shared<TensorOf<T>>(*X);
    if (W) {
        const Numbers<T> matrix(*W);
        multiply<T>(stored<T>({X->data(), rows, W->dim(0)}), stored<T>({matrix.data(), W->dim(0), W->dim(1)}),
                    {output->data(), rows, W->dim(1)});
    }
    addToRows(b, rows, output->data());
    return output;
}

template <class T>
std::shared_ptr<const TensorOf<T>> numbersAs(const Tensor& tensor) {
    const auto numbers = std::make_shared<TensorOf<T>>(tensor.shape());
    std::transform(tensor.data(), tensor.data() + tensor.size(), numbers->data(),
                   [](double value) { return static_cast<T>(value); });
    return numbers;
}

template <class T>
ProjectionGradient<T> projectBackward(const Tensor& X, const Tensor& W, const TensorOf<T>& dHeads, TensorOf<T>& dX) {
    const auto dY = joinHeads<T>(dHeads, {});
    const Index rows = X.dim(0) * X.dim(1);
    const Index columns = W.dim(1);
    const Numbers<T> x(X);
    const Numbers<T> w(W);
    ProjectionGradient<T> gradient{std::make_shared<TensorOf<T>>(W.shape()),
                                   std::make_shared<TensorOf<T>>(Shape{columns})};
    multiply<T>(transposed<T>({x.data(), rows, X.dim(2)}), stored<T>({dY->data(), rows, columns}),
                {gradient.dW->data(), X.dim(2), columns});
    for (Index i = 0; i < rows; ++i)
        for (Index c = 0; c < columns; ++c)
            (*gradient.db)[c] += (*dY)[i * columns + c];
    multiply<T>(stored<T>({dY->data(), rows, columns}), transposed<T>({w.data(), X.dim(2), columns}),
                {dX.data(), rows, X.dim(2)}, Sum::AddsTo);
    return gradient;
}

#define HEADSCOPE_INSTANTIATE(T)                                                                                  \
    template std::shared_ptr<TensorOf<T>> projectToHeads<T>(const TensorOf<T>&, const Tensor&, const TensorPtr&,  \
                                                            Index);                                               \
    template std::shared_ptr<TensorOf<T>> joinHeads<T>(const TensorOf<T>&, const std::vector<Index>&);            \
    template std::shared_ptr<TensorOf<T>> projectOutput<T>(const std::shared_ptr<TensorOf<T>>&, const TensorPtr&, \
                                                           const TensorPtr&);                                     \
    template std::shared_ptr<TensorOf<T>> dealHeads<T>(const TensorOf<T>&, Index);                                \
    template std::shared_ptr<const TensorOf<T>> numbersAs<T>(const Tensor&);                                      \
    template ProjectionGradient<T> projectBackward<T>(const Tensor&, const Tensor&, const TensorOf<T>&, TensorOf<T>&);
HEADSCOPE_INSTANTIATE(float)
HEADSCOPE_INSTANTIATE(double)
#undef HEADSCOPE_INSTANTIATE

}  // namespace attn

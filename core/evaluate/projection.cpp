#include "core/evaluate/projection.h"

#include <Eigen/Core>
#include <algorithm>

namespace attn {

namespace {

template <class T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

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

template <class T>
void multiplyBy(const Tensor& W, const T* X, Index rows, T* Y) {
    const Numbers<T> matrix(W);
    multiply<T>({X, rows, W.dim(0)}, {matrix.data(), W.dim(0), W.dim(1)}, {Y, rows, W.dim(1)});
}

}  // namespace

template <class T>
void multiply(View<const T> A, View<const T> B, View<T> product) {
    Eigen::Map<RowMajor<T>>(product.data, product.rows, product.cols).noalias() =
        Eigen::Map<const RowMajor<T>>(A.data, A.rows, A.cols) * Eigen::Map<const RowMajor<T>>(B.data, B.rows, B.cols);
}

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
std::shared_ptr<TensorOf<T>> projectToHeads(const Tensor& X, const Tensor& W, const TensorPtr& b, Index parts) {
    const Index batch = X.dim(0);
    const Index n = X.dim(1);
    const Numbers<T> x(X);
    const auto project = [&](Shape shape) {
        const auto y = std::make_shared<TensorOf<T>>(std::move(shape));
        multiplyBy(W, x.data(), batch * n, y->data());
        addToRows(b, batch * n, y->data());
        return y;
    };
    if (parts == 1)
        return project({batch, 1, n, W.dim(1)});
    return dealHeads(*project({batch, n, W.dim(1)}), parts);
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
    if (W)
        multiplyBy(*W, X->data(), rows, output->data());
    addToRows(b, rows, output->data());
    return output;
}

template <class T>
void multiplyTransposed(View<const T> A, View<const T> B, View<T> product) {
    Eigen::Map<RowMajor<T>>(product.data, product.rows, product.cols).noalias() =
        Eigen::Map<const RowMajor<T>>(A.data, A.rows, A.cols) *
        Eigen::Map<const RowMajor<T>>(B.data, B.rows, B.cols).transpose();
}

template <class T>
void transposedMultiply(View<const T> A, View<const T> B, View<T> product) {
    Eigen::Map<RowMajor<T>>(product.data, product.rows, product.cols).noalias() =
        Eigen::Map<const RowMajor<T>>(A.data, A.rows, A.cols).transpose() *
        Eigen::Map<const RowMajor<T>>(B.data, B.rows, B.cols);
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
    transposedMultiply<T>({x.data(), rows, X.dim(2)}, {dY->data(), rows, columns},
                          {gradient.dW->data(), X.dim(2), columns});
    for (Index i = 0; i < rows; ++i)
        for (Index c = 0; c < columns; ++c)
            (*gradient.db)[c] += (*dY)[i * columns + c];
    Eigen::Map<RowMajor<T>>(dX.data(), rows, X.dim(2)).noalias() +=
        Eigen::Map<const RowMajor<T>>(dY->data(), rows, columns) *
        Eigen::Map<const RowMajor<T>>(w.data(), X.dim(2), columns).transpose();
    return gradient;
}

#define HEADSCOPE_INSTANTIATE(T)                                                                                    \
    template std::shared_ptr<TensorOf<T>> projectToHeads<T>(const Tensor&, const Tensor&, const TensorPtr&, Index); \
    template std::shared_ptr<TensorOf<T>> joinHeads<T>(const TensorOf<T>&, const std::vector<Index>&);              \
    template std::shared_ptr<TensorOf<T>> projectOutput<T>(const std::shared_ptr<TensorOf<T>>&, const TensorPtr&,   \
                                                           const TensorPtr&);                                       \
    template std::shared_ptr<TensorOf<T>> dealHeads<T>(const TensorOf<T>&, Index);                                  \
    template void multiply<T>(View<const T>, View<const T>, View<T>);                                               \
    template void multiplyTransposed<T>(View<const T>, View<const T>, View<T>);                                     \
    template void transposedMultiply<T>(View<const T>, View<const T>, View<T>);                                     \
    template std::shared_ptr<const TensorOf<T>> numbersAs<T>(const Tensor&);                                        \
    template ProjectionGradient<T> projectBackward<T>(const Tensor&, const Tensor&, const TensorOf<T>&, TensorOf<T>&);
HEADSCOPE_INSTANTIATE(float)
HEADSCOPE_INSTANTIATE(double)
#undef HEADSCOPE_INSTANTIATE

}  // namespace attn

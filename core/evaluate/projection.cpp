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
void multiply(const T* X, Index rows, const Tensor& W, T* Y) {
    const Numbers<T> matrix(W);
    Eigen::Map<RowMajor<T>>(Y, rows, W.dim(1)).noalias() =
        Eigen::Map<const RowMajor<T>>(X, rows, W.dim(0)) *
        Eigen::Map<const RowMajor<T>>(matrix.data(), W.dim(0), W.dim(1));
}

}  // namespace

template <class T>
std::shared_ptr<const TensorOf<T>> projectToHeads(const Tensor& X, const Tensor& W, const TensorPtr& b, Index parts) {
    const Index batch = X.dim(0);
    const Index n = X.dim(1);
    const Index d = W.dim(1) / parts;
    const Numbers<T> x(X);
    const auto joined = std::make_shared<TensorOf<T>>(Shape{batch, parts, n, d});
    if (parts == 1) {
        multiply(x.data(), batch * n, W, joined->data());
        addToRows(b, batch * n, joined->data());
        return joined;
    }
    std::vector<T> mixed(static_cast<std::size_t>(batch * n * parts * d));
    multiply(x.data(), batch * n, W, mixed.data());
    addToRows(b, batch * n, mixed.data());
    const T* from = mixed.data();
    for (Index item = 0; item < batch; ++item)
        for (Index i = 0; i < n; ++i)
            for (Index part = 0; part < parts; ++part, from += d)
                std::copy_n(from, d, joined->data() + ((item * parts + part) * n + i) * d);
    return joined;
}

template <class T>
std::shared_ptr<const TensorOf<T>> joinHeads(const TensorOf<T>& heads, const std::vector<Index>& silenced) {
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
std::shared_ptr<const TensorOf<T>> projectOutput(const std::shared_ptr<const TensorOf<T>>& X, const TensorPtr& W,
                                                 const TensorPtr& b) {
    if (!W && !b)
        return X;
    const Index rows = X->dim(0) * X->dim(1);
    const auto output =
        W ? std::make_shared<TensorOf<T>>(Shape{X->dim(0), X->dim(1), W->dim(1)}) : std::make_shared<TensorOf<T>>(*X);
    if (W)
        multiply(X->data(), rows, *W, output->data());
    addToRows(b, rows, output->data());
    return output;
}

#define HEADSCOPE_INSTANTIATE(T)                                                                                  \
    template std::shared_ptr<const TensorOf<T>> projectToHeads<T>(const Tensor&, const Tensor&, const TensorPtr&, \
                                                                  Index);                                         \
    template std::shared_ptr<const TensorOf<T>> joinHeads<T>(const TensorOf<T>&, const std::vector<Index>&);      \
    template std::shared_ptr<const TensorOf<T>> projectOutput<T>(const std::shared_ptr<const TensorOf<T>>&,       \
                                                                 const TensorPtr&, const TensorPtr&);
HEADSCOPE_INSTANTIATE(float)
HEADSCOPE_INSTANTIATE(double)
#undef HEADSCOPE_INSTANTIATE

}  // namespace attn

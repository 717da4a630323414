#include "core/attention/naive_backward.h"

#include <algorithm>
#include <vector>

#include "core/base/exponential.h"
#include "core/product/product.h"

namespace attn {

namespace {

constexpr Index kRows = 64;
/// The packed values stand on the stack if they fit.
constexpr std::size_t kRoomBytes = std::size_t(256) * 1024;

/// dP of row i in, dS out.
template <class T>
class RowBackward {
  public:
    RowBackward(Index nk, T scale, const HeadRules& rules, const KeptStages<T>& kept, const BackwardStages<T>& stages)
        : m_nk(nk), m_scale(scale), m_rules(rules), m_kept(kept), m_stages(stages) {}

    void operator()(Index i, T* gradient) const {
        for (Index j = 0; j < m_nk && m_rules.dropout; ++j)
            gradient[j] *= static_cast<T>(m_rules.dropoutFactor(i, j, m_nk));
        copyTo(m_stages.dWeights, i, gradient);
        const T* weights = m_kept.weights + i * m_nk;
        const T sum = m_kept.allowed ? sumOfAllowed(i, weights, gradient) : sumOfProducts(weights, gradient, m_nk);
        if (m_stages.D)
            m_stages.D[i] = sum;
        for (Index j = 0; j < m_nk; ++j)
            gradient[j] = passes(i, j) ? weights[j] * (gradient[j] - sum) : T(0);
        copyTo(m_stages.dLogits, i, gradient);
        for (Index j = 0; j < m_nk && m_kept.capped; ++j) {
            const T share = m_kept.capped[i * m_nk + j] / static_cast<T>(m_rules.softcap);
            gradient[j] = passes(i, j) ? gradient[j] * (T(1) - share * share) : T(0);
        }
        scaleNumbers(gradient, m_scale, m_nk, gradient);
        copyTo(m_stages.dScores, i, gradient);
    }

  private:
    bool passes(Index i, Index j) const { return !m_kept.allowed || m_kept.allowed[i * m_nk + j] != 0; }
    T sumOfAllowed(Index i, const T* weights, const T* gradient) const {
        T sum = 0;
        for (Index j = 0; j < m_nk; ++j)
            sum += passes(i, j) ? weights[j] * gradient[j] : T(0);
        return sum;
    }
    void copyTo(T* stage, Index i, const T* row) const {
        if (stage)
            std::copy_n(row, m_nk, stage + i * m_nk);
    }

    Index m_nk;
    T m_scale;
    const HeadRules& m_rules;
    const KeptStages<T>& m_kept;
    const BackwardStages<T>& m_stages;
};

}  // namespace

template <class T>
bool naiveHeadBackward(View<const T> Q, View<const T> K, View<const T> V, View<const T> dO, T scale,
                       const HeadRules& rules, const KeptStages<T>& kept, const BackwardStages<T>& stages, View<T> dQ,
                       View<T> dK, View<T> dV, const Progress& progress) {
    const Index nk = K.rows;
    std::vector<T> gradients(static_cast<std::size_t>(std::min(kRows, Q.rows) * nk));
    const RowBackward<T> rowBackward(nk, scale, rules, kept, stages);
    const T* weights = kept.dropped ? kept.dropped : kept.weights;
    T room[kRoomBytes / sizeof(T)];
    const PackedFactor<T> valuesTransposed(transposed(V), room);
    for (Index start = 0; start < Q.rows; start += kRows) {
        if (progress.shouldStop())
            return false;
        const Index rows = std::min(kRows, Q.rows - start);
        const View<const T> dOut{dO.row(start), rows, dO.cols};
        const View<T> dS{gradients.data(), rows, nk};
        multiply<T>(transposed<T>({weights + start * nk, rows, nk}), stored<T>(dOut), dV, Sum::AddsTo);
        multiply<T>(stored<T>(dOut), valuesTransposed, dS);
        for (Index r = 0; r < rows; ++r)
            rowBackward(start + r, gradients.data() + r * nk);
        multiply<T>(stored<T>(dS), stored<T>(K), {dQ.row(start), rows, dQ.cols});
        multiply<T>(transposed<T>(dS), stored<T>({Q.row(start), rows, Q.cols}), dK, Sum::AddsTo);
    }
    return true;
}

template bool naiveHeadBackward<float>(View<const float>, View<const float>, View<const float>, View<const float>,
                                       float, const HeadRules&, const KeptStages<float>&,
                                       const BackwardStages<float>&, View<float>, View<float>, View<float>,
                                       const Progress&);
template bool naiveHeadBackward<double>(View<const double>, View<const double>, View<const double>,
                                        View<const double>, double, const HeadRules&, const KeptStages<double>&,
                                        const BackwardStages<double>&, View<double>, View<double>, View<double>,
                                        const Progress&);

}  // namespace attn

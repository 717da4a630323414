#include "core/attention/naive_backward.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

namespace attn {

namespace {

template <class T>
using Block = Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
template <class T>
using ConstBlock = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

constexpr Index kRows = 64;

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
        T sum = 0;
        for (Index j = 0; j < m_nk; ++j)
            sum += passes(i, j) ? weights[j] * gradient[j] : T(0);
        if (m_stages.D)
            m_stages.D[i] = sum;
        for (Index j = 0; j < m_nk; ++j)
            gradient[j] = passes(i, j) ? weights[j] * (gradient[j] - sum) : T(0);
        copyTo(m_stages.dLogits, i, gradient);
        for (Index j = 0; j < m_nk && m_kept.capped; ++j) {
            const T share = m_kept.capped[i * m_nk + j] / static_cast<T>(m_rules.softcap);
            gradient[j] = passes(i, j) ? gradient[j] * (T(1) - share * share) : T(0);
        }
        for (Index j = 0; j < m_nk; ++j)
            gradient[j] *= m_scale;
        copyTo(m_stages.dScores, i, gradient);
    }

  private:
    bool passes(Index i, Index j) const { return !m_kept.allowed || m_kept.allowed[i * m_nk + j] != 0; }
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
    for (Index start = 0; start < Q.rows; start += kRows) {
        if (progress.shouldStop())
            return false;
        const Index rows = std::min(kRows, Q.rows - start);
        const ConstBlock<T> dOut(dO.row(start), rows, dO.cols);
        Block<T> dS(gradients.data(), rows, nk);
        Block<T>(dV.data, nk, dV.cols).noalias() += ConstBlock<T>(weights + start * nk, rows, nk).transpose() * dOut;
        dS.noalias() = dOut * ConstBlock<T>(V.data, nk, V.cols).transpose();
        for (Index r = 0; r < rows; ++r)
            rowBackward(start + r, gradients.data() + r * nk);
        Block<T>(dQ.row(start), rows, dQ.cols).noalias() = dS * ConstBlock<T>(K.data, nk, K.cols);
        Block<T>(dK.data, nk, dK.cols).noalias() += dS.transpose() * ConstBlock<T>(Q.row(start), rows, Q.cols);
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

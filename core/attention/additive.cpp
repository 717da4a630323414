#include "core/attention/additive.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/exponential.h"

namespace attn {

namespace {

template <class T>
using Block = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using Line = Eigen::Matrix<T, 1, Eigen::Dynamic>;
template <class T>
using BlockMap = Eigen::Map<Block<T>>;
template <class T>
using LineMap = Eigen::Map<Line<T>>;
template <class T>
using ConstLine = Eigen::Map<const Line<T>>;

template <class T>
Eigen::Map<const Block<T>> matrix(View<const T> view) {
    return {view.data, view.rows, view.cols};
}

template <class T>
void copyTo(const Block<T>& values, T* out) {
    if (out)
        std::copy_n(values.data(), values.size(), out);
}

/// One query after the other: its hidden layer, scores and weights.
template <class T>
class Rows {
  public:
    explicit Rows(const AdditiveInputs<T>& in)
        : projS(matrix(in.S) * matrix(in.Wa)),
          projH(matrix(in.Hs) * matrix(in.Ua)),
          scores(static_cast<std::size_t>(in.Hs.rows)),
          weights(static_cast<std::size_t>(in.Hs.rows)),
          m_in(in),
          m_hidden(in.Wa.cols) {}

    const Block<T> projS;            ///< (nq x da)
    const Block<T> projH;            ///< (nk x da)
    std::vector<T> scores, weights;  ///< (nk), of the row that was computed last
    T max = 0, sum = 0;
    Index allowed = 0;

    /// tanh(s_i W_a + h_j U_a + b_a)
    const Line<T>& hidden(Index i, Index j) {
        m_hidden = projS.row(i) + projH.row(j);
        if (m_in.ba)
            m_hidden += ConstLine<T>(m_in.ba, m_hidden.size());
        for (Index a = 0; a < m_hidden.size(); ++a)
            m_hidden[a] = std::tanh(m_hidden[a]);
        return m_hidden;
    }
    bool allows(Index i, Index j) const { return !m_in.allowed || m_in.allowed[i * m_in.Hs.rows + j] != 0; }
    /// Whether h_j takes part in the sum of row i, which was computed last.
    bool readsValue(Index i, Index j) const {
        if (m_in.conventions.maskedValues == MaskedValues::Ieee)
            return true;
        return allowed == 0 ? weights[static_cast<std::size_t>(j)] != T(0) : allows(i, j);
    }
    void compute(Index i) {
        const Index nk = m_in.Hs.rows;
        const ConstLine<T> v(m_in.va, m_hidden.size());
        allowed = 0;
        for (Index j = 0; j < nk; ++j) {
            const auto at = static_cast<std::size_t>(j);
            scores[at] = hidden(i, j).dot(v);
            weights[at] = allows(i, j) ? scores[at] : -std::numeric_limits<T>::infinity();
            allowed += allows(i, j);
        }
        max = largest(weights.data(), nk);
        sum = 0;
        if (allowed == 0) {
            std::fill(weights.begin(), weights.end(), emptyRowWeight<T>(m_in.conventions.emptyRow, nk));
            return;
        }
        // -inf - -inf would make the sum NaN where it is 0: the row's weights are 0 / 0 all the same.
        exponentials(weights.data(), max == -std::numeric_limits<T>::infinity() ? T(0) : max, nk, weights.data());
        LineMap<T> all(weights.data(), nk);
        sum = all.sum();
        all /= sum;
    }

  private:
    const AdditiveInputs<T>& m_in;
    Line<T> m_hidden;
};

}  // namespace

template <class T>
bool additiveAttention(const AdditiveInputs<T>& in, const AdditiveStages<T>& stages, View<T> context,
                       const Progress& progress) {
    const Index nk = in.Hs.rows;
    Rows<T> rows(in);
    copyTo(rows.projS, stages.projS);
    copyTo(rows.projH, stages.projH);
    for (Index i = 0; i < in.S.rows; ++i) {
        if (progress.shouldStop())
            return false;
        rows.compute(i);
        if (stages.scores)
            std::copy_n(rows.scores.data(), nk, stages.scores + i * nk);
        if (stages.weights)
            std::copy_n(rows.weights.data(), nk, stages.weights + i * nk);
        if (stages.rowMax)
            stages.rowMax[i] = rows.max;
        if (stages.rowSum)
            stages.rowSum[i] = rows.sum;
        if (stages.lse)
            stages.lse[i] = rows.max + std::log(rows.sum);
        LineMap<T> out(context.row(i), context.cols);
        out.setZero();
        for (Index j = 0; j < nk; ++j)
            if (rows.readsValue(i, j))
                out += rows.weights[static_cast<std::size_t>(j)] * ConstLine<T>(in.Hs.row(j), in.Hs.cols);
    }
    return true;
}

template <class T>
bool additiveBackward(const AdditiveInputs<T>& in, View<const T> dContext, const AdditiveGradients<T>& gradients,
                      const Progress& progress) {
    const Index nq = in.S.rows;
    const Index nk = in.Hs.rows;
    const Index da = in.Wa.cols;
    Rows<T> rows(in);
    Block<T> dProjS = Block<T>::Zero(nq, da);
    Block<T> dProjH = Block<T>::Zero(nk, da);
    Block<T> dHs = Block<T>::Zero(nk, in.Hs.cols);
    Line<T> dva = Line<T>::Zero(da);
    Line<T> dHidden(da);
    std::vector<T> dWeights(static_cast<std::size_t>(nk));
    std::vector<std::uint8_t> isAttended(static_cast<std::size_t>(nk));
    const ConstLine<T> v(in.va, da);
    for (Index i = 0; i < nq; ++i) {
        if (progress.shouldStop())
            return false;
        rows.compute(i);
        const ConstLine<T> dO(dContext.row(i), dContext.cols);
        T weighted = 0;
        for (Index j = 0; j < nk; ++j) {
            const auto at = static_cast<std::size_t>(j);
            dWeights[at] = dO.dot(ConstLine<T>(in.Hs.row(j), in.Hs.cols));
            if (!rows.readsValue(i, j))
                continue;
            weighted += rows.weights[at] * dWeights[at];
            dHs.row(j) += rows.weights[at] * dO;
        }
        if (gradients.D)
            gradients.D[i] = weighted;
        if (gradients.dWeights)
            std::copy_n(dWeights.data(), nk, gradients.dWeights + i * nk);
        for (Index j = 0; j < nk; ++j) {
            const auto at = static_cast<std::size_t>(j);
            const bool counts = rows.allowed > 0 && rows.allows(i, j);
            const T dScore = counts ? rows.weights[at] * (dWeights[at] - weighted) : T(0);
            if (gradients.dScores)
                gradients.dScores[i * nk + j] = dScore;
            if (!counts)
                continue;
            isAttended[at] = 1;
            const Line<T>& hidden = rows.hidden(i, j);
            dva += dScore * hidden;
            // (1 - t)(1 + t) keeps its digits where 1 - t t cancels.
            dHidden.array() = dScore * v.array() * (T(1) - hidden.array()) * (T(1) + hidden.array());
            dProjS.row(i) += dHidden;
            dProjH.row(j) += dHidden;
        }
    }
    dHs.noalias() += dProjH * matrix(in.Ua).transpose();
    copyTo(dHs, gradients.dHs);
    if (gradients.dva)
        std::copy_n(dva.data(), da, gradients.dva);
    if (gradients.dba)
        LineMap<T>(gradients.dba, da) = dProjS.colwise().sum();
    if (gradients.dS)
        BlockMap<T>(gradients.dS, nq, in.S.cols).noalias() = dProjS * matrix(in.Wa).transpose();
    if (gradients.dWa)
        BlockMap<T>(gradients.dWa, in.S.cols, da).noalias() = matrix(in.S).transpose() * dProjS;
    if (gradients.dUa) {
        BlockMap<T> dUa(gradients.dUa, in.Hs.cols, da);
        dUa.setZero();
        // A state that nobody attends must not meet the zeros of dProjH: it may be NaN.
        for (Index j = 0; j < nk; ++j)
            if (isAttended[static_cast<std::size_t>(j)])
                dUa.noalias() += ConstLine<T>(in.Hs.row(j), in.Hs.cols).transpose() * dProjH.row(j);
    }
    return true;
}

template bool additiveAttention<float>(const AdditiveInputs<float>&, const AdditiveStages<float>&, View<float>,
                                       const Progress&);
template bool additiveAttention<double>(const AdditiveInputs<double>&, const AdditiveStages<double>&, View<double>,
                                        const Progress&);
template bool additiveBackward<float>(const AdditiveInputs<float>&, View<const float>,
                                      const AdditiveGradients<float>&, const Progress&);
template bool additiveBackward<double>(const AdditiveInputs<double>&, View<const double>,
                                       const AdditiveGradients<double>&, const Progress&);

}  // namespace attn

#include "core/attention/linear.h"

#include <Eigen/Core>
#include <algorithm>
#include <limits>
#include <vector>

#include "core/base/exponential.h"
#include "core/mask/mask_rules.h"

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

/// Rows or keys between two questions to Progress.
constexpr Index kStride = 64;

bool stopsAt(Index i, const Progress& progress) {
    return i % kStride == 0 && progress.shouldStop();
}

template <class T>
Block<T> features(View<const T> X) {
    Block<T> phi(X.rows, X.cols);
    exponentials(X.data, T(0), X.rows * X.cols, phi.data());
    for (Index e = 0; e < phi.size(); ++e)
        if (X.data[e] > T(0))
            phi.data()[e] = X.data[e] + T(1);
    return phi;
}

/// From gradients of phi(X) those of X, in place: phi'(x) = 1 for x > 0, exp(x) = phi(x) otherwise.
template <class T>
void throughFeatures(View<const T> X, const Block<T>& phi, View<T> gradient) {
    // What got no gradient is left alone: it may be NaN.
    for (Index e = 0; e < phi.size(); ++e)
        if (!(X.data[e] > T(0)) && gradient.data[e] != T(0))
            gradient.data[e] *= phi.data()[e];
}

template <class T>
void copyTo(const Block<T>& values, T* out) {
    if (out)
        std::copy_n(values.data(), values.size(), out);
}

/// The mask with its sizes.
struct Keys {
    const LinearMask& mask;
    Index nk;

    bool isReal(Index j) const { return !mask.padding || mask.padding[j] != 0; }
    /// Without `allowed`: row i may attend the real keys before this one.
    Index end(Index i) const {
        if (!mask.isCausal || mask.offset >= nk)
            return nk;
        return mask.offset < -i ? 0 : std::min(nk, i + mask.offset + 1);
    }
    bool allows(Index i, Index j) const {
        return mask.allowed ? mask.allowed[i * nk + j] != 0 : j < end(i) && isReal(j);
    }
};

/// S and z of what was added, and how many that were.
template <class T>
struct State {
    Block<T> S;
    Line<T> z;
    Index count = 0;

    State(Index dk, Index dv) : S(Block<T>::Zero(dk, dv)), z(Line<T>::Zero(dk)) {}

    /// S += left^T right, z += left * factor.
    void add(const T* left, const T* right, T factor = T(1)) {
        const ConstLine<T> l(left, z.size());
        S.noalias() += l.transpose() * ConstLine<T>(right, S.cols());
        z += factor * l;
        ++count;
    }
    void store(const LinearStages<T>& stages, Index at) const {
        if (stages.stateS)
            std::copy_n(S.data(), S.size(), stages.stateS + at * S.size());
        if (stages.stateZ)
            std::copy_n(z.data(), z.size(), stages.stateZ + at * z.size());
    }
};

template <class T>
void outputOfEmptyRow(T weight, View<const T> V, T* o) {
    std::fill_n(o, V.cols, T(0));
    for (Index j = 0; j < V.rows && weight != T(0); ++j)
        for (Index c = 0; c < V.cols; ++c)
            o[c] += weight * V.row(j)[c];
}

/// The kernel of row i; returns how many keys are allowed.
template <class T>
Index kernelRow(const Keys& keys, Index i, const Block<T>& phiQ, const Block<T>& phiK, T* kernel) {
    Index allowed = 0;
    for (Index j = 0; j < keys.nk; ++j) {
        const bool counts = keys.allows(i, j);
        kernel[j] = counts ? phiQ.row(i).dot(phiK.row(j)) : T(0);
        allowed += counts;
    }
    return allowed;
}

/// phi(q)^T S and phi(q)^T z of one row, with the kernel in the general form; `o` is not yet divided.
template <class T>
struct RowSums {
    T denominator = 0;  ///< without eps
    Index allowed = 0;

    RowSums(const State<T>& state, const Block<T>& phiQ, Index i, T* o)
        : denominator(phiQ.row(i).dot(state.z)), allowed(state.count) {
        LineMap<T>(o, state.S.cols()).noalias() = phiQ.row(i) * state.S;
    }
    RowSums(const Keys& keys, const Block<T>& phiQ, const Block<T>& phiK, View<const T> V, Index i, T* kernel, T* o)
        : allowed(kernelRow(keys, i, phiQ, phiK, kernel)) {
        LineMap<T> sum(o, V.cols);
        sum.setZero();
        for (Index j = 0; j < keys.nk; ++j) {
            if (!keys.allows(i, j))
                continue;
            denominator += kernel[j];
            sum += kernel[j] * ConstLine<T>(V.row(j), V.cols);
        }
    }
};

/// Walks down the rows with the state of the keys that each may attend.
template <class T>
class Walk {
  public:
    Walk(const Keys& keys, const Block<T>& phiK, View<const T> V)
        : m_keys(keys), m_phiK(phiK), m_V(V), m_state(phiK.cols(), V.cols) {}

    const State<T>& state() const { return m_state; }
    /// False when stopped.
    bool addKeysBefore(Index end, const Progress& progress) {
        for (; m_next < end; ++m_next) {
            if (stopsAt(m_next, progress))
                return false;
            if (m_keys.isReal(m_next))
                m_state.add(m_phiK.row(m_next).data(), m_V.row(m_next));
        }
        return true;
    }

  private:
    const Keys& m_keys;
    const Block<T>& m_phiK;
    View<const T> m_V;
    State<T> m_state;
    Index m_next = 0;
};

/// What the backward pass keeps of every row: gradients of phi(q)^T S and of phi(q)^T z.
template <class T>
struct RowGradients {
    Block<T> dSum;   ///< (nq x dv)
    Line<T> dTotal;  ///< (nq)

    /// Replaces the undivided output in dSum by its gradient.
    void fromOutput(Index i, const T* dO, T denominator) {
        const ConstLine<T> given(dO, dSum.cols());
        dTotal[i] = -(given.dot(dSum.row(i)) / denominator) / denominator;
        dSum.row(i) = given / denominator;
    }
};

/// Weights that are constants: V alone gets a gradient.
template <class T>
void backwardOfEmptyRow(T weight, const T* dO, View<T> dV) {
    for (Index j = 0; j < dV.rows && weight != T(0); ++j)
        for (Index c = 0; c < dV.cols; ++c)
            dV.row(j)[c] += weight * dO[c];
}

}  // namespace

template <class T>
bool linearHead(View<const T> Q, View<const T> K, View<const T> V, T eps, const LinearMask& mask, EmptyRow emptyRow,
                const LinearStages<T>& stages, View<T> O, const Progress& progress) {
    const Keys keys{mask, K.rows};
    const Block<T> phiQ = features(Q);
    const Block<T> phiK = features(K);
    copyTo(phiQ, stages.phiQ);
    copyTo(phiK, stages.phiK);
    const bool isGeneral = mask.allowed != nullptr;
    const bool keepsState = stages.stateS || stages.stateZ;
    const T emptyWeight = emptyRowWeight<T>(emptyRow, K.rows);
    Walk<T> walk(keys, phiK, V);
    if (!mask.hasStatePerQuery()) {
        if (!walk.addKeysBefore(K.rows, progress))
            return false;
        walk.state().store(stages, 0);
    }
    std::vector<T> scratch(isGeneral ? static_cast<std::size_t>(K.rows) : 0);
    for (Index i = 0; i < Q.rows; ++i) {
        if (stopsAt(i, progress) || (!isGeneral && !walk.addKeysBefore(keys.end(i), progress)))
            return false;
        if (mask.isCausal && !isGeneral)
            walk.state().store(stages, i);
        if (isGeneral && keepsState) {
            State<T> state(K.cols, V.cols);
            for (Index j = 0; j < K.rows; ++j)
                if (keys.allows(i, j))
                    state.add(phiK.row(j).data(), V.row(j));
            state.store(stages, i);
        }
        const RowSums<T> sums = isGeneral ? RowSums<T>(keys, phiQ, phiK, V, i, scratch.data(), O.row(i))
                                          : RowSums<T>(walk.state(), phiQ, i, O.row(i));
        const T denominator = sums.denominator + eps;
        if (sums.allowed == 0)
            outputOfEmptyRow(emptyWeight, V, O.row(i));
        else
            LineMap<T>(O.row(i), O.cols) /= denominator;
        if (stages.denominator)
            stages.denominator[i] = denominator;
        if (stages.kernel)
            kernelRow(keys, i, phiQ, phiK, stages.kernel + i * K.rows);
        if (stages.weights) {
            LineMap<T> weights(stages.weights + i * K.rows, K.rows);
            kernelRow(keys, i, phiQ, phiK, weights.data());
            for (Index j = 0; j < K.rows; ++j)
                weights[j] = sums.allowed == 0 ? emptyWeight : keys.allows(i, j) ? weights[j] / denominator : T(0);
        }
    }
    return true;
}

template <class T>
bool linearHeadBackward(View<const T> Q, View<const T> K, View<const T> V, T eps, const LinearMask& mask,
                        EmptyRow emptyRow, View<const T> dO, View<T> dQ, View<T> dK, View<T> dV,
                        const Progress& progress) {
    const Keys keys{mask, K.rows};
    const Block<T> phiQ = features(Q);
    const Block<T> phiK = features(K);
    const bool isGeneral = mask.allowed != nullptr;
    const T emptyWeight = emptyRowWeight<T>(emptyRow, K.rows);
    BlockMap<T>(dK.data, dK.rows, dK.cols).setZero();
    BlockMap<T>(dV.data, dV.rows, dV.cols).setZero();
    RowGradients<T> rows{Block<T>(Q.rows, V.cols), Line<T>(Q.rows)};
    std::vector<std::uint8_t> isEmpty(static_cast<std::size_t>(Q.rows));
    std::vector<T> kernel(isGeneral ? static_cast<std::size_t>(K.rows) : 0);
    Walk<T> walk(keys, phiK, V);
    for (Index i = 0; i < Q.rows; ++i) {
        if (stopsAt(i, progress) || (!isGeneral && !walk.addKeysBefore(keys.end(i), progress)))
            return false;
        T* const sum = rows.dSum.row(i).data();
        const RowSums<T> sums = isGeneral ? RowSums<T>(keys, phiQ, phiK, V, i, kernel.data(), sum)
                                          : RowSums<T>(walk.state(), phiQ, i, sum);
        LineMap<T> dPhi(dQ.row(i), dQ.cols);
        dPhi.setZero();
        if (sums.allowed == 0) {
            isEmpty[static_cast<std::size_t>(i)] = 1;
            backwardOfEmptyRow(emptyWeight, dO.row(i), dV);
            continue;
        }
        rows.fromOutput(i, dO.row(i), sums.denominator + eps);
        if (!isGeneral) {
            dPhi.noalias() = rows.dSum.row(i) * walk.state().S.transpose();
            dPhi += rows.dTotal[i] * walk.state().z;
            continue;
        }
        for (Index j = 0; j < K.rows; ++j) {
            if (!keys.allows(i, j))
                continue;
            const T dKernel = rows.dSum.row(i).dot(ConstLine<T>(V.row(j), V.cols)) + rows.dTotal[i];
            dPhi += dKernel * phiK.row(j);
            LineMap<T>(dK.row(j), dK.cols) += dKernel * phiQ.row(i);
            LineMap<T>(dV.row(j), dV.cols) += kernel[static_cast<std::size_t>(j)] * rows.dSum.row(i);
        }
    }
    // From the last key to the first: the rows that may attend it only grow in number.
    State<T> later(K.cols, V.cols);
    Index row = Q.rows;
    for (Index j = K.rows - 1; j >= 0 && !isGeneral; --j) {
        if (stopsAt(j, progress))
            return false;
        for (; row > 0 && keys.end(row - 1) > j; --row)
            if (!isEmpty[static_cast<std::size_t>(row - 1)])
                later.add(phiQ.row(row - 1).data(), rows.dSum.row(row - 1).data(), rows.dTotal[row - 1]);
        // A value of a key that nobody attends must not meet the zeros of `later`: it may be NaN.
        if (!keys.isReal(j) || later.count == 0)
            continue;
        LineMap<T>(dK.row(j), dK.cols).noalias() = ConstLine<T>(V.row(j), V.cols) * later.S.transpose();
        LineMap<T>(dK.row(j), dK.cols) += later.z;
        LineMap<T>(dV.row(j), dV.cols) += phiK.row(j) * later.S;
    }
    throughFeatures(Q, phiQ, dQ);
    throughFeatures(K, phiK, dK);
    return true;
}

template bool linearHead<float>(View<const float>, View<const float>, View<const float>, float, const LinearMask&,
                                EmptyRow, const LinearStages<float>&, View<float>, const Progress&);
template bool linearHead<double>(View<const double>, View<const double>, View<const double>, double,
                                 const LinearMask&, EmptyRow, const LinearStages<double>&, View<double>,
                                 const Progress&);
template bool linearHeadBackward<float>(View<const float>, View<const float>, View<const float>, float,
                                        const LinearMask&, EmptyRow, View<const float>, View<float>, View<float>,
                                        View<float>, const Progress&);
template bool linearHeadBackward<double>(View<const double>, View<const double>, View<const double>, double,
                                         const LinearMask&, EmptyRow, View<const double>, View<double>, View<double>,
                                         View<double>, const Progress&);

}  // namespace attn

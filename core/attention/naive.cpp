#include "core/attention/naive.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/exponential.h"

namespace attn {

namespace {

template <class T>
using Block = Eigen::Map<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
template <class T>
using ConstBlock = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

/// Rows that are worked on together, so that their stages stay in the cache.
constexpr Index kRows = 64;

template <class T>
struct Row {
    T max = -std::numeric_limits<T>::infinity();
    T sum = 0;
};

template <class T>
Row<T> softmaxRow(const T* masked, Index allowed, Index nk, EmptyRow emptyRow, T* weights) {
    Row<T> row;
    if (allowed == 0) {
        const T weight = emptyRow == EmptyRow::Zero  ? T(0)
                         : emptyRow == EmptyRow::NaN ? std::numeric_limits<T>::quiet_NaN()
                                                     : T(1) / static_cast<T>(nk);
        std::fill_n(weights, nk, weight);
        return row;
    }
    row.max = largest(masked, nk);
    // -inf - -inf would make the sum NaN where it is 0: the row's weights are 0 / 0 all the same.
    const T shift = row.max == -std::numeric_limits<T>::infinity() ? T(0) : row.max;
    exponentials(masked, shift, nk, weights);
    Eigen::Map<Eigen::Array<T, Eigen::Dynamic, 1>> all(weights, nk);
    row.sum = all.sum();
    all /= row.sum;
    return row;
}

/// The values that are not finite, kept apart from a copy of V in which they are 0.
template <class T>
struct SortedValues {
    std::vector<T> finite;
    std::vector<Index> badKeys;

    explicit SortedValues(View<const T> V) {
        for (Index j = 0; j < V.rows; ++j)
            if (!std::all_of(V.row(j), V.row(j + 1), [](T value) { return std::isfinite(value); }))
                badKeys.push_back(j);
        if (badKeys.empty())
            return;
        finite.assign(V.data, V.data + V.rows * V.cols);
        for (T& value : finite)
            value = std::isfinite(value) ? value : T(0);
    }
};

/// Adds to one row of O what the allowed keys with values that are not finite contribute.
template <class T>
void addBadValues(const std::vector<Index>& badKeys, View<const T> V, const std::uint8_t* cells, Index allowed,
                  const T* weights, T* o) {
    for (const Index j : badKeys) {
        // In an empty row every key counts that the convention gives a weight.
        if (allowed == 0 ? weights[j] == T(0) : cells[j] == 0)
            continue;
        for (Index c = 0; c < V.cols; ++c)
            if (!std::isfinite(V.row(j)[c]))
                o[c] += weights[j] * V.row(j)[c];
    }
}

}  // namespace

template <class T>
bool naiveHead(View<const T> Q, View<const T> K, View<const T> V, T scale, const HeadMask& mask,
               const MaskConventions& conventions, const NaiveStages<T>& stages, View<T> O,
               const Progress& progress) {
    const Index nq = Q.rows;
    const Index nk = K.rows;
    const bool isMasked = mask.rules && !mask.rules->forbidsNothing();
    const bool isBiased = mask.rules && mask.rules->hasBias();
    const bool leavesOut = conventions.maskedValues == MaskedValues::Skip && isMasked;
    const SortedValues<T> sorted(leavesOut ? V : View<const T>{});
    const T* values = sorted.badKeys.empty() ? V.data : sorted.finite.data();
    std::vector<std::uint8_t> scratch(stages.allowed || !isMasked ? 0 : static_cast<std::size_t>(nk));
    std::vector<Index> allowedInBlock(static_cast<std::size_t>(kRows), nk);

    for (Index start = 0; start < nq; start += kRows) {
        if (progress.shouldStop())
            return false;
        const Index rows = std::min(kRows, nq - start);
        Block<T>(stages.scores + start * nk, rows, nk).noalias() =
            ConstBlock<T>(Q.row(start), rows, Q.cols) * ConstBlock<T>(K.data, nk, K.cols).transpose();
        for (Index i = start; i < start + rows; ++i) {
            T* const scaled = stages.scaled + i * nk;
            T* const masked = stages.masked + i * nk;
            std::uint8_t* const cells = stages.allowed ? stages.allowed + i * nk : scratch.data();
            const T* const scores = stages.scores + i * nk;
            if (scaled != scores || scale != T(1))
                for (Index j = 0; j < nk; ++j)
                    scaled[j] = scores[j] * scale;
            if (masked != scaled)
                std::copy_n(scaled, nk, masked);
            if (isBiased)
                mask.rules->addBias(mask.batch, mask.head, i, 0, nk, masked);
            Index allowed = nk;
            if (isMasked) {
                allowed = mask.rules->fillRow(mask.batch, mask.head, i, 0, nk, cells);
                for (Index j = 0; j < nk; ++j)
                    masked[j] = cells[j] ? masked[j] : -std::numeric_limits<T>::infinity();
            } else if (stages.allowed) {
                std::fill_n(cells, nk, std::uint8_t(1));
            }
            const Row<T> row = softmaxRow(masked, allowed, nk, conventions.emptyRow, stages.weights + i * nk);
            if (stages.rowMax)
                stages.rowMax[i] = row.max;
            if (stages.rowSum)
                stages.rowSum[i] = row.sum;
            if (stages.lse)
                stages.lse[i] = row.max + std::log(row.sum);
            allowedInBlock[static_cast<std::size_t>(i - start)] = allowed;
        }
        Block<T>(O.row(start), rows, O.cols).noalias() =
            ConstBlock<T>(stages.weights + start * nk, rows, nk) * ConstBlock<T>(values, nk, V.cols);
        for (Index i = start; i < start + rows && !sorted.badKeys.empty(); ++i) {
            const Index allowed = allowedInBlock[static_cast<std::size_t>(i - start)];
            const std::uint8_t* cells = stages.allowed ? stages.allowed + i * nk : scratch.data();
            if (!stages.allowed)
                mask.rules->fillRow(mask.batch, mask.head, i, 0, nk, scratch.data());
            addBadValues(sorted.badKeys, V, cells, allowed, stages.weights + i * nk, O.row(i));
        }
    }
    return true;
}

template bool naiveHead<float>(View<const float>, View<const float>, View<const float>, float, const HeadMask&,
                               const MaskConventions&, const NaiveStages<float>&, View<float>, const Progress&);
template bool naiveHead<double>(View<const double>, View<const double>, View<const double>, double, const HeadMask&,
                                const MaskConventions&, const NaiveStages<double>&, View<double>, const Progress&);

}  // namespace attn

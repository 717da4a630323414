#include "core/flash/on_demand.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "core/base/exponential.h"
#include "core/flash/vector_demand.h"

namespace attn {

namespace {

template <class T>
constexpr T kMinusInfinity = -std::numeric_limits<T>::infinity();

Error cancelled() {
    return {ErrorCode::Cancelled, "The weights on demand were stopped."};
}

/// Masked logits of one query and keys j0 .. j1 - 1.
template <class T>
void rowLogits(const HeadScores<T>& head, Index i, Index j0, Index j1, std::vector<std::uint8_t>& cells, T* logits) {
    using Row = Eigen::Matrix<T, Eigen::Dynamic, 1>;
    const Index keys = j1 - j0;
    const Eigen::Map<const Row> q(head.Q.row(i), head.Q.cols);
    // One by one: the rounding of a logit must not depend on which others are asked for, as it is compared with lse.
    for (Index j = j0; j < j1; ++j)
        logits[j - j0] = q.dot(Eigen::Map<const Row>(head.K.row(j), head.K.cols)) * head.scale;
    if (head.rules.softcap > 0.0)
        std::for_each(logits, logits + keys, [&](T& logit) { logit = head.rules.capped(logit); });
    const HeadMask& mask = head.rules.mask;
    if (!mask.rules)
        return;
    mask.rules->addBias(mask.batch, mask.head, i, j0, j1, logits);
    if (mask.rules->forbidsNothing())
        return;
    cells.resize(static_cast<std::size_t>(keys));
    mask.rules->fillRow(mask.batch, mask.head, i, j0, j1, cells.data());
    for (Index j = 0; j < keys; ++j)
        logits[j] = cells[static_cast<std::size_t>(j)] ? logits[j] : kMinusInfinity<T>;
}

/// exp(logit - lse) of the rows of a window, one by one.
template <class T>
bool windowPlain(const HeadScores<T>& head, const WeightWindow& window, const std::vector<T>& lse, T* weights,
                 const Progress& progress) {
    std::vector<std::uint8_t> cells;
    for (Index r = 0; r < window.rows(); ++r) {
        if (progress.shouldStop())
            return false;
        T* const row = weights + r * window.cols();
        rowLogits(head, window.firstRow + r, window.firstCol, window.lastCol, cells, row);
        exponentials(row, lse[static_cast<std::size_t>(r)], window.cols(), row);
    }
    return true;
}

}  // namespace

template <class T>
Result<void> checkWindow(const HeadScores<T>& head, const WeightWindow& window) {
    const auto isWithin = [](Index first, Index last, Index count) {
        return first >= 0 && first <= last && last <= count;
    };
    if (isWithin(window.firstRow, window.lastRow, head.Q.rows) &&
        isWithin(window.firstCol, window.lastCol, head.K.rows))
        return {};
    return Error{ErrorCode::OutOfRange,
                 "Queries " + std::to_string(window.firstRow) + " to " + std::to_string(window.lastRow - 1) +
                     " and keys " + std::to_string(window.firstCol) + " to " + std::to_string(window.lastCol - 1) +
                     " were asked for, but there are " + std::to_string(head.Q.rows) + " queries and " +
                     std::to_string(head.K.rows) + " keys."};
}

template <class T>
bool pooledLogitsPlain(const HeadScores<T>& head, const std::vector<Index>& rows, const std::vector<Index>& starts,
                       T* most, T* sum, const Progress& progress) {
    const Index first = starts.front(), last = starts.back();
    const auto ranges = static_cast<Index>(starts.size()) - 1;
    std::vector<T> logits(static_cast<std::size_t>(last - first));
    std::vector<std::uint8_t> cells;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        if (progress.shouldStop())
            return false;
        rowLogits(head, rows[r], first, last, cells, logits.data());
        for (Index p = 0; p < ranges; ++p) {
            T* const part = logits.data() + (starts[static_cast<std::size_t>(p)] - first);
            const Index keys = starts[static_cast<std::size_t>(p) + 1] - starts[static_cast<std::size_t>(p)];
            const Index at = static_cast<Index>(r) * ranges + p;
            most[at] = largest(part, keys);
            if (!sum)
                continue;
            // -inf - -inf is NaN where the sum is 0.
            exponentials(part, most[at] == kMinusInfinity<T> ? T(0) : most[at], keys, part);
            sum[at] = std::accumulate(part, part + keys, T(0));
        }
    }
    return true;
}

template <class T>
bool pooledLogits(const HeadScores<T>& head, const std::vector<Index>& rows, const std::vector<Index>& starts,
                  T* most, T* sum, const Progress& progress) {
    if constexpr (std::is_same_v<T, float>)
        if (const KernelTarget* const target = bestTarget()) {
            const RangesJob job{head.Q,        head.K,
                                head.scale,    head.rules,
                                rows.data(),   static_cast<Index>(rows.size()),
                                starts.data(), static_cast<Index>(starts.size()) - 1,
                                most,          sum,
                                progress};
            const VectorOutcome outcome = rangesVector(*target, job);
            if (outcome != VectorOutcome::NotForThis)
                return outcome == VectorOutcome::Done;
        }
    return pooledLogitsPlain(head, rows, starts, most, sum, progress);
}

template <class T>
T logsumexpOf(const HeadRules& rules, const T* most, const T* sum, Index ranges) {
    T max = largest(most, ranges);
    const T sink = rules.sink ? static_cast<T>(*rules.sink) : kMinusInfinity<T>;
    if (!std::isnan(max) && sink > max)
        max = sink;
    const T shift = max == kMinusInfinity<T> ? T(0) : max;
    T all = std::exp(sink - shift);
    for (Index p = 0; p < ranges; ++p)
        all += most[p] == kMinusInfinity<T> ? sum[p] : sum[p] * std::exp(most[p] - shift);
    return max + std::log(all);
}

template <class T>
T weightWithoutSum(const HeadScores<T>& head, Index row) {
    const HeadMask& mask = head.rules.mask;
    const bool isEmpty =
        !head.rules.sink && (head.K.rows == 0 || (mask.rules && mask.rules->isEmptyRow(mask.batch, mask.head, row)));
    return isEmpty ? emptyRowWeight<T>(head.rules.conventions.emptyRow, head.K.rows)
                   : std::numeric_limits<T>::quiet_NaN();
}

template <class T>
Result<std::vector<T>> rowLogsumexp(const HeadScores<T>& head, Index firstRow, Index lastRow,
                                    const Progress& progress) {
    if (auto fits = checkWindow(head, {firstRow, lastRow, 0, head.K.rows}); !fits)
        return fits.error();
    std::vector<Index> rows(static_cast<std::size_t>(lastRow - firstRow));
    std::iota(rows.begin(), rows.end(), firstRow);
    std::vector<T> most(rows.size()), sum(rows.size());
    if (!pooledLogits(head, rows, {0, head.K.rows}, most.data(), sum.data(), progress))
        return cancelled();
    for (std::size_t r = 0; r < rows.size(); ++r)
        most[r] = logsumexpOf(head.rules, &most[r], &sum[r], 1);
    return most;
}

template <class T>
Result<std::vector<T>> windowWeights(const HeadScores<T>& head, const WeightWindow& window, const std::vector<T>& lse,
                                     const Progress& progress) {
    if (auto fits = checkWindow(head, window); !fits)
        return fits.error();
    if (static_cast<Index>(lse.size()) != window.rows())
        return Error{ErrorCode::ShapeMismatch, "The window has " + std::to_string(window.rows()) + " rows but " +
                                                   std::to_string(lse.size()) + " logsumexps were given."};
    std::vector<T> weights(static_cast<std::size_t>(window.rows() * window.cols()));
    VectorOutcome outcome = VectorOutcome::NotForThis;
    if constexpr (std::is_same_v<T, float>)
        if (const KernelTarget* const target = bestTarget())
            outcome = windowVector(*target, {head.Q,
                                             head.K,
                                             head.scale,
                                             head.rules,
                                             lse.data(),
                                             window.firstRow,
                                             window.firstCol,
                                             {weights.data(), window.rows(), window.cols()},
                                             progress});
    if (outcome == VectorOutcome::NotForThis)
        outcome =
            windowPlain(head, window, lse, weights.data(), progress) ? VectorOutcome::Done : VectorOutcome::Stopped;
    if (outcome == VectorOutcome::Stopped)
        return cancelled();
    // Rounding may leave a weight a little above 1.
    for (T& weight : weights)
        weight = weight > T(1) ? T(1) : weight;
    for (Index r = 0; r < window.rows(); ++r)
        if (!std::isfinite(lse[static_cast<std::size_t>(r)]))
            std::fill_n(weights.data() + r * window.cols(), window.cols(),
                        weightWithoutSum(head, window.firstRow + r));
    return weights;
}

#define HEADSCOPE_ON_DEMAND(T)                                                                                     \
    template Result<void> checkWindow<T>(const HeadScores<T>&, const WeightWindow&);                               \
    template bool pooledLogits<T>(const HeadScores<T>&, const std::vector<Index>&, const std::vector<Index>&, T*,  \
                                  T*, const Progress&);                                                            \
    template bool pooledLogitsPlain<T>(const HeadScores<T>&, const std::vector<Index>&, const std::vector<Index>&, \
                                       T*, T*, const Progress&);                                                   \
    template T logsumexpOf<T>(const HeadRules&, const T*, const T*, Index);                                        \
    template T weightWithoutSum<T>(const HeadScores<T>&, Index);                                                   \
    template Result<std::vector<T>> rowLogsumexp<T>(const HeadScores<T>&, Index, Index, const Progress&);          \
    template Result<std::vector<T>> windowWeights<T>(const HeadScores<T>&, const WeightWindow&,                    \
                                                     const std::vector<T>&, const Progress&)
HEADSCOPE_ON_DEMAND(float);
HEADSCOPE_ON_DEMAND(double);
#undef HEADSCOPE_ON_DEMAND

}  // namespace attn

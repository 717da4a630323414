#include "core/evaluate/live_heads.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/attention/softmax_row.h"
#include "core/base/exponential.h"
#include "core/product/product.h"

namespace attn {

namespace {

/// Rows that are made anew together, so that keys and values are read once for all of them.
constexpr Index kRows = 64;
/// Rows up to which their scores are sums of products one by one: rearranging the keys would take longer.
constexpr Index kFewRows = 4;
/// A row whose sum falls below this share of the largest sum it was brought from would cancel.
constexpr double kLeastShare = 0.5;

}  // namespace

/// One changed key: its values, and for every row its share before and now, exp(logit - m).
template <class T>
struct LiveHeads<T>::Column {
    ValueChange<T> values;
    std::vector<T> before, now;  ///< [nq]
};

template <class T>
LiveHeads<T>::~LiveHeads() = default;

template <class T>
LiveHeads<T>::LiveHeads(LiveNumbers<T>& numbers, LiveOutput<T>& output, UpdateWork& work)
    : m_numbers(numbers),
      m_dims(numbers.dims),
      m_output(output),
      m_work(work),
      m_all(static_cast<std::size_t>(m_dims.nq)),
      m_Q(static_cast<std::size_t>(kRows * m_dims.dk)),
      m_logits(static_cast<std::size_t>(kRows * m_dims.nk)),
      m_O(static_cast<std::size_t>(kRows * m_dims.dv)) {
    std::iota(m_all.begin(), m_all.end(), Index(0));
}

template <class T>
void LiveHeads<T>::redoAll(Index p, bool withScores) {
    redo(p, m_all, withScores);
}

template <class T>
void LiveHeads<T>::redo(Index p, const std::vector<Index>& rows, bool withScores) {
    const auto count = static_cast<Index>(rows.size());
    for (Index start = 0; start < count; start += kRows)
        redoBlock(p, rows.data() + start, std::min(kRows, count - start), withScores);
    m_work.redoneRows += count;
    m_work.scoreCells += withScores ? count * m_dims.nk : 0;
}

template <class T>
void LiveHeads<T>::redoBlock(Index p, const Index* rows, Index count, bool withScores) {
    const Index b = p / m_dims.heads;
    const Index h = p % m_dims.heads;
    const Index kv = b * m_dims.kvHeads + m_dims.kvHead(h);
    const Index nk = m_dims.nk;
    const HeadRules rules = m_numbers.rules->ofHead(b, h);
    T* const scores = m_numbers.scores.data() + p * m_dims.nq * nk;
    if (withScores) {
        const View<const T> Q = part<const T>(m_numbers.scoreQ(), p);
        const View<const T> K = part<const T>(m_numbers.scoreK(), kv);
        if (count <= kFewRows) {
            for (Index r = 0; r < count; ++r)
                for (Index j = 0; j < nk; ++j)
                    scores[rows[r] * nk + j] = sumOfProducts(Q.row(rows[r]), K.row(j), Q.cols);
        } else {
            for (Index r = 0; r < count; ++r)
                std::copy_n(Q.row(rows[r]), Q.cols, m_Q.data() + r * Q.cols);
            multiply<T>(stored<T>({m_Q.data(), count, Q.cols}), transposed(K), {m_logits.data(), count, nk});
            for (Index r = 0; r < count; ++r)
                std::copy_n(m_logits.data() + r * nk, nk, scores + rows[r] * nk);
        }
    }
    for (Index r = 0; r < count; ++r) {
        const Index i = rows[r];
        const Index row = p * m_dims.nq + i;
        const std::uint8_t* cells = m_numbers.allowedRow(row);
        T* const weights = m_logits.data() + r * nk;
        logitsFromScores(rules, m_numbers.scale(), i, 0, nk, cells, scores + i * nk, weights);
        const Index allowed = cells ? std::count(cells, cells + nk, std::uint8_t(1)) : nk;
        const SoftmaxRow<T> figures = softmaxRow(weights, allowed, nk, rules, weights);
        for (Index j = 0; rules.dropout && j < nk; ++j)
            weights[j] *= static_cast<T>(rules.dropoutFactor(i, j, nk));
        m_numbers.rowMax[row] = figures.max;
        m_numbers.rowSum[row] = figures.sum;
        m_numbers.lse[row] = figures.max + std::log(figures.sum);
        m_numbers.largestSum[row] = figures.sum;
    }
    multiply<T>(stored<T>({m_logits.data(), count, nk}), stored(part<const T>(m_numbers.V, kv)),
                {m_O.data(), count, m_dims.dv});
    for (Index r = 0; r < count; ++r)
        std::copy_n(m_O.data() + r * m_dims.dv, m_dims.dv,
                    m_numbers.headOut.data() + (p * m_dims.nq + rows[r]) * m_dims.dv);
    m_output.redone(p, rows, count, m_O.data());
}

template <class T>
void LiveHeads<T>::remakeScores(Index p, const std::vector<Index>& keys) {
    const Index kv = p / m_dims.heads * m_dims.kvHeads + m_dims.kvHead(p % m_dims.heads);
    const View<const T> K = part<const T>(m_numbers.scoreK(), kv);
    const View<const T> Q = part<const T>(m_numbers.scoreQ(), p);
    T* const scores = m_numbers.scores.data() + p * m_dims.nq * m_dims.nk;
    for (const Index key : keys)
        for (Index i = 0; i < m_dims.nq; ++i)
            scores[i * m_dims.nk + key] = sumOfProducts(Q.row(i), K.row(key), K.cols);
    m_work.scoreCells += m_dims.nq * static_cast<Index>(keys.size());
}

/// For every row, exp(logit - m) of one key.
template <class T>
void LiveHeads<T>::findShares(Index p, Index key, std::vector<T>& shares) const {
    const HeadRules rules = m_numbers.rules->ofHead(p / m_dims.heads, p % m_dims.heads);
    shares.resize(static_cast<std::size_t>(m_dims.nq));
    // Each score lies in a page of its own: they are fetched at once, not one by one between other work.
    const T* const scores = m_numbers.scores.data() + p * m_dims.nq * m_dims.nk + key;
    for (Index i = 0; i < m_dims.nq; ++i)
        shares[static_cast<std::size_t>(i)] = scores[i * m_dims.nk];
    for (Index i = 0; i < m_dims.nq; ++i) {
        const Index row = p * m_dims.nq + i;
        const std::uint8_t* cells = m_numbers.allowedRow(row);
        T& logit = shares[static_cast<std::size_t>(i)];
        logitsFromScores(rules, m_numbers.scale(), i, key, key + 1, cells ? cells + key : nullptr, &logit, &logit);
        logit -= m_numbers.rowMax[row];
    }
    exponentials(shares.data(), T(0), m_dims.nq, shares.data());
}

template <class T>
void LiveHeads<T>::exchange(Index p, const ChangedKeys<T>& changed, const std::vector<Index>& redone) {
    const Index kv = m_dims.kvHead(p % m_dims.heads);
    const View<const T> V = part<const T>(m_numbers.V, p / m_dims.heads * m_dims.kvHeads + kv);
    const auto count = static_cast<Index>(changed.keys.size());
    std::vector<Column> columns(changed.keys.size());
    std::vector<ValueChange<T>> values;
    for (Index at = 0; at < count; ++at) {
        Column& column = columns[static_cast<std::size_t>(at)];
        const Index key = changed.keys[static_cast<std::size_t>(at)];
        column.values = {key, changed.oldValues.data() + (kv * count + at) * m_dims.dv, V.row(key)};
        values.push_back(column.values);
        findShares(p, key, column.before);
    }
    remakeScores(p, changed.keys);
    for (Column& column : columns)
        findShares(p, column.values.key, column.now);
    m_output.exchange(p, values);
    std::vector<Index> toRedo;
    auto next = redone.begin();
    for (Index i = 0; i < m_dims.nq; ++i) {
        if (next != redone.end() && *next == i)
            ++next;
        else if (!exchangeRow(p, i, columns))
            toRedo.push_back(i);
    }
    redo(p, toRedo, false);
}

/// False when the row has to be made anew.
template <class T>
bool LiveHeads<T>::exchangeRow(Index p, Index i, const std::vector<Column>& columns) {
    const Index row = p * m_dims.nq + i;
    const T sum = m_numbers.rowSum[row];
    if (!(sum > T(0)))
        return false;
    const auto at = static_cast<std::size_t>(i);
    T newSum = sum;
    bool isTouched = false;
    for (const Column& column : columns) {
        // A share of 1 is the maximum, one above it would be a new maximum, and NaN is neither.
        if (!(column.before[at] < T(1)) || !(column.now[at] < T(1)))
            return false;
        newSum += column.now[at] - column.before[at];
        isTouched |= column.now[at] > T(0) || column.before[at] > T(0);
    }
    if (!isTouched)
        return true;
    if (!(newSum >= static_cast<T>(kLeastShare) * m_numbers.largestSum[row]))
        return false;
    follow(p, i, sum, newSum, columns);
    m_numbers.rowSum[row] = newSum;
    m_numbers.lse[row] = m_numbers.rowMax[row] + std::log(newSum);
    m_numbers.largestSum[row] = std::max(m_numbers.largestSum[row], newSum);
    ++m_work.exchangedRows;
    return true;
}

/// Brings the head output of a row from the old sum to the new one, and tells the output how.
template <class T>
void LiveHeads<T>::follow(Index p, Index i, T sum, T newSum, const std::vector<Column>& columns) {
    const HeadRules rules = m_numbers.rules->ofHead(p / m_dims.heads, p % m_dims.heads);
    const auto at = static_cast<std::size_t>(i);
    m_gains.clear();
    m_losses.clear();
    m_terms.clear();
    for (const Column& column : columns) {
        const T factor = static_cast<T>(rules.dropoutFactor(i, column.values.key, m_dims.nk)) / newSum;
        m_gains.push_back(column.now[at] * factor);
        m_losses.push_back(column.before[at] * factor);
        m_terms.push_back({m_gains.back(), column.values.now});
        m_terms.push_back({-m_losses.back(), column.values.before});
    }
    moveNumbers(sum / newSum, m_terms.data(), static_cast<Index>(m_terms.size()), m_dims.dv,
                m_numbers.headOut.data() + (p * m_dims.nq + i) * m_dims.dv);
    m_output.exchanged(p, i, {sum / newSum, m_gains.data(), m_losses.data()});
}

template class LiveHeads<float>;
template class LiveHeads<double>;

}  // namespace attn

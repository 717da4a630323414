#include "core/evaluate/live_heads.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/attention/softmax_row.h"
#include "core/base/exponential.h"
#include "core/product/product.h"

namespace attn {

namespace {

/// Rows that are made anew together, so that keys and values are read once for all of them.
constexpr Index kRows = 64;
/// A row whose sum falls below this share of the largest sum it was brought from would cancel.
constexpr double kLeastShare = 0.5;

}  // namespace

/// One changed key: for every row its share before and now, exp(logit - m), and what values these shares carry.
template <class T>
struct LiveHeads<T>::Column {
    Index key = 0;
    std::vector<T> before, now;  ///< [nq]
    const T* oldValue = nullptr;
    const T* newValue = nullptr;
    std::vector<T> oldShare, newShare;  ///< [dOut]: the values times W_o
};

/// numbers' = rest * numbers + gain * added - loss * taken; nothing to do where all three are 0.
template <class T>
struct LiveHeads<T>::Blend {
    T rest = 0, gain = 0, loss = 0;
    bool isNeeded() const { return rest != T(0); }
};

template <class T>
LiveHeads<T>::~LiveHeads() = default;

template <class T>
LiveHeads<T>::LiveHeads(LiveNumbers<T>& numbers, const OutputMatrix<T>& Wo, UpdateWork& work)
    : m_numbers(numbers),
      m_dims(numbers.dims),
      m_Wo(Wo),
      m_work(work),
      m_isTouched(static_cast<std::size_t>(m_dims.batch * m_dims.nq), 0),
      m_columns(static_cast<std::size_t>(m_dims.batch * m_dims.heads)),
      m_blends(m_columns.size()),
      m_all(static_cast<std::size_t>(m_dims.nq)),
      m_Q(static_cast<std::size_t>(kRows * m_dims.dk)),
      m_logits(static_cast<std::size_t>(kRows * m_dims.nk)),
      m_O(static_cast<std::size_t>(kRows * m_dims.dv)),
      m_made(static_cast<std::size_t>(keepsShares() ? kRows * m_dims.dOut : m_dims.heads * m_dims.dv)) {
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
        for (Index r = 0; r < count; ++r)
            std::copy_n(Q.row(rows[r]), Q.cols, m_Q.data() + r * Q.cols);
        multiply<T>(stored<T>({m_Q.data(), count, Q.cols}), transposed(part<const T>(m_numbers.scoreK(), kv)),
                    {m_logits.data(), count, nk});
        for (Index r = 0; r < count; ++r)
            std::copy_n(m_logits.data() + r * nk, nk, scores + rows[r] * nk);
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
        m_isTouched[static_cast<std::size_t>(b * m_dims.nq + i)] = 1;
    }
    multiply<T>(stored<T>({m_logits.data(), count, nk}), stored(part<const T>(m_numbers.V, kv)),
                {m_O.data(), count, m_dims.dv});
    for (Index r = 0; r < count; ++r)
        std::copy_n(m_O.data() + r * m_dims.dv, m_dims.dv,
                    m_numbers.headOut.data() + (p * m_dims.nq + rows[r]) * m_dims.dv);
    storeShares(p, rows, count, m_O.data());
}

template <class T>
void LiveHeads<T>::storeShares(Index p, const Index* rows, Index count, const T* headOut) {
    if (!keepsShares())
        return;
    const Index ofHead = p % m_dims.heads * m_dims.dv * m_dims.dOut;
    multiply<T>(stored<T>({headOut, count, m_dims.dv}), stored<T>({m_Wo.now + ofHead, m_dims.dv, m_dims.dOut}),
                {m_made.data(), count, m_dims.dOut});
    for (Index r = 0; r < count; ++r)
        std::copy_n(m_made.data() + r * m_dims.dOut, m_dims.dOut, shareOf(p, rows[r]));
}

template <class T>
void LiveHeads<T>::remakeShares(Index p) {
    m_columns[static_cast<std::size_t>(p)].clear();
    for (Index start = 0; start < m_dims.nq; start += kRows)
        storeShares(p, m_all.data() + start, std::min(kRows, m_dims.nq - start),
                    m_numbers.headOut.data() + (p * m_dims.nq + start) * m_dims.dv);
}

template <class T>
void LiveHeads<T>::remakeScores(Index p, const std::vector<Index>& keys) {
    const Index kv = p / m_dims.heads * m_dims.kvHeads + m_dims.kvHead(p % m_dims.heads);
    const View<const T> K = part<const T>(m_numbers.scoreK(), kv);
    std::vector<T> made(static_cast<std::size_t>(m_dims.nq));
    T* const scores = m_numbers.scores.data() + p * m_dims.nq * m_dims.nk;
    for (const Index key : keys) {
        multiply<T>(stored(part<const T>(m_numbers.scoreQ(), p)), transposed<T>({K.row(key), 1, K.cols}),
                    {made.data(), m_dims.nq, 1});
        for (Index i = 0; i < m_dims.nq; ++i)
            scores[i * m_dims.nk + key] = made[static_cast<std::size_t>(i)];
    }
    m_work.scoreCells += m_dims.nq * static_cast<Index>(keys.size());
}

/// For every row, exp(logit - m) of one key.
template <class T>
void LiveHeads<T>::findShares(Index p, Index key, std::vector<T>& shares) const {
    const HeadRules rules = m_numbers.rules->ofHead(p / m_dims.heads, p % m_dims.heads);
    shares.resize(static_cast<std::size_t>(m_dims.nq));
    for (Index i = 0; i < m_dims.nq; ++i) {
        const Index row = p * m_dims.nq + i;
        const std::uint8_t* cells = m_numbers.allowedRow(row);
        T& logit = shares[static_cast<std::size_t>(i)];
        logitsFromScores(rules, m_numbers.scale(), i, key, key + 1, cells ? cells + key : nullptr,
                         m_numbers.scores.data() + row * m_dims.nk + key, &logit);
        logit -= m_numbers.rowMax[row];
    }
    exponentials(shares.data(), T(0), m_dims.nq, shares.data());
}

template <class T>
typename LiveHeads<T>::Column LiveHeads<T>::column(Index p, const ChangedKeys<T>& changed, Index at) const {
    const Index b = p / m_dims.heads;
    const Index h = p % m_dims.heads;
    const auto count = static_cast<Index>(changed.keys.size());
    Column column;
    column.key = changed.keys[static_cast<std::size_t>(at)];
    column.oldValue = changed.oldValues.data() + (m_dims.kvHead(h) * count + at) * m_dims.dv;
    column.newValue = part<const T>(m_numbers.V, b * m_dims.kvHeads + m_dims.kvHead(h)).row(column.key);
    findShares(p, column.key, column.before);
    if (keepsShares()) {
        const Index ofHead = h * m_dims.dv * m_dims.dOut;
        column.oldShare.resize(static_cast<std::size_t>(m_dims.dOut));
        column.newShare.resize(static_cast<std::size_t>(m_dims.dOut));
        multiply<T>(stored<T>({column.oldValue, 1, m_dims.dv}),
                    stored<T>({m_Wo.before + ofHead, m_dims.dv, m_dims.dOut}),
                    {column.oldShare.data(), 1, m_dims.dOut});
        multiply<T>(stored<T>({column.newValue, 1, m_dims.dv}),
                    stored<T>({m_Wo.now + ofHead, m_dims.dv, m_dims.dOut}), {column.newShare.data(), 1, m_dims.dOut});
    }
    return column;
}

template <class T>
void LiveHeads<T>::exchange(Index p, const ChangedKeys<T>& changed, const std::vector<Index>& redone) {
    std::vector<Column> columns;
    for (Index at = 0; at < static_cast<Index>(changed.keys.size()); ++at)
        columns.push_back(column(p, changed, at));
    remakeScores(p, changed.keys);
    for (Column& column : columns)
        findShares(p, column.key, column.now);
    m_blends[static_cast<std::size_t>(p)].assign(columns.size() * static_cast<std::size_t>(m_dims.nq), {});
    std::vector<Index> toRedo;
    auto next = redone.begin();
    for (Index i = 0; i < m_dims.nq; ++i) {
        if (next != redone.end() && *next == i)
            ++next;
        else if (!exchangeRow(p, i, columns))
            toRedo.push_back(i);
    }
    m_columns[static_cast<std::size_t>(p)] = std::move(columns);
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
    blend(p, i, sum, newSum, columns);
    m_numbers.rowSum[row] = newSum;
    m_numbers.lse[row] = m_numbers.rowMax[row] + std::log(newSum);
    m_numbers.largestSum[row] = std::max(m_numbers.largestSum[row], newSum);
    m_isTouched[static_cast<std::size_t>(p / m_dims.heads * m_dims.nq + i)] = 1;
    ++m_work.exchangedRows;
    return true;
}

template <class T>
static void exchangeNumbers(T rest, T gain, const T* added, T loss, const T* taken, Index count, T* numbers) {
    for (Index c = 0; c < count; ++c)
        numbers[c] = rest * numbers[c] + gain * added[c] - loss * taken[c];
}

/// Brings the head output of a row from the old sum to the new one, and notes how its share of the output follows.
template <class T>
void LiveHeads<T>::blend(Index p, Index i, T sum, T newSum, const std::vector<Column>& columns) {
    const HeadRules rules = m_numbers.rules->ofHead(p / m_dims.heads, p % m_dims.heads);
    Blend* blend = m_blends[static_cast<std::size_t>(p)].data() + i * static_cast<Index>(columns.size());
    T rest = sum / newSum;
    for (const Column& column : columns) {
        const T factor = static_cast<T>(rules.dropoutFactor(i, column.key, m_dims.nk)) / newSum;
        *blend = {rest, column.now[static_cast<std::size_t>(i)] * factor,
                  column.before[static_cast<std::size_t>(i)] * factor};
        exchangeNumbers(blend->rest, blend->gain, column.newValue, blend->loss, column.oldValue, m_dims.dv,
                        m_numbers.headOut.data() + (p * m_dims.nq + i) * m_dims.dv);
        ++blend;
        rest = T(1);
    }
}

template <class T>
void LiveHeads<T>::bringShare(Index p, Index i) {
    const std::vector<Column>& columns = m_columns[static_cast<std::size_t>(p)];
    const Blend* blend = m_blends[static_cast<std::size_t>(p)].data() + i * static_cast<Index>(columns.size());
    for (const Column& column : columns) {
        if (blend->isNeeded())
            exchangeNumbers(blend->rest, blend->gain, column.newShare.data(), blend->loss, column.oldShare.data(),
                            m_dims.dOut, shareOf(p, i));
        ++blend;
    }
}

template <class T>
bool LiveHeads<T>::isSilenced(Index h) const {
    return std::binary_search(m_numbers.scene.silenced.begin(), m_numbers.scene.silenced.end(), h);
}

template <class T>
void LiveHeads<T>::sumOutput(bool all) {
    for (Index row = 0; row < m_dims.batch * m_dims.nq; ++row) {
        if (!all && !m_isTouched[static_cast<std::size_t>(row)])
            continue;
        if (keepsShares())
            sumShares(row);
        else
            sumHeads(row);
        T* const out = m_numbers.output.data() + row * m_dims.dOut;
        for (Index c = 0; m_Wo.bias && c < m_dims.dOut; ++c)
            out[c] += m_Wo.bias[c];
    }
}

template <class T>
void LiveHeads<T>::sumShares(Index row) {
    T* const out = m_numbers.output.data() + row * m_dims.dOut;
    std::fill_n(out, m_dims.dOut, T(0));
    for (Index h = 0; h < m_dims.heads; ++h) {
        const Index p = row / m_dims.nq * m_dims.heads + h;
        bringShare(p, row % m_dims.nq);
        if (isSilenced(h))
            continue;
        const T* share = shareOf(p, row % m_dims.nq);
        for (Index c = 0; c < m_dims.dOut; ++c)
            out[c] += share[c];
    }
}

/// Joins the heads of a row, and multiplies them with W_o if there is one.
template <class T>
void LiveHeads<T>::sumHeads(Index row) {
    const Index width = m_dims.heads * m_dims.dv;
    T* const joined = m_made.data();
    const bool dropsOutput = m_numbers.rules->drops(Dropout::Where::Output);
    for (Index h = 0; h < m_dims.heads; ++h) {
        const Index first = ((row / m_dims.nq * m_dims.heads + h) * m_dims.nq + row % m_dims.nq) * m_dims.dv;
        for (Index c = 0; c < m_dims.dv; ++c) {
            const T number = isSilenced(h) ? T(0) : m_numbers.headOut[first + c];
            joined[h * m_dims.dv + c] =
                dropsOutput ? number * static_cast<T>(m_numbers.rules->dropout()->factor(first + c)) : number;
        }
    }
    T* const out = m_numbers.output.data() + row * m_dims.dOut;
    if (m_Wo.now)
        multiply<T>(stored<T>({joined, 1, width}), stored<T>({m_Wo.now, width, m_dims.dOut}), {out, 1, m_dims.dOut});
    else
        std::copy_n(joined, width, out);
}

template class LiveHeads<float>;
template class LiveHeads<double>;

}  // namespace attn

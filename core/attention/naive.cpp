#include "core/attention/naive.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "core/attention/softmax_row.h"
#include "core/base/exponential.h"
#include "core/product/product.h"

namespace attn {

namespace {

/// Rows are worked on together while one of their stages has this size, so that it stays in the cache.
constexpr Index kStageBytes = Index(384) * 1024;
constexpr Index kMostRows = 128;
constexpr Index kLeastRows = 16;

/// The packed keys stand on the stack if they fit.
constexpr std::size_t kRoomBytes = std::size_t(256) * 1024;

template <class T>
Index rowsInBlock(Index nk) {
    const Index rows = kStageBytes / static_cast<Index>(sizeof(T)) / std::max<Index>(1, nk);
    return std::clamp(rows / 8 * 8, kLeastRows, kMostRows);
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

/// One head, block of rows by block of rows.
template <class T>
class Head {
  public:
    Head(View<const T> Q, View<const T> K, View<const T> V, T scale, const HeadRules& rules,
         const NaiveStages<T>& stages, View<T> O, std::span<T> room)
        : m_Q(Q),
          m_K(transposed(K), room),
          m_V(V),
          m_scale(scale),
          m_rules(rules),
          m_stages(stages),
          m_O(O),
          m_nk(K.rows),
          m_isMasked(rules.mask.rules && !rules.mask.rules->forbidsNothing()),
          m_sorted(rules.conventions.maskedValues == MaskedValues::Skip && m_isMasked ? V : View<const T>{}),
          m_scratch(stages.allowed || !m_isMasked ? 0 : static_cast<std::size_t>(K.rows)),
          m_allowedInBlock(static_cast<std::size_t>(kMostRows), K.rows) {}

    void block(Index start, Index rows) {
        multiply<T>(stored<T>({m_Q.row(start), rows, m_Q.cols}), m_K, {m_stages.scores + start * m_nk, rows, m_nk});
        for (Index i = start; i < start + rows; ++i)
            m_allowedInBlock[static_cast<std::size_t>(i - start)] = row(i);
        const T* weights = m_stages.dropped ? m_stages.dropped : m_stages.weights;
        const T* values = m_sorted.badKeys.empty() ? m_V.data : m_sorted.finite.data();
        multiply<T>(stored<T>({weights + start * m_nk, rows, m_nk}), stored<T>({values, m_nk, m_V.cols}),
                    {m_O.row(start), rows, m_O.cols});
        for (Index i = start; i < start + rows && !m_sorted.badKeys.empty(); ++i) {
            if (!m_stages.allowed)
                m_rules.mask.rules->fillRow(m_rules.mask.batch, m_rules.mask.head, i, 0, m_nk, m_scratch.data());
            addBadValues(m_sorted.badKeys, m_V, cells(i), m_allowedInBlock[static_cast<std::size_t>(i - start)],
                         weights + i * m_nk, m_O.row(i));
        }
        for (Index i = start; i < start + rows; ++i)
            finish(HeadStage::HeadOut, i, m_O.row(i), m_O.cols);
    }

  private:
    std::uint8_t* cells(Index i) { return m_stages.allowed ? m_stages.allowed + i * m_nk : m_scratch.data(); }

    void finish(HeadStage stage, Index i, T* numbers, Index count) const {
        if (m_stages.finish && numbers)
            m_stages.finish(stage, i, numbers, count);
    }

    /// From the scores of query i to its weights; returns how many keys it may attend.
    Index row(Index i) {
        T* const scores = m_stages.scores + i * m_nk;
        finish(HeadStage::Scores, i, scores, m_nk);
        T* const scaled = m_stages.scaled + i * m_nk;
        if (scaled != scores || m_scale != T(1))
            scaleNumbers(scores, m_scale, m_nk, scaled);
        finish(HeadStage::Scaled, i, scaled, m_nk);
        const Index allowed = mask(i, cap(i, scaled));
        soften(i, allowed);
        return allowed;
    }

    T* cap(Index i, T* scaled) const {
        if (!m_stages.capped)
            return scaled;
        T* const capped = m_stages.capped + i * m_nk;
        for (Index j = 0; j < m_nk; ++j)
            capped[j] = m_rules.capped(scaled[j]);
        finish(HeadStage::Capped, i, capped, m_nk);
        return capped;
    }

    Index mask(Index i, const T* capped) {
        const HeadMask& mask = m_rules.mask;
        T* const masked = m_stages.masked + i * m_nk;
        if (masked != capped)
            std::copy_n(capped, m_nk, masked);
        if (mask.rules && mask.rules->hasBias())
            mask.rules->addBias(mask.batch, mask.head, i, 0, m_nk, masked);
        Index allowed = m_nk;
        if (m_isMasked) {
            const std::uint8_t* row = cells(i);
            allowed = mask.rules->fillRow(mask.batch, mask.head, i, 0, m_nk, cells(i));
            for (Index j = 0; j < m_nk; ++j)
                masked[j] = row[j] ? masked[j] : -std::numeric_limits<T>::infinity();
        } else if (m_stages.allowed) {
            std::fill_n(cells(i), m_nk, std::uint8_t(1));
        }
        finish(HeadStage::Masked, i, masked, m_nk);
        return allowed;
    }

    void soften(Index i, Index allowed) const {
        T* const weights = m_stages.weights + i * m_nk;
        SoftmaxRow<T> row = softmaxRow(m_stages.masked + i * m_nk, allowed, m_nk, m_rules, weights);
        T lse = row.max + std::log(row.sum);
        const std::pair<HeadStage, std::pair<T*, T*>> figures[] = {{HeadStage::RowMax, {m_stages.rowMax, &row.max}},
                                                                   {HeadStage::RowSum, {m_stages.rowSum, &row.sum}},
                                                                   {HeadStage::Lse, {m_stages.lse, &lse}}};
        for (const auto& [stage, places] : figures) {
            if (!places.first)
                continue;
            places.first[i] = *places.second;
            finish(stage, i, places.first + i, 1);
        }
        finish(HeadStage::Weights, i, weights, m_nk);
        if (!m_stages.dropped)
            return;
        T* const dropped = m_stages.dropped + i * m_nk;
        for (Index j = 0; j < m_nk; ++j)
            dropped[j] = weights[j] * static_cast<T>(m_rules.dropoutFactor(i, j, m_nk));
        finish(HeadStage::Dropped, i, dropped, m_nk);
    }

    View<const T> m_Q;
    PackedFactor<T> m_K;  ///< transposed
    View<const T> m_V;
    T m_scale;
    const HeadRules& m_rules;
    const NaiveStages<T>& m_stages;
    View<T> m_O;
    Index m_nk;
    bool m_isMasked;
    SortedValues<T> m_sorted;
    std::vector<std::uint8_t> m_scratch;
    std::vector<Index> m_allowedInBlock;
};

}  // namespace

template <class T>
bool naiveHead(View<const T> Q, View<const T> K, View<const T> V, T scale, const HeadRules& rules,
               const NaiveStages<T>& stages, View<T> O, const Progress& progress) {
    T room[kRoomBytes / sizeof(T)];
    Head<T> head(Q, K, V, scale, rules, stages, O, room);
    const Index size = rowsInBlock<T>(K.rows);
    for (Index start = 0; start < Q.rows; start += size) {
        if (progress.shouldStop())
            return false;
        head.block(start, std::min(size, Q.rows - start));
    }
    return true;
}

template bool naiveHead<float>(View<const float>, View<const float>, View<const float>, float, const HeadRules&,
                               const NaiveStages<float>&, View<float>, const Progress&);
template bool naiveHead<double>(View<const double>, View<const double>, View<const double>, double, const HeadRules&,
                                const NaiveStages<double>&, View<double>, const Progress&);

}  // namespace attn

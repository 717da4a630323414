#include "core/evaluate/live_numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/exponential.h"

namespace attn {

namespace {

enum class Made { Scaled, Capped, Bias, Masked, Weights, Dropped };

/// One of the stages [B, H, nq, nk], row by row.
template <class T>
class MadeCells final : public MadeValues {
  public:
    MadeCells(std::shared_ptr<const LiveNumbers<T>> numbers, Made stage)
        : m_numbers(std::move(numbers)), m_stage(stage), m_shape(m_numbers->scores.shape()) {}

    const Shape& shape() const override { return m_shape; }

    void copyTo(Index first, Index count, double* out) const override {
        const Index nk = m_numbers->dims.nk;
        std::vector<T> numbers(static_cast<std::size_t>(std::min(count, nk)));
        while (count > 0) {
            const Index row = first / nk;
            const Index from = first % nk;
            const Index cells = std::min(count, nk - from);
            makeRow(row, from, from + cells, numbers.data());
            out = std::copy_n(numbers.data(), cells, out);
            first += cells;
            count -= cells;
        }
    }

  private:
    void makeRow(Index row, Index j0, Index j1, T* out) const {
        const Dimensions& d = m_numbers->dims;
        const Index head = row / d.nq;
        const Index i = row % d.nq;
        const HeadRules rules = m_numbers->rules->ofHead(head / d.heads, head % d.heads);
        const T* scores = m_numbers->scores.data() + row * d.nk + j0;
        const std::uint8_t* cells = m_numbers->allowedRow(row);
        if (cells)
            cells += j0;
        switch (m_stage) {
            case Made::Scaled:
                std::transform(scores, scores + (j1 - j0), out,
                               [scale = m_numbers->scale()](T score) { return score * scale; });
                return;
            case Made::Capped:
                std::transform(scores, scores + (j1 - j0), out,
                               [&, scale = m_numbers->scale()](T score) { return rules.capped(score * scale); });
                return;
            case Made::Bias:
                for (Index j = j0; j < j1; ++j)
                    out[j - j0] = static_cast<T>(rules.mask.rules->biasAt(rules.mask.batch, rules.mask.head, i, j));
                return;
            case Made::Masked:
                logitsFromScores(rules, m_numbers->scale(), i, j0, j1, cells, scores, out);
                return;
            case Made::Weights:
            case Made::Dropped:
                logitsFromScores(rules, m_numbers->scale(), i, j0, j1, cells, scores, out);
                makeWeights(row, rules, j1 - j0, out);
                break;
        }
        for (Index j = j0; m_stage == Made::Dropped && j < j1; ++j)
            out[j - j0] *= static_cast<T>(rules.dropoutFactor(i, j, d.nk));
    }

    void makeWeights(Index row, const HeadRules& rules, Index count, T* logits) const {
        const T max = m_numbers->rowMax[row];
        const T sum = m_numbers->rowSum[row];
        constexpr T kNone = -std::numeric_limits<T>::infinity();
        if (max == kNone && sum == T(0) && !rules.sink && isEmpty(row, rules)) {
            std::fill_n(logits, count, emptyRowWeight<T>(rules.conventions.emptyRow, m_numbers->dims.nk));
            return;
        }
        exponentials(logits, max == kNone ? T(0) : max, count, logits);
        for (Index j = 0; j < count; ++j)
            logits[j] /= sum;
    }

    bool isEmpty(Index row, const HeadRules& rules) const {
        return rules.mask.rules->isEmptyRow(rules.mask.batch, rules.mask.head, row % m_numbers->dims.nq);
    }

    std::shared_ptr<const LiveNumbers<T>> m_numbers;
    Made m_stage;
    Shape m_shape;
};

/// A stage whose number at a flat index is told by a function.
template <class T, class At>
class MadeNumbers final : public MadeValues {
  public:
    MadeNumbers(std::shared_ptr<const LiveNumbers<T>> numbers, Shape shape, At at)
        : m_numbers(std::move(numbers)), m_shape(std::move(shape)), m_at(std::move(at)) {}

    const Shape& shape() const override { return m_shape; }
    void copyTo(Index first, Index count, double* out) const override {
        for (Index k = 0; k < count; ++k)
            out[k] = static_cast<double>(m_at(*m_numbers, first + k));
    }

  private:
    std::shared_ptr<const LiveNumbers<T>> m_numbers;
    Shape m_shape;
    At m_at;
};

template <class T, class At>
Values made(const std::shared_ptr<const LiveNumbers<T>>& numbers, Shape shape, At at) {
    return std::shared_ptr<const MadeValues>(
        std::make_shared<MadeNumbers<T, At>>(numbers, std::move(shape), std::move(at)));
}

template <class T>
Values made(const std::shared_ptr<const LiveNumbers<T>>& numbers, Made stage) {
    return std::shared_ptr<const MadeValues>(std::make_shared<MadeCells<T>>(numbers, stage));
}

}  // namespace

template <class T>
void logitsFromScores(const HeadRules& rules, T scale, Index i, Index j0, Index j1, const std::uint8_t* cells,
                      const T* scores, T* logits) {
    const Index count = j1 - j0;
    for (Index j = 0; j < count; ++j)
        logits[j] = scores[j] * scale;
    if (rules.softcap > 0.0)
        std::transform(logits, logits + count, logits, [&](T scaled) { return rules.capped(scaled); });
    const HeadMask& mask = rules.mask;
    if (mask.rules->hasBias())
        mask.rules->addBias(mask.batch, mask.head, i, j0, j1, logits);
    for (Index j = 0; cells && j < count; ++j)
        logits[j] = cells[j] ? logits[j] : -std::numeric_limits<T>::infinity();
}

template <class T>
void addMadeStages(const std::shared_ptr<const LiveNumbers<T>>& numbers, Evaluation& out) {
    const Dimensions& d = numbers->dims;
    const SceneRules& rules = *numbers->rules;
    out.scaled = made(numbers, Made::Scaled);
    if (numbers->scene.softcap > 0.0)
        out.capped = made(numbers, Made::Capped);
    if (rules.mask().hasBias())
        out.bias = made(numbers, Made::Bias);
    out.masked = made(numbers, Made::Masked);
    out.weights = made(numbers, Made::Weights);
    if (rules.drops(Dropout::Where::Weights))
        out.weightsDropped = made(numbers, Made::Dropped);
    if (numbers->scene.sink)
        out.sinkWeight = made(numbers, {d.batch, d.heads, d.nq}, [](const LiveNumbers<T>& from, Index row) {
            const HeadRules head = from.rules->ofHead(0, row / from.dims.nq % from.dims.heads);
            return std::exp(static_cast<T>(*head.sink) - from.rowMax[row]) / from.rowSum[row];
        });
    const auto dropped = [](const LiveNumbers<T>& from, Index at) {
        return from.headOut[at] * static_cast<T>(from.rules->dropout()->factor(at));
    };
    const bool dropsOutput = rules.drops(Dropout::Where::Output);
    if (dropsOutput)
        out.headOutDropped = made(numbers, numbers->headOut.shape(), dropped);
    out.concat = made(numbers, {d.batch, d.nq, d.heads * d.dv}, [=](const LiveNumbers<T>& from, Index flat) {
        const Index c = flat % d.dv;
        const Index h = flat / d.dv % d.heads;
        const Index row = flat / (d.dv * d.heads);
        const auto& silenced = from.scene.silenced;
        if (std::binary_search(silenced.begin(), silenced.end(), h))
            return T(0);
        const Index at = ((row / d.nq * d.heads + h) * d.nq + row % d.nq) * d.dv + c;
        return dropsOutput ? dropped(from, at) : from.headOut[at];
    });
}

template void logitsFromScores<float>(const HeadRules&, float, Index, Index, Index, const std::uint8_t*, const float*,
                                      float*);
template void logitsFromScores<double>(const HeadRules&, double, Index, Index, Index, const std::uint8_t*,
                                       const double*, double*);
template void addMadeStages<float>(const std::shared_ptr<const LiveNumbers<float>>&, Evaluation&);
template void addMadeStages<double>(const std::shared_ptr<const LiveNumbers<double>>&, Evaluation&);

}  // namespace attn

#pragma once
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "core/base/random.h"
#include "core/base/view.h"
#include "core/mask/mask_rules.h"

namespace attn::test {

/// Attention of one head by the plainest loops there are: what both paths are compared with.
struct PlainAttention {
    std::vector<double> weights, out, lse;

    PlainAttention(View<const double> Q, View<const double> K, View<const double> V, double scale,
                   const std::function<bool(Index, Index)>& allowed, const std::function<double(Index, Index)>& bias,
                   const MaskConventions& conventions = {}) {
        const double inf = std::numeric_limits<double>::infinity();
        for (Index i = 0; i < Q.rows; ++i) {
            std::vector<double> logits;
            double max = -inf;
            bool isEmpty = true;
            for (Index j = 0; j < K.rows; ++j) {
                double dot = 0.0;
                for (Index c = 0; c < Q.cols; ++c)
                    dot += Q.row(i)[c] * K.row(j)[c];
                logits.push_back(allowed(i, j) ? dot * scale + bias(i, j) : -inf);
                isEmpty = isEmpty && !allowed(i, j);
                max = std::isnan(logits.back()) || logits.back() > max ? logits.back() : max;
                if (std::isnan(max))
                    break;
            }
            logits.resize(static_cast<std::size_t>(K.rows), max);
            double sum = 0.0;
            for (double& logit : logits)
                sum += logit = std::exp(logit - (max == -inf ? 0.0 : max));
            lse.push_back(max + std::log(sum));
            std::vector<double> o(static_cast<std::size_t>(V.cols));
            for (Index j = 0; j < K.rows; ++j) {
                double w = logits[static_cast<std::size_t>(j)] / sum;
                if (isEmpty)
                    w = conventions.emptyRow == EmptyRow::Zero  ? 0.0
                        : conventions.emptyRow == EmptyRow::NaN ? NAN
                                                                : 1.0 / static_cast<double>(K.rows);
                weights.push_back(w);
                const bool counts = conventions.maskedValues == MaskedValues::Ieee || allowed(i, j) ||
                                    (isEmpty && conventions.emptyRow != EmptyRow::Zero);
                for (Index c = 0; c < V.cols && counts; ++c)
                    o[static_cast<std::size_t>(c)] += w * V.row(j)[c];
            }
            out.insert(out.end(), o.begin(), o.end());
        }
    }
};

/// Q, K and V of one head, filled with seeded normal numbers.
struct HeadInput {
    Tensor Q, K, V;
    HeadInput(Index nq, Index nk, Index dk, Index dv, std::uint64_t seed)
        : Q(randomTensor({nq, dk}, Distribution::Normal, seed, 1.0)),
          K(randomTensor({nk, dk}, Distribution::Normal, seed + 1, 1.0)),
          V(randomTensor({nk, dv}, Distribution::Normal, seed + 2, 1.0)) {}

    static View<const double> view(const Tensor& tensor) { return {tensor.data(), tensor.dim(0), tensor.dim(1)}; }
    View<const double> q() const { return view(Q); }
    View<const double> k() const { return view(K); }
    View<const double> v() const { return view(V); }
};

inline bool allowAll(Index, Index) {
    return true;
}
inline double noBias(Index, Index) {
    return 0.0;
}

/// The sizes of one head in one batch item.
inline Dimensions oneHead(Index nq, Index nk, Index dk = 1, Index dv = 1) {
    return {1, nq, nk, dk, dk, 1, 1, dk, dv, dv, nq != nk};
}

/// A mask of a random mixture of rules: about one in four of each kind is present.
inline Mask randomMask(Random& random, Index batch, Index heads, Index nq, Index nk) {
    const auto below = [&](Index n) { return static_cast<Index>(random.uniform() * static_cast<double>(n)); };
    Mask mask;
    if (below(3) == 0) {
        const Causal::Align aligns[] = {Causal::Align::TopLeft, Causal::Align::BottomRight, Causal::Align::Offset};
        mask.causal = Causal{aligns[below(3)], {}};
        if (mask.causal->align == Causal::Align::Offset)
            for (Index b = 0; b < batch; ++b)
                mask.causal->offset.push_back(below(nk + 4) - 2);
    }
    if (below(3) == 0) {
        mask.window = Window{below(4) - 1, below(4) - 1, 1 + below(3), {}};
        if (below(2) == 0)
            mask.window->offset = {below(5) - 2};
        if (below(2) == 0)
            mask.globalTokens = {below(std::max(nq, nk))};
    }
    const auto randomFlags = [&](Shape shape, double share) {
        BoolTensor cells(std::move(shape));
        for (Index i = 0; i < cells.size(); ++i)
            cells[i] = random.uniform() < share;
        return std::make_shared<const BoolTensor>(cells);
    };
    if (below(5) == 0) {
        const Index size = 1 + below(3);
        mask.block = BlockPattern{size, randomFlags({(nq + size - 1) / size, (nk + size - 1) / size}, 0.5)};
    }
    if (below(4) == 0)
        mask.keyPadding = randomFlags({batch, nk}, 0.7);
    if (below(4) == 0)
        mask.explicitAllow = randomFlags(below(2) ? Shape{heads, nq, nk} : Shape{nq, 1}, 0.6);
    if (below(4) == 0) {
        Tensor bias =
            randomTensor(below(2) ? Shape{batch, 1, nq, nk} : Shape{nk}, Distribution::Normal, random.next(), 1.0);
        for (Index i = 0; i < bias.size(); ++i)
            if (random.uniform() < 0.2)
                bias[i] = -std::numeric_limits<double>::infinity();
        mask.bias = std::make_shared<const Tensor>(bias);
    }
    if (below(4) == 0)
        for (Index i = 0; i < nq; ++i)
            (below(2) ? mask.paint.allow : mask.paint.forbid).push_back({i, below(nk)});
    return mask;
}

}  // namespace attn::test

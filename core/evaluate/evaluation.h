#pragma once
#include "core/base/tensor.h"
#include "core/scene/scene.h"

namespace attn {

enum class Path { Naive, Flash };

/// One number per batch item, head and query row: [B, H, nq]. J = diag(p) - p p^T is the softmax Jacobian of the row.
struct RowMetrics {
    Tensor entropyNats;   ///< -sum p ln p, nats
    Tensor entropyNorm;   ///< entropy / ln(allowed keys), 0 with fewer than two
    Tensor perplexity;    ///< exp(entropy): the effective number of keys
    Tensor nAllowed;      ///< keys
    Tensor maxWeight;
    Tensor jacMaxDiag;    ///< largest p (1 - p)
    Tensor jacTrace;      ///< sum of p (1 - p)
    Tensor jacFro;        ///< Frobenius norm of J
    Tensor jacSpec;       ///< largest eigenvalue of J
};

/// One number per batch item and head, [B, H]: means over the rows that have an allowed key.
struct HeadMetrics {
    Tensor meanEntropyNats;
    Tensor meanDistance;          ///< mean of sum p |query position - j|, in tokens
    Tensor diagonality;           ///< 1 - distance / the largest possible
    Tensor confidenceMeanMax;
    Tensor sinkScoreFirstToken;   ///< mean weight on key 0
    Tensor currentTokenScore;
    Tensor previousTokenScore;    ///< over rows that have a previous position
    Tensor inductionScore;        ///< only with token ids; else empty
    bool hasInduction = false;
};

/// Every intermediate of one evaluation. A stage that the path does not make (flash: no n x n tensor) has() == false.
struct Evaluation {
    Dimensions dims;
    Precision precision = Precision::F32;
    Path path = Path::Naive;
    double effectiveScale = 1.0;   ///< The factor on the raw scores: scale / temperature.

    Values Q;        ///< [B, H, nq, dk], after the bias
    Values K;        ///< [B, G, nk, dk]
    Values V;        ///< [B, G, nk, dv]
    Values scores;   ///< [B, H, nq, nk]  q . k
    Values scaled;   ///< scores * effectiveScale
    Values bias;     ///< [B, H, nq, nk]; only with an additive bias
    std::shared_ptr<const BoolTensor> allowed;  ///< [B, H, nq, nk]
    Values masked;   ///< logits: scaled + bias, -inf where not allowed
    Values rowMax, rowSum, lse;  ///< [B, H, nq]: m, sum exp(x - m), m + ln of it; -inf, 0, -inf for an empty row
    Values weights;  ///< [B, H, nq, nk]
    Values headOut;  ///< [B, H, nq, dv]; a silenced head keeps its own
    Values concat;   ///< [B, nq, H * dv], silenced heads zero
    Values output;   ///< [B, nq, dOut]
    std::shared_ptr<const RowMetrics> rowMetrics;    ///< null unless asked for
    std::shared_ptr<const HeadMetrics> headMetrics;  ///< null unless asked for
};

}  // namespace attn

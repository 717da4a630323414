#pragma once
#include "core/base/tensor.h"
#include "core/evaluate/gradients.h"
#include "core/flash/tile_walk.h"
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

/// The first stage that a type of 16 bits could not hold: its first number by batch item, head, row and column.
struct Broken {
    enum class What { Overflow, Underflow };  ///< A finite number became infinite; all numbers of a row became 0.
    std::string stage;                        ///< Its key in a result: "scores".
    Index batch = 0;
    Index head = -1;  ///< -1: the stage has no heads.
    Index row = 0;
    Index col = 0;
    What what = What::Overflow;
};

/// Every intermediate of one evaluation. A stage that the path or the kind does not make has() == false: flash makes
/// no n x n tensor, kind Weights nothing but weights.
struct Evaluation {
    Kind kind = Kind::Mha;
    Dimensions dims;
    Precision precision = Precision::F32;
    Path path = Path::Naive;
    double effectiveScale = 1.0;  ///< The factor on the raw scores: scale / temperature.
    /// Brought from the evaluation of an earlier scene to this one by what changed, and so with its rounding: within
    /// 1e-5 (float) or 1e-12 (double) of a complete evaluation.
    bool isBroughtUpToDate = false;

    Values Xpos;     ///< [B, nq, dModel]: X with sinusoids added; only with sinusoidal positions.
    Values XkvPos;   ///< [B, nk, dKv]: the same of X_kv
    Values Q;        ///< [B, H, nq, dk], after the bias, before a rotation
    Values K;        ///< [B, G, nk, dk]; kind Qkv: the cache included
    Values V;        ///< [B, G, nk, dv]
    Values Qrot;     ///< Q and K after the rotation; only with rotary positions.
    Values Krot;
    std::vector<double> alibiSlopes;  ///< One per head; only with ALiBi.
    Values scores;   ///< [B, H, nq, nk]  q . k. Kind Additive: [B, nq, nk], as allowed and weights are there.
    Values scaled;   ///< scores * effectiveScale
    Values capped;   ///< softcap * tanh(scaled / softcap); only with a soft cap.
    Values bias;     ///< [B, H, nq, nk]: additive bias plus ALiBi; only with either.
    std::shared_ptr<const BoolTensor> allowed;  ///< [B, H, nq, nk]
    Values masked;   ///< logits: capped + bias, -inf where not allowed
    Values rowMax, rowSum, lse;  ///< [B, H, nq]: m, sum exp(x - m), m + ln of it; -inf, 0, -inf for an empty row
    Values weights;  ///< [B, H, nq, nk]. Kind Linear: kernel over denominator.
    Values weightsDropped;  ///< After dropout; only with dropout on the weights.
    Values sinkWeight;      ///< [B, H, nq]: the sink's share; only with a sink.
    Values headOut;         ///< [B, H, nq, dv]; a silenced head keeps its own
    Values headOutDropped;  ///< After dropout; only with dropout on the output.
    Values concat;   ///< [B, nq, H * dv], silenced heads zero
    Values output;   ///< [B, nq, dOut]
    Values phiQ, phiK;   ///< Kind Linear: the feature map, [B, H, nq, dk] and [B, G, nk, dk]
    Values kernel;       ///< Kind Linear: [B, H, nq, nk], phi(q) . phi(k), 0 where not allowed
    Values denominator;  ///< Kind Linear: [B, H, nq], sum of the kernel's row plus eps
    Values stateS, stateZ;          ///< Kind Linear, where every query sees the same keys: [B, H, dk, dv], [B, H, dk]
    Values stateSteps, stateZSteps; ///< Kind Linear, causal: the state after each query, [B, H, nq, dk, dv], [.., nq, dk]
    Values projS, projH;  ///< Kind Additive: S W_a [B, nq, dA] and Hs U_a [B, nk, dA]
    Values context;       ///< Kind Additive: [B, nq, dH], which is also the output
    std::shared_ptr<const RowMetrics> rowMetrics;    ///< null unless asked for
    std::shared_ptr<const HeadMetrics> headMetrics;  ///< null unless asked for
    std::shared_ptr<const Gradients> gradients;      ///< null unless asked for
    std::shared_ptr<const TileWalk> tileWalk;        ///< of batch item 0, head 0; flash path of a scene with tiles
    std::optional<Broken> broken;                    ///< only in f16 and bf16
};

}  // namespace attn

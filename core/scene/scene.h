#pragma once
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/tensor.h"

namespace attn {

/// Mha: softmax attention of X. Linear: Katharopoulos' kernel attention of X. Additive: Bahdanau's scores of S and Hs.
/// Qkv: softmax attention of given Q, K and V. Weights: given attention, shown as it is.
enum class Kind { Mha, Linear, Additive, Qkv, Weights };
enum class ScaleMode { RsqrtDk, None, Custom };
enum class Precision { F64, F32, F16, BF16 };
/// What the weights of a query become that may attend to no key at all.
enum class EmptyRow { Zero, NaN, Uniform };
/// Ieee: weight times value, so that 0 x NaN = NaN. Skip: a masked value is left out of the sum.
enum class MaskedValues { Skip, Ieee };

struct Scale {
    ScaleMode mode = ScaleMode::RsqrtDk;
    double value = 1.0;  ///< The factor, used when mode is Custom.
    bool operator==(const Scale&) const = default;
};

/// Key j may be attended by query i when j <= i + offset.
struct Causal {
    enum class Align { TopLeft, BottomRight, Offset };
    Align align = Align::TopLeft;  ///< Offset 0, offset nk - nq, or the numbers below.
    std::vector<Index> offset;     ///< With Align::Offset: one number, or one per batch item.
    bool operator==(const Causal&) const = default;
};

/// Keys from i + offset - left * dilation to i + offset + right * dilation, both inclusive, in steps of `dilation`.
/// `left` keys before the query's own position: "a window of W keys including itself" is left = W - 1.
struct Window {
    Index left = -1;   ///< Keys before; below zero: no bound.
    Index right = -1;  ///< Keys after; below zero: no bound.
    Index dilation = 1;
    std::vector<Index> offset;  ///< Empty: follows the causal alignment. One number, or one per batch item.
    bool operator==(const Window&) const = default;
};

struct Cell {
    Index row = 0;
    Index col = 0;
    auto operator<=>(const Cell&) const = default;
};

/// What a person painted, for every head and batch item; applied after all rules and overriding them.
/// Both lists are sorted, without repeats, and share no cell.
struct Paint {
    std::vector<Cell> allow;
    std::vector<Cell> forbid;
    bool operator==(const Paint&) const = default;
};

/// Query block i / size may attend key block j / size where the pattern has a 1.
struct BlockPattern {
    Index size = 1;         ///< >= 1, queries and keys of a block; the last block may be short.
    BoolTensorPtr pattern;  ///< [ceil(nq / size), ceil(nk / size)]
};

/// allowed = causal AND (window OR block OR global) AND padding AND explicitAllow AND bias > -inf, then paint.
/// Of window, block and global tokens those that are missing allow nothing, unless window and block both are.
struct Mask {
    std::optional<Causal> causal;
    std::optional<Window> window;
    std::optional<BlockPattern> block;
    std::vector<Index> globalTokens;  ///< Attend to all and are attended by all, subject to the other rules.
    BoolTensorPtr keyPadding;         ///< [B, nk]: 1 = a real key.
    BoolTensorPtr explicitAllow;      ///< Rank 1 to 4, broadcast from the right to [B, H, nq, nk].
    TensorPtr bias;                   ///< Added to the logits; broadcast likewise; -inf forbids, nothing else does.
    Paint paint;
};

struct FlashTiling {
    Index queryRows = 64;  ///< Br >= 1.
    Index keyRows = 64;    ///< Bc >= 1.
    enum class Variant { Fa2, Fa1 };
    Variant variant = Variant::Fa2;
    bool operator==(const FlashTiling&) const = default;
};

/// How positions enter. Sinusoidal: sines and cosines added to X (and X_kv). Rope: Q and K rotated, pair by pair.
/// Alibi: -slope * distance added to the scaled scores.
struct Position {
    enum class Scheme { None, Sinusoidal, Rope, Alibi };
    enum class Style { Interleaved, Half };  ///< Rope pairs (2i, 2i + 1), or (i, i + rotaryDim / 2).
    Scheme scheme = Scheme::None;
    double base = 10000.0;       ///< > 0; of Sinusoidal and Rope.
    Style style = Style::Half;
    Index rotaryDim = 0;         ///< Rope: width that is rotated, even; 0: all of dk.
    std::vector<double> slopes;  ///< Alibi: one per head; empty: the published ones.
    Index qOffset = 0;           ///< Position of the first query.
    Index kOffset = 0;           ///< Position of the first key.
    bool operator==(const Position&) const = default;
};

/// One more logit in every row's softmax whose weight goes to no value, so that the weights may sum to less than 1.
struct Sink {
    std::vector<double> logits;  ///< One per head; empty: 0 for each ("softmax off by one").
    bool operator==(const Sink&) const = default;
};

/// Each weight, or each number of a head's output, is set to 0 or divided by 1 - p.
struct Dropout {
    enum class Where { Weights, Output };
    Where where = Where::Weights;
    double p = 0.0;             ///< In [0, 1): the share that is dropped.
    BoolTensorPtr keep;         ///< [B, H, nq, nk] or [B, H, nq, dv], 1 = kept; null: from the seed.
    std::uint64_t seed = 0;     ///< Kept where Random's number at the element's index is at least p.
};

/// A number whose gradient is asked for, made from the output Y.
struct Loss {
    enum class Kind { Dot, Cell, RowTarget, Square };
    Kind kind = Kind::Dot;  ///< sum(dOut * Y); Y[batch, row, col]; |Y[batch, row] - target|^2 / 2; sum(Y^2) / 2
    Index batch = 0, row = 0, col = 0;
    std::vector<double> target;  ///< RowTarget: dOut numbers.
    bool operator==(const Loss&) const = default;
};

/// Everything a person can edit: one plain value. Copying it copies pointers; a tensor is never changed in place.
/// Row vectors: y = x W + b. Head h owns columns h * dk .. (h + 1) * dk - 1 of W_q.
/// Query head h reads key-value head h / (heads / kvHeads).
struct Scene {
    Kind kind = Kind::Mha;
    std::string name;  ///< An identifier, may be empty.
    std::string title;
    std::string why;
    std::vector<std::string> tags;
    std::vector<std::string> tokens;         ///< Empty, or nq labels.
    std::vector<std::string> contextTokens;  ///< Empty, or nk labels; only with Xkv.
    std::vector<Index> tokenIds;             ///< Empty, or nq numbers; equal tokens have equal numbers.

    TensorPtr X;               ///< [B, nq, dModel]
    TensorPtr Xkv;             ///< [B, nk, dKv]; null: self-attention, keys and values come from X.
    TensorPtr Wq;              ///< [dModel, H * dk]
    TensorPtr Wk;              ///< [dKv, G * dk]
    TensorPtr Wv;              ///< [dKv, G * dv]
    TensorPtr Wo;              ///< [H * dv, dOut]; null: the output is the joined heads.
    TensorPtr bq, bk, bv, bo;  ///< [H * dk], [G * dk], [G * dv], [dOut]; null: none.
    TensorPtr Q;               ///< Kind Qkv: [B, H, nq, dk]; no X and W's then.
    TensorPtr K;               ///< Kind Qkv: [B, G, n, dk]
    TensorPtr V;               ///< Kind Qkv: [B, G, n, dv]
    TensorPtr pastK, pastV;    ///< Kind Qkv: a cache that stands before K and V, [B, G, past, d]; null: none.
    std::vector<Index> kvLengths;  ///< Kind Qkv: valid keys of each batch item, cache included; empty: all.
    TensorPtr A;               ///< Kind Weights: rank 2 to 5, at most [layers, B, H, nq, nk].
    Index layer = 0;           ///< Kind Weights: the layer that is shown.
    TensorPtr S;               ///< Kind Additive: queries, [B, nq, dS]
    TensorPtr Hs;              ///< Kind Additive: keys and values, [B, nk, dH]
    TensorPtr Wa, Ua;          ///< Kind Additive: [dS, dA], [dH, dA]
    TensorPtr va, ba;          ///< Kind Additive: [dA]; b_a may be null.
    double eps = 0.0;          ///< Kind Linear: added to the denominator; >= 0.
    Index heads = 1;           ///< H >= 1
    Index kvHeads = 1;         ///< G >= 1, divides H

    Scale scale;
    double temperature = 1.0;  ///< > 0; logits are divided by it.
    double softcap = 0.0;      ///< c * tanh(logit / c), before bias and mask; 0: none; else > 0.
    Position position;
    std::optional<Sink> sink;
    std::optional<Dropout> dropout;
    Mask mask;
    EmptyRow emptyRow = EmptyRow::Zero;
    MaskedValues maskedValues = MaskedValues::Skip;
    Precision precision = Precision::F32;
    std::vector<Index> silenced;       ///< Heads whose output is set to zero before the heads are joined; sorted.
    std::optional<FlashTiling> flash;  ///< None: the tiles are the program's choice.
    TensorPtr dOut;                    ///< Gradient of a loss with respect to the output; null: none.
    std::optional<Loss> loss;          ///< Where dOut comes from; none: dOut as given.

    std::map<std::string, std::string>
        kept;  ///< Keys that are carried but not used ("x-...", "relation", ...): JSON text.
};

/// The sizes that a valid scene has. Kind Additive: dModel, dKv and dk are dS, dH and dA, dv and dOut are dH. Kind
/// Weights: widths are 0. Kind Qkv: dModel and dKv are 0, and nk counts the cache.
struct Dimensions {
    Index batch = 0, nq = 0, nk = 0, dModel = 0, dKv = 0, heads = 0, kvHeads = 0, dk = 0, dv = 0, dOut = 0;
    bool isCross = false;  ///< Keys and values are not the queries' own tokens.
    Index layers = 1;      ///< Kind Weights
    /// The key-value head that query head `head` reads: neighbours share (0 0 1 1, not 0 1 0 1).
    Index kvHead(Index head) const { return head / (heads / kvHeads); }
    bool operator==(const Dimensions&) const = default;
};

/// "The", or "t2" for the third token where the scene has no labels.
std::string tokenLabel(const Scene&, Index query);
/// The label of key `key`: a context token in cross-attention ("c2" without labels), else the token itself.
std::string contextLabel(const Scene&, Index key);

}  // namespace attn

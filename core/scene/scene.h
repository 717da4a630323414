#pragma once
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/tensor.h"

namespace attn {

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

/// allowed = causal AND (window OR global) AND padding AND explicitAllow AND bias > -inf, then paint.
struct Mask {
    std::optional<Causal> causal;
    std::optional<Window> window;
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

/// Everything a person can edit: one plain value. Copying it copies pointers; a tensor is never changed in place.
/// Row vectors: y = x W + b. Head h owns columns h * dk .. (h + 1) * dk - 1 of W_q.
/// Query head h reads key-value head h / (heads / kvHeads).
struct Scene {
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
    Index heads = 1;           ///< H >= 1
    Index kvHeads = 1;         ///< G >= 1, divides H

    Scale scale;
    double temperature = 1.0;  ///< > 0; logits are divided by it.
    Mask mask;
    EmptyRow emptyRow = EmptyRow::Zero;
    MaskedValues maskedValues = MaskedValues::Skip;
    Precision precision = Precision::F32;
    std::vector<Index> silenced;       ///< Heads whose output is set to zero before the heads are joined; sorted.
    std::optional<FlashTiling> flash;  ///< None: the tiles are the program's choice.
    TensorPtr dOut;                    ///< Gradient of a loss with respect to the output; null: none.

    std::map<std::string, std::string>
        kept;  ///< Keys that are carried but not used ("x-...", "relation", ...): JSON text.
};

/// The sizes that a valid scene has.
struct Dimensions {
    Index batch = 0, nq = 0, nk = 0, dModel = 0, dKv = 0, heads = 0, kvHeads = 0, dk = 0, dv = 0, dOut = 0;
    bool isCross = false;
    bool operator==(const Dimensions&) const = default;
};

/// "The", or "t2" for the third token where the scene has no labels.
std::string tokenLabel(const Scene&, Index query);
/// The label of key `key`: a context token in cross-attention ("c2" without labels), else the token itself.
std::string contextLabel(const Scene&, Index key);

}  // namespace attn

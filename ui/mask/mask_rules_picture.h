#pragma once
#include <QString>
#include <vector>

#include "core/base/tensor.h"

namespace attn::ui {

enum class CausalAlign { Start, End, Offset };
enum class PaintMode { Mask, Allow, Erase };
enum class EmptyRowChoice { Zero, NaN, Uniform };
enum class BlockKind { Diagonal, BigBird, Given };

/// What a person asks of the window; below zero: no bound.
struct WindowChoice {
    bool isOn = false;
    Index back = 0, ahead = 0, dilation = 1;
    bool hasOffset = false;  ///< Else the window follows the causal alignment.
    Index offset = 0;
    bool operator==(const WindowChoice&) const = default;
};

/// What a person asks of the blocks.
struct BlockChoice {
    bool isOn = false;
    Index size = 2;
    BlockKind kind = BlockKind::Diagonal;
    Index random = 1;
    Index seed = 0;
    bool operator==(const BlockChoice&) const = default;
};

/// What the rules panel shows: the rules that hold now, and what they add up to.
struct MaskRulesPicture {
    Index nq = 0;
    Index nk = 0;

    bool isCausal = false;
    CausalAlign align = CausalAlign::Start;
    Index causalOffset = 0;            ///< In force: 0, nk - nq or the number.
    QString causalNote;                ///< Set when the offsets differ between batch items; then they are not editable.

    bool hasWindow = false;
    Index back = 0;                    ///< Keys before the query's own position; below zero: no bound.
    Index ahead = 0;                   ///< Keys after; below zero: no bound.
    Index dilation = 1;
    bool hasWindowOffset = false;      ///< Of its own; else it follows the causal alignment.
    Index windowOffset = 0;            ///< In force.
    QString windowWords;               ///< "4 keys incl. itself"
    QString windowNote;                ///< Set when the offsets differ between batch items; then they are not editable.

    std::vector<Index> globalTokens;

    bool hasPadding = false;
    std::vector<Index> paddedKeys;     ///< Of the chosen batch item.
    QString paddingWords;              ///< "6 of 8 keys are real"

    bool hasBlock = false;
    Index blockSize = 2;
    BlockKind blockKind = BlockKind::Diagonal;
    Index blockRandom = 1;
    Index blockSeed = 0;
    QString blockWords;                ///< "each attends itself"

    QString explicitWords;             ///< "8 x 8, every head"; empty: none
    QString biasWords;                 ///< likewise
    QString biasName;                  ///< "q1 to k2"; empty: there is no pair
    double biasValue = 0.0;            ///< Of the chosen pair; -infinity masks it and is not editable.
    bool hasAlibi = false;
    QString slopeName;                 ///< "slope, head 0"
    double slope = 0.0;

    PaintMode paintMode = PaintMode::Mask;
    Index painted = 0;                 ///< cells
    bool paintsOneHead = false;        ///< Strokes go into the explicit mask of the chosen head.
    QString headName;                  ///< "Head 0"
    bool hasHeads = false;             ///< More than one.

    EmptyRowChoice emptyRow = EmptyRowChoice::Zero;
    std::vector<Index> emptyRows;      ///< Queries of the chosen head that may attend nothing.
    QString emptyRowsWords;            ///< "Row 4 “on” may attend nothing."; empty: none

    QString together;                  ///< "causal and (window or global), then paint"

    struct Cost {
        QString name;                  ///< "Keys allowed"
        QString value;                 ///< "27 of 64"
    };
    std::vector<Cost> cost;
    Index tileSide = 64;               ///< Of the tiles that the cost counts.
};

}  // namespace attn::ui

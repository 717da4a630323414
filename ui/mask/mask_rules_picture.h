#pragma once
#include <QString>
#include <vector>

#include "core/base/tensor.h"

namespace attn::ui {

enum class CausalAlign { Start, End, Offset };
enum class PaintMode { Mask, Allow, Erase };
enum class EmptyRowChoice { Zero, NaN, Uniform };

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
    QString windowWords;               ///< "4 keys incl. itself"

    std::vector<Index> globalTokens;

    bool hasPadding = false;
    std::vector<Index> paddedKeys;     ///< Of the chosen batch item.
    QString paddingWords;              ///< "6 of 8 keys are real"

    bool hasBlock = false;
    Index blockSize = 2;
    QString blockWords;                ///< "each attends itself"

    QString explicitWords;             ///< "8 x 8, every head"; empty: none
    QString biasWords;                 ///< likewise

    PaintMode paintMode = PaintMode::Mask;
    Index painted = 0;                 ///< cells

    EmptyRowChoice emptyRow = EmptyRowChoice::Zero;
    std::vector<Index> emptyRows;      ///< Queries of the chosen head that may attend nothing.
    QString emptyRowsWords;            ///< "Row 4 “on” may attend nothing."; empty: none

    QString together;                  ///< "causal and (window or global), then paint"

    struct Cost {
        QString name;                  ///< "Keys allowed"
        QString value;                 ///< "27 of 64"
    };
    std::vector<Cost> cost;
};

}  // namespace attn::ui

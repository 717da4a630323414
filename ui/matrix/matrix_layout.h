#pragma once
#include <QFont>
#include <QRect>
#include <QSize>

#include "ui/matrix/matrix_picture.h"
#include "ui/widgets/text_runs.h"

namespace attn::ui {

/// What the numbers of a matrix need to be written.
struct NumberSpread {
    bool areWhole = true;      ///< Every finite one is a whole number.
    bool hasNegative = false;
    double largest = 0.0;      ///< Largest finite absolute value.
};
NumberSpread spreadOf(const SharedMatrix& cells);

/// Digits before the point that room is made for.
int wholeDigits(const NumberSpread& spread);

/// Numbers of both spreads are laid out alike.
bool needSameRoom(const NumberSpread& a, const NumberSpread& b);

/// Sizes of a matrix view in pixels. Labels and title stay in place, cells scroll beneath them.
struct MatrixLayout {
    Index rows = 0, cols = 0;
    int cellWidth = 36, cellHeight = 24;
    int left = 0;              ///< Row labels and their gap.
    int titleHeight = 0;       ///< Name, shape, bar.
    int groupHeight = 0;
    double digitWidth = 8.0, pointWidth = 4.0;
    double tailWidth = 0.0;    ///< Of the decimals: whole numbers end before them. 0 when all are whole.
    double usedWidth = 0.0;    ///< Of the widest number.
    int rightPad = 10;         ///< Right of a number.
    int maxChars = 3;          ///< Of a number, its decimal point not counted.
    int titleWidth = 0;

    int top() const { return titleHeight + groupHeight; }
    QSize size() const;        ///< Of everything, without scrolling.
    QRect cell(Index row, Index col, QPoint scrolled) const;
    /// The cell at a point; row or column is -1 left of or above the cells, and rows or cols past them.
    Index rowAt(int y, QPoint scrolled) const;
    Index colAt(int x, QPoint scrolled) const;
};

/// `leastWidth`: cells are not narrower, so that an edit never makes columns shrink.
MatrixLayout layoutOf(const MatrixPicture& picture, const NumberSpread& spread, bool hasTitle, int leastWidth);

/// Name with its subscript in the colour of its role, and the shape.
TextRuns titleRuns(const MatrixPicture& picture);

QFont rowLabelFont();

}  // namespace attn::ui

#pragma once
#include <QString>
#include <QStringList>
#include <vector>

#include "core/base/tensor.h"
#include "ui/heatmap/heatmap_picture.h"

namespace attn::ui {

/// "W" with the lowered "q". In plain text: "W_q".
struct MatrixName {
    QString base;
    QString sub;
    QString plain() const { return sub.isEmpty() ? base : base + QLatin1Char('_') + sub; }
    bool operator==(const MatrixName&) const = default;
};

/// A matrix that shares its numbers with the scene: copying it copies a pointer. Row-major from `first` on.
struct SharedMatrix {
    TensorPtr tensor;
    Index first = 0;
    Index rows = 0;
    Index cols = 0;

    SharedMatrix() = default;
    /// A vector is one row; of a rank 3 tensor, item `batch`. Shapes    rank 1, 2 or 3.
    explicit SharedMatrix(TensorPtr values, Index batch = 0);
    explicit SharedMatrix(const Matrix& values);

    double operator()(Index row, Index col) const { return (*tensor)[first + row * cols + col]; }
};

/// Columns that belong together: those of one head.
struct ColumnGroup {
    QString label;          ///< "head 0"
    Index columns = 0;      ///< How many; groups follow one another from column 0.
    bool isChosen = false;
};

/// An editable matrix, with no pixels in it.
struct MatrixPicture {
    int id = 0;                     ///< Given back in every signal.
    MatrixName name;
    AxisRole role = AxisRole::None; ///< Colour of the bar on top.
    SharedMatrix cells;
    SharedMatrix opened;            ///< The numbers when the scene was opened: a cell that differs is marked. Empty: no marks.
    QStringList rowLabels;          ///< Tokens, drawn literally; empty: indices.
    std::vector<ColumnGroup> groups;
    Index queryRow = -1;            ///< Row of the chosen query; < 0: none.
    Index keyRow = -1;
    int decimals = 3;               ///< Shown for numbers that are not whole; editing keeps every digit.
    bool isLocked = false;
    bool isRemovable = false;       ///< The scene can do without it.
};

/// "4 × 2"
QString sizeText(const SharedMatrix& cells);

}  // namespace attn::ui

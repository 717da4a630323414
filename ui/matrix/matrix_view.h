#pragma once
#include <QAbstractScrollArea>
#include <memory>

#include "ui/matrix/matrix_picture.h"

namespace attn::ui {

class CellEditor;

/// A block of cells: rows [row, row + rows) and columns [col, col + cols).
struct CellBlock {
    Index row = 0, col = 0, rows = 1, cols = 1;
    bool contains(Index r, Index c) const { return r >= row && r < row + rows && c >= col && c < col + cols; }
    bool operator==(const CellBlock&) const = default;
};

/// Shows a matrix and edits it.
///
/// Typing replaces the number; double-click or F2 edits it with every digit, all selected. Enter keeps the text and
/// moves down, Tab right, Shift+Tab left, Escape restores. A drag on a number changes it (Shift: ten times finer) as one
/// gesture; Shift with arrows, click or drag selects a block. Ctrl+C, Ctrl+V and Delete work on the block.
/// Tab leaves the matrix after its last cell, at once after Escape, and always with Ctrl.
/// The picture changes only by setPicture.
class MatrixView : public QAbstractScrollArea {
    Q_OBJECT
  public:
    explicit MatrixView(QWidget* parent = nullptr);
    ~MatrixView() override;

    void setPicture(MatrixPicture picture);
    const MatrixPicture& picture() const { return m_picture; }
    /// Name, shape and role bar above the cells; shown at first.
    void setTitleVisible(bool isVisible);

    Index currentRow() const { return m_row; }
    Index currentCol() const { return m_col; }
    CellBlock selection() const;
    /// Moves the current cell into view; indices outside the matrix go to the nearest cell.
    void setCurrent(Index row, Index col);
    /// In viewport coordinates.
    QRect cellRect(Index row, Index col) const;
    bool isEditing() const;

  signals:
    void cellEdited(int id, attn::Index row, attn::Index col, double value);
    void blockEdited(int id, attn::Index row, attn::Index col, const attn::Matrix& values);
    void gestureStarted();
    void gestureEnded();
    void cellChosen(attn::Index row, attn::Index col);
    void groupChosen(int id, attn::Index group);       ///< a click on "head 3"
    void pasteRefused(const QString& reason);          ///< also sent as message
    void message(const QString& text, bool isFault);   ///< empty: nothing to say any more

  private:
    MatrixPicture m_picture;
    Index m_row = 0, m_col = 0;
};

}  // namespace attn::ui

#pragma once
#include <QAbstractScrollArea>
#include <cstdint>
#include <optional>

#include "ui/matrix/matrix_layout.h"
#include "ui/matrix/matrix_picture.h"
#include "ui/matrix/scrub.h"

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
    bool isEditing() const { return m_editor != nullptr; }
    /// Room for the whole matrix.
    QSize wholeSize() const { return m_layout.size(); }
    QSize sizeHint() const override { return wholeSize(); }
    QSize minimumSizeHint() const override;

  signals:
    void cellEdited(int id, attn::Index row, attn::Index col, double value);
    void blockEdited(int id, attn::Index row, attn::Index col, const attn::Matrix& values);
    void gestureStarted();
    void gestureEnded();
    void cellChosen(attn::Index row, attn::Index col);
    void groupChosen(int id, attn::Index group);       ///< a click on "head 3"
    void pasteRefused(const QString& reason);          ///< also sent as message
    void message(const QString& text, bool isFault);   ///< empty: nothing to say any more

    void focused(int id);                              ///< it got the keyboard

  protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool focusNextPrevChild(bool isNext) override;

  private:
    enum class Drag { None, Number, Block };

    // matrix_view.cpp: what is shown and chosen
    QPoint scrolled() const;
    CellBlock visibleCells() const;
    void relayout(bool mayShrink);
    void relayoutFor(const NumberSpread& spread, bool mayShrink);
    void updateScrollBars();
    void updateChangedCells(const MatrixPicture& before);
    void choose(Index row, Index col, bool extends);
    void describe();
    bool isEmpty() const { return m_layout.rows == 0 || m_layout.cols == 0; }
    QString numberInCell(double value) const;
    QString cellSentence(Index row, Index col) const;

    // matrix_paint.cpp
    struct Inks;
    void paintCells(QPainter& painter, const QRect& clip) const;
    void paintCell(QPainter& painter, Index row, Index col, const Inks& inks) const;
    void paintNumber(QPainter& painter, const QRect& cell, double value, const QColor& ink, const QFont& font) const;
    void paintLines(QPainter& painter, const CellBlock& cells) const;
    void paintSelection(QPainter& painter) const;
    void paintGroups(QPainter& painter) const;
    void paintRowLabels(QPainter& painter, const CellBlock& cells) const;
    void paintTitle(QPainter& painter) const;
    bool isEdited(Index row, Index col) const;
    std::vector<Index> groupEnds() const;

    // matrix_edit.cpp: changes
    void openEditor(const QString& typed);
    bool keepEditor(int rowsDown, int colsRight);
    void closeEditor();
    void startScrub(int x);
    void moveScrub(int x, bool isFine);
    void endScrub(bool restores);
    void copy();
    void paste();
    void refusePaste(const QString& reason);
    void setBlock(const CellBlock& block, double value);
    void clearSelection();

    // matrix_input.cpp: mouse and keyboard
    bool step(int rowsDown, int colsRight);
    void chooseBlock(const CellBlock& block);
    void hoverAt(QPoint point);
    void showCellTip(Index row, Index col);

    MatrixPicture m_picture;
    MatrixLayout m_layout;
    NumberSpread m_spread;                   ///< What m_layout was made for.
    std::vector<std::uint8_t> m_isRepeated;  ///< Per row label; empty: none is.
    Index m_row = 0, m_col = 0;
    Index m_anchorRow = 0, m_anchorCol = 0;
    Index m_hoverRow = -1, m_hoverCol = -1;
    bool m_hasTitle = true;
    bool m_tabLeaves = false;
    Drag m_drag = Drag::None;
    QPoint m_pressed;
    std::optional<Scrub> m_scrub;
    CellEditor* m_editor = nullptr;
    QString m_editorStart;                   ///< Text that was opened; null when typing replaced the number.
};

}  // namespace attn::ui

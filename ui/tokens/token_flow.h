#pragma once
#include <QAbstractScrollArea>

#include "ui/tokens/token_strip.h"

class QLineEdit;

namespace attn::ui {

/// The chips of a TokenStrip in rows, with a "+" at the end; scrolls past `maxRows` rows. Signals as TokenStrip's.
class TokenFlow : public QAbstractScrollArea {
    Q_OBJECT
  public:
    explicit TokenFlow(QWidget* parent = nullptr);
    ~TokenFlow() override;

    void setPicture(const TokensPicture& picture);
    const TokensPicture& picture() const { return m_picture; }
    /// Chips of a cell that is pointed at elsewhere, drawn as under the mouse; -1: none.
    void setPointed(Index query, Index key);
    void setMaxRows(int rows);
    /// In viewport coordinates.
    QRect chipRect(Index index) const;
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override { return minimumSizeHint(); }

  signals:
    void tokenChosen(attn::Index index, bool asKey);
    void tokenHovered(attn::Index index);
    void renameRequested(attn::Index index, const QString& label);
    void removeRequested(attn::Index index);
    void moveRequested(attn::Index from, attn::Index to);
    void insertRequested(attn::Index at, const QString& label);
    void message(const QString& text, bool isFault);

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
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    Index count() const { return m_picture.labels.size(); }
    void measure();
    void place();
    int placeIn(int width);
    void paintChip(QPainter& painter, Index index) const;
    void paintPlus(QPainter& painter) const;
    void paintDropMark(QPainter& painter) const;

    // token_input.cpp
    Index chipAt(QPoint point) const;        ///< count() is the "+", -1 none
    Index dropSlotAt(QPoint point) const;    ///< Before which chip a dropped one lands
    void setCurrent(Index index);
    void setHovered(Index index);
    void chooseAs(Index index, bool asKey);
    void move(Index from, Index to);
    void remove(Index index);
    void goVertically(int rows);
    void openEditor(Index index);            ///< count(): a new token
    void keepEditor();
    void closeEditor();
    void describe();
    QString tipOf(Index index) const;

    TokensPicture m_picture;
    std::vector<int> m_widths;               ///< Of chips
    std::vector<QRect> m_rects;              ///< Of chips and "+", unscrolled
    int m_maxRows = 6;
    Index m_current = 0;
    Index m_hovered = -1;
    Index m_pointedQuery = -1, m_pointedKey = -1;
    Index m_pressed = -1;
    Index m_dropSlot = -1;                   ///< >= 0: a chip is being dragged
    QPoint m_pressedAt;
    QLineEdit* m_editor = nullptr;
    Index m_edited = -1;
};

}  // namespace attn::ui

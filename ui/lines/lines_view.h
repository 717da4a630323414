#pragma once
#include <QAbstractScrollArea>
#include <optional>

#include "ui/lines/lines_painter.h"

namespace attn::ui {

/// Tokens with the lines between them on the screen. Rows that do not fit scroll; titles, legend and caption stay.
///
/// The token under the mouse, or the one that the arrow keys are on, isolates its lines. A click chooses it as query
/// (left) or key (right). Up, Down, Home, End and the page keys choose on one side, Left and Right change the side,
/// Escape shows all lines again.
class LinesView : public QAbstractScrollArea {
    Q_OBJECT

  public:
    explicit LinesView(QWidget* parent = nullptr);

    void setPicture(LinesPicture picture);
    const LinesPicture& picture() const { return m_picture; }
    void setSelection(Index query, Index key);
    /// A token that is pointed at elsewhere, or nothing.
    void setHover(std::optional<LinesToken> token);
    void setTheme(ThemeKind kind);

    LinesMarks marks() const;
    /// In viewport coordinates; `scroll` included.
    QPointF tokenCentre(const LinesToken& token) const;
    const LinesLayout& currentLayout() const;

    QSize sizeHint() const override { return {768, 480}; }
    QSize minimumSizeHint() const override { return {240, 200}; }

  signals:
    void tokenChosen(const attn::ui::LinesToken& token);
    void tokenHovered(const attn::ui::LinesToken& token);
    void hoverLeft();

  protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

  private:
    void forget();
    void arrange();
    void choose(const LinesToken& token);
    void pointAt(std::optional<LinesToken> token, const QPoint& global);
    void bringIntoView(const LinesToken& token);
    void describe();
    LinesToken current() const { return {m_isOnKeys, m_isOnKeys ? m_key : m_query}; }
    std::optional<LinesToken> tokenUnder(QPointF point) const;

    LinesPicture m_picture;
    LinesStyle m_style;
    Index m_query = -1, m_key = -1;
    bool m_isOnKeys = false;     ///< The side that the arrow keys move on.
    bool m_isIsolating = false;  ///< The keyboard's token isolates its lines.
    std::optional<LinesToken> m_hover;
    mutable std::optional<LinesLayout> m_layout;
};

}  // namespace attn::ui

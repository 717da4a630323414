#pragma once
#include <QWidget>

#include "ui/widgets/text_runs.h"

namespace attn::ui {

/// Text with subscripts and roles. Its accessible name is the plain text. One line that ends in "…" where it does not
/// fit (the whole is then the tooltip), or wrapped.
class RunLabel : public QWidget {
    Q_OBJECT

  public:
    explicit RunLabel(QWidget* parent = nullptr);
    explicit RunLabel(TextRuns runs, int pixels = type::kBody, QWidget* parent = nullptr);

    void setRuns(TextRuns runs);
    void setText(const QString& text, TextRun::Kind kind = TextRun::Normal) { setRuns({{text, kind}}); }
    const TextRuns& runs() const { return m_runs; }

    void setPixels(int pixels);  ///< One of attn::ui::type, at 100 %.
    void setWrapped(bool isWrapped);
    void setAlignment(Qt::Alignment alignment);  ///< Horizontal part only; text is centred vertically.
    void setColor(const QColor& color);          ///< For Normal runs; invalid (the default): the theme's text.
    void setBuddy(QWidget* buddy);               ///< Alt is not used; a click on the text focuses `buddy`.

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

  protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

  private:
    QFont textFont() const;
    int lineHeight() const;
    void updateToolTip();

    TextRuns m_runs;
    int m_pixels = type::kBody;
    bool m_isWrapped = false;
    Qt::Alignment m_alignment = Qt::AlignLeft;
    QColor m_color;
    QWidget* m_buddy = nullptr;
    bool m_ownsToolTip = false;
};

}  // namespace attn::ui

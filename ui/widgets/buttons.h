#pragma once
#include <QAbstractButton>
#include <QByteArray>
#include <QPushButton>
#include <QToolButton>

#include "ui/widgets/text_runs.h"

namespace attn::ui {

/// The one filled button of a region.
class PrimaryButton : public QAbstractButton {
    Q_OBJECT

  public:
    explicit PrimaryButton(const QString& text, const char* iconName = nullptr, QWidget* parent = nullptr);
    QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent*) override;
    void changeEvent(QEvent* event) override;

  private:
    QByteArray m_icon;
};

/// An icon without a word, 32 x 32. `name` is its tooltip and accessible name.
class IconButton : public QToolButton {
    Q_OBJECT

  public:
    IconButton(const char* iconName, const QString& name, QWidget* parent = nullptr, int side = 32);
    void setIconName(const char* iconName);
    void setName(const QString& name);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

  private:
    int m_side;
};

/// A plain button with an icon before its word; hairline frame.
QPushButton* plainButton(const char* iconName, const QString& text, QWidget* parent = nullptr);

/// Empty room in a tool bar, `width` wide: a tool bar has no margins of its own, so one stands at each end.
QWidget* toolSpace(int width = 8, QWidget* parent = nullptr);

/// Looks like a link, works like a button.
class LinkButton : public QAbstractButton {
    Q_OBJECT

  public:
    explicit LinkButton(QWidget* parent = nullptr);
    void setRuns(const TextRuns& runs);
    void setColor(const QColor& color);  ///< Invalid (the default): the accent.
    QSize sizeHint() const override;

  protected:
    void paintEvent(QPaintEvent*) override;
    void enterEvent(QEnterEvent*) override;
    void leaveEvent(QEvent*) override;
    void changeEvent(QEvent* event) override;

  private:
    TextRuns m_runs;
    QColor m_color;
};

}  // namespace attn::ui

#pragma once
#include <QWidget>
#include <vector>

#include "ui/widgets/text_runs.h"

namespace attn::ui {

class LinkButton;

/// A warning or a fault at the top of the place it concerns: a triangle, one sentence with its numbers, maybe a link.
class MessageStrip : public QWidget {
    Q_OBJECT

  public:
    enum class Kind { Warning, Fault };

    explicit MessageStrip(QWidget* parent = nullptr);  ///< Hidden until there is a message.

    /// Drawn literally; `action` is the word of a link at the end, none when empty.
    void showMessage(Kind kind, const QString& sentence, const QString& action = {});
    void clear();  ///< Hides it.
    /// Its place is kept while it is hidden, one line tall, so that what stands below never moves. A warning that
    /// needs more is cut there, its whole the tooltip; a fault grows.
    void setPlaceKept(bool isKept);
    QString sentence() const { return m_sentence; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

  signals:
    void actionTriggered();

  protected:
    void paintEvent(QPaintEvent*) override;
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent* event) override;

  private:
    int textWidth(int width) const;
    void placeAction();
    void updateToolTip();
    bool isOneLine() const { return m_isPlaceKept && m_kind == Kind::Warning; }
    std::vector<TextRuns> lines(int width) const;

    bool m_isPlaceKept = false;
    Kind m_kind = Kind::Warning;
    QString m_sentence;
    LinkButton* m_action;
};

}  // namespace attn::ui

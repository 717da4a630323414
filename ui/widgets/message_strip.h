#pragma once
#include <QWidget>

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

    Kind m_kind = Kind::Warning;
    QString m_sentence;
    LinkButton* m_action;
};

}  // namespace attn::ui

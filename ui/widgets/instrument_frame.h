#pragma once
#include <QString>
#include <QTimer>
#include <QWidget>
#include <vector>

#include "ui/widgets/message_strip.h"
#include "ui/widgets/text_runs.h"

class QHBoxLayout;
class QVBoxLayout;

namespace attn::ui {

class ProgressPanel;
class ProgressVeil;
class RunLabel;

/// What stands around every figure: a header 48 tall with the title, what is shown and controls at the right; a place
/// for a message; the body; a note of one or two sentences.
class InstrumentFrame : public QWidget {
    Q_OBJECT

  public:
    explicit InstrumentFrame(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    void setSubtitle(const TextRuns& runs);
    void setSubtitle(const QString& text) { setSubtitle(TextRuns{{text}}); }
    void addControl(QWidget* control);  ///< At the right of the header, in this order.
    void setBody(QWidget* body);        ///< Takes all the space; owned; replaces and deletes the one before.
    QWidget* body() const { return m_body; }

    void showMessage(MessageStrip::Kind kind, const QString& sentence, const QString& action = {});
    void clearMessage();

    void setNote(const TextRuns& runs);  ///< 36 tall, or 56 when it needs two lines. No bar when empty.
    void setNote(const QString& text) { setNote(TextRuns{{text}}); }

    /// Work is going on: `fraction` in [0, 1], or below 0 where the amount is unknown; `words` say the amount. Shown
    /// from 300 ms after the first call on; the body is dimmed and keeps what it shows.
    void setProgress(double fraction, const QString& words);
    void clearProgress();
    bool isProgressShown() const;

    /// For a room: title and note stand large above the figure, the controls below it with `corner` at their right, and
    /// `foot` below them (neither is owned; null: none). False: as on the desk.
    void setPresented(bool isPresented, QWidget* foot = nullptr, QWidget* corner = nullptr);
    bool isPresented() const { return m_isPresented; }

  signals:
    void messageActionTriggered();
    void cancelRequested();

  protected:
    void resizeEvent(QResizeEvent*) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void placeVeil();
    void layOut();

    class FrameHeader* m_header;
    class NoteBar* m_note;
    class PresentedHead* m_presented;
    QWidget* m_controlRow;
    std::vector<QWidget*> m_controls;
    QWidget* m_foot = nullptr;
    QWidget* m_corner = nullptr;
    bool m_isPresented = false;
    MessageStrip* m_message;
    QVBoxLayout* m_column;
    QWidget* m_body = nullptr;
    ProgressVeil* m_veil;
    ProgressPanel* m_panel;
    QTimer m_delay;
};

}  // namespace attn::ui

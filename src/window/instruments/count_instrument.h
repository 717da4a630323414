#pragma once
#include "src/window/instrument.h"
#include "src/window/instruments/shape_bar.h"

class QVBoxLayout;

namespace attn::ui {
class MessageStrip;
}

namespace attn::app {

/// An instrument whose figure is counted at once from what stands in the strip above it. Where the window is low, the
/// figure scrolls.
class CountInstrument : public Instrument {
    Q_OBJECT

  public:
    CountInstrument(Session& session, ShapeChoice& choice, QObject* parent);

    QWidget* body() override { return m_body; }

  protected:
    ShapeChoice& choice() const { return m_choice; }
    void setParts(QWidget* strip, QWidget* view);
    /// Why there is no figure for these numbers; empty hides it.
    void showFault(const QString& sentence);

  private:
    ShapeChoice& m_choice;
    QWidget* m_body;
    QVBoxLayout* m_column;
    ui::MessageStrip* m_fault;
};

}  // namespace attn::app

#pragma once
#include <QStatusBar>

#include "src/window/session.h"

namespace attn::ui {
class RunLabel;
}

namespace attn::app {

/// The bar at the foot: the chosen pair and its weight, or the newest message; the head, type and path, and how long
/// the evaluation took.
class StatusLine : public QStatusBar {
    Q_OBJECT

  public:
    explicit StatusLine(Session& session, QWidget* parent = nullptr);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    void show();
    void showMessage(const QString& sentence, bool isFault);

    Session& m_session;
    ui::RunLabel* m_left = nullptr;
    ui::RunLabel* m_right = nullptr;
};

}  // namespace attn::app

#pragma once
#include <QWidget>

#include "src/window/session.h"

namespace attn::ui {
class ExplanationView;
}

namespace attn::app {

/// The right dock: how the chosen weight came about.
class ExplanationDock : public QWidget {
    Q_OBJECT

  public:
    explicit ExplanationDock(Session& session, QWidget* parent = nullptr);

  private:
    void show();

    Session& m_session;
    ui::ExplanationView* m_view;
};

}  // namespace attn::app

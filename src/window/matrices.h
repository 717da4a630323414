#pragma once
#include <QObject>

#include "src/window/session.h"

namespace attn::ui {
class MatrixPanel;
}

namespace attn::app {

/// Joins the panel of matrices to the session: shows the scene's numbers, turns what is typed into edits.
class Matrices : public QObject {
    Q_OBJECT

  public:
    Matrices(Session& session, ui::MatrixPanel& panel, QObject* parent);

  private:
    void show();

    Session& m_session;
    ui::MatrixPanel& m_panel;
    int m_decimals = 3;
};

}  // namespace attn::app

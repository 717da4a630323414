#pragma once
#include <QObject>

#include "src/live/background_job.h"
#include "src/window/session.h"

class QWidget;

namespace attn::app {

/// What leaves the window besides figures: the scene as a page, and animations. The page is written off the window's
/// thread, and the session is told how it ended.
class SceneExports : public QObject {
    Q_OBJECT

  public:
    SceneExports(Session& session, QWidget* window);

    void askPage(const QString& proposedName);
    void writePage(const QString& path);
    void askAnimation();
    bool isWriting() const { return m_job.isRunning(); }

  private:
    bool mayExport();

    Session& m_session;
    QWidget* m_window;
    BackgroundJob m_job;
};

}  // namespace attn::app

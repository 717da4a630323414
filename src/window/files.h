#pragma once
#include <QObject>

#include "core/io/scene_file.h"
#include "src/window/session.h"

class QMenu;
class QWidget;

namespace attn::app {

/// Opening, saving and closing: every way in which the scene meets a file, and the questions asked on the way.
class Files : public QObject {
    Q_OBJECT

  public:
    Files(Session& session, QWidget* window);

    /// False when the file cannot be opened: a message says why, and the open scene is kept.
    bool open(const QString& path);
    bool openExample(const QString& resource);
    /// Shows a file that has been read already.
    void show(SceneFile file, const QString& path);
    void makeNew(const Scene& scene);

    bool save();
    bool saveAs();
    /// Asks what to do with unsaved changes. False: the person wants to stay.
    bool mayClose();

    /// "cat sat", or "Untitled".
    QString displayName() const;
    const QString& path() const { return m_path; }

    /// The window's state that goes into the file under "view": set before a save, read after an opening.
    std::function<std::string()> viewToSave;

    void fillExamples(QMenu& menu);
    void fillRecent(QMenu& menu);

  public slots:
    void askOpen();

  signals:
    /// Another file is open, or the same under another name. `view` is the JSON text of its view, or empty.
    void opened(const std::string& view);
    void nameChanged();

  private:
    bool accept(Result<SceneFile> file, const QString& shownPath, const QString& path);
    bool saveTo(const QString& path);
    void tellFault(const QString& heading, const QString& sentence);

    Session& m_session;
    QWidget* m_window;
    QString m_path;           ///< Empty: not yet saved.
    QString m_exampleName;
    std::map<std::string, std::string> m_kept;        ///< Keys of other programs, carried from the file to the next save.
};

/// The examples in the order of the menu: resource path and title.
struct Example {
    QString resource;
    QString title;
};
const std::vector<Example>& examples();

}  // namespace attn::app

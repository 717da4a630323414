#include "src/window/files.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <sstream>

#include "src/document/recent_files.h"
#include "src/viewmodel/shown.h"

namespace attn::app {
namespace {

QString fileFilter() { return Files::tr("Headscope scenes (*.headscope);;All files (*)"); }

Result<SceneFile> readResource(const QString& resource) {
    QFile file(resource);
    if (!file.open(QIODevice::ReadOnly))
        return Error{ErrorCode::FileProblem, "There is no example " + resource.toStdString() + "."};
    std::istringstream text(file.readAll().toStdString());
    return readScene(text);
}

}  // namespace

const std::vector<Example>& examples() {
    static const std::vector<Example> kExamples = [] {
        std::vector<Example> found;
        const QDir folder(QStringLiteral(":/examples"));
        for (const QString& name : folder.entryList({QStringLiteral("*.headscope")}, QDir::Files, QDir::Name)) {
            const QString resource = folder.filePath(name);
            if (const auto file = readResource(resource))
                found.push_back({resource, QString::fromStdString(file->scene.title)});
        }
        return found;
    }();
    return kExamples;
}

Files::Files(Session& session, QWidget* window) : QObject(window), m_session(session), m_window(window) {}

bool Files::accept(Result<SceneFile> file, const QString& shownPath, const QString& path) {
    if (file)
        if (auto shown = needShown(file->scene); !shown)
            file = shown.error();
    if (!file) {
        tellFault(tr("“%1” cannot be opened").arg(QFileInfo(shownPath).fileName()), QString::fromStdString(file.error().message));
        return false;
    }
    m_path = path;
    m_exampleName = QString::fromStdString(file->scene.title);
    m_kept = file->kept;
    const std::string view = file->view;
    Snapshots snapshots;
    for (SceneFile::Snapshot& kept : file->snapshots)
        snapshots.push_back({std::move(kept.name), std::make_shared<const Scene>(std::move(kept.scene))});
    m_session.document().open(std::move(file->scene), std::move(snapshots));
    emit opened(view);
    emit nameChanged();
    return true;
}

bool Files::open(const QString& path) {
    if (!mayClose())
        return false;
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (!accept(readSceneFile(QFile::encodeName(absolute).toStdString()), absolute, absolute))
        return false;
    PersonalSettings store;
    RecentFiles(store).add(absolute);
    return true;
}

bool Files::openExample(const QString& resource) { return mayClose() && accept(readResource(resource), resource, {}); }

void Files::show(SceneFile file, const QString& path) { accept(std::move(file), path, path); }

void Files::makeNew(const Scene& scene) {
    if (mayClose())
        accept(SceneFile{scene, {}, {}, {}}, {}, {});
}

void Files::askOpen() {
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Open a scene"), QFileInfo(m_path).path(), fileFilter());
    if (!path.isEmpty())
        open(path);
}

bool Files::save() { return m_path.isEmpty() ? saveAs() : saveTo(m_path); }

bool Files::saveAs() {
    const QString proposed = m_path.isEmpty() ? displayName().toLower().replace(QLatin1Char(' '), QLatin1Char('_')).remove(QLatin1Char('/'))
                                              : m_path;
    QFileDialog dialog(m_window, tr("Save the scene"), QFileInfo(m_path).path(), fileFilter());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("headscope"));
    dialog.selectFile(proposed);
    if (dialog.exec() != QDialog::Accepted)
        return false;
    return saveTo(dialog.selectedFiles().constFirst());
}

bool Files::saveTo(const QString& path) {
    SceneFile file{m_session.scene(), {}, viewToSave ? viewToSave() : std::string(), m_kept};
    for (const Snapshot& kept : m_session.document().snapshots())
        file.snapshots.push_back({kept.name, *kept.scene});
    if (const auto saved = saveSceneFile(QFile::encodeName(path).toStdString(), file); !saved) {
        tellFault(tr("“%1” was not saved").arg(QFileInfo(path).fileName()), QString::fromStdString(saved.error().message));
        return false;
    }
    m_path = path;
    m_session.document().history().setClean();
    PersonalSettings store;
    RecentFiles(store).add(QFileInfo(path).absoluteFilePath());
    emit nameChanged();
    return true;
}

bool Files::mayClose() {
    if (!m_session.document().isModified())
        return true;
    QMessageBox box(QMessageBox::Warning, tr("Unsaved changes"), tr("“%1” has changes that are not saved.").arg(displayName()),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(tr("Save them before going on?"));
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
        case QMessageBox::Save: return save();
        case QMessageBox::Discard: return true;
        default: return false;
    }
}

QString Files::displayName() const {
    if (!m_path.isEmpty())
        return QFileInfo(m_path).completeBaseName();
    return m_exampleName.isEmpty() ? tr("Untitled") : m_exampleName;
}

void Files::fillExamples(QMenu& menu) {
    for (const Example& example : examples())
        menu.addAction(QString(example.title).replace(QLatin1Char('&'), QStringLiteral("&&")), this,
                       [this, resource = example.resource] { openExample(resource); });
}

void Files::fillRecent(QMenu& menu) {
    menu.clear();
    PersonalSettings store;
    RecentFiles recent(store);
    const QStringList paths = recent.existing();
    const QStringList labels = menuLabels(paths);
    for (qsizetype i = 0; i < paths.size(); ++i)
        menu.addAction(labels[i], this, [this, path = paths[i]] { open(path); });
    if (paths.isEmpty())
        menu.addAction(tr("None yet"))->setEnabled(false);
    menu.addSeparator();
    menu.addAction(tr("Clear list"), this, [] {
        PersonalSettings settings;
        RecentFiles(settings).clear();
    });
}

void Files::tellFault(const QString& heading, const QString& sentence) {
    QMessageBox box(QMessageBox::Warning, heading, heading, QMessageBox::Ok, m_window);
    box.setTextFormat(Qt::PlainText);
    // Its format is guessed from the text: made rich on purpose, so that the sentence is shown letter for letter.
    box.setInformativeText(QStringLiteral("<qt>%1</qt>").arg(sentence.toHtmlEscaped()));
    box.exec();
}

}  // namespace attn::app

#include "src/window/scene_exports.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include "core/base/text.h"
#include "src/export/figure_export.h"
#include "src/export/html_page.h"
#include "src/window/dialogs/animation_dialog.h"

namespace attn::app {

SceneExports::SceneExports(Session& session, QWidget* window)
    : QObject(window), m_session(session), m_window(window) {}

bool SceneExports::mayExport() {
    if (!m_session.hasResult())
        m_session.refuse(tr("There is nothing to export before the scene has been evaluated."));
    return m_session.hasResult();
}

void SceneExports::askPage(const QString& proposedName) {
    if (!mayExport())
        return;
    const QString folder =
        QSettings()
            .value(QStringLiteral("export/folder"), QStandardPaths::writableLocation(QStandardPaths::HomeLocation))
            .toString();
    QFileDialog dialog(m_window, tr("Export the scene as a page"), folder, tr("Pages for a browser (*.html)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("html"));
    dialog.selectFile(proposedName + QStringLiteral(".html"));
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString path = dialog.selectedFiles().constFirst();
    QSettings().setValue(QStringLiteral("export/folder"), QFileInfo(path).absolutePath());
    writePage(path);
}

void SceneExports::writePage(const QString& path) {
    if (!mayExport())
        return;
    PageRequest request;
    request.batch = m_session.selection().batch;
    m_job.start([this, path, request, result = m_session.result()](const Progress& progress) {
        const auto page = scenePage(*result.scene, *result.evaluation, request, progress);
        const auto done = page ? writeFigure(path, page->bytes) : Result<void>(page.error());
        QString words, fault;
        if (done)
            words = tr("Wrote %1: a page of %2. %3")
                        .arg(QDir::toNativeSeparators(path),
                             QString::fromStdString(bytesText(static_cast<double>(page->bytes.size()))), page->note)
                        .trimmed();
        else
            fault = QString::fromStdString(done.error().message);
        m_job.deliver([this, words, fault] {
            if (fault.isEmpty())
                m_session.tell(words);
            else
                m_session.refuse(fault);
        });
    });
}

void SceneExports::askAnimation() {
    if (!mayExport())
        return;
    AnimationDialog dialog(m_session.result(), m_session.selection(), m_window);
    dialog.exec();
    if (!dialog.written().isEmpty())
        m_session.tell(dialog.written());
}

}  // namespace attn::app

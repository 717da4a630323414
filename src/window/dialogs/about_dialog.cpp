#include "src/window/dialogs/about_dialog.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QMessageBox>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "ui/theme/style.h"

namespace attn::app {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("AboutDialog", text); }

}  // namespace

void showAbout(QWidget* parent) {
    QMessageBox box(QMessageBox::NoIcon, tr("About Headscope"), tr("Headscope %1").arg(QStringLiteral(HEADSCOPE_VERSION)),
                    QMessageBox::Close, parent);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(tr("A desktop laboratory for self-attention.\n\nFree software under the GNU General Public License, version 3 "
                              "or later.\nFont: Lato, SIL Open Font License 1.1. Built with Qt %1, Eigen and QCustomPlot.")
                               .arg(QLatin1String(qVersion())));
    box.exec();
}

void showHelp(QWidget* parent) {
    QFile file(QStringLiteral(":/help.html"));
    QString text;
    if (file.open(QIODevice::ReadOnly))
        text = QString::fromUtf8(file.readAll());
    QDialog dialog(parent);
    dialog.setWindowTitle(tr("Help and keys"));
    auto* page = new QTextBrowser;
    page->setHtml(text);
    page->setAccessibleName(tr("Help"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    auto* column = new QVBoxLayout(&dialog);
    column->setContentsMargins(16, 16, 16, 16);
    column->addWidget(page);
    column->addWidget(buttons);
    dialog.resize(ui::scaled(720), ui::scaled(640));
    dialog.exec();
}

}  // namespace attn::app

#include "src/window/dialogs/export_dialog.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>

#include "core/base/text.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/message_strip.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/segmented_control.h"

namespace attn::app {
namespace {

const QStringList kEndings{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")};
const QString kFolderKey = QStringLiteral("export/folder");
constexpr int kPreviewSide = 440;
constexpr double kPreviewDpi = 110.0;

QString writtenWords(const QString& path, FigureFormat format, const FigureRequest& request, const QByteArray& bytes) {
    const int kind = static_cast<int>(format);
    QStringList facts{kEndings[kind].toUpper()};
    if (format == FigureFormat::Png) {
        const QSize pixels = QImage::fromData(bytes, "PNG").size();
        facts << ExportDialog::tr("%1 × %2 mm").arg(request.widthMm, 0, 'f', 1).arg(pixels.height() * 25.4 / request.dpi, 0, 'f', 1)
              << ExportDialog::tr("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height());
    } else {
        facts << ExportDialog::tr("%1 mm wide").arg(request.widthMm, 0, 'f', 1);
    }
    facts << QString::fromStdString(bytesText(static_cast<double>(bytes.size())));
    return ExportDialog::tr("Wrote %1: %2.").arg(QDir::toNativeSeparators(QFileInfo(path).absoluteFilePath()), facts.join(QStringLiteral(", ")));
}

QString lastFolder() {
    const QString kept = QSettings().value(kFolderKey).toString();
    return QDir(kept).exists() && !kept.isEmpty() ? kept : QStandardPaths::writableLocation(QStandardPaths::HomeLocation);
}

ui::NumberBox* makeBox(const QString& name, double low, double high, double value, int decimals) {
    auto* box = new ui::NumberBox(name);
    box->setRange(low, high);
    box->setShownDecimals(decimals);
    box->setSingleStep(decimals == 0 ? 50.0 : 1.0);
    box->setValue(value);
    return box;
}

}  // namespace

ExportDialog::ExportDialog(const SceneFigure& figure, QWidget* parent)
    : QDialog(parent), m_figure(figure), m_preview(new QLabel), m_size(new QLabel),
      m_format(new ui::SegmentedControl(tr("Format"))), m_width(makeBox(tr("Width"), 10, 1000, figure.widthMm, 1)),
      m_height(makeBox(tr("Height"), 0, 1000, 0, 1)), m_dpi(makeBox(tr("Density"), 36, 2400, 300, 0)),
      m_theme(new QComboBox), m_path(new QLineEdit), m_message(new ui::MessageStrip) {
    setWindowTitle(tr("Export figure"));
    m_format->setWords(QStringList{QStringLiteral("PNG"), QStringLiteral("SVG"), QStringLiteral("PDF")});
    m_height->setSpecialValueText(tr("as needed"));
    m_width->setSuffix(tr(" mm"));
    m_height->setSuffix(tr(" mm"));
    m_dpi->setSuffix(tr(" dpi"));
    m_theme->setAccessibleName(tr("Ground"));
    m_theme->addItems({tr("White, for paper"), tr("Light"), tr("Dark")});
    m_path->setAccessibleName(tr("File"));
    m_preview->setObjectName(QStringLiteral("preview"));
    m_preview->setAccessibleName(tr("Preview"));
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setFixedSize(ui::scaled(kPreviewSide), ui::scaled(kPreviewSide));

    auto* browseButton = new QPushButton(tr("Browse…"));
    browseButton->setAutoDefault(false);
    auto* file = new QHBoxLayout;
    file->addWidget(m_path, 1);
    file->addWidget(browseButton);

    auto* form = new QFormLayout;
    form->setSpacing(8);
    form->addRow(tr("Format"), m_format);
    form->addRow(tr("Width"), m_width);
    form->addRow(tr("Height"), m_height);
    form->addRow(tr("Density"), m_dpi);
    form->addRow(tr("Ground"), m_theme);
    form->addRow(QString(), m_size);

    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setAutoDefault(false);
    auto* done = new ui::PrimaryButton(tr("Export"), "export");
    done->setObjectName(QStringLiteral("writeFigure"));
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(done);

    auto* side = new QVBoxLayout;
    side->addLayout(form);
    side->addStretch();
    auto* middle = new QHBoxLayout;
    middle->setSpacing(24);
    middle->addWidget(m_preview);
    middle->addLayout(side);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(16);
    column->addWidget(m_message);
    column->addLayout(middle);
    column->addLayout(file);
    column->addLayout(buttons);

    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(done, &QAbstractButton::clicked, this, &ExportDialog::write);
    connect(browseButton, &QPushButton::clicked, this, &ExportDialog::browse);
    connect(m_path, &QLineEdit::returnPressed, this, &ExportDialog::write);
    connect(m_format, &ui::SegmentedControl::chosen, this, &ExportDialog::proposeName);
    connect(m_path, &QLineEdit::textChanged, this, [this](const QString& path) {
        if (const qsizetype format = kEndings.indexOf(QFileInfo(path).suffix().toLower()); format >= 0)
            m_format->setCurrent(static_cast<int>(format));
    });
    for (ui::NumberBox* box : {m_width, m_height, m_dpi})
        connect(box, &ui::NumberBox::edited, this, &ExportDialog::showPreview);
    connect(m_theme, &QComboBox::activated, this, &ExportDialog::showPreview);
    m_path->setText(QDir(lastFolder()).filePath(m_figure.name));
    proposeName();
    showPreview();
}

FigureRequest ExportDialog::request() const {
    FigureRequest request;
    request.widthMm = m_width->value();
    request.heightMm = m_height->value();
    request.dpi = m_dpi->value();
    request.theme = static_cast<FigureTheme>(m_theme->currentIndex());
    request.title = m_figure.name;
    return request;
}

void ExportDialog::showPreview() {
    FigureRequest small = request();
    small.dpi = kPreviewDpi * devicePixelRatioF();
    const auto png = renderPng(m_figure.make(small), small);
    if (!png) {
        m_message->showMessage(ui::MessageStrip::Kind::Fault, QString::fromStdString(png.error().message));
        return;
    }
    m_message->clear();
    QPixmap pixmap = QPixmap::fromImage(QImage::fromData(*png, "PNG"));
    const QSize pixels = pixmap.size();
    m_size->setText(tr("%1 × %2 mm; PNG %3 × %4 pixels")
                        .arg(small.widthMm, 0, 'f', 1)
                        .arg(pixels.height() * 25.4 / small.dpi, 0, 'f', 1)
                        .arg(qRound(small.widthMm / 25.4 * m_dpi->value()))
                        .arg(qRound(pixels.height() * m_dpi->value() / small.dpi)));
    const double room = ui::scaled(kPreviewSide) * devicePixelRatioF();
    if (pixels.width() > room || pixels.height() > room)
        pixmap = pixmap.scaled(QSize(static_cast<int>(room), static_cast<int>(room)), Qt::KeepAspectRatio, Qt::SmoothTransformation);
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    m_preview->setPixmap(pixmap);
}

void ExportDialog::proposeName() {
    const QFileInfo info(m_path->text());
    m_path->setText(QDir(info.path()).filePath(info.completeBaseName() + QLatin1Char('.') + kEndings[m_format->current()]));
}

void ExportDialog::browse() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Export figure"), m_path->text(),
                                                      tr("Figures (*.png *.svg *.pdf)"), nullptr, QFileDialog::DontConfirmOverwrite);
    if (!path.isEmpty())
        m_path->setText(path);
}

void ExportDialog::write() {
    const QString path = m_path->text();
    const auto format = figureFormat(path);
    if (!format)
        return m_message->showMessage(ui::MessageStrip::Kind::Fault, QString::fromStdString(format.error().message));
    if (QFileInfo::exists(path)) {
        QMessageBox box(QMessageBox::Question, tr("Replace the file?"), tr("“%1” exists already. Replace it?").arg(QFileInfo(path).fileName()),
                        QMessageBox::Yes | QMessageBox::No, this);
        box.setTextFormat(Qt::PlainText);
        box.button(QMessageBox::Yes)->setText(tr("Replace"));
        if (box.exec() != QMessageBox::Yes)
            return;
    }
    const FigureRequest wanted = request();
    const auto bytes = renderFigure(m_figure.make(wanted), wanted, *format);
    if (!bytes)
        return m_message->showMessage(ui::MessageStrip::Kind::Fault, QString::fromStdString(bytes.error().message));
    if (const auto written = writeFigure(path, *bytes); !written)
        return m_message->showMessage(ui::MessageStrip::Kind::Fault, QString::fromStdString(written.error().message));
    QSettings().setValue(kFolderKey, QFileInfo(path).absolutePath());
    m_written = writtenWords(path, *format, wanted, *bytes);
    accept();
}

}  // namespace attn::app

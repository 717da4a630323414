#include "src/window/dialogs/export_dialog.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>

#include "core/base/text.h"
#include "src/export/figure_clipboard.h"
#include "src/window/dialogs/style_form.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/message_strip.h"
#include "ui/widgets/section.h"
#include "ui/widgets/segmented_control.h"

namespace attn::app {
namespace {

const QStringList kEndings{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")};
const QString kFolderKey = QStringLiteral("export/folder");
constexpr int kPreviewSide = 320;  ///< At least.
constexpr int kSquare = 8;         ///< Of the ground that shows through a figure without one.

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

}  // namespace

ExportDialog::ExportDialog(const SceneFigure& figure, QWidget* parent, KeptStyles kept)
    : QDialog(parent), m_figure(figure), m_kept(std::move(kept)), m_preview(new QLabel), m_size(new QLabel),
      m_preset(new QComboBox), m_form(new StyleForm(m_figure)), m_format(new ui::SegmentedControl(tr("Format"))),
      m_path(new QLineEdit), m_message(new ui::MessageStrip) {
    setWindowTitle(tr("Export figure"));
    m_format->setWords(QStringList{QStringLiteral("PNG"), QStringLiteral("SVG"), QStringLiteral("PDF")});
    m_path->setAccessibleName(tr("File"));
    m_preview->setObjectName(QStringLiteral("preview"));
    m_preview->setAccessibleName(tr("Preview"));
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setMinimumSize(kPreviewSide, kPreviewSide);
    m_size->setAlignment(Qt::AlignCenter);

    auto* fields = new QScrollArea;
    fields->setFrameShape(QFrame::NoFrame);
    fields->setWidgetResizable(true);
    fields->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fields->setWidget(m_form);
    fields->setMinimumWidth(m_form->minimumSizeHint().width() + fields->verticalScrollBar()->sizeHint().width());
    fields->setFocusPolicy(Qt::NoFocus);

    auto* side = new QVBoxLayout;
    side->setSpacing(8);
    side->addLayout(presetRow());
    side->addWidget(new ui::Hairline);
    side->addWidget(fields, 1);
    auto* picture = new QVBoxLayout;
    picture->addWidget(m_preview, 1);
    picture->addWidget(m_size);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(24);
    middle->addLayout(picture, 1);
    middle->addLayout(side);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 16, 24, 16);
    column->setSpacing(12);
    column->addWidget(m_message);
    column->addLayout(middle, 1);
    column->addLayout(fileRow());
    column->addLayout(buttonRow());

    m_soon.setSingleShot(true);
    connect(&m_soon, &QTimer::timeout, this, &ExportDialog::showPreview);
    connect(m_path, &QLineEdit::returnPressed, this, &ExportDialog::write);
    connect(m_format, &ui::SegmentedControl::chosen, this, &ExportDialog::proposeName);
    connect(m_path, &QLineEdit::textChanged, this, [this](const QString& path) {
        if (const qsizetype format = kEndings.indexOf(QFileInfo(path).suffix().toLower()); format >= 0)
            m_format->setCurrent(static_cast<int>(format));
    });
    connect(m_form, &StyleForm::edited, this, [this] {
        m_preset->setCurrentIndex(0);
        m_remove->setEnabled(false);
        m_soon.start(0);
    });
    const FigureStyle last = m_kept.last();
    m_form->setStyle(last);
    listPresets(last.name);
    m_path->setText(QDir(lastFolder()).filePath(m_figure.name));
    proposeName();
    const QSize room = parent ? parent->window()->size() : QSize(1280, 800);
    resize(std::min(ui::scaled(980), room.width() - 16), std::min(ui::scaled(740), room.height() - 40));
}

QLayout* ExportDialog::presetRow() {
    m_preset->setAccessibleName(tr("Preset"));
    m_preset->setObjectName(QStringLiteral("preset"));
    m_preset->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_preset->setMinimumContentsLength(12);
    auto* keep = new QPushButton(tr("Keep…"));
    keep->setToolTip(tr("Keep this style under a name"));
    keep->setAutoDefault(false);
    m_remove = new QPushButton(tr("Remove"));
    m_remove->setAutoDefault(false);
    connect(m_preset, &QComboBox::activated, this, &ExportDialog::choosePreset);
    connect(keep, &QPushButton::clicked, this, &ExportDialog::keepPreset);
    connect(m_remove, &QPushButton::clicked, this, &ExportDialog::removePreset);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_preset, 1);
    row->addWidget(keep);
    row->addWidget(m_remove);
    return row;
}

QLayout* ExportDialog::fileRow() {
    auto* browseButton = new QPushButton(tr("Browse…"));
    browseButton->setAutoDefault(false);
    connect(browseButton, &QPushButton::clicked, this, &ExportDialog::browse);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_format);
    row->addWidget(m_path, 1);
    row->addWidget(browseButton);
    return row;
}

QLayout* ExportDialog::buttonRow() {
    auto* copyButton = new QPushButton(tr("Copy"));
    copyButton->setObjectName(QStringLiteral("copyStyled"));
    copyButton->setToolTip(tr("Put the figure on the clipboard, as an image and as SVG"));
    copyButton->setAutoDefault(false);
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setAutoDefault(false);
    auto* done = new ui::PrimaryButton(tr("Export"), "export");
    done->setObjectName(QStringLiteral("writeFigure"));
    connect(copyButton, &QPushButton::clicked, this, &ExportDialog::copy);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(done, &QAbstractButton::clicked, this, &ExportDialog::write);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addStretch();
    row->addWidget(copyButton);
    row->addWidget(cancel);
    row->addWidget(done);
    return row;
}

FigureRequest ExportDialog::request() const { return requestOf(m_form->style(), m_figure.widthMm, m_figure.name); }

void ExportDialog::listPresets(const QString& chosen) {
    m_presets.clear();
    m_preset->clear();
    m_preset->addItem(tr("No preset"));
    for (const BuiltInStyle& preset : builtInStyles())
        m_presets.push_back(preset.style);
    m_keptFrom = m_presets.size();
    for (const KeptStyles::Kept& kept : m_kept.all())
        m_presets.push_back(kept.style);
    for (const FigureStyle& preset : m_presets)
        m_preset->addItem(preset.name);
    // A preset is chosen only while nothing of it was changed.
    for (std::size_t i = 0; i < m_presets.size() && !chosen.isEmpty(); ++i)
        if (m_presets[i].name == chosen && m_presets[i] == m_form->style())
            m_preset->setCurrentIndex(static_cast<int>(i) + 1);
    m_remove->setEnabled(m_preset->currentIndex() > static_cast<int>(m_keptFrom));
}

void ExportDialog::choosePreset(int index) {
    m_remove->setEnabled(index > static_cast<int>(m_keptFrom));
    if (index <= 0)
        return;
    m_form->setStyle(m_presets[static_cast<std::size_t>(index - 1)]);
    m_soon.start(0);
}

void ExportDialog::keepPreset() {
    QInputDialog ask(this);
    ask.setWindowTitle(tr("Keep the style"));
    ask.setLabelText(tr("Name"));
    ask.setTextValue(m_form->style().name);
    ask.setOkButtonText(tr("Keep"));
    if (ask.exec() != QDialog::Accepted)
        return;
    FigureStyle style = m_form->style();
    style.name = ask.textValue().trimmed();
    if (const auto kept = m_kept.keep(style); !kept)
        return refuse(kept.error());
    m_message->clear();
    m_form->setStyle(style);
    listPresets(style.name);
}

void ExportDialog::removePreset() {
    const int index = m_preset->currentIndex();
    if (index <= static_cast<int>(m_keptFrom))
        return;
    if (const auto removed = m_kept.remove(m_presets[static_cast<std::size_t>(index - 1)].name); !removed)
        return refuse(removed.error());
    listPresets({});
}

void ExportDialog::refuse(const Error& error) {
    m_message->showMessage(ui::MessageStrip::Kind::Fault, QString::fromStdString(error.message));
}

void ExportDialog::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    m_soon.start(0);
}

void ExportDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    showPreview();
}

void ExportDialog::showPreview() {
    const FigureRequest wanted = request();
    if (const auto font = needFont(m_form->style()); !font)
        return refuse(font.error());
    const Figure figure = m_figure.make(wanted);
    const auto size = figureMillimetres(figure, wanted);
    if (!size)
        return refuse(size.error());
    const QSize room = m_preview->size().expandedTo({16, 16}) * devicePixelRatioF();
    const auto image = previewFigure(figure, wanted, room);
    if (!image)
        return refuse(image.error());
    m_message->clear();
    const double perMm = wanted.dpi / 25.4;
    m_size->setText(tr("%1 × %2 mm; as PNG %3 × %4 pixels").arg(size->width(), 0, 'f', 1).arg(size->height(), 0, 'f', 1)
                        .arg(qRound(size->width() * perMm)).arg(qRound(size->height() * perMm)));
    QPixmap shown(image->size());
    QPainter painter(&shown);
    painter.fillRect(shown.rect(), ui::currentTheme().raised);
    for (int y = 0; wanted.isTransparent && y < shown.height(); y += kSquare)
        for (int x = y / kSquare % 2 * kSquare; x < shown.width(); x += 2 * kSquare)
            painter.fillRect(x, y, kSquare, kSquare, ui::currentTheme().sunken);
    painter.drawImage(QRect(QPoint(), image->size()), *image);
    // On a ground of the dialog's own colour its edge would not be seen.
    painter.setPen(ui::currentTheme().hairline);
    painter.drawRect(shown.rect().adjusted(0, 0, -1, -1));
    painter.end();
    shown.setDevicePixelRatio(devicePixelRatioF());
    m_preview->setPixmap(shown);
}

void ExportDialog::copy() {
    if (const auto copied = copyFigure(m_figure, m_form->style()); !copied)
        return refuse(copied.error());
    m_kept.keepLast(m_form->style());
    m_message->clear();
    m_size->setText(tr("On the clipboard, as an image and as SVG."));
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
        return refuse(format.error());
    if (QFileInfo::exists(path)) {
        QMessageBox box(QMessageBox::Question, tr("Replace the file?"), tr("“%1” exists already. Replace it?").arg(QFileInfo(path).fileName()),
                        QMessageBox::Yes | QMessageBox::No, this);
        box.setTextFormat(Qt::PlainText);
        box.button(QMessageBox::Yes)->setText(tr("Replace"));
        if (box.exec() != QMessageBox::Yes)
            return;
    }
    if (const auto font = needFont(m_form->style()); !font)
        return refuse(font.error());
    const FigureRequest wanted = request();
    const auto bytes = renderFigure(m_figure.make(wanted), wanted, *format);
    if (!bytes)
        return refuse(bytes.error());
    if (const auto written = writeFigure(path, *bytes); !written)
        return refuse(written.error());
    m_kept.keepLast(m_form->style());
    QSettings().setValue(kFolderKey, QFileInfo(path).absolutePath());
    m_written = writtenWords(path, *format, wanted, *bytes);
    accept();
}

}  // namespace attn::app

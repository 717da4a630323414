#include "src/window/dialogs/animation_dialog.h"

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

const QString kFolderKey = QStringLiteral("export/folder");
constexpr int kPreviewSide = 400;
constexpr double kPreviewDpi = 96.0;
constexpr double kStepsRate = 1.0 / 1.2, kTilesRate = 1.0 / 0.6, kNumbersRate = 10.0;

ui::NumberBox* makeBox(const QString& name, double low, double high, double value, int decimals) {
    auto* box = new ui::NumberBox(name);
    box->setRange(low, high);
    box->setShownDecimals(decimals);
    box->setValue(value);
    return box;
}

QString whatWords(Sweep::What what) {
    switch (what) {
        case Sweep::What::Temperature:
            return AnimationDialog::tr("Temperature");
        case Sweep::What::Scale:
            return AnimationDialog::tr("Factor on the scores");
        case Sweep::What::Softcap:
            return AnimationDialog::tr("Soft cap");
        case Sweep::What::Window:
            return AnimationDialog::tr("Window, keys up to the query");
        case Sweep::What::KeyWidth:
            return AnimationDialog::tr("d_k, with random W_q and W_k");
        case Sweep::What::Base:
            return AnimationDialog::tr("Base of the positions");
    }
    return {};
}

}  // namespace

AnimationDialog::AnimationDialog(const LiveResult& result, const ui::Selection& chosen, QWidget* parent)
    : QDialog(parent),
      m_result(result),
      m_chosen(chosen),
      m_what(new QComboBox),
      m_stage(new QComboBox),
      m_ground(new QComboBox),
      m_from(makeBox(tr("From"), -1e9, 1e9, 0.25, 2)),
      m_to(makeBox(tr("To"), -1e9, 1e9, 4, 2)),
      m_width(makeBox(tr("Width"), 10, 1000, 160, 0)),
      m_dpi(makeBox(tr("Density"), 36, 600, 144, 0)),
      m_rate(makeBox(tr("Frames a second"), 0.02, 50, kStepsRate, 2)),
      m_count(new ui::IntBox(tr("Values"))),
      m_spacing(new ui::SegmentedControl(tr("Spacing"))),
      m_format(new ui::SegmentedControl(tr("Format"))),
      m_numbers(new QWidget),
      m_settings(new QWidget),
      m_preview(new QLabel),
      m_facts(new QLabel),
      m_path(new QLineEdit),
      m_done(new ui::PrimaryButton(tr("Export"), "export")),
      m_message(new ui::MessageStrip) {
    setWindowTitle(tr("Export animation"));
    addChoices();
    build();
    connect(&m_writeJob, &BackgroundJob::progressed, this, [this](double fraction) {
        m_facts->setText(tr("Drawing, %1 %").arg(static_cast<int>(100.0 * fraction)));
    });
    connect(&m_writeJob, &BackgroundJob::finished, this, [this](bool wasCancelled) {
        setWriting(false);
        if (wasCancelled && m_isClosing)
            QDialog::reject();
        else if (wasCancelled)
            m_facts->setText(tr("Cancelled; nothing was written."));
    });
    m_path->setText(
        QDir(QSettings().value(kFolderKey, QStandardPaths::writableLocation(QStandardPaths::HomeLocation)).toString())
            .filePath(QStringLiteral("steps.gif")));
    showChoice();
}

AnimationDialog::~AnimationDialog() = default;

void AnimationDialog::addChoices() {
    m_what->setAccessibleName(tr("What moves"));
    m_choices = {{Choice::Kind::Steps, {}}, {Choice::Kind::Tiles, {}}};
    m_what->addItems({tr("The steps to the chosen cell"), tr("The walk through the tiles")});
    for (const Sweep::What what : {Sweep::What::Temperature, Sweep::What::Scale, Sweep::What::Softcap,
                                   Sweep::What::Window, Sweep::What::KeyWidth, Sweep::What::Base})
        if (sweepFault(what, *m_result.scene).isEmpty()) {
            m_choices.push_back({Choice::Kind::Number, what});
            m_what->addItem(whatWords(what));
        }
    m_stage->setAccessibleName(tr("Stage"));
    m_stages = stagesOf(*m_result.scene, *m_result.evaluation);
    for (const Stage stage : m_stages)
        m_stage->addItem(stageTitle(stage));
    if (const auto weights = std::find(m_stages.begin(), m_stages.end(), Stage::Weights); weights != m_stages.end())
        m_stage->setCurrentIndex(static_cast<int>(weights - m_stages.begin()));
}

void AnimationDialog::build() {
    m_spacing->setWords(QStringList{tr("Even steps"), tr("Even ratios")});
    m_format->setWords(QStringList{tr("GIF"), tr("PNG for each frame")});
    m_format->setEqualWidths(false);
    m_count->setRange(2, 1000);
    m_width->setSuffix(tr(" mm"));
    m_dpi->setSuffix(tr(" dpi"));
    m_ground->setAccessibleName(tr("Ground"));
    m_ground->addItems({tr("White, for paper"), tr("Light"), tr("Dark")});
    m_path->setAccessibleName(tr("File"));
    m_done->setObjectName(QStringLiteral("writeAnimation"));
    m_preview->setObjectName(QStringLiteral("preview"));
    m_preview->setAccessibleName(tr("A frame from the middle"));
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setFixedSize(ui::scaled(kPreviewSide), ui::scaled(kPreviewSide));
    m_facts->setObjectName(QStringLiteral("facts"));

    auto* numbers = new QFormLayout(m_numbers);
    numbers->setContentsMargins(0, 0, 0, 0);
    numbers->setSpacing(8);
    numbers->addRow(tr("Stage"), m_stage);
    numbers->addRow(tr("From"), m_from);
    numbers->addRow(tr("To"), m_to);
    numbers->addRow(tr("Values"), m_count);
    numbers->addRow(tr("Spacing"), m_spacing);
    auto* form = new QFormLayout;
    form->setSpacing(8);
    form->addRow(tr("Moves"), m_what);
    form->addRow(m_numbers);
    form->addRow(tr("Format"), m_format);
    form->addRow(tr("Width"), m_width);
    form->addRow(tr("Density"), m_dpi);
    form->addRow(tr("Frames a second"), m_rate);
    form->addRow(tr("Ground"), m_ground);
    auto* side = new QVBoxLayout;
    side->addLayout(form);
    side->addStretch();
    auto* middle = new QHBoxLayout;
    middle->setSpacing(24);
    middle->addWidget(m_preview);
    middle->addLayout(side, 1);
    auto* browseButton = new QPushButton(tr("Browse…"));
    browseButton->setAutoDefault(false);
    auto* file = new QHBoxLayout;
    file->addWidget(m_path, 1);
    file->addWidget(browseButton);
    auto* settings = new QVBoxLayout(m_settings);
    settings->setContentsMargins(0, 0, 0, 0);
    settings->setSpacing(16);
    settings->addLayout(middle);
    settings->addLayout(file);

    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setAutoDefault(false);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_facts, 1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_done);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(16);
    column->addWidget(m_message);
    column->addWidget(m_settings);
    column->addLayout(buttons);

    connect(cancel, &QPushButton::clicked, this, [this] { m_isWriting ? m_writeJob.cancel() : reject(); });
    connect(m_done, &QAbstractButton::clicked, this, &AnimationDialog::write);
    connect(browseButton, &QPushButton::clicked, this, &AnimationDialog::browse);
    connect(m_what, &QComboBox::activated, this, &AnimationDialog::showChoice);
    connect(m_format, &ui::SegmentedControl::chosen, this, &AnimationDialog::proposeName);
    for (QComboBox* box : {m_stage, m_ground})
        connect(box, &QComboBox::activated, this, &AnimationDialog::showPreview);
    for (ui::NumberBox* box : {m_from, m_to, m_width, m_dpi, m_rate})
        connect(box, &ui::NumberBox::edited, this, &AnimationDialog::showPreview);
    connect(m_count, &ui::IntBox::edited, this, &AnimationDialog::showPreview);
    connect(m_spacing, &ui::SegmentedControl::chosen, this, &AnimationDialog::showPreview);
}

const AnimationDialog::Choice& AnimationDialog::choice() const {
    return m_choices[static_cast<std::size_t>(std::max(0, m_what->currentIndex()))];
}

/// What suits the choice: its range, its pace, its width, its name.
void AnimationDialog::showChoice() {
    const bool isNumber = choice().kind == Choice::Kind::Number;
    m_numbers->setVisible(isNumber);
    if (isNumber) {
        const Sweep proposed = proposedSweep(choice().what, *m_result.scene);
        m_from->setValue(proposed.from);
        m_to->setValue(proposed.to);
        m_count->setValue(proposed.count);
        m_spacing->setCurrent(proposed.isLog ? 1 : 0);
    }
    m_rate->setValue(isNumber ? kNumbersRate : choice().kind == Choice::Kind::Steps ? kStepsRate : kTilesRate);
    m_width->setValue(isNumber ? 120 : 180);
    proposeName();
    showPreview();
}

void AnimationDialog::proposeName() {
    const QString name = choice().kind == Choice::Kind::Steps   ? QStringLiteral("steps")
                         : choice().kind == Choice::Kind::Tiles ? QStringLiteral("tiles")
                                                                : QString(sweepWord(choice().what)).remove(u'_');
    const QString ending = m_format->current() == 0 ? QStringLiteral(".gif") : QStringLiteral("-{frame}.png");
    m_path->setText(QDir(QFileInfo(m_path->text()).path()).filePath(name + ending));
}

/// The sweep that the boxes describe, or none, with the reason shown.
std::optional<Sweep> AnimationDialog::sweep() {
    const auto sweep = sweepFromWord(QStringLiteral("%1=%2:%3:%4%5")
                                         .arg(sweepWord(choice().what))
                                         .arg(m_from->value(), 0, 'g', 17)
                                         .arg(m_to->value(), 0, 'g', 17)
                                         .arg(m_count->value())
                                         .arg(m_spacing->current() == 1 ? QStringLiteral(":log") : QString()));
    if (!sweep) {
        m_message->showMessage(ui::MessageStrip::Kind::Fault, QString::fromStdString(sweep.error().message));
        return {};
    }
    return *sweep;
}

std::function<Result<Animation>(const Progress&)> AnimationDialog::maker() {
    const LiveResult result = m_result;
    const ui::Selection chosen = m_chosen;
    if (choice().kind == Choice::Kind::Steps)
        return [=](const Progress&) { return stepsAnimation(result.scene, result.evaluation, chosen); };
    if (choice().kind == Choice::Kind::Tiles)
        return [=](const Progress& progress) {
            return tilesAnimation(result.scene, result.evaluation, chosen,
                                  proposedTiling(*result.scene, result.evaluation->dims), progress);
        };
    const auto wanted = sweep();
    if (!wanted)
        return {};
    const Stage stage = m_stages[static_cast<std::size_t>(std::max(0, m_stage->currentIndex()))];
    return [=](const Progress&) -> Result<Animation> {
        return sweepAnimation(result.scene, *wanted, stageMaker(stage, chosen, {}));
    };
}

AnimationRequest AnimationDialog::request() const {
    AnimationRequest request;
    request.figure.widthMm = m_width->value();
    request.figure.dpi = m_dpi->value();
    request.figure.theme = static_cast<FigureTheme>(m_ground->currentIndex());
    request.figure.title = QString::fromStdString(m_result.scene->title);
    request.framesPerSecond = m_rate->value();
    return request;
}

void AnimationDialog::showPreview() {
    m_message->clear();
    const auto make = maker();
    m_done->setEnabled(make != nullptr);
    if (!make)
        return;
    FigureRequest small = request().figure;
    small.dpi = kPreviewDpi * devicePixelRatioF();
    m_previewJob.start([this, make, small](const Progress& progress) {
        const auto animation = make(progress);
        const auto figure =
            animation ? animation->make(animation->count / 2) : Result<SceneFigure>(animation.error());
        const auto png = figure ? renderPng(figure->make(small), small) : Result<QByteArray>(figure.error());
        const QImage picture = png ? QImage::fromData(*png, "PNG") : QImage();
        const QString fault = png ? QString() : QString::fromStdString(png.error().message);
        m_previewJob.deliver(
            [this, picture, fault, count = animation ? animation->count : 0] { takePreview(picture, fault, count); });
    });
}

void AnimationDialog::takePreview(const QImage& picture, const QString& fault, int count) {
    m_done->setEnabled(fault.isEmpty() && !m_isWriting);
    if (!fault.isEmpty())
        return m_message->showMessage(ui::MessageStrip::Kind::Fault, fault);
    const auto room = static_cast<int>(ui::scaled(kPreviewSide) * devicePixelRatioF());
    QPixmap pixmap = QPixmap::fromImage(picture);
    if (pixmap.width() > room || pixmap.height() > room)
        pixmap = pixmap.scaled(room, room, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    m_preview->setPixmap(pixmap);
    if (!m_isWriting)
        m_facts->setText(tr("%1 frames, %2 seconds, %3 pixels wide")
                             .arg(count)
                             .arg(count / m_rate->value(), 0, 'f', 1)
                             .arg(qRound(m_width->value() / 25.4 * m_dpi->value())));
}

void AnimationDialog::browse() {
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export animation"), m_path->text(), tr("Animations (*.gif *.png)"),
                                     nullptr, QFileDialog::DontConfirmOverwrite);
    if (path.isEmpty())
        return;
    const QFileInfo info(path);
    const bool isRow = info.suffix().toLower() == QStringLiteral("png");
    m_format->setCurrent(isRow ? 1 : 0);
    m_path->setText(isRow && !isAnimationName(path)
                        ? info.dir().filePath(info.completeBaseName() + QStringLiteral("-{frame}.png"))
                        : path);
}

void AnimationDialog::write() {
    const QString path = m_path->text();
    if (!isAnimationName(path))
        return m_message->showMessage(ui::MessageStrip::Kind::Fault,
                                      tr("The name of an animation ends in .gif, or in .png with {frame} in it."));
    if (QFileInfo::exists(path)) {
        QMessageBox box(QMessageBox::Question, tr("Replace the file?"),
                        tr("“%1” exists already. Replace it?").arg(QFileInfo(path).fileName()),
                        QMessageBox::Yes | QMessageBox::No, this);
        box.setTextFormat(Qt::PlainText);
        box.button(QMessageBox::Yes)->setText(tr("Replace"));
        if (box.exec() != QMessageBox::Yes)
            return;
    }
    m_message->clear();
    const auto make = maker();
    if (!make)
        return;
    setWriting(true);
    m_writeJob.start([this, make, path, wanted = request()](const Progress& progress) {
        const auto animation = make(progress);
        const auto done =
            animation ? writeAnimation(*animation, wanted, path, progress) : Result<void>(animation.error());
        m_writeJob.deliver([this, done, path, count = animation ? animation->count : 0] { end(done, path, count); });
    });
}

void AnimationDialog::setWriting(bool isWriting) {
    m_isWriting = isWriting;
    m_settings->setEnabled(!isWriting);
    m_done->setEnabled(!isWriting);
    if (isWriting)
        m_facts->setText(tr("Drawing, 0 %"));
}

void AnimationDialog::end(const Result<void>& done, const QString& path, int count) {
    if (!done) {
        m_facts->clear();
        return m_message->showMessage(ui::MessageStrip::Kind::Fault, QString::fromStdString(done.error().message));
    }
    QSettings().setValue(kFolderKey, QFileInfo(path).absolutePath());
    const QString size = QString::fromStdString(bytesText(static_cast<double>(QFileInfo(path).size())));
    m_written = QFileInfo::exists(path)
                    ? tr("Wrote %1: %2 frames, %3.").arg(QDir::toNativeSeparators(path)).arg(count).arg(size)
                    : tr("Wrote %1: %2 files, numbered from 0001.").arg(QDir::toNativeSeparators(path)).arg(count);
    accept();
}

/// Escape and the window's own button stop what runs first.
void AnimationDialog::reject() {
    if (!m_isWriting)
        return QDialog::reject();
    m_isClosing = true;
    m_writeJob.cancel();
}

}  // namespace attn::app

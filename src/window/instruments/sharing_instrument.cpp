#include "src/window/instruments/sharing_instrument.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "core/scene/edit.h"
#include "core/scene/validate.h"
#include "src/viewmodel/heatmap_pictures.h"
#include "src/viewmodel/sharing_picture.h"
#include "ui/sharing/sharing_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/calm_slider.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"

namespace attn::app {
namespace {

constexpr int kLongestContext = 1'000'000;
constexpr int kProposedContext = 4096;

ui::RunLabel* label(const QString& text) {
    return new ui::RunLabel({{text, ui::TextRun::Second}});
}

}  // namespace

SharingInstrument::SharingInstrument(Session& session, QObject* parent)
    : Instrument(session, parent),
      m_body(new QWidget),
      m_scroll(new QScrollArea),
      m_view(new ui::SharingView),
      m_slider(new ui::CalmSlider(Qt::Horizontal)),
      m_number(new ui::RunLabel),
      m_controls(new QWidget),
      m_context(new ui::IntBox(tr("Context, in tokens"))),
      m_model(new QComboBox) {
    build();
    connectSlider();
    connect(m_context, &ui::IntBox::edited, this, &SharingInstrument::refresh);
    connect(m_model, &QComboBox::activated, this, &SharingInstrument::refresh);
    connect(m_view, &ui::SharingView::headChosen, this, [this](Index head) {
        ui::Selection selection = this->session().selection();
        selection.head = head;
        this->session().select(selection);
    });
    // The lines follow the slider at once; the weights follow when they are
    // computed.
    connect(&session, &Session::sceneChanged, this, [this] {
        if (m_body->isVisible())
            showScene();
    });
}

void SharingInstrument::build() {
    m_view->setObjectName(QStringLiteral("sharing"));
    m_slider->setAccessibleName(tr("KV heads, from MHA to MQA"));
    m_slider->setToolTip(
        tr("How many KV heads the scene has: it stops at the "
           "divisors of the number of heads"));
    m_slider->setFocusPolicy(Qt::StrongFocus);
    m_slider->setPageStep(1);
    m_slider->setMaximumWidth(ui::scaled(360));
    auto* place = new QWidget;
    auto* row = new QHBoxLayout(place);
    row->setContentsMargins(16, 8, 16, 4);
    row->setSpacing(8);
    row->addWidget(label(tr("MHA")));
    row->addWidget(m_slider, 1);
    row->addWidget(label(tr("MQA")));
    row->addSpacing(8);
    row->addWidget(m_number, 1);

    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);  // the view inside takes the keys
    m_scroll->setWidget(m_view);
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(place);
    column->addWidget(m_scroll, 1);

    m_context->setRange(1, kLongestContext);
    m_context->setSingleStep(1024);
    m_context->setValue(kProposedContext);
    m_model->setAccessibleName(tr("Model to compare with"));
    for (const ModelPreset& preset : modelPresets())
        m_model->addItem(QString::fromUtf8(preset.name));
    auto* line = new QHBoxLayout(m_controls);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(label(tr("Context")));
    line->addWidget(m_context);
    line->addWidget(m_model);
}

void SharingInstrument::connectSlider() {
    connect(m_slider, &QSlider::sliderPressed, this, [this] {
        m_before = session().document().snapshot();
        session().beginGesture();
    });
    connect(m_slider, &QSlider::sliderReleased, this, [this] {
        session().endGesture();
        m_before.reset();
    });
    connect(m_slider, &QSlider::valueChanged, this, &SharingInstrument::share);
}

void SharingInstrument::share(int place) {
    if (place < 0 || place >= static_cast<int>(m_choices.size()))
        return;
    const Index kvHeads = m_choices[static_cast<std::size_t>(place)];
    if (m_before && m_before->kvHeads == kvHeads)
        session().edit(Part::Everything, tr("Change KV heads"), *m_before);
    else
        session().edit(Part::Everything, tr("Change KV heads"),
                       setKvHeads(m_before ? *m_before : session().scene(), kvHeads));
    showScene();
}

const ModelPreset& SharingInstrument::model() const {
    return modelPresets()[static_cast<std::size_t>(std::max(0, m_model->currentIndex()))];
}

QString SharingInstrument::subtitle() const {
    const auto dims = validate(session().scene());
    return dims ? tr("H = %1, G = %2").arg(dims->heads).arg(dims->kvHeads) : QString();
}

QString SharingInstrument::note() const {
    return tr(
        "With H heads and G KV heads, head h reads KV head h ÷ (H / G), "
        "rounded down. The slider keeps the first KV heads and "
        "drops the rest; those it adds are random.");
}

std::optional<ui::SharingPicture> SharingInstrument::picture() const {
    const auto dims = validate(session().scene());
    if (!dims)
        return {};
    return sharingPicture(session().scene(), *dims, m_heads, m_context->value(), model());
}

/// Slider and lines as the scene is, whoever changed it.
void SharingInstrument::showScene() {
    const auto dims = validate(session().scene());
    if (!dims)
        return;
    m_choices = kvHeadChoices(dims->heads);
    const auto place = std::find(m_choices.begin(), m_choices.end(), dims->kvHeads) - m_choices.begin();
    {
        const QSignalBlocker silent(m_slider);
        m_slider->setRange(0, static_cast<int>(m_choices.size()) - 1);
        m_slider->setValue(static_cast<int>(place));
    }
    m_slider->setEnabled(m_choices.size() > 1);
    m_number->setRuns(
        {{tr("G = %1").arg(dims->kvHeads), ui::TextRun::Semibold},
         {tr(", %1, H / G = %2").arg(sharingName(dims->heads, dims->kvHeads)).arg(dims->heads / dims->kvHeads)}});
    m_view->setTheme(ui::currentTheme().kind);
    if (auto shown = picture())
        m_view->setPicture(*std::move(shown));
    m_view->setChosen(session().selection().head);
}

void SharingInstrument::refresh() {
    // While a scene of another shape is evaluated, the old maps stay.
    if (session().hasResult()) {
        const LiveResult& result = session().result();
        m_heads = thumbnailPictures(*result.scene, *result.evaluation, Stage::Weights, session().selection().batch);
    }
    showScene();
}

std::optional<SceneFigure> SharingInstrument::figure() const {
    auto shown = picture();
    if (!shown || !session().hasResult())
        return {};
    return sharingSceneFigure(*std::move(shown));
}

}  // namespace attn::app

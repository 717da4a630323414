#include "src/window/instruments/layers_instrument.h"

#include "src/viewmodel/layer_kinds_picture.h"
#include "ui/plots/layer_kinds.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/option_strip.h"
#include "ui/widgets/run_label.h"

namespace attn::app {

LayersInstrument::LayersInstrument(Session& session, ShapeChoice& choice, QObject* parent)
    : CountInstrument(session, choice, parent),
      m_view(new ui::LayerKindsView),
      m_n(new ui::IntBox(tr("Sequence length n"))),
      m_d(new ui::IntBox(tr("Width d"))),
      m_kernel(new ui::IntBox(tr("Kernel of the convolution, k"))),
      m_neighbourhood(new ui::IntBox(tr("Neighbourhood of restricted attention, r"))),
      m_follow(new ui::LinkButton) {
    m_view->setObjectName(QStringLiteral("kinds"));
    m_n->setRange(1, 1 << 24);
    m_d->setRange(1, 1 << 20);
    m_kernel->setRange(2, 1024);
    m_neighbourhood->setRange(1, 1 << 24);
    const LayerSettings defaults;
    m_kernel->setValue(static_cast<int>(defaults.kernel));
    m_neighbourhood->setValue(static_cast<int>(defaults.neighbourhood));
    m_follow->setRuns({{tr("As the scene")}});
    const auto label = [](const QString& text) { return new ui::RunLabel({{text, ui::TextRun::Second}}); };
    auto* strip = new ui::OptionStrip;
    strip->addGroup({label(tr("n")), m_n, label(tr("d")), m_d, label(tr("k")), m_kernel, label(tr("r")),
                     m_neighbourhood, m_follow});
    setParts(strip, m_view);
    for (ui::IntBox* box : {m_n, m_d})
        connect(box, &ui::IntBox::edited, this, [this] {
            m_isOwn = true;
            refresh();
            emit wordsChanged();
        });
    for (ui::IntBox* box : {m_kernel, m_neighbourhood})
        connect(box, &ui::IntBox::edited, this, &LayersInstrument::refresh);
    connect(m_follow, &QAbstractButton::clicked, this, [this] {
        m_isOwn = false;
        refresh();
        emit wordsChanged();
    });
}

LayerSettings LayersInstrument::settings() const {
    return {m_n->value(), m_d->value(), m_kernel->value(), m_neighbourhood->value()};
}

QString LayersInstrument::subtitle() const {
    return tr("n = %1, d = %2").arg(m_n->value()).arg(m_d->value());
}

QString LayersInstrument::note() const {
    return tr(
        "Self-attention joins any two tokens in one step, for n² products. A recurrent layer needs n steps, one "
        "after another; a "
        "convolution needs several layers to reach far.");
}

QStringList LayersInstrument::explanation() const {
    return {tr("n is the length of the sequence and d the width of the embeddings. A convolution here has kernels of "
               "k tokens that are spread "
               "wider layer by layer; restricted attention sees r tokens."),
            tr("From table 1 of Vaswani et al. 2017.")};
}

void LayersInstrument::refresh() {
    if (!m_isOwn) {
        const LayerSettings scene = layerSettingsOf(session().scene());
        m_n->setValue(static_cast<int>(scene.n));
        m_d->setValue(static_cast<int>(scene.d));
    }
    m_follow->setEnabled(m_isOwn);
    m_view->setTheme(ui::currentTheme());
    const auto shown = layerKindsPicture(settings());
    showFault(shown ? QString() : QString::fromStdString(shown.error().message));
    if (shown)
        m_view->setPicture(*shown);
}

std::optional<SceneFigure> LayersInstrument::figure() const {
    return layerKindsSceneFigure(m_view->picture());
}

}  // namespace attn::app

#include "src/window/instruments/backward_instrument.h"

#include "src/viewmodel/flops_picture.h"
#include "src/viewmodel/growth_parts.h"
#include "src/viewmodel/memory_picture.h"
#include "ui/plots/growth_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/option_strip.h"

namespace attn::app {

BackwardInstrument::BackwardInstrument(Session& session, ShapeChoice& choice, QObject* parent)
    : CountInstrument(session, choice, parent), m_view(new ui::GrowthView), m_shape(new ShapeBar(choice, this)) {
    m_view->setObjectName(QStringLiteral("backward"));
    auto* strip = new ui::OptionStrip;
    strip->addGroup(m_shape->controls());
    setParts(strip, m_view);
}

QString BackwardInstrument::subtitle() const {
    const auto shape = choice().shape();
    return shape ? shapeSubtitle(*shape) : QString();
}

QString BackwardInstrument::note() const {
    return tr(
        "The gradients need the weights. Naive attention keeps them; flash makes each tile of them again, from Q, K "
        "and one "
        "number for each row.");
}

QStringList BackwardInstrument::explanation() const {
    return {tr("Backward, naive attention takes four products of n × n numbers, flash a fifth: the scores once more. "
               "With the two of "
               "the forward pass that is 7 to 6."),
            tr("Naive attention holds the weights and two gradients of that size at the same time. Flash holds the "
               "logarithm of the "
               "softmax sum and one more number for each row.")};
}

void BackwardInstrument::refresh() {
    m_shape->refresh();
    m_view->setTheme(ui::currentTheme());
    if (const auto shape = choice().shape())
        m_view->setPicture(backwardPicture(*shape, memoryLengths(), choice().sceneLength()));
}

std::optional<SceneFigure> BackwardInstrument::figure() const {
    if (m_view->picture().ns.empty())
        return {};
    return growthSceneFigure(view(), m_view->picture());
}

}  // namespace attn::app

#include "src/window/instrument.h"

#include "src/viewmodel/weight_line.h"

namespace attn::app {

std::vector<ui::TextRuns> Instrument::presentedLines() const {
    if (!session().hasResult() || !explanation().isEmpty())
        return {};
    return weightLines(*session().result().scene, *session().result().evaluation, session().selection());
}

Instrument::Walk Instrument::headWalk() const {
    constexpr Index kMost = 16;
    Walk walk;
    const Index heads = session().hasResult() ? session().result().evaluation->dims.heads : 0;
    for (Index head = 0; head < heads && heads <= kMost; ++head)
        walk.names << tr("head %1").arg(head);
    walk.current = static_cast<int>(session().selection().head);
    return walk;
}

void Instrument::walkToHead(int head) {
    ui::Selection selection = session().selection();
    selection.head = head;
    session().select(selection);
}

}  // namespace attn::app

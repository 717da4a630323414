#include "src/window/instruments/stage_box.h"

#include <QComboBox>
#include <algorithm>
#include <utility>

namespace attn::app {

void fillStageBox(QComboBox& box, std::vector<Stage>& shown, std::vector<Stage> stages, Stage& chosen) {
    if (stages != shown) {
        shown = std::move(stages);
        box.clear();
        for (const Stage stage : shown)
            box.addItem(stageTitle(stage));
    }
    auto place = std::find(shown.begin(), shown.end(), chosen);
    if (place == shown.end())
        place = std::find(shown.begin(), shown.end(), Stage::Weights);
    if (place != shown.end())
        chosen = *place;
    box.setCurrentIndex(static_cast<int>(place - shown.begin()));
}

}  // namespace attn::app

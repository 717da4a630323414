#pragma once
#include <optional>
#include <string>
#include <vector>

#include "src/cli/flash_views.h"
#include "src/cli/heads_figure.h"
#include "src/cli/render_animation.h"
#include "src/cli/render_many.h"
#include "src/cli/style_words.h"
#include "src/viewmodel/heatmap_pictures.h"
#include "src/viewmodel/sharing_picture.h"

namespace attn::app {

/// What `render` is told.
struct RenderWords {
    std::vector<std::string> scenes;
    std::string output;
    std::string view = "heatmap";
    std::string stage = "weights";
    std::string head = "0";
    bool isHeadGiven = false;  ///< A page shows all heads where none is named.
    Index batch = 0;
    std::optional<Index> layer;  ///< None: the one that the scene chooses.
    std::vector<Index> select;
    std::string lines = "share:90";
    std::string show;  ///< Empty: what the view shows first.
    Index context = 4096;
    std::string model = modelPresets().front().name;
    FlashWords flash;
    HeadsWords heads;
    std::string a;           ///< Empty: the first snapshot
    std::string b = "now";
    StyleWords style;
    FigureStyle made;  ///< What the words of the style come to.
    AnimationWords animation;
};

Look lookOf(const RenderWords& words);
/// None for all, mean, and anything else that is no number.
std::optional<Index> headNumber(const std::string& word);

/// The selection that the words name, checked against the scene's sizes.
Result<ui::Selection> selectionOf(const RenderWords& words, const Dimensions& dims);

/// What a view shows of a scene.
Result<SceneFigure> figureOf(const RenderWords& words, const Scene& scene, const Evaluation& evaluation);
/// The same, for views of the whole file too.
Result<SceneFigure> figureOf(const RenderWords& words, DrawnScene& scene);
/// The scene as a page.
Result<void> pageOf(const RenderWords& words, DrawnScene& scene, const QString& output);

}  // namespace attn::app

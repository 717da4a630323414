#include <QFile>
#include <map>
#include <optional>

#include "core/scene/validate.h"
#include "src/cli/commands.h"
#include "src/cli/gui_app.h"
#include "src/cli/render_latex.h"
#include "src/cli/render_page.h"
#include "src/cli/render_views.h"
#include "src/export/scene_figure.h"
#include "src/viewmodel/lines_picture.h"
#include "src/viewmodel/shown.h"

namespace attn::app {
namespace {

const std::vector<std::string> kViews{"heatmap", "heads", "lines", "steps", "mask", "saturation", "sharing", "compare",
                                      "memory",  "flops", "time",  "backward", "traffic", "tiles", "difference", "kinds"};
const std::vector<std::string> kLaterViews{"variants", "precision", "gradient",
                                           "positions", "mistakes", "long",    "modifiers", "layers"};
constexpr double kScreenDpi = 144.0;

/// Pictures on a screen: as many dots an inch as it has, where nothing is said.
Result<void> animationOf(const RenderWords& words, DrawnScene& scene, const QString& output) {
    const auto evaluation = scene.evaluation();
    if (!evaluation)
        return evaluation.error();
    const auto chosen = selectionOf(words, (*evaluation)->dims);
    if (!chosen)
        return chosen.error();
    FigureRequest request = requestOf(words.made, 0.0, QString::fromStdString(scene.file.scene.title));
    request.isTransparent = false;  // the frames of a GIF would show through one another
    if (!words.style.dpi && words.style.style.empty())
        request.dpi = kScreenDpi;
    const std::optional<double> width = words.made.width ? std::optional(words.made.width->mm()) : std::nullopt;
    const AnimationJob job{std::make_shared<const Scene>(scene.file.scene), scene.made, words.view, *chosen,
                           tilingOf(scene.file.scene, (*evaluation)->dims, words.flash),
                           [&words](const Scene& swept, const Evaluation& made) { return figureOf(words, swept, made); }};
    return renderAnimation(words.animation, job, request, width, output);
}

/// Given weights may have many layers; everything else has one.
Result<void> chooseLayer(const RenderWords& words, Scene& scene) {
    if (!words.layer)
        return {};
    const auto dims = validate(scene);
    if (!dims)
        return dims.error();
    if (*words.layer >= dims->layers)
        return Error{ErrorCode::OutOfRange, "There is no layer " + std::to_string(*words.layer) + ": the scene has " +
                                                std::to_string(dims->layers) + ", counted from 0."};
    scene.layer = *words.layer;
    return {};
}

Result<void> renderOne(const RenderWords& words, DrawnScene& scene, const QString& output) {
    if (isPageName(output) || isAnimationName(output) || isLatexName(output) || words.view == "compare") {
        if (const auto shown = needShown(scene.file.scene); !shown)
            return shown.error();
    } else if (const auto there = needView(scene.file.scene, words.view, words.show); !there) {
        return there.error();
    }
    const bool isToMove = !words.animation.sweep.empty() || words.animation.framesPerSecond;
    if (isToMove && !isAnimationName(output))
        return Error{ErrorCode::OutOfRange, "--sweep and --fps need an animation: a .gif, or a .png with {frame} in its name."};
    if (const auto chosen = chooseLayer(words, scene.file.scene); !chosen)
        return chosen.error();
    if (isPageName(output))
        return pageOf(words, scene, output);
    if (isLatexName(output))
        return renderLatex(words, scene, output);
    if (isAnimationName(output))
        return animationOf(words, scene, output);
    const auto format = figureFormat(output);
    if (!format)
        return format.error();
    const auto figure = figureOf(words, scene);
    if (!figure)
        return figure.error();
    const FigureRequest request = requestOf(words.made, figure->widthMm, QString::fromStdString(scene.file.scene.title));
    const auto bytes = renderFigure(figure->make(request), request, *format);
    if (!bytes)
        return bytes.error();
    return writeFigure(output, *bytes);
}

bool holds(const std::vector<std::string>& words, const std::string& word) { return std::find(words.begin(), words.end(), word) != words.end(); }

/// What CLI11 cannot check by a list.
std::string checkView(const std::string& word) {
    return holds(kViews, word) || holds(kLaterViews, word) ? std::string() : "There is no view \"" + word + "\".";
}

std::string checkLines(const std::string& word) {
    return linesRuleFromWord(QString::fromStdString(word))
               ? std::string()
               : "The lines \"" + word + "\" are not above:W with W from 0 to 1, largest:K with K from 1, or share:P with P from 1 to 100.";
}

std::vector<std::string> modelNames() {
    std::vector<std::string> names;
    for (const ModelPreset& model : modelPresets())
        names.push_back(model.name);
    return names;
}

std::string checkStage(const std::string& word) {
    return stageFromWord(QString::fromStdString(word)) ? std::string() : "There is no stage \"" + word + "\".";
}

/// What `--show` may say of each view; the first is what it shows without the flag.
const std::map<std::string, std::vector<std::string>> kShown{{"saturation", {"widths", "row", "demonstration"}},
                                                             {"mask", {"pattern", "weights", "alignments", "empty-rows"}}};

/// Empty when the view can show it.
std::string showFault(const RenderWords& words) {
    if (words.show.empty())
        return {};
    const auto view = kShown.find(words.view);
    if (view == kShown.end())
        return "The view " + words.view + " has nothing for --show to choose.";
    if (holds(view->second, words.show))
        return {};
    std::string known;
    for (const std::string& word : view->second)
        known += (known.empty() ? "" : word == view->second.back() ? " or " : ", ") + word;
    return "The view " + words.view + " shows " + known + ", not \"" + words.show + "\".";
}

void render(const RenderWords& words, Outcome& outcome) {
    if (const std::string fault = showFault(words); !fault.empty())
        return outcome.fail(words.scenes.front(), {ErrorCode::OutOfRange, fault});
    if (words.heads.areGiven() && words.view != "heads")
        return outcome.fail(words.scenes.front(), {ErrorCode::OutOfRange, "--heads, --order, --most and --combine belong to --view heads."});
    if (holds(kLaterViews, words.view))
        return outcome.fail(words.scenes.front(), {ErrorCode::NotSupported, "The view " + words.view + " is not yet supported."});
    GuiApp gui(GuiApp::Mode::Hidden);
    const auto style = styleOf(words.style);
    if (!style)
        return outcome.fail(words.style.style.empty() ? words.scenes.front() : words.style.style, style.error());
    if (const auto other = needOtherFile(words.output, {words.style.style}); !other)
        return outcome.fail(words.style.style, other.error());
    RenderOutput output{QFile::decodeName(words.output.c_str()), QString::fromStdString(words.view), QString::fromStdString(words.stage), {}};
    if (words.isHeadGiven && words.head != "all") {
        const auto head = headNumber(words.head);
        if (output.hasPlace("{head}") && !head)
            return outcome.fail(words.output, {ErrorCode::OutOfRange, "{head} stands for one head or for all, not for \"" + words.head + "\"."});
        output.head = head;
    }
    renderMany(words.scenes, output, [&words, &style](DrawnScene& scene, const RenderJob& job) {
        RenderWords one = words;
        one.made = *style;
        if (job.head) {
            one.head = std::to_string(*job.head);
            one.isHeadGiven = true;
        }
        return renderOne(one, scene, job.output);
    }, outcome);
}

}  // namespace

void addRender(CLI::App& app, Outcome& outcome) {
    auto words = std::make_shared<RenderWords>();
    CLI::App* command = app.add_subcommand("render", "Draw a view of scenes into PNG, SVG or PDF, an animation, or all of it into a page of HTML");
    command->add_option("SCENE", words->scenes, "Scene files")->required();
    command->add_option("-o,--output", words->output, "OUT.png, .svg, .pdf, .html, .gif or .tex; FOLDER/ for many scenes, as PNG; or a name with {scene}, {head}, {view}, {stage} in it; with {frame}: a PNG for each frame")->required()->check(checkOutput);
    command->add_option("--view", words->view, "heatmap, heads, lines, steps, mask, saturation, sharing, compare; naive against flash: " + flashViewsText())->capture_default_str()->check(checkView);
    command->add_option("--stage", words->stage, "X, Xkv, Q, K, V, scores, scaled, capped, masked, weights, head_out, concat or output")->capture_default_str()
        ->check(checkStage);
    const CLI::Option* head = command->add_option("--head", words->head, "A number, all or mean")->capture_default_str();
    command->add_option("--batch", words->batch, "Batch item")->capture_default_str()->check(wholeCount());
    command->add_option("--layer", words->layer, "Layer of given weights (without it: the one that the scene chooses)")->check(wholeCount());
    command->add_option("--select", words->select, "Mark a cell: ROW,COL")->delimiter(',')->expected(2)->check(wholeCount());
    command->add_option("--lines", words->lines, "Which lines: above:W, largest:K of each query, or share:P percent of each query's mass")
        ->capture_default_str()->check(checkLines);
    command->add_option("--show", words->show,
                        "What of the view: widths, row or demonstration of saturation; pattern, weights, alignments or empty-rows of the mask");
    command->add_option("--context", words->context, "Tokens in the cache that sharing shows")->capture_default_str()->check(CLI::Range(1, 1000000));
    command->add_option("--model", words->model, "The model that sharing compares with")->capture_default_str()->check(CLI::IsMember(modelNames()));
    addFlashWords(*command, words->flash);
    addHeadsWords(*command, words->heads);
    command->add_option("--a", words->a, "The snapshot that compare shows as A (without it: the first); now: the scene itself");
    command->add_option("--b", words->b, "The snapshot that compare shows as B, or now")->capture_default_str();
    addStyleWords(*command, words->style);
    addAnimationWords(*command, words->animation);
    command->callback([words, head, &outcome] {
        words->isHeadGiven = head->count() > 0;
        render(*words, outcome);
    });
}

}  // namespace attn::app

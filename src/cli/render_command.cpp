#include <QFile>
#include <map>
#include <optional>

#include "core/evaluate/evaluate.h"
#include "core/io/scene_file.h"
#include "src/cli/commands.h"
#include "src/cli/compare_figure.h"
#include "src/cli/flash_views.h"
#include "src/cli/gui_app.h"
#include "src/cli/render_many.h"
#include "src/cli/render_page.h"
#include "src/export/scene_figure.h"
#include "src/viewmodel/lines_picture.h"
#include "src/viewmodel/mask_panels.h"
#include "src/viewmodel/mask_picture.h"
#include "src/viewmodel/paired_picture.h"
#include "src/viewmodel/saturation_picture.h"
#include "src/viewmodel/sharing_picture.h"
#include "src/viewmodel/shown.h"
#include "src/viewmodel/softmax_row_picture.h"
#include "src/viewmodel/stage_selection.h"
#include "src/viewmodel/steps_picture.h"

namespace attn::app {
namespace {

const std::vector<std::string> kViews{"heatmap", "heads", "lines", "steps", "mask", "saturation", "sharing", "compare",
                                      "memory",  "flops", "time",  "backward", "traffic", "tiles", "difference", "kinds"};
const std::vector<std::string> kLaterViews{"variants", "precision", "gradient",
                                           "positions", "mistakes", "long",    "modifiers", "layers"};
const std::map<std::string, FigureTheme> kThemes{
    {"paper", FigureTheme::Paper}, {"light", FigureTheme::Light}, {"dark", FigureTheme::Dark}};
const std::map<std::string, ui::MapName> kMaps{{"cividis", ui::MapName::Cividis},
                                               {"viridis", ui::MapName::Viridis},
                                               {"magma", ui::MapName::Magma},
                                               {"grey", ui::MapName::Grey},
                                               {"diverging", ui::MapName::Diverging}};

struct RenderWords {
    std::vector<std::string> scenes;
    std::string output;
    std::string view = "heatmap";
    std::string stage = "weights";
    std::string head = "0";
    bool isHeadGiven = false;  ///< A page shows all heads where none is named.
    Index batch = 0;
    Index layer = 0;
    std::vector<Index> select;
    std::optional<double> width;
    double height = 0.0;
    double dpi = 300.0;
    std::string theme = "paper";
    std::string map;
    bool values = false;
    std::string range = "auto";
    std::string lines = "share:90";
    std::string show;  ///< Empty: what the view shows first.
    Index context = 4096;
    std::string model = modelPresets().front().name;
    FlashWords flash;
    std::string a;           ///< Empty: the first snapshot
    std::string b = "now";
    std::string style;
};

template <class Map>
std::vector<std::string> namesOf(const Map& map) {
    std::vector<std::string> names;
    for (const auto& [name, value] : map)
        names.push_back(name);
    return names;
}

Error outOfRange(const std::string& what, Index given, Index count) {
    return {ErrorCode::OutOfRange, "There is no " + what + " " + std::to_string(given) + ": the scene has " + std::to_string(count) +
                                       ", counted from 0."};
}

std::optional<Index> headNumber(const std::string& word) {
    bool isNumber = false;
    const Index head = QString::fromStdString(word).toLongLong(&isNumber);
    return isNumber ? std::optional(head) : std::nullopt;
}

/// The selection that the words name, checked against the scene's sizes.
Result<ui::Selection> selectionOf(const RenderWords& words, const Dimensions& dims) {
    ui::Selection selection;
    selection.batch = words.batch;
    if (words.head != "all" && words.head != "mean") {
        const auto head = headNumber(words.head);
        if (!head)
            return Error{ErrorCode::OutOfRange, "The head \"" + words.head + "\" is neither a number nor all nor mean."};
        selection.head = *head;
    }
    if (selection.batch < 0 || selection.batch >= dims.batch)
        return outOfRange("batch item", selection.batch, dims.batch);
    if (selection.head < 0 || selection.head >= dims.heads)
        return outOfRange("head", selection.head, dims.heads);
    if (words.layer != 0)
        return outOfRange("layer", words.layer, 1);
    if (!words.select.empty()) {
        selection.query = words.select[0];
        selection.key = words.select[1];
        if (selection.query < 0 || selection.query >= dims.nq)
            return outOfRange("query", selection.query, dims.nq);
        if (selection.key < 0 || selection.key >= dims.nk)
            return outOfRange("key", selection.key, dims.nk);
    }
    return selection;
}

/// With --select, the cell of --stage at that query and key is marked, and what made it.
Result<SceneFigure> stepsFigure(const RenderWords& words, const Scene& scene, const Evaluation& evaluation, const ui::Selection& chosen) {
    const Steps steps = makeSteps(scene, evaluation, chosen);
    if (!steps.picture.empty.isEmpty())
        return Error{ErrorCode::NotSupported, steps.picture.empty.toStdString()};
    ui::StepMarks marks;
    if (!words.select.empty()) {
        const auto step = stepOf(*stageFromWord(QString::fromStdString(words.stage)));
        if (!step || !steps.has(*step))
            return Error{ErrorCode::OutOfRange, "The steps of the scene have no " + words.stage + "."};
        marks = stepMarks(steps, scene, evaluation, chosen, *step, stepCell(steps, evaluation.dims, *step, chosen, {}));
    }
    return stepsSceneFigure(steps.picture, std::move(marks));
}

Result<SceneFigure> cellsFigure(const RenderWords& words, const Scene& scene, const Evaluation& evaluation, const Look& look) {
    const auto chosen = selectionOf(words, evaluation.dims);
    if (!chosen)
        return chosen.error();
    const auto stage = stageFromWord(QString::fromStdString(words.stage));
    if (words.view == "steps")
        return stepsFigure(words, scene, evaluation, *chosen);
    if (words.view == "heads" || words.head == "all") {
        if (!hasStage(scene, evaluation, *stage))
            return Error{ErrorCode::OutOfRange, "The scene has no stage " + words.stage + "."};
        return headsSceneFigure(QStringLiteral("heads"), numberedHeads(thumbnailPictures(scene, evaluation, *stage, chosen->batch, look)),
                                headsCaption(scene, evaluation, *stage, chosen->batch));
    }
    if (words.view == "mask" && words.show == "alignments")
        return panelsSceneFigure(QStringLiteral("mask"), alignmentPanels(scene, evaluation, *chosen));
    if (words.view == "mask" && words.show == "empty-rows")
        return panelsSceneFigure(QStringLiteral("mask"), emptyRowPanels(scene, evaluation, *chosen));
    ui::HeatmapOptions options = exportOptions();
    options.values = words.values || evaluation.dims.nq <= 24;
    ui::HeatmapMarks marks;
    ui::HeatmapPicture picture;
    if (words.view == "mask" && words.show != "weights") {
        picture = maskPicture(scene, evaluation, *chosen);
    } else if (words.head == "mean") {
        if (*stage != Stage::Weights)
            return Error{ErrorCode::OutOfRange, "A mean over heads is made of weights, not of " + words.stage + "."};
        picture = meanPicture(scene, evaluation, chosen->batch, look);
    } else {
        if (!hasStage(scene, evaluation, *stage))
            return Error{ErrorCode::OutOfRange, "The scene has no stage " + words.stage + "."};
        picture = stagePicture(scene, evaluation, *stage, *chosen, look);
    }
    if (!words.select.empty()) {
        const ui::HeatmapCell cell = chosenCell(scene, words.view == "mask" ? Stage::Weights : *stage, *chosen);
        marks.row = cell.row;
        marks.col = cell.col;
    }
    return heatmapSceneFigure(QString::fromStdString(words.view), std::move(picture), options, marks);
}

Result<SceneFigure> linesFigure(const RenderWords& words, const Scene& scene, const Evaluation& evaluation) {
    const auto chosen = selectionOf(words, evaluation.dims);
    if (!chosen)
        return chosen.error();
    if (words.head == "mean")
        return Error{ErrorCode::OutOfRange, "Lines are drawn of heads, not of their mean: give a number or all."};
    const std::vector<Index> heads = words.head == "all" ? allHeads(evaluation.dims) : std::vector<Index>{chosen->head};
    ui::LinesMarks marks;
    if (!words.select.empty()) {
        marks.query = chosen->query;
        marks.key = chosen->key;
    }
    return linesSceneFigure(linesPicture(scene, evaluation, *chosen, heads, *linesRuleFromWord(QString::fromStdString(words.lines))), marks);
}

Result<SceneFigure> sharingFigure(const RenderWords& words, const Scene& scene, const Evaluation& evaluation, const Look& look) {
    const auto chosen = selectionOf(words, evaluation.dims);
    if (!chosen)
        return chosen.error();
    const auto& models = modelPresets();
    const auto model = std::find_if(models.begin(), models.end(), [&](const ModelPreset& preset) { return preset.name == words.model; });
    return sharingSceneFigure(sharingPicture(scene, evaluation.dims,
                                             thumbnailPictures(scene, evaluation, Stage::Weights, chosen->batch, look), words.context, *model));
}

/// One row with its Jacobian, curves over the width of a head, or the copied demonstration.
Result<SceneFigure> saturationFigure(const RenderWords& words, const Scene& scene, const Evaluation& evaluation) {
    if (words.show == "demonstration") {
        const auto study = pairedStudy({}, terminalProgress());
        if (!study)
            return study.error();
        return pairedSceneFigure(pairedPicture(*study));
    }
    const auto chosen = selectionOf(words, evaluation.dims);
    if (words.show == "row") {
        if (!chosen)
            return chosen.error();
        ui::SoftmaxRowPicture row = softmaxRowPicture(scene, evaluation, *chosen, hasLossGradient(scene) ? Upstream::Loss : Upstream::Key);
        const auto place = std::find(row.keys.begin(), row.keys.end(), chosen->key);
        const Index mark = words.select.empty() || place == row.keys.end() ? -1 : place - row.keys.begin();
        return softmaxRowSceneFigure(std::move(row), mark);
    }
    const auto study = saturationStudy({}, terminalProgress());
    if (!study)
        return study.error();
    return saturationSceneFigure(saturationPicture(*study, sceneMark(evaluation)));
}

Look lookOf(const RenderWords& words) {
    Look look;
    look.range = *rangeFromWord(QString::fromStdString(words.range));
    if (!words.map.empty())
        look.map = kMaps.at(words.map);
    return look;
}

Result<void> pageOf(const RenderWords& words, DrawnScene& scene, const QString& output) {
    PageRequest request{words.batch, {}, lookOf(words), *stageFromWord(QString::fromStdString(words.stage))};
    if (words.isHeadGiven)
        request.head = headNumber(words.head);
    const auto evaluation = scene.evaluation();
    return evaluation ? renderPage(scene.file.scene, **evaluation, request, output) : evaluation.error();
}

Result<SceneFigure> figureOf(const RenderWords& words, const Scene& scene, const Evaluation& evaluation) {
    const Look look = lookOf(words);
    if (words.view == "lines")
        return linesFigure(words, scene, evaluation);
    if (words.view == "saturation")
        return saturationFigure(words, scene, evaluation);
    if (isFlashView(words.view)) {
        const auto chosen = selectionOf(words, evaluation.dims);
        if (!chosen)
            return chosen.error();
        return flashFigure(words.view, scene, evaluation, *chosen, words.flash);
    }
    if (words.view == "sharing")
        return sharingFigure(words, scene, evaluation, look);
    return cellsFigure(words, scene, evaluation, look);
}

/// The batch item, head and cell are those of B.
Result<SceneFigure> compareFigure(const RenderWords& words, const SceneFile& file) {
    const auto sides = comparedScenes(file, words.a, words.b, terminalProgress());
    if (!sides)
        return sides.error();
    const auto chosen = selectionOf(words, sides->b.evaluation->dims);
    if (!chosen)
        return chosen.error();
    return comparedFigure(*sides, *stageFromWord(QString::fromStdString(words.stage)), *chosen, !words.select.empty());
}

Result<SceneFigure> figureOf(const RenderWords& words, DrawnScene& scene) {
    if (words.view == "compare")
        return compareFigure(words, scene.file);
    const auto evaluation = scene.evaluation();
    return evaluation ? figureOf(words, scene.file.scene, **evaluation) : evaluation.error();
}

Result<void> renderOne(const RenderWords& words, DrawnScene& scene, const QString& output) {
    if (const auto shown = needShown(scene.file.scene); !shown)
        return shown.error();
    if (isPageName(output))
        return pageOf(words, scene, output);
    const auto format = figureFormat(output);
    if (!format)
        return format.error();
    const auto figure = figureOf(words, scene);
    if (!figure)
        return figure.error();
    FigureRequest request;
    request.widthMm = words.width.value_or(figure->widthMm);
    request.heightMm = words.height;
    request.dpi = words.dpi;
    request.theme = kThemes.at(words.theme);
    request.title = QString::fromStdString(scene.file.scene.title);
    const auto bytes = renderFigure(figure->make(request), request, *format);
    if (!bytes)
        return bytes.error();
    return writeFigure(output, *bytes);
}

/// What CLI11 cannot check by a list.
std::string checkRange(const std::string& word) {
    return rangeFromWord(QString::fromStdString(word)) ? std::string() : "The range \"" + word + "\" is not auto, row, log or LO:HI with LO < HI.";
}

bool holds(const std::vector<std::string>& words, const std::string& word) { return std::find(words.begin(), words.end(), word) != words.end(); }

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
    if (holds(kLaterViews, words.view))
        return outcome.fail(words.scenes.front(), {ErrorCode::NotSupported, "The view " + words.view + " is not yet supported."});
    if (!words.style.empty())
        return outcome.fail(words.style, {ErrorCode::NotSupported, "Style files are not yet supported."});
    GuiApp gui(GuiApp::Mode::Hidden);
    RenderOutput output{QFile::decodeName(words.output.c_str()), QString::fromStdString(words.view), QString::fromStdString(words.stage), {}};
    if (words.isHeadGiven && words.head != "all") {
        const auto head = headNumber(words.head);
        if (output.hasPlace("{head}") && !head)
            return outcome.fail(words.output, {ErrorCode::OutOfRange, "{head} stands for one head or for all, not for \"" + words.head + "\"."});
        output.head = head;
    }
    renderMany(words.scenes, output, [&words](DrawnScene& scene, const RenderJob& job) {
        RenderWords one = words;
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
    CLI::App* command = app.add_subcommand("render", "Draw a view of scenes into PNG, SVG or PDF, or all of it into a page of HTML");
    command->add_option("SCENE", words->scenes, "Scene files")->required();
    command->add_option("-o,--output", words->output, "OUT.png, .svg, .pdf or .html; FOLDER/ for many scenes, as PNG; or a name with {scene}, {head}, {view}, {stage} in it")->required()->check(checkOutput);
    command->add_option("--view", words->view, "heatmap, heads, lines, steps, mask, saturation, sharing, compare; naive against flash: " + flashViewsText())->capture_default_str()->check(checkView);
    command->add_option("--stage", words->stage, "X, Xkv, Q, K, V, scores, scaled, capped, masked, weights, head_out, concat or output")->capture_default_str()
        ->check(checkStage);
    const CLI::Option* head = command->add_option("--head", words->head, "A number, all or mean")->capture_default_str();
    command->add_option("--batch", words->batch, "Batch item")->capture_default_str()->check(wholeCount());
    command->add_option("--layer", words->layer, "Layer")->capture_default_str()->check(wholeCount());
    command->add_option("--select", words->select, "Mark a cell: ROW,COL")->delimiter(',')->expected(2)->check(wholeCount());
    command->add_option("--width", words->width, "In mm")->check(CLI::Range(1.0, 5000.0));
    command->add_option("--height", words->height, "In mm; 0: as high as needed")->capture_default_str()->check(CLI::Range(0.0, 5000.0));
    command->add_option("--dpi", words->dpi, "Pixels an inch")->capture_default_str()->check(CLI::Range(1.0, 4800.0));
    command->add_option("--theme", words->theme, "paper, light or dark")->capture_default_str()->check(CLI::IsMember(namesOf(kThemes)));
    command->add_option("--colormap", words->map, "cividis, viridis, magma, grey or diverging")->check(CLI::IsMember(namesOf(kMaps)));
    command->add_flag("--values", words->values, "Numbers in the cells, also past 24 tokens");
    command->add_option("--range", words->range, "auto, row, log or LO:HI")->capture_default_str()->check(checkRange);
    command->add_option("--lines", words->lines, "Which lines: above:W, largest:K of each query, or share:P percent of each query's mass")
        ->capture_default_str()->check(checkLines);
    command->add_option("--show", words->show,
                        "What of the view: widths, row or demonstration of saturation; pattern, weights, alignments or empty-rows of the mask");
    command->add_option("--context", words->context, "Tokens in the cache that sharing shows")->capture_default_str()->check(CLI::Range(1, 1000000));
    command->add_option("--model", words->model, "The model that sharing compares with")->capture_default_str()->check(CLI::IsMember(modelNames()));
    addFlashWords(*command, words->flash);
    command->add_option("--a", words->a, "The snapshot that compare shows as A (without it: the first); now: the scene itself");
    command->add_option("--b", words->b, "The snapshot that compare shows as B, or now")->capture_default_str();
    command->add_option("--style", words->style, "A style file (not yet supported)");
    command->callback([words, head, &outcome] {
        words->isHeadGiven = head->count() > 0;
        render(*words, outcome);
    });
}

}  // namespace attn::app

#include "src/cli/heads_figure.h"

#include <map>

#include "src/viewmodel/head_order.h"

namespace attn::app {
namespace {

const std::map<std::string, HeadOrder> kOrders{
    {"number", HeadOrder::Number},           {"previous-token", HeadOrder::PreviousToken},
    {"own-token", HeadOrder::OwnToken},      {"first-token", HeadOrder::FirstToken},
    {"largest-weight", HeadOrder::Largest},  {"entropy", HeadOrder::Entropy}};
const std::vector<std::string> kCombinations{"none", "mean", "maximum", "difference"};

std::vector<std::string> orderNames() {
    std::vector<std::string> names;
    for (const auto& [name, order] : kOrders)
        names.push_back(name);
    return names;
}

Result<SceneFigure> combinedFigure(const HeadsWords& words, const Scene& scene, const Evaluation& evaluation,
                                   Stage stage, Index batch, const Look& look) {
    if (stage != Stage::Weights)
        return Error{ErrorCode::OutOfRange, "Heads are combined by their weights: --combine needs --stage weights."};
    if (words.combine == "difference" && words.heads.size() != 2)
        return Error{ErrorCode::OutOfRange, "A difference is that of two heads, but --heads names " +
                                                std::to_string(words.heads.size()) + "."};
    ui::HeatmapPicture picture =
        words.combine == "difference"
            ? differencePicture(scene, evaluation, batch, words.heads[0], words.heads[1], look)
        : words.combine == "mean" ? meanPicture(scene, evaluation, batch, look, words.heads)
                                  : largestPicture(scene, evaluation, batch, look, words.heads);
    ui::HeatmapOptions options = exportOptions();
    options.values = evaluation.dims.nq <= 24;
    return heatmapSceneFigure(QStringLiteral("heads-") + QString::fromStdString(words.combine), std::move(picture),
                              options);
}

}  // namespace

void addHeadsWords(CLI::App& command, HeadsWords& words) {
    command.add_option("--heads", words.heads, "The heads that the view heads shows or combines: 0,2,5 (without it: all)")
        ->delimiter(',')
        ->check(CLI::Range(Index(0), Index(1'000'000)));
    command.add_option("--order", words.order, "Of the view heads: by number, or the highest score first")
        ->capture_default_str()
        ->check(CLI::IsMember(orderNames()));
    command.add_option("--most", words.most, "The first so many heads of that order; 0: all")
        ->capture_default_str()
        ->check(CLI::Range(Index(0), Index(1'000'000)));
    command.add_option("--combine", words.combine, "One map of the heads' weights: mean, maximum, or the difference of two")
        ->capture_default_str()
        ->check(CLI::IsMember(kCombinations));
}

Result<SceneFigure> headsFigure(const HeadsWords& words, const Scene& scene, const Evaluation& evaluation, Stage stage,
                                const std::string& stageName, Index batch, const Look& look) {
    if (!hasStage(scene, evaluation, stage))
        return Error{ErrorCode::OutOfRange, "The scene has no stage " + stageName + "."};
    for (const Index head : words.heads)
        if (head >= evaluation.dims.heads)
            return Error{ErrorCode::OutOfRange, "There is no head " + std::to_string(head) + ": the scene has " +
                                                    std::to_string(evaluation.dims.heads) + ", counted from 0."};
    if (words.combine != "none")
        return combinedFigure(words, scene, evaluation, stage, batch, look);
    const HeadOrder order = kOrders.at(words.order);
    std::vector<ui::Thumbnail> heads =
        filteredHeads(orderedHeads(thumbnailPictures(scene, evaluation, stage, batch, look), evaluation, batch, order),
                      {words.most, words.heads});
    const QString caption = sheetCaption(scene, evaluation, stage, batch, heads, order);
    return headsSceneFigure(QStringLiteral("heads"), std::move(heads), caption);
}

}  // namespace attn::app

#include "src/export/page_stages.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attn::app {
namespace {

bool isSame(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

const PageStage* find(const std::vector<PageStage>& stages, Stage stage) {
    const auto found =
        std::find_if(stages.begin(), stages.end(), [=](const PageStage& one) { return one.stage == stage; });
    return found == stages.end() ? nullptr : &*found;
}

/// Whether rounding from * by to the type of the page's numbers gives `to`, everywhere.
bool isProduct(const std::vector<double>& from, const std::vector<double>& to, double by, bool isSingle) {
    for (std::size_t i = 0; i < from.size(); ++i) {
        const double product = from[i] * by;
        if (!isSame(isSingle ? static_cast<double>(static_cast<float>(product)) : product, to[i]))
            return false;
    }
    return from.size() == to.size();
}

PageMaking scaledMaking(const std::vector<double>& scores, const std::vector<double>& scaled, double factor) {
    const bool isSingle = areFloats(scores) && areFloats(scaled);
    for (const double by : {factor, static_cast<double>(static_cast<float>(factor))})
        if (isProduct(scores, scaled, by, isSingle))
            return {PageMaking::Kind::Times, Stage::Scores, by, isSingle};
    return {};
}

/// The logits are `from` where a query may attend, and -infinity elsewhere.
bool isMasked(const PageStage& masked, const std::vector<double>& from) {
    std::size_t i = 0;
    for (const ui::HeatmapPicture& picture : masked.pictures)
        for (Index row = 0; row < picture.cells.rows; ++row)
            for (Index col = 0; col < picture.cells.cols; ++col, ++i) {
                const bool isOut = isHidden(picture.state(row, col));
                if (!isSame(picture.cells(row, col), isOut ? -std::numeric_limits<double>::infinity() : from[i]))
                    return false;
            }
    return i == from.size();
}

bool isJoined(const PageStage& concat, const PageStage& heads, const std::vector<Index>& silenced) {
    const Matrix& joined = concat.pictures.front().cells;
    const Index width = heads.pictures.front().cells.cols;
    if (joined.cols != width * static_cast<Index>(heads.pictures.size()))
        return false;
    for (Index col = 0; col < joined.cols; ++col) {
        const Matrix& head = heads.pictures[static_cast<std::size_t>(col / width)].cells;
        const bool isSilent = std::find(silenced.begin(), silenced.end(), col / width) != silenced.end();
        for (Index row = 0; row < joined.rows; ++row)
            if (!isSame(joined(row, col), isSilent ? 0.0 : head(row, col % width)))
                return false;
    }
    return true;
}

void findMakings(std::vector<PageStage>& stages, const Scene& scene, const Evaluation& evaluation) {
    for (PageStage& stage : stages) {
        if (stage.stage == Stage::Scaled && find(stages, Stage::Scores))
            stage.making =
                scaledMaking(find(stages, Stage::Scores)->numbers, stage.numbers, evaluation.effectiveScale);
        if (stage.stage == Stage::Masked)
            for (const Stage source : {Stage::Capped, Stage::Scaled, Stage::Scores})
                if (const PageStage* from = find(stages, source); from && isMasked(stage, from->numbers)) {
                    stage.making = {PageMaking::Kind::Where, source, 1.0, false};
                    break;
                }
        const PageStage* heads = find(stages, Stage::HeadOut);
        if (stage.stage == Stage::Concat && heads &&
            static_cast<Index>(heads->pictures.size()) == evaluation.dims.heads &&
            isJoined(stage, *heads, scene.silenced))
            stage.making = {PageMaking::Kind::Joined, Stage::HeadOut, 1.0, false};
    }
    for (PageStage& stage : stages)
        if (stage.making.kind != PageMaking::Kind::Stored)
            stage.numbers = {};
}

}  // namespace

std::vector<PageStage> pageStages(const Scene& scene, const Evaluation& evaluation, const PageRequest& request) {
    std::vector<PageStage> stages;
    for (const Stage stage : stagesOf(scene, evaluation)) {
        PageStage made;
        made.stage = stage;
        made.hasHeads = stage >= Stage::Q && stage <= Stage::HeadOut;
        if (made.hasHeads && request.head)
            made.pictures = {stagePicture(scene, evaluation, stage, {.batch = request.batch, .head = *request.head},
                                          request.look)};
        else
            made.pictures = thumbnailPictures(scene, evaluation, stage, request.batch, request.look);
        made.numbers = pageNumbers(made.pictures);
        if (!made.pictures.empty())
            stages.push_back(std::move(made));
    }
    findMakings(stages, scene, evaluation);
    return stages;
}

double storedSize(const std::vector<PageStage>& stages) {
    double size = 0.0;
    for (const PageStage& stage : stages)
        size += packedSize(stage.numbers, stage.packing);
    return size;
}

void fitStages(std::vector<PageStage>& stages, double size) {
    static constexpr Stage kWide[] = {Stage::X,       Stage::Xkv, Stage::Concat, Stage::Output,
                                      Stage::HeadOut, Stage::V,   Stage::K,      Stage::Q};
    static constexpr Stage kPairs[] = {Stage::Masked, Stage::Capped, Stage::Scaled, Stage::Scores};
    const auto round = [&](const auto& which, PagePacking packing) {
        for (const Stage word : which)
            for (PageStage& stage : stages)
                if (stage.stage == word && !stage.numbers.empty() && storedSize(stages) > size)
                    stage.packing = packing;
    };
    round(kWide, PagePacking::Steps16);
    round(kPairs, PagePacking::Steps16);
    round(kWide, PagePacking::Steps12);
    const auto leaveOut = [&](Stage word) {
        if (storedSize(stages) > size)
            std::erase_if(stages, [&](const PageStage& stage) {
                return stage.stage == word ||
                       (stage.making.kind != PageMaking::Kind::Stored && stage.making.of == word);
            });
    };
    // What the scene was given is missed least.
    leaveOut(Stage::X);
    leaveOut(Stage::Xkv);
    round(kPairs, PagePacking::Steps12);
    for (const Stage word : kWide)
        leaveOut(word);
    static constexpr Stage kWeights[] = {Stage::Weights};
    round(kWeights, PagePacking::Steps16);
}

}  // namespace attn::app

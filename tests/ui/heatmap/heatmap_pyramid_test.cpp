#include "ui/heatmap/heatmap_pyramid.h"

#include <cmath>
#include <random>

#include "tests/support/catch.h"

using namespace attn;
using namespace attn::ui;

namespace {

HeatmapPicture randomPicture(Index rows, Index cols, bool isMasked) {
    HeatmapPicture picture;
    picture.cells = Matrix(rows, cols);
    std::mt19937 random(11);
    for (double& value : picture.cells.values)
        value = (static_cast<double>(random() % 2001) - 1000.0) / 700.0;
    if (isMasked) {
        picture.states.assign(picture.cells.values.size(), CellState::Plain);
        for (CellState& state : picture.states)
            state = random() % 3 == 0 ? CellState::Masked : random() % 9 == 0 ? CellState::PaintedAllowed : state;
    }
    return picture;
}

CellRank rankOfBlock(const HeatmapPicture& picture, Index side, Index blockRow, Index blockCol) {
    CellRank most = kHiddenRank;
    for (Index row = blockRow * side; row < std::min((blockRow + 1) * side, picture.cells.rows); ++row)
        for (Index col = blockCol * side; col < std::min((blockCol + 1) * side, picture.cells.cols); ++col)
            if (!isHidden(picture.state(row, col)))
                most = std::max(most, magnitudeRank(picture.cells(row, col)));
    return most;
}

}  // namespace

TEST_CASE("HeatmapPyramid: each block has the rank of its largest cell, and all together a third of the matrix",
          "[heatmap][oracle]") {
    const auto [rows, cols] =
        GENERATE(table<Index, Index>({{1024, 1025}, {1500, 701}, {3, 400000}, {400001, 3}, {1, 2000000}}));
    const bool isMasked = GENERATE(false, true);
    const HeatmapPicture picture = randomPicture(rows, cols, isMasked);
    const HeatmapPyramid pyramid(picture);
    Index held = 0;
    for (const HeatmapPyramid::Level& level : pyramid.levels()) {
        held += level.rows * level.cols;
        const Index side = Index(1) << level.shift;
        REQUIRE(level.rows == (rows + side - 1) / side);
        Index wrong = 0;
        for (Index row = 0; row < level.rows; ++row)
            for (Index col = 0; col < level.cols; ++col)
                wrong += level.row(row)[col] != rankOfBlock(picture, side, row, col);
        CAPTURE(rows, cols, level.shift);
        CHECK(wrong == 0);
    }
    CHECK(3 * held <= rows * cols);
    CHECK(held > 0);
}

TEST_CASE("HeatmapPyramid: a small picture has none, and the survey made on the way is the survey", "[heatmap]") {
    HeatmapPicture picture = randomPicture(1000, 1100, GENERATE(false, true));
    picture.cells(500, 3) = GENERATE(0.5, INFINITY, -7.0);
    HeatmapSurvey onTheWay;
    const HeatmapPyramid pyramid(picture, &onTheWay);
    const HeatmapSurvey alone = surveyHeatmap(picture);
    CHECK(onTheWay.largest == alone.largest);
    CHECK(onTheWay.infinite == alone.infinite);
    CHECK(onTheWay.masked == alone.masked);
    CHECK(onTheWay.above == alone.above);
    CHECK(!pyramid.levels().empty());
    CHECK(HeatmapPyramid(randomPicture(1024, 1024, false)).levels().empty());
}

TEST_CASE("surveyHeatmap: finds in runs what is found cell by cell", "[heatmap][oracle]") {
    HeatmapPicture picture = randomPicture(37, 53, GENERATE(false, true));
    const int kind = GENERATE(0, 1, 2, 3);
    if (kind == 1)
        for (double& value : picture.cells.values)
            value = std::trunc(value * 4);
    if (kind == 2)
        picture.cells(3, 4) = picture.cells(20, 52) = std::nan("");
    if (kind == 3)
        for (double& value : picture.cells.values)
            value = std::abs(value) + 0.25;
    const HeatmapSurvey found = surveyHeatmap(picture);
    HeatmapSurvey want;
    for (Index row = 0; row < 37; ++row)
        for (Index col = 0; col < 53; ++col) {
            const double value = picture.cells(row, col);
            if (isHidden(picture.state(row, col)))
                continue;
            if (!std::isfinite(value)) {
                want.nan = true;
                continue;
            }
            want.exactZero |= value == 0.0;
            want.negative |= value < 0.0;
            want.below |= value < picture.low;
            want.above |= value > picture.high;
            want.whole = want.whole && value == std::trunc(value);
            want.largest = std::max(want.largest, std::abs(value));
        }
    CHECK(found.exactZero == want.exactZero);
    CHECK(found.negative == want.negative);
    CHECK(found.below == want.below);
    CHECK(found.above == want.above);
    CHECK(found.whole == want.whole);
    CHECK(found.largest == want.largest);
    CHECK(found.nan == want.nan);
}

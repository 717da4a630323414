#include "ui/heatmap/heatmap_picture.h"

#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"
#include "ui/heatmap/color_scale.h"
#include "ui/heatmap/heatmap_survey.h"

using namespace attn;
using namespace attn::test;
using namespace attn::ui;

TEST_CASE("cellSentence: both indices, both tokens, the stage and the exact value", "[heatmap]") {
    HeatmapPicture picture = causalTwelve();
    picture.cells(8, 3) = 0.1 + 0.2;
    CHECK(cellSentence(picture, 8, 3) == QStringLiteral("q8 “dog” → k3 “fox”, weight 0.30000000000000004"));
    CHECK(cellSentence(picture, 10, 6).startsWith(QStringLiteral("q10 “the” → k6 “the”, weight ")));
    CHECK(cellSentence(picture, 0, 5) == QStringLiteral("q0 “The” → k5 “over”, weight 0 (masked)"));
    CHECK(cellSentence(picture, 12, 0).isEmpty());
    CHECK(cellSentence(picture, 0, -1).isEmpty());
}

TEST_CASE("cellSentence: markup and percent signs in tokens stay as they are", "[heatmap]") {
    HeatmapPicture picture = plainWeights(2, 2);
    picture.rows = tokenAxis(AxisRole::Query, {QStringLiteral("<b>x</b>"), QStringLiteral("%1 %2")});
    picture.cols = tokenAxis(AxisRole::Key, {QStringLiteral("&lt;"), QStringLiteral("%3")});
    picture.cells(0, 0) = -0.5;
    picture.cells(1, 1) = std::nan("");
    CHECK(cellSentence(picture, 0, 0) == QStringLiteral("q0 “<b>x</b>” → k0 “&lt;”, weight −0.5"));
    CHECK(cellSentence(picture, 1, 1) == QStringLiteral("q1 “%1 %2” → k1 “%3”, weight NaN"));
}

TEST_CASE("cellSentence: says what a person painted, and names rows without tokens by their index", "[heatmap]") {
    const HeatmapPicture picture = everyState();
    CHECK(cellSentence(picture, 1, 4).endsWith(QStringLiteral("(masked by hand)")));
    CHECK(cellSentence(picture, 2, 0).endsWith(QStringLiteral("(allowed by hand)")));
    CHECK(cellSentence(picture, 3, 2) == QStringLiteral("q3 “a” → k2 “sat”, weight −∞"));
    HeatmapPicture bare = plainWeights(2, 2);
    bare.rows = bare.cols = {};
    bare.stage.clear();
    bare.cells(1, 0) = 3;
    CHECK(cellSentence(bare, 1, 0) == QStringLiteral("row 1, column 0, value 3"));
}

TEST_CASE("colorPosition: linear, logarithmic and per row", "[heatmap]") {
    HeatmapPicture picture = plainWeights(2, 3);
    picture.cells.values = {0.0, 0.25, 1.0, 0.01, 0.03, 0.02};
    CHECK(colorPosition(picture, 0, 1) == Approx(0.25));
    CHECK(colorPosition(picture, 1, 0) == Approx(0.01));

    picture.logRange = true;
    picture.low = 1e-4;
    CHECK(colorPosition(picture, 0, 0) == 0.0);
    CHECK(colorPosition(picture, 1, 0) == Approx(0.5));
    CHECK(colorPosition(picture, 0, 2) == 1.0);

    picture.logRange = false;
    picture.perRowRange = true;
    CHECK(colorPosition(picture, 1, 0) == 0.0);
    CHECK(colorPosition(picture, 1, 1) == 1.0);
    CHECK(colorPosition(picture, 1, 2) == Approx(0.5));
    picture.map = MapName::Diverging;
    CHECK(colorPosition(picture, 1, 1) == 1.0);
    CHECK(colorPosition(picture, 0, 0) == Approx(0.5));
}

TEST_CASE("colorPosition: hostile ranges give no NaN, and NaN is never given a colour's place", "[heatmap]") {
    HeatmapPicture picture = plainWeights(1, 3);
    picture.cells.values = {-1e308, 1e308, std::nan("")};
    picture.low = -1e308;
    picture.high = 1e308;
    CHECK(colorPosition(picture, 0, 0) == 0.0);
    CHECK(colorPosition(picture, 0, 1) == 1.0);
    CHECK(std::isnan(colorPosition(picture, 0, 2)));
    picture.low = picture.high = 2.0;
    picture.cells.values = {1.0, 2.0, 3.0};
    CHECK(colorPosition(picture, 0, 0) == 0.0);
    CHECK(colorPosition(picture, 0, 1) == 0.5);
    CHECK(colorPosition(picture, 0, 2) == 1.0);
}

TEST_CASE("surveyHeatmap: counts only what is finite and not masked", "[heatmap]") {
    const HeatmapSurvey found = surveyHeatmap(everyState());
    CHECK((found.masked && found.maskedByHand && found.painted && found.exactZero && found.nan && found.infinite));
    CHECK(found.largest < 1.0);
    CHECK_FALSE(found.above);
    const HeatmapSurvey causal = surveyHeatmap(causalTwelve());
    CHECK_FALSE(causal.exactZero);  // Masked zeros are masked, not zero.
    CHECK_FALSE(causal.nan);
}

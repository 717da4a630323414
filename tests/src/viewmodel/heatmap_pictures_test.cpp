#include "src/viewmodel/heatmap_pictures.h"

#include <cmath>
#include <limits>

#include "tests/support/core/close.h"
#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::app;
using ui::CellState;

namespace {

QString words(const char* text) { return QString::fromUtf8(text); }

Range fixed(double low, double high) { return {Range::Kind::Fixed, low, high}; }

}  // namespace

TEST_CASE("Stage: the command line's words name each stage, and no other word does", "[viewmodel]") {
    for (const char* word : {"X", "Q", "K", "V", "scores", "scaled", "masked", "weights", "head_out", "concat", "output"}) {
        CAPTURE(word);
        const auto stage = stageFromWord(words(word));
        REQUIRE(stage);
        CHECK(stageWord(*stage) == words(word));
        CHECK_FALSE(stageTitle(*stage).isEmpty());
    }
    CHECK_FALSE(stageFromWord(words("Weights")));
    CHECK_FALSE(stageFromWord(QString()));
}

TEST_CASE("rangeFromWord: takes auto, row, log and LO:HI, and refuses the rest", "[viewmodel]") {
    CHECK(rangeFromWord(words("auto")) == Range{});
    CHECK(rangeFromWord(words("row")) == Range{Range::Kind::Row});
    CHECK(rangeFromWord(words("log")) == Range{Range::Kind::Log});
    CHECK(rangeFromWord(words("-1.5:2")) == fixed(-1.5, 2));
    CHECK(rangeFromWord(words("1e-3:1")) == fixed(1e-3, 1));
    for (const char* bad : {"", ":", "1:", ":1", "1:1", "2:1", "nan:1", "0:inf", "a:b", "1:2:3", "-1e308:1.7e308"}) {
        CAPTURE(bad);
        CHECK_FALSE(rangeFromWord(words(bad)));
    }
}

TEST_CASE("stagesOf: a flash evaluation offers no n x n stage, and one head no joined heads", "[viewmodel]") {
    const Scene scene = test::catSat();
    const auto naive = stagesOf(scene, test::evaluated(scene));
    CHECK(naive == std::vector<Stage>{Stage::X, Stage::Q, Stage::K, Stage::V, Stage::Scores, Stage::Scaled,
                                      Stage::Masked, Stage::Weights, Stage::HeadOut, Stage::Output});
    EvaluateOptions options;
    options.path = Path::Flash;
    const Evaluation flash = test::evaluated(scene, options);
    CHECK(stagesOf(scene, flash) ==
          std::vector<Stage>{Stage::X, Stage::Q, Stage::K, Stage::V, Stage::HeadOut, Stage::Output});
    CHECK(stagePicture(scene, flash, Stage::Weights, {}).cells.values.empty());
}

TEST_CASE("stagePicture: the weights of the worked example", "[viewmodel]") {
    const Scene scene = test::catSat();
    const auto picture = stagePicture(scene, test::evaluated(scene), Stage::Weights, {});
    CHECK(picture.title == words("Weights"));
    CHECK(picture.subtitle == words("head 0, 3 × 3"));
    CHECK(picture.cells(1, 0) == Approx(0.768).margin(5e-4));
    CHECK(picture.states.empty());
    CHECK(picture.low == 0.0);
    CHECK(picture.high == 1.0);
    CHECK(picture.map == ui::MapName::Cividis);
    CHECK(picture.decimals == 3);
    CHECK(picture.rows.title == words("query (attends)"));
    CHECK(picture.cols.title == words("key (attended)"));
    CHECK(picture.rows.labels[1].text == words("cat"));
    CHECK(picture.caption == words("No mask. Attention weights over three tokens; each row sums to 1."));
    CHECK(picture.rangeNote.isEmpty());
}

TEST_CASE("stagePicture: signed stages have a symmetric range and bare whole numbers", "[viewmodel]") {
    const Scene scene = test::catSat();
    const Evaluation evaluation = test::evaluated(scene);
    const auto scores = stagePicture(scene, evaluation, Stage::Scores, {});
    CHECK(scores.low == -4.0);
    CHECK(scores.high == 4.0);
    CHECK(scores.map == ui::MapName::Diverging);
    CHECK(scores.decimals == 0);
    CHECK(stagePicture(scene, evaluation, Stage::Scaled, {}).decimals == 2);
    const auto X = stagePicture(scene, evaluation, Stage::X, {});
    CHECK(X.cols.title == words("dimension"));
    CHECK(X.cells.cols == 4);
}

TEST_CASE("stagePicture: all zero still has a range, and huge values one that does not overflow", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.precision = Precision::F64;
    scene.X = test::tensor({1, 3, 4}, std::vector<double>(12, 0.0));
    auto picture = stagePicture(scene, test::evaluated(scene), Stage::X, {});
    CHECK(picture.low == -1.0);
    CHECK(picture.high == 1.0);
    scene.X = test::tensor({1, 3, 4}, std::vector<double>(12, 1.7e308));
    picture = stagePicture(scene, test::evaluated(scene), Stage::X, {});
    CHECK(std::isfinite(picture.high - picture.low));
    CHECK(picture.high > picture.low);
    CHECK(picture.rangeNote.contains(words("12 values lie outside")));
}

TEST_CASE("stagePicture: NaN and infinities stay, and the range is of the rest", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.X = test::tensor({1, 3, 4}, {NAN, 0, 1, 0, 0, INFINITY, 0, 1, -3, 1, 0, 0});
    const auto picture = stagePicture(scene, test::evaluated(scene), Stage::X, {});
    CHECK(std::isnan(picture.cells(0, 0)));
    CHECK(std::isinf(picture.cells(1, 1)));
    CHECK(picture.high == 3.0);
    CHECK(picture.rangeNote == words("2 values are not finite and have no part in the range."));
}

TEST_CASE("stagePicture: masked, masked by hand and painted cells differ", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.mask.causal = Causal{};
    scene.mask.paint.allow = {{0, 2}, {1, 0}};
    scene.mask.paint.forbid = {{0, 1}, {2, 0}};
    const auto picture = stagePicture(scene, test::evaluated(scene), Stage::Weights, {});
    CHECK(picture.state(0, 0) == CellState::Plain);
    CHECK(picture.state(0, 1) == CellState::MaskedByHand);
    CHECK(picture.state(0, 2) == CellState::PaintedAllowed);
    CHECK(picture.state(1, 0) == CellState::PaintedAllowed);
    CHECK(picture.state(1, 2) == CellState::Masked);
    CHECK(picture.state(2, 0) == CellState::MaskedByHand);
    CHECK(stagePicture(scene, test::evaluated(scene), Stage::Scores, {}).states.empty());
    CHECK(picture.caption.startsWith(words("Causal mask, painted. ")));
}

TEST_CASE("stagePicture: a masked logit of minus infinity has no part in the range", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.mask.causal = Causal{};
    const auto picture = stagePicture(scene, test::evaluated(scene), Stage::Masked, {});
    CHECK(picture.cells(0, 1) == -INFINITY);
    CHECK(picture.state(0, 1) == CellState::Masked);
    CHECK(picture.rangeNote.isEmpty());
    CHECK(std::isfinite(picture.high));
}

TEST_CASE("stagePicture: rows that may attend nothing say what they became", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.mask.paint.forbid = {{1, 0}, {1, 1}, {1, 2}};
    SECTION("zero: masked cells, and the caption does not claim the sum") {
        const auto picture = stagePicture(scene, test::evaluated(scene), Stage::Weights, {});
        CHECK(picture.state(1, 0) == CellState::MaskedByHand);
        CHECK(picture.caption == words("Painted mask. Attention weights over three tokens; 2 of 3 rows sum to 1; "
                                       "one row may attend nothing and is zero."));
    }
    SECTION("uniform: the row shows its weights") {
        scene.emptyRow = EmptyRow::Uniform;
        const auto picture = stagePicture(scene, test::evaluated(scene), Stage::Weights, {});
        CHECK(picture.state(1, 0) == CellState::Plain);
        CHECK(picture.cells(1, 0) == Approx(1.0 / 3));
        CHECK(picture.caption.endsWith(words("one row may attend nothing and is uniform.")));
    }
    SECTION("NaN: the row shows NaN") {
        scene.emptyRow = EmptyRow::NaN;
        const auto picture = stagePicture(scene, test::evaluated(scene), Stage::Weights, {});
        CHECK(picture.state(1, 0) == CellState::Plain);
        CHECK(std::isnan(picture.cells(1, 0)));
        CHECK(picture.caption.endsWith(words("one row may attend nothing and is NaN.")));
    }
}

TEST_CASE("stagePicture: a row of NaN is not said to sum to 1", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.X = test::tensor({1, 3, 4}, {1, 0, 1, 0, NAN, 1, 0, 1, 1, 1, 0, 0});
    const auto picture = stagePicture(scene, test::evaluated(scene), Stage::Weights, {});
    CHECK_FALSE(picture.caption.contains(words("sums to 1")));
    CHECK(picture.caption.contains(words("not finite")));
}

TEST_CASE("stagePicture: repeated tokens are marked, whatever the rest", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.tokens = {"the", "cat", "the"};
    auto picture = stagePicture(scene, test::evaluated(scene), Stage::Weights, {});
    CHECK(picture.rows.labels[0].isRepeated);
    CHECK_FALSE(picture.rows.labels[1].isRepeated);
    CHECK(picture.cols.labels[2].isRepeated);
    scene.tokens.clear();
    picture = stagePicture(scene, test::evaluated(scene), Stage::Weights, {});
    CHECK(picture.rows.labels.empty());
}

TEST_CASE("stagePicture: shared key-value heads say who reads them", "[viewmodel]") {
    const Scene scene = test::plainScene(1, 3, 4, 8, 2, 2);
    const Evaluation evaluation = test::evaluated(scene);
    ui::Selection selection;
    selection.head = 5;
    const auto K = stagePicture(scene, evaluation, Stage::K, selection);
    CHECK(K.subtitle == words("KV head 1, read by heads 4 to 7, 3 × 2"));
    CHECK(K.cells(2, 1) == evaluation.K.at((1 * 3 + 2) * 2 + 1));
    CHECK(K.rows.role == ui::AxisRole::Key);
    CHECK(K.caption == words("KV head 1. Keys K of three tokens."));
    CHECK(stagePicture(scene, evaluation, Stage::Q, selection).subtitle == words("head 5, 3 × 2"));
    CHECK(stagePicture(scene, evaluation, Stage::Concat, selection).cells.cols == 16);
}

TEST_CASE("stagePicture: the chosen batch item is the one that is shown and named", "[viewmodel]") {
    const Scene scene = test::plainScene(2, 3, 4, 2, 2, 2);
    const Evaluation evaluation = test::evaluated(scene);
    ui::Selection selection;
    selection.batch = 1;
    selection.head = 1;
    const auto picture = stagePicture(scene, evaluation, Stage::Weights, selection);
    CHECK(picture.cells(0, 2) == evaluation.weights.at(3 * 9 + 2));
    CHECK(picture.subtitle == words("head 1, batch item 1, 3 × 3"));
    CHECK(picture.caption.startsWith(words("Head 1, batch item 1, no mask. ")));
    CHECK(stagePicture(scene, evaluation, Stage::X, selection).cells(0, 0) == (*scene.X)[12]);
    selection.batch = 99;
    selection.head = -4;
    CHECK(stagePicture(scene, evaluation, Stage::Weights, selection).subtitle == words("head 0, batch item 1, 3 × 3"));
}

TEST_CASE("stagePicture: cross-attention names queries and keys", "[viewmodel]") {
    Scene scene = test::plainScene(1, 2, 4, 1, 1, 2);
    scene.Xkv = test::noise({1, 5, 4}, 8);
    scene.contextTokens = {"a", "b", "c", "d", "e"};
    const auto picture = stagePicture(scene, test::evaluated(scene), Stage::Weights, {});
    CHECK(picture.rows.labels.empty());
    CHECK(picture.cols.labels.size() == 5);
    CHECK(picture.caption == words("No mask. Attention weights of two queries over five keys; each row sums to 1."));
}

TEST_CASE("stagePicture: each kind of range does as it says", "[viewmodel]") {
    const Scene scene = test::catSat();
    const Evaluation evaluation = test::evaluated(scene);
    Look look;
    look.range = fixed(0.0, 0.5);
    auto picture = stagePicture(scene, evaluation, Stage::Weights, {}, look);
    CHECK(picture.high == 0.5);
    CHECK(picture.rangeNote.contains(words("2 values lie outside 0 to 0.5")));

    look.range = {Range::Kind::Row};
    picture = stagePicture(scene, evaluation, Stage::Weights, {}, look);
    CHECK(picture.perRowRange);
    CHECK_FALSE(picture.rangeNote.isEmpty());

    look.range = {Range::Kind::Log};
    picture = stagePicture(scene, evaluation, Stage::Weights, {}, look);
    CHECK(picture.logRange);
    CHECK(picture.low > 0.0);
    CHECK(picture.low < picture.high);

    picture = stagePicture(scene, evaluation, Stage::Q, {}, look);  // whole numbers from 0 on
    CHECK(picture.low == 1.0);
    Scene negative = scene;
    negative.X = test::tensor({1, 3, 4}, std::vector<double>(12, -1.0));
    picture = stagePicture(negative, test::evaluated(negative), Stage::X, {}, look);
    CHECK_FALSE(picture.logRange);
    CHECK(picture.rangeNote.contains(words("linear")));

    look = {};
    look.map = ui::MapName::Magma;
    look.decimals = 5;
    picture = stagePicture(scene, evaluation, Stage::Scores, {}, look);
    CHECK(picture.map == ui::MapName::Magma);
    CHECK(picture.decimals == 5);
}

TEST_CASE("meanPicture: is the mean over the heads and says so", "[viewmodel]") {
    Scene scene = test::plainScene(1, 3, 4, 2, 2, 2);
    scene.mask.explicitAllow = test::flags({2, 1, 3}, {1, 1, 0, 1, 0, 0});
    const Evaluation evaluation = test::evaluated(scene);
    const auto picture = meanPicture(scene, evaluation, 0);
    CHECK(picture.cells(1, 0) == Approx((evaluation.weights.at(3) + evaluation.weights.at(9 + 3)) / 2));
    CHECK(picture.state(0, 0) == CellState::Plain);
    CHECK(picture.state(0, 1) == CellState::Plain);   // one head may
    CHECK(picture.state(0, 2) == CellState::Masked);  // no head may
    CHECK(picture.subtitle == words("mean of two heads, 3 × 3"));
    CHECK(picture.caption == words("Mean of two heads, explicit mask. Mean attention weights over three tokens; each "
                                   "row sums to 1. A key masked in some heads counts as weight 0 there."));
}

TEST_CASE("thumbnailPictures: one per head, all with one range", "[viewmodel]") {
    const Scene scene = test::plainScene(1, 3, 4, 4, 2, 2);
    const Evaluation evaluation = test::evaluated(scene);
    const auto pictures = thumbnailPictures(scene, evaluation, Stage::Scores, 0);
    REQUIRE(pictures.size() == 4);
    for (const auto& picture : pictures) {
        CHECK(picture.low == pictures[0].low);
        CHECK(picture.high == pictures[0].high);
    }
    CHECK(pictures[2].title == words("head 2"));
    CHECK(pictures[2].cells(1, 1) == evaluation.scores.at(2 * 9 + 4));
    CHECK(thumbnailPictures(scene, evaluation, Stage::Output, 0).size() == 1);
}

TEST_CASE("stagePicture: no tokens give pictures without cells", "[viewmodel]") {
    const Scene scene = test::plainScene(1, 0, 4, 1, 1, 2);
    const Evaluation evaluation = test::evaluated(scene);
    for (const Stage stage : stagesOf(scene, evaluation)) {
        const auto picture = stagePicture(scene, evaluation, stage, {});
        CHECK(picture.cells.rows == 0);
        CHECK(picture.high > picture.low);
    }
    CHECK(meanPicture(scene, evaluation, 0).caption.endsWith(words("there are no rows.")));
}

TEST_CASE("clamped: the nearest selection that exists", "[viewmodel]") {
    Dimensions dims;
    dims.batch = 2;
    dims.heads = 3;
    dims.nq = 4;
    dims.nk = 0;
    const ui::Selection got = clamped({9, 7, -1, 4, 5}, dims);
    CHECK(got == ui::Selection{1, 0, 0, 3, 0});
}

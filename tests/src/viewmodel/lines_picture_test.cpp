#include "src/viewmodel/lines_picture.h"

#include <cmath>
#include <limits>

#include "tests/support/core/close.h"
#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::app;

namespace {

QString words(const char* text) {
    return QString::fromUtf8(text);
}

LinesRule above(double threshold) {
    return {LinesRule::Kind::Above, threshold};
}
LinesRule largest(Index count) {
    return {LinesRule::Kind::Largest, 0.1, count};
}
LinesRule share(Index percent) {
    return {LinesRule::Kind::Share, 0.1, 3, percent};
}

/// One head whose weights are `rows` exactly, whatever the scene's own would be.
Evaluation withWeights(const Scene& scene, const std::vector<double>& rows) {
    Evaluation evaluation = test::evaluated(scene);
    evaluation.weights = Values(std::make_shared<const TensorOf<double>>(evaluation.weights.shape(), rows));
    return evaluation;
}

ui::LinesPicture linesOf(const std::vector<double>& rows, const LinesRule& rule) {
    const Scene scene = test::catSat();
    return linesPicture(scene, withWeights(scene, rows), {}, {0}, rule);
}

std::vector<Index> keysOf(const ui::LinesPicture& picture, Index query) {
    std::vector<Index> keys;
    for (const ui::AttentionLine& line : picture.lines)
        if (line.query == query)
            keys.push_back(line.key);
    std::sort(keys.begin(), keys.end());
    return keys;
}

const std::vector<double> kRows{0.5, 0.3, 0.2, 0.25, 0.25, 0.5, 0.0, 1.0, 0.0};

}  // namespace

TEST_CASE("linesRuleFromWord: takes the three rules, and refuses the rest", "[viewmodel]") {
    CHECK(linesRuleFromWord(words("above:0.25")) == above(0.25));
    CHECK(linesRuleFromWord(words("largest:2")) == largest(2));
    CHECK(linesRuleFromWord(words("share:100")) == share(100));
    for (const char* bad : {"", "above", "above:", "above:-0.1", "above:nan", "above:2", "largest:0", "largest:1.5",
                            "share:0", "share:101", "all:1", "share:1:2"}) {
        CAPTURE(bad);
        CHECK_FALSE(linesRuleFromWord(words(bad)));
    }
}

TEST_CASE("linesPicture: a threshold is exceeded, not met", "[viewmodel]") {
    const auto picture = linesOf(kRows, above(0.25));
    CHECK(keysOf(picture, 0) == std::vector<Index>{0, 1});
    CHECK(keysOf(picture, 1) == std::vector<Index>{2});
    CHECK(keysOf(picture, 2) == std::vector<Index>{1});
    CHECK(picture.caption == words("No mask. Weights above 0.25. 4 of 7 lines are drawn: 76.7 % of the mass."));
}

TEST_CASE("linesPicture: the largest of each query, of equal ones the first", "[viewmodel]") {
    const auto picture = linesOf(kRows, largest(2));
    CHECK(keysOf(picture, 0) == std::vector<Index>{0, 1});
    CHECK(keysOf(picture, 1) == std::vector<Index>{0, 2});
    CHECK(keysOf(picture, 2) == std::vector<Index>{1});
    CHECK(picture.caption ==
          words("No mask. The 2 largest weights of each query. 5 of 7 lines are drawn: 85.0 % of the mass."));
}

TEST_CASE("linesPicture: a share is held by the fewest lines that hold it", "[viewmodel]") {
    CHECK(keysOf(linesOf(kRows, share(50)), 0) == std::vector<Index>{0});
    CHECK(keysOf(linesOf(kRows, share(51)), 0) == std::vector<Index>{0, 1});
    CHECK(keysOf(linesOf(kRows, share(81)), 0) == std::vector<Index>{0, 1, 2});
    const auto whole = linesOf(kRows, share(100));
    CHECK(whole.lines.size() == 7);
    CHECK(whole.caption == words("No mask. Every weight above 0. 7 of 7 lines are drawn: 100 % of the mass."));
}

TEST_CASE("linesPicture: a row that sums to less than 1 is not renormalised", "[viewmodel]") {
    const auto picture = linesOf({0.2, 0.1, 0.1, 0, 0, 0, 0, 0, 0}, share(50));
    REQUIRE(picture.lines.size() == 1);
    CHECK(picture.lines[0].weight == 0.2);
    CHECK(picture.caption.endsWith(words("1 of 3 lines are drawn: 50.0 % of the mass.")));
}

TEST_CASE("linesPicture: what is not finite always has a line, is named, and counts in no mass", "[viewmodel]") {
    const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    const auto picture = linesOf({nan, 0.6, 0.4, 0, 1, 0, infinity, 0, 0}, largest(1));
    CHECK(picture.hasFault());
    REQUIRE(picture.lines.size() == 4);
    CHECK_FALSE(std::isfinite(picture.lines[2].weight));
    CHECK_FALSE(std::isfinite(picture.lines[3].weight));
    CHECK(picture.caption == words("No mask. The largest weight of each query. 2 of 3 lines are drawn: 80.0 % of the "
                                   "mass. 2 weights are NaN or "
                                   "infinite: they are drawn as faults and count in no mass."));
}

TEST_CASE("linesPicture: masked weights have no line, and rows with nothing say so", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.mask.paint.forbid = {{0, 1}, {1, 0}, {1, 1}, {1, 2}};
    const Evaluation evaluation = test::evaluated(scene);
    const auto picture = linesPicture(scene, evaluation, {}, {0}, share(100));
    CHECK(keysOf(picture, 0) == std::vector<Index>{0, 2});
    CHECK(keysOf(picture, 1).empty());
    CHECK(picture.caption.endsWith(
        words("5 of 5 lines are drawn: 100 % of the mass. Query 1 may attend nothing and has no line.")));

    scene.emptyRow = EmptyRow::Uniform;
    const auto uniform = linesPicture(scene, test::evaluated(scene), {}, {0}, share(100));
    CHECK(keysOf(uniform, 1) == std::vector<Index>{0, 1, 2});
    CHECK_FALSE(uniform.caption.contains(words("nothing")));

    scene.emptyRow = EmptyRow::NaN;
    const auto broken = linesPicture(scene, test::evaluated(scene), {}, {0}, share(100));
    CHECK(keysOf(broken, 1).size() == 3);
    CHECK(broken.hasFault());
}

TEST_CASE("linesPicture: heads differ in sample or dash up to twelve, and one head has the colour of text",
          "[viewmodel]") {
    const Scene scene = test::plainScene(1, 4, 8, 12, 12, 2);
    const Evaluation evaluation = test::evaluated(scene);
    ui::Selection selection;
    selection.head = 2;
    const auto all = linesPicture(scene, evaluation, selection, allHeads(evaluation.dims), share(90));
    REQUIRE(all.heads.size() == 12);
    for (std::size_t a = 0; a < 12; ++a) {
        CHECK(all.heads[a].isChosen == (a == 2));
        for (std::size_t b = 0; b < a; ++b)
            CHECK((all.heads[a].sample != all.heads[b].sample || all.heads[a].dash != all.heads[b].dash));
    }
    CHECK(all.heads[0].sample == 0.15);
    CHECK(all.heads[1].sample == 0.5);
    CHECK(all.heads[2].sample == 0.85);
    const auto one = linesPicture(scene, evaluation, selection, {3, 99}, share(90));
    REQUIRE(one.heads.size() == 1);
    CHECK(one.heads[0].name == words("head 3"));
    CHECK(one.heads[0].sample < 0.0);
}

TEST_CASE("linesPicture: every drawn weight is the evaluation's own, and small ones come first", "[viewmodel]") {
    const Scene scene = test::plainScene(2, 5, 8, 2, 1, 3);
    const Evaluation evaluation = test::evaluated(scene);
    ui::Selection selection;
    selection.batch = 1;
    const auto picture = linesPicture(scene, evaluation, selection, {0, 1}, share(100));
    REQUIRE(picture.lines.size() == 50);
    for (std::size_t i = 0; i < picture.lines.size(); ++i) {
        const ui::AttentionLine& line = picture.lines[i];
        CHECK(line.weight == evaluation.weights.at(((2 + line.head) * 5 + line.query) * 5 + line.key));
        if (i > 0)
            CHECK(line.weight >= picture.lines[i - 1].weight);
    }
}

TEST_CASE("linesPicture: a sink's share has no line, and without weights there is none", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.sink = Sink{};
    scene.sink->logits = {0.0};
    const auto picture = linesPicture(scene, test::evaluated(scene), {}, {0}, share(100));
    CHECK(picture.caption.endsWith(words("The sink’s share has no line.")));
    EvaluateOptions options;
    options.path = Path::Flash;
    const Scene plain = test::catSat();
    CHECK(linesPicture(plain, test::evaluated(plain, options), {}, {0}, share(100)).lines.empty());
}

TEST_CASE("tokenSentence: names both sides with index and exact weight, the largest first", "[viewmodel]") {
    auto picture = linesOf(kRows, share(100));
    CHECK(ui::tokenSentence(picture, {false, 0}) == words("q0 “The” → k0 “The” 0.5, k1 “cat” 0.3, k2 “sat” 0.2"));
    CHECK(ui::tokenSentence(picture, {true, 2}) == words("k2 “sat” ← q1 “cat” 0.5, q0 “The” 0.2"));
    CHECK(ui::tokenSentence(picture, {false, 3}).isEmpty());
    picture.lines.clear();
    CHECK(ui::tokenSentence(picture, {false, 0}) == words("q0 “The”, no line"));
}

// The examples that ship with the program: that they are sound, and that what they say of themselves is true.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/evaluate/evaluate.h"
#include "core/evaluate/head_walk.h"
#include "core/io/scene_file.h"
#include "tests/support/catch.h"
#include "tests/support/core/close.h"

using namespace attn;
using attn::test::AllClose;
namespace fs = std::filesystem;

namespace {

const fs::path kFolder = fs::path(HEADSCOPE_SOURCE) / "resources/examples";

Scene example(const std::string& name) {
    auto file = readSceneFile((kFolder / (name + ".headscope")).string());
    REQUIRE(file);
    return std::move(file->scene);
}

Evaluation evaluated(const std::string& name) {
    EvaluateOptions options;
    options.precision = Precision::F64;
    auto result = evaluate(example(name), options);
    REQUIRE(result);
    return *std::move(result);
}

/// One row of the weights of batch item 0.
std::vector<double> weightsOf(const Evaluation& e, Index head, Index row) {
    std::vector<double> values;
    for (Index j = 0; j < e.dims.nk; ++j)
        values.push_back(e.weights.at((head * e.dims.nq + row) * e.dims.nk + j));
    return values;
}

double largest(const std::vector<double>& row) {
    return *std::max_element(row.begin(), row.end());
}

}  // namespace

TEST_CASE("examples: each is sound, described, and saved as it stands", "[examples]") {
    std::size_t found = 0;
    for (const auto& entry : fs::directory_iterator(kFolder)) {
        INFO(entry.path().filename().string());
        std::ifstream in(entry.path(), std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(in)), {});
        const auto file = readSceneFile(entry.path().string());
        REQUIRE(file);
        CHECK(writeScene(*file) == text);
        CHECK((!file->scene.name.empty() && !file->scene.title.empty() && !file->scene.why.empty()));
        CHECK(evaluate(file->scene));
        ++found;
    }
    CHECK(found == 19);
}

TEST_CASE("examples: the worked example has equal values, and its neighbour has not", "[examples]") {
    const Evaluation plain = evaluated("01_the_cat_sat");
    CHECK_THAT(weightsOf(plain, 0, 0),
               AllClose({0.04538836291379466, 0.7679179361387025, 0.1866937009475028}, 1e-12, 0));
    CHECK_THAT(attn::test::numbers(plain.output), AllClose({1, 1, 1, 1, 1, 1}, 1e-12, 0));
    const Evaluation other = evaluated("02_values_that_differ");
    CHECK(weightsOf(other, 0, 0) == weightsOf(plain, 0, 0));
    CHECK(std::abs(other.output.at(0) - other.output.at(2)) > 0.1);
}

TEST_CASE("examples: the four heads do what their description says", "[examples]") {
    const Scene scene = example("03_four_heads");
    const Evaluation e = evaluated("03_four_heads");
    for (Index i = 0; i < 12; ++i) {
        CAPTURE(i);
        if (i > 0)
            CHECK(weightsOf(e, 0, i)[static_cast<std::size_t>(i - 1)] > 0.95);
        double same = 0.0;
        for (std::size_t j = 0; j < 12; ++j)
            if (scene.tokens[j] == scene.tokens[static_cast<std::size_t>(i)])
                same += weightsOf(e, 1, i)[j];
        CHECK(same > 0.95);
        const auto nouns = weightsOf(e, 2, i);
        CHECK(nouns[3] + nouns[8] + nouns[11] > 0.95);
    }
    const auto adjectives = weightsOf(e, 3, 1);
    CHECK(adjectives[1] + adjectives[2] + adjectives[7] > 0.9);
}

TEST_CASE("examples: the causal one is a running average", "[examples]") {
    const Evaluation e = evaluated("04_causal");
    for (Index i = 0; i < 6; ++i) {
        std::vector<double> want(6, 0.0);
        std::fill_n(want.begin(), i + 1, 1.0 / static_cast<double>(i + 1));
        CHECK_THAT(weightsOf(e, 0, i), AllClose(want, 1e-15, 0));
    }
}

TEST_CASE("examples: the translation crosses", "[examples]") {
    const Evaluation e = evaluated("05_cross_attention");
    CHECK(weightsOf(e, 0, 1)[2] > 0.9);
    CHECK(weightsOf(e, 0, 2)[1] > 0.9);
    CHECK(weightsOf(e, 0, 3)[3] + weightsOf(e, 0, 3)[4] > 0.9);
}

TEST_CASE("examples: equal words have equal rows and columns", "[examples]") {
    const Evaluation e = evaluated("06_twelve_tokens");
    for (Index i = 0; i < 4; ++i)
        CHECK(weightsOf(e, 0, i) == weightsOf(e, 0, i + 6));
    for (Index i = 0; i < 12; ++i)
        for (std::size_t j = 0; j < 4; ++j)
            CHECK(weightsOf(e, 0, i)[j] == weightsOf(e, 0, i)[j + 6]);
}

TEST_CASE("examples: masks leave what their descriptions say", "[examples]") {
    const Evaluation window = evaluated("08_window_with_global");
    for (Index i = 0; i < 10; ++i)
        for (Index j = 0; j < 10; ++j)
            CHECK(((*window.allowed)[i * 10 + j] == 1) == (i == 0 || j == 0 || std::abs(i - j) <= 2));
    const Evaluation nothing = evaluated("09_rows_with_nothing");
    CHECK(largest(weightsOf(nothing, 0, 1)) == 0.0);
    CHECK(largest(weightsOf(nothing, 0, 2)) == 1.0);
    const Evaluation padded = evaluated("10_padding_in_a_batch");
    for (Index head = 0; head < 2; ++head)
        for (Index i = 0; i < 5; ++i)
            CHECK(padded.weights.at(((2 + head) * 5 + i) * 5 + 4) == 0.0);
}

TEST_CASE("examples: the two new tokens get the last two rows of the whole square", "[examples]") {
    Scene whole = example("11_two_new_tokens");
    whole.X = whole.Xkv;
    whole.Xkv = nullptr;
    whole.tokens = whole.contextTokens;
    whole.contextTokens.clear();
    EvaluateOptions options;
    options.precision = Precision::F64;
    const auto square = evaluate(whole, options);
    REQUIRE(square);
    const Evaluation part = evaluated("11_two_new_tokens");
    CHECK_THAT(weightsOf(part, 0, 0), AllClose(weightsOf(*square, 0, 3), 1e-14, 0));
    CHECK_THAT(weightsOf(part, 0, 1), AllClose(weightsOf(*square, 0, 4), 1e-14, 0));
}

TEST_CASE("examples: without the scale the softmax saturates, with it not", "[examples]") {
    Scene scene = example("12_without_the_scale");
    const auto off = evaluate(scene);
    scene.scale.mode = ScaleMode::RsqrtDk;
    const auto on = evaluate(scene);
    REQUIRE((off && on));
    for (Index i = 0; i < 6; ++i) {
        CHECK(largest(weightsOf(*off, 0, i)) > 0.9);
        CHECK(largest(weightsOf(*on, 0, i)) < 0.62);
    }
}

TEST_CASE("examples: rotary scores have one value on each diagonal, ALiBi's weights fall with the distance", "[examples]") {
    const Evaluation rotary = evaluated("13_rotary_positions");
    for (Index i = 1; i < 8; ++i)
        for (Index j = 1; j < 8; ++j)
            CHECK(rotary.scores.at(i * 8 + j) == Approx(rotary.scores.at((i - 1) * 8 + j - 1)));
    CHECK(rotary.scores.at(1) < rotary.scores.at(0));
    const Evaluation alibi = evaluated("14_alibi_positions");
    CHECK(alibi.alibiSlopes == std::vector<double>{0.25, 0.0625, 0.015625, 0.00390625});
    const std::vector<double> near = weightsOf(alibi, 0, 7);
    CHECK(std::is_sorted(near.begin(), near.end()));
    CHECK(largest(near) > 1.5 * largest(weightsOf(alibi, 3, 7)));
}

TEST_CASE("examples: a sink takes what finds nothing, a soft cap bounds, blocks keep sentences apart", "[examples]") {
    const Evaluation sink = evaluated("15_a_sink");
    CHECK(sink.sinkWeight.at(0) > 0.98);
    CHECK(sink.sinkWeight.at(1) < 0.02);
    CHECK(sink.sinkWeight.at(3) > 0.97);
    const Evaluation cap = evaluated("16_a_soft_cap");
    for (Index i = 0; i < 16; ++i)
        CHECK(cap.capped.at(i) < 5.0);
    CHECK(cap.capped.at(4) == Approx(1.0).margin(0.02));
    CHECK(cap.weights.at(9) == Approx(cap.weights.at(10)).epsilon(1e-3));
    const Evaluation blocks = evaluated("17_two_sentences");
    for (Index i = 0; i < 6; ++i)
        for (Index j = 0; j < 6; ++j)
            CHECK((*blocks.allowed)[i * 6 + j] == (i / 3 == j / 3 ? 1 : 0));
}

TEST_CASE("examples: tile by tile, most rows meet a larger score, and the mask empties 6 of 16 tiles", "[examples]") {
    const Scene scene = example("18_tile_by_tile");
    REQUIRE(scene.flash);
    const Evaluation e = evaluated("18_tile_by_tile");
    const auto walk = headTileWalk(scene, e, 0, 0, *scene.flash);
    REQUIRE(walk);
    CHECK(walk->tiles == 16);
    CHECK(walk->skipped == 6);
    int rescaled = 0, rows = 0;
    for (const TileStep& step : walk->steps)
        for (std::size_t row = 0; step.k0 > 0 && row < step.rescale.size(); ++row, ++rows)
            rescaled += step.rescale[row] < 1.0 ? 1 : 0;
    CHECK(rows == 24);
    CHECK(rescaled > 16);
}

TEST_CASE("examples: without the scale each row of the snapshot is sharper than with it", "[examples]") {
    const auto file = readSceneFile((kFolder / "19_with_and_without_the_scale.headscope").string());
    REQUIRE(file);
    REQUIRE(file->snapshots.size() == 1);
    CHECK(file->snapshots[0].scene.scale.mode == ScaleMode::None);
    CHECK(file->scene.scale.mode == ScaleMode::RsqrtDk);
    const auto with = evaluate(file->scene), without = evaluate(file->snapshots[0].scene);
    REQUIRE((with && without));
    CHECK(with->dims.dk == 16);
    int sharp = 0;
    for (Index row = 0; row < with->dims.nq; ++row) {
        CHECK(largest(weightsOf(*without, 0, row)) > largest(weightsOf(*with, 0, row)));
        sharp += largest(weightsOf(*without, 0, row)) > 0.5 ? 1 : 0;
    }
    CHECK(sharp == 5);
}

#include <cmath>

#include "core/io/scene_file.h"
#include "core/scene/same.h"
#include "tests/support/catch.h"
#include "tests/support/core/scene_text.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

/// A scene in which nothing has its default value.
SceneFile everything() {
    SceneFile file;
    Scene& s = file.scene;
    s = plainScene(2, 3, 4, 2, 1, 2);
    s.name = "all";
    s.title = "Title \"quoted\"\nand <b>more</b> 日本";
    s.why = "Because.";
    s.tags = {"NaN", "Infinity"};
    s.tokens = {"a", "", "\xF0\x9F\x98\x80"};
    s.contextTokens = {"x", "y"};
    s.tokenIds = {1, 0, 1};
    s.Xkv = tensor({2, 2, 1}, {NAN, INFINITY, -INFINITY, -0.0});
    s.Wk = noise({1, 2}, 5);
    s.Wv = noise({1, 3}, 6);
    s.Wo = noise({6, 2}, 7);
    s.bq = noise({4}, 8), s.bk = noise({2}, 9), s.bv = noise({3}, 10), s.bo = noise({2}, 11);
    s.scale = {ScaleMode::Custom, 0.1};
    s.temperature = 1.0 / 3.0;
    s.mask.causal = Causal{Causal::Align::Offset, {1, -2}};
    s.mask.window = Window{1, -1, 2, {3, 4}};
    s.mask.globalTokens = {0, 2};
    s.mask.keyPadding = flags({2, 2}, {1, 0, 1, 1});
    s.mask.explicitAllow = flags({2, 3, 2}, {1, 0, 1, 1, 0, 1, 1, 1, 1, 0, 0, 0});
    s.mask.bias = tensor({3, 2}, {0, -INFINITY, 0.1, 5e-324, 1e308, 2});
    s.mask.paint = {{{0, 1}, {2, 0}}, {{1, 1}}};
    s.emptyRow = EmptyRow::Uniform;
    s.maskedValues = MaskedValues::Ieee;
    s.precision = Precision::BF16;
    s.silenced = {1};
    s.flash = FlashTiling{2, 5, FlashTiling::Variant::Fa1};
    s.softcap = 30.5;
    s.position = {Position::Scheme::Alibi, 500.0, Position::Style::Interleaved, 2, {0.1, 0.2}, 3, -4};
    s.sink = Sink{{0.25, -1.0}};
    s.dropout = Dropout{Dropout::Where::Output, 0.1, flags({2, 2, 3, 3}, std::vector<std::uint8_t>(36, 1)), 0};
    s.mask.block = BlockPattern{2, flags({2, 1}, {1, 0})};
    s.dOut = noise({2, 3, 2}, 12);
    s.loss = Loss{Loss::Kind::RowTarget, 1, 2, 1, {0.5, INFINITY}};
    s.kept = {{"x-mine", "[1,2]"}, {"relation", R"({"type":"a"})"}};
    file.snapshots = {{"first", plainScene(1, 0, 2, 1, 1, 1)}, {"", s}};
    file.view = R"({ "head": 1 })";
    file.kept = {{"x-more", "null"}};
    return file;
}

}  // namespace

TEST_CASE("writeScene: everything comes back and is written the same again", "[io][invariant]") {
    const SceneFile file = everything();
    const std::string text = writeScene(file);
    const auto read = readText(text);
    if (!read)
        FAIL(read.error().message << "\n" << text);
    CHECK(sameScene(read->scene, file.scene));
    CHECK(std::signbit((*read->scene.Xkv)[3]));
    CHECK(read->scene.kept == file.scene.kept);
    REQUIRE(read->snapshots.size() == 2);
    CHECK((read->snapshots[0].name == "first" && read->snapshots[1].name.empty()));
    CHECK(sameScene(read->snapshots[1].scene, file.scene));
    CHECK(read->view == R"({"head":1})");
    CHECK(read->kept == file.kept);
    CHECK(writeScene(*read) == text);
}

TEST_CASE("writeScene: scenes of every kind come back and are written the same again", "[io][invariant]") {
    Scene linear = plainScene(1, 2, 4, 2, 1, 2);
    linear.kind = Kind::Linear;
    linear.eps = 1e-6;
    linear.position.scheme = Position::Scheme::Sinusoidal;
    Scene additive;
    additive.kind = Kind::Additive;
    additive.S = noise({1, 2, 3}, 1), additive.Hs = noise({1, 4, 2}, 2), additive.Wa = noise({3, 5}, 3);
    additive.Ua = noise({2, 5}, 4), additive.va = noise({5}, 5), additive.ba = noise({5}, 6);
    Scene given;
    given.kind = Kind::Qkv;
    given.heads = 2;
    given.Q = noise({1, 2, 3, 2}, 1), given.K = noise({1, 1, 2, 2}, 2), given.V = noise({1, 1, 2, 3}, 3);
    given.pastK = noise({1, 1, 4, 2}, 4), given.pastV = noise({1, 1, 4, 3}, 5);
    given.kvLengths = {5};
    given.sink.emplace();
    given.dropout = Dropout{Dropout::Where::Weights, 0.5, nullptr, 17};
    given.position = {Position::Scheme::Rope, 10000.0, Position::Style::Half, 0, {}, 1, 0};
    given.loss = Loss{Loss::Kind::Square, 0, 0, 0, {}};
    Scene weights;
    weights.kind = Kind::Weights;
    weights.heads = weights.kvHeads = 2;
    weights.A = noise({3, 1, 2, 4, 4}, 1);
    weights.layer = 2;
    for (const Scene& scene : {linear, additive, given, weights}) {
        const std::string text = writeScene({scene, {}, {}, {}});
        const auto read = readText(text);
        if (!read)
            FAIL(read.error().message << "\n" << text);
        CHECK(sameScene(read->scene, scene));
        CHECK(writeScene(*read) == text);
    }
}

TEST_CASE("writeScene: one row of a matrix stands on one line", "[io]") {
    SceneFile file;
    file.scene = plainScene(1, 2, 2, 1, 1, 2);
    file.scene.X = tensor({1, 2, 2}, {1, 0.5, -3, 1e-9});
    CHECK(writeScene(file).find("\"X\": {\"shape\": [1, 2, 2], \"data\": [\n   1, 0.5,\n   -3, 1e-09]},") !=
          std::string::npos);
}

TEST_CASE("writeScene: bytes that are not UTF-8 do not spoil the file", "[io][error]") {
    SceneFile file;
    file.scene = plainScene(1, 1, 2, 1, 1, 2);
    file.scene.tokens = {"\xff\xfe"};
    file.view = "not JSON";
    const auto read = readText(writeScene(file));
    REQUIRE(read);
    CHECK(read->scene.tokens[0] == "\xEF\xBF\xBD\xEF\xBF\xBD");
    CHECK(read->view.empty());
}

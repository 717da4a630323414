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
    s.dOut = noise({2, 3, 2}, 12);
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

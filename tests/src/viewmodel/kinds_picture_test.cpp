// Pictures of scenes that are not softmax attention of X.
#include "src/viewmodel/heatmap_pictures.h"
#include "src/viewmodel/lines_picture.h"
#include "src/viewmodel/shown.h"
#include "src/viewmodel/words.h"
#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::app;

namespace {

QString words(const char* text) {
    return QString::fromUtf8(text);
}

Scene givenWeights() {
    Scene scene;
    scene.kind = Kind::Weights;
    scene.heads = 2;
    scene.A = test::noise({3, 1, 2, 2, 3}, 5);
    scene.layer = 1;
    scene.mask.causal = Causal{};
    scene.tokens = {"a", "b"};
    scene.contextTokens = {"x", "y", "z"};
    return scene;
}

}  // namespace

TEST_CASE("stagePicture: given weights are those of the chosen layer, masked nowhere, with the context's names",
          "[viewmodel][kinds]") {
    const Scene scene = givenWeights();
    const Evaluation evaluation = test::evaluated(scene);
    CHECK(stagesOf(scene, evaluation) == std::vector<Stage>{Stage::Weights});
    const ui::HeatmapPicture picture = stagePicture(scene, evaluation, Stage::Weights, {0, 0, 1});
    for (Index i = 0; i < 6; ++i)
        CHECK(picture.cells.values[static_cast<std::size_t>(i)] == (*scene.A)[(1 * 2 + 1) * 6 + i]);
    CHECK(picture.states.empty());
    CHECK(picture.subtitle == words("layer 1, head 1, 2 × 3"));
    CHECK(picture.caption.startsWith(words("Head 1, layer 1. Attention weights as given, of two queries over three keys;")));
    CHECK_FALSE(picture.caption.contains(words("causal")));
    REQUIRE(picture.cols.labels.size() == 3);
    CHECK(picture.cols.labels[2].text == words("z"));
    CHECK(picture.rows.labels[1].text == words("b"));
    CHECK(keyName(scene, 0) == words("x"));
    CHECK(meanPicture(scene, evaluation, 0).subtitle == words("layer 1, mean of two heads, 2 × 3"));
}

TEST_CASE("stagePicture: linear and additive weights are named as such", "[viewmodel][kinds]") {
    Scene linear = test::plainScene(1, 4, 4, 2, 2, 2);
    linear.kind = Kind::Linear;
    const Evaluation ofLinear = test::evaluated(linear);
    CHECK_FALSE(hasStage(linear, ofLinear, Stage::Scores));
    CHECK(stagePicture(linear, ofLinear, Stage::Weights, {}).caption.contains(
        words("Attention weights of linear attention over four tokens")));

    Scene additive;
    additive.kind = Kind::Additive;
    additive.S = test::noise({1, 3, 2}, 1);
    additive.Hs = test::noise({1, 4, 2}, 2);
    additive.Wa = test::noise({2, 3}, 3);
    additive.Ua = test::noise({2, 3}, 4);
    additive.va = test::noise({3}, 5);
    const Evaluation ofAdditive = test::evaluated(additive);
    const ui::HeatmapPicture scores = stagePicture(additive, ofAdditive, Stage::Scores, {});
    CHECK(scores.cells(2, 3) == ofAdditive.scores.at(11));
    CHECK(scores.quantity == words("additive score"));
    CHECK(scores.caption.contains(words("Additive scores of three queries over four keys.")));
    CHECK(stagePicture(additive, ofAdditive, Stage::Weights, {}).caption.contains(words("of additive attention")));
}

TEST_CASE("needView: each kind has the views of its weights, and a sentence for every other", "[viewmodel][kinds]") {
    Scene scene;
    for (const Kind kind : {Kind::Linear, Kind::Additive, Kind::Qkv, Kind::Weights}) {
        scene.kind = kind;
        for (const char* view : {"heatmap", "heads", "lines"})
            CHECK(needView(scene, view, ""));
        CHECK(static_cast<bool>(needView(scene, "mask", "")) == (kind != Kind::Weights));
        CHECK(static_cast<bool>(needView(scene, "steps", "")) == (kind == Kind::Qkv));
        for (const char* view : {"saturation", "memory", "tiles", "sharing"}) {
            const auto there = needView(scene, view, "");
            REQUIRE_FALSE(there);
            CHECK(there.error().code == ErrorCode::NotSupported);
            CHECK(there.error().message.find(std::string("the view ") + view) != std::string::npos);
        }
    }
    scene.kind = Kind::Mha;
    CHECK(needView(scene, "tiles", ""));
}

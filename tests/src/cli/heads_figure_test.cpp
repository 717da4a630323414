#include "src/cli/heads_figure.h"

#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::app;

namespace {

Scene threeHeads() {
    Scene scene = test::plainScene(1, 4, 6, 3, 3, 2);
    scene.Wq = test::noise({6, 6}, 3);
    scene.Wk = test::noise({6, 6}, 4);
    return scene;
}

}  // namespace

TEST_CASE("headsFigure: heads are shown or combined as the words say, and what cannot be is refused", "[cli]") {
    const Scene scene = threeHeads();
    const Evaluation evaluation = test::evaluated(scene);
    const auto figure = [&](const HeadsWords& words, Stage stage = Stage::Weights) {
        return headsFigure(words, scene, evaluation, stage, "weights", 0, {});
    };
    HeadsWords words;
    CHECK_FALSE(words.areGiven());
    CHECK(figure(words)->name == QStringLiteral("heads"));
    words.heads = {0, 2};
    words.order = "entropy";
    CHECK(words.areGiven());
    CHECK(figure(words)->name == QStringLiteral("heads"));
    for (const char* combination : {"mean", "maximum", "difference"}) {
        words.combine = combination;
        REQUIRE(figure(words));
        CHECK(figure(words)->name == QStringLiteral("heads-") + QLatin1String(combination));
    }
    CHECK(figure(words, Stage::Scores).error().code == ErrorCode::OutOfRange);
    words.heads = {0, 1, 2};
    CHECK(figure(words).error().message == "A difference is that of two heads, but --heads names 3.");
    words.heads = {3};
    CHECK(figure(words).error().message == "There is no head 3: the scene has 3, counted from 0.");
}

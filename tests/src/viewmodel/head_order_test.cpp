#include "src/viewmodel/head_order.h"

#include <cmath>

#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::app;

namespace {

QString words(const char* text) { return QString::fromUtf8(text); }

/// Two heads: head 0 looks at the token before, head 1 at its own.
Scene twoHeads() {
    Scene scene = test::plainScene(1, 4, 4, 2, 2, 4);
    scene.tokens = {"a", "b", "c", "d"};
    Tensor X({1, 4, 4});
    Tensor Wq({4, 8});
    Tensor Wk({4, 8});
    for (Index i = 0; i < 4; ++i) {
        X[i * 4 + i] = 1.0;
        Wq[i * 8 + (i + 3) % 4] = 30.0;
        Wq[i * 8 + 4 + i] = 30.0;
        Wk[i * 8 + i] = Wk[i * 8 + 4 + i] = 1.0;
    }
    scene.X = std::make_shared<const Tensor>(X);
    scene.Wq = std::make_shared<const Tensor>(Wq);
    scene.Wk = std::make_shared<const Tensor>(Wk);
    return scene;
}

std::vector<Index> order(const Evaluation& evaluation, const Scene& scene, HeadOrder by) {
    std::vector<Index> ids;
    for (const ui::Thumbnail& head :
         orderedHeads(thumbnailPictures(scene, evaluation, Stage::Weights, 0), evaluation, 0, by))
        ids.push_back(head.id);
    return ids;
}

}  // namespace

TEST_CASE("orderedHeads: the highest score first, and it stands beside the head", "[viewmodel]") {
    const Scene scene = twoHeads();
    const Evaluation evaluation = test::evaluated(scene);
    CHECK(order(evaluation, scene, HeadOrder::Number) == std::vector<Index>{0, 1});
    CHECK(order(evaluation, scene, HeadOrder::PreviousToken) == std::vector<Index>{0, 1});
    CHECK(order(evaluation, scene, HeadOrder::OwnToken) == std::vector<Index>{1, 0});
    const auto heads =
        orderedHeads(thumbnailPictures(scene, evaluation, Stage::Weights, 0), evaluation, 0, HeadOrder::OwnToken);
    CHECK(heads[0].caption == words("1.000"));
    CHECK(heads[1].caption == words("0.000"));
    EvaluateOptions bare;
    bare.metrics = false;
    const Evaluation without = test::evaluated(scene, bare);
    CHECK(order(without, scene, HeadOrder::OwnToken) == std::vector<Index>{0, 1});
}

TEST_CASE("silenceWords: what the output would lose, and that it is lost already", "[viewmodel]") {
    Scene scene = twoHeads();
    scene.Wv = test::noise({4, 8}, 3);
    Tensor Wo({8, 2});
    Wo[0] = 1.0;
    scene.Wo = std::make_shared<const Tensor>(Wo);  // head 1 reaches nothing
    CHECK(silenceWords(scene, test::evaluated(scene), {0, 0, 1}) == words("Without head 1 the output would be the same."));
    CHECK(silenceWords(scene, test::evaluated(scene), {0, 0, 0})
              .startsWith(words("Without head 0 the output would change by 100.0 % of its size, most for “")));
    scene.silenced = {0};
    CHECK(silenceWords(scene, test::evaluated(scene), {0, 0, 0}) ==
          words("Head 0 is silenced: its output counts as zero."));
}

TEST_CASE("largestPicture and differencePicture: named as what they are", "[viewmodel]") {
    const Scene scene = twoHeads();
    const Evaluation evaluation = test::evaluated(scene);
    const ui::HeatmapPicture largest = largestPicture(scene, evaluation, 0);
    const ui::HeatmapPicture difference = differencePicture(scene, evaluation, 0, 1, 0);
    const ui::HeatmapPicture back = differencePicture(scene, evaluation, 0, 0, 1);
    for (Index i = 0; i < 16; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const double a = evaluation.weights.at(i);
        const double b = evaluation.weights.at(16 + i);
        CHECK(largest.cells.values[at] == std::max(a, b));
        CHECK(difference.cells.values[at] == b - a);
        CHECK(back.cells.values[at] == a - b);
    }
    CHECK(largest.subtitle == words("largest of two heads, 4 × 4"));
    CHECK(difference.subtitle == words("head 1 − head 0, 4 × 4"));
    CHECK(difference.caption.contains(words("less those of head 0")));
    CHECK(difference.low == -difference.high);
    CHECK(difference.map == ui::MapName::Diverging);
}

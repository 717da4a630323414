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
    CHECK(largest.subtitle == words("maximum of two heads, 4 × 4"));
    CHECK(difference.subtitle == words("head 1 − head 0, 4 × 4"));
    CHECK(difference.caption.contains(words("less those of head 0")));
    CHECK(difference.low == -difference.high);
    CHECK(difference.map == ui::MapName::Diverging);
}

TEST_CASE("meanPicture and largestPicture: of the heads that are named, and the words name them", "[viewmodel]") {
    Scene scene = test::plainScene(1, 4, 6, 3, 3, 2);
    scene.Wq = test::noise({6, 6}, 3);
    scene.Wk = test::noise({6, 6}, 4);
    const Evaluation evaluation = test::evaluated(scene);
    const auto at = [&](Index head, Index cell) { return evaluation.weights.at(head * 16 + cell); };
    const ui::HeatmapPicture mean = meanPicture(scene, evaluation, 0, {}, {2, 0, 2, 7});
    const ui::HeatmapPicture largest = largestPicture(scene, evaluation, 0, {}, {2, 1});
    for (Index cell = 0; cell < 16; ++cell) {
        CHECK(mean.cells.values[static_cast<std::size_t>(cell)] == Approx((at(0, cell) + at(2, cell)) / 2));
        CHECK(largest.cells.values[static_cast<std::size_t>(cell)] == std::max(at(1, cell), at(2, cell)));
    }
    CHECK(mean.subtitle == words("mean of heads 0 and 2, 4 × 4"));
    CHECK(mean.caption.startsWith(words("Mean of heads 0 and 2")));
    CHECK(largest.subtitle == words("maximum of heads 1 and 2, 4 × 4"));
    CHECK(largest.caption.startsWith(words("Maximum of heads 1 and 2:")));
    CHECK(meanPicture(scene, evaluation, 0).subtitle == words("mean of three heads, 4 × 4"));
}

TEST_CASE("filteredHeads: the first of the order or the named ones, and the sheet's words say which", "[viewmodel]") {
    const Scene scene = twoHeads();
    const Evaluation evaluation = test::evaluated(scene);
    const auto ordered = orderedHeads(thumbnailPictures(scene, evaluation, Stage::Weights, 0), evaluation, 0,
                                      HeadOrder::OwnToken);
    const auto first = filteredHeads(ordered, {1, {}});
    REQUIRE(first.size() == 1);
    CHECK(first[0].id == 1);
    CHECK(filteredHeads(ordered, {0, {0}}).front().id == 0);
    CHECK(filteredHeads(ordered, {}).size() == 2);
    const QString some = sheetCaption(scene, evaluation, Stage::Weights, 0, first, HeadOrder::OwnToken);
    CHECK(some.startsWith(words("Head 1 of two, no mask.")));
    CHECK(some.endsWith(words("Sorted by the mean weight on the query's own token.")));
    const QString all = sheetCaption(scene, evaluation, Stage::Weights, 0, ordered, HeadOrder::Number);
    CHECK(all == headsCaption(scene, evaluation, Stage::Weights, 0));
}

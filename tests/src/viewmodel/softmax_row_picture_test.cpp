#include "src/viewmodel/softmax_row_picture.h"

#include <cmath>
#include <numeric>

#include "core/evaluate/evaluate.h"
#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::app;

namespace {

ui::Selection at(Index query, Index key, Index head = 0) {
    ui::Selection selection;
    selection.query = query;
    selection.key = key;
    selection.head = head;
    return selection;
}

QString fact(const ui::SoftmaxRowPicture& picture, const char* name) {
    for (const auto& entry : picture.facts)
        if (entry.name == QString::fromUtf8(name))
            return entry.value;
    FAIL("no fact " << name);
    return {};
}

}  // namespace

TEST_CASE("softmaxRowPicture: the worked example's row with its entropy, Jacobian and gradient", "[viewmodel][saturation]") {
    const Scene scene = test::catSat();
    const auto picture = softmaxRowPicture(scene, test::evaluated(scene), at(1, 0), Upstream::Key);
    REQUIRE(picture.count() == 3);
    const double p = 0.7679179361387025;
    CHECK(picture.weights[0] == Approx(p).epsilon(1e-6));
    CHECK(picture.jacobian.cells(0, 0) == Approx(p * (1.0 - p)).epsilon(1e-6));
    CHECK(picture.gradient[0] == Approx(p * (1.0 - p)).epsilon(1e-6));
    CHECK(picture.jacobian.cells(1, 0) == Approx(-0.04538836291379466 * p).epsilon(1e-5));
    CHECK(fact(picture, "Entropy") == QString::fromUtf8("0.656 nats"));
    CHECK(picture.facts[1].value == QString::fromUtf8("0.947 bits"));
    CHECK(fact(picture, "Effective number of keys") == QString::fromUtf8("1.93 of 3"));
    CHECK(picture.jacobian.high == 0.25);
    CHECK(picture.jacobian.low == -0.25);
    CHECK(picture.names[2] == QString::fromUtf8("k2 “sat”"));
    CHECK(picture.weightsTitle == QString::fromUtf8("weights of q1 “cat”, head 0"));
    CHECK(picture.upstreamTitle.endsWith(QString::fromUtf8("k0")));
    CHECK(picture.jacobian.rows.title != picture.jacobian.cols.title);
}

TEST_CASE("softmaxRowPicture: the loss's gradient is the one that backward computes", "[viewmodel][saturation]") {
    const bool hasOutput = GENERATE(false, true);
    Scene scene = test::plainScene(2, 4, 3, 2, 1, 2);
    scene.precision = Precision::F64;
    scene.mask.causal = Causal{};
    if (hasOutput)
        scene.Wo = test::noise({4, 5}, 21);
    scene.dOut = test::noise({2, 4, hasOutput ? 5 : 4}, 22);
    EvaluateOptions options;
    options.gradients = true;
    const auto evaluation = evaluate(scene, options);
    REQUIRE(evaluation);
    ui::Selection selection = at(2, 1, 1);
    selection.batch = 1;
    const auto picture = softmaxRowPicture(scene, *evaluation, selection, Upstream::Loss);
    const Index first = ((1 * 2 + 1) * 4 + 2) * 4;
    for (Index j = 0; j < 3; ++j) {
        CHECK(picture.upstream[static_cast<std::size_t>(j)] == Approx(evaluation->gradients->dWeights.at(first + j)).epsilon(1e-10));
        CHECK(picture.gradient[static_cast<std::size_t>(j)] == Approx(evaluation->gradients->dLogits.at(first + j)).epsilon(1e-10));
    }
    CHECK(picture.isMasked(3));
    CHECK(hasLossGradient(scene));
    scene.dOut.reset();
    CHECK_FALSE(hasLossGradient(scene));
    const auto key = softmaxRowPicture(scene, *evaluation, selection, Upstream::Loss);
    CHECK(key.upstream == std::vector<double>{0, 1, 0, 0});
}

TEST_CASE("softmaxRowPicture: of the head's output every key has the sum of its value", "[viewmodel][saturation]") {
    Scene scene = test::plainScene(1, 3, 4, 2, 2, 2);
    scene.precision = Precision::F64;
    const Evaluation evaluation = test::evaluated(scene);
    const auto picture = softmaxRowPicture(scene, evaluation, at(0, 0, 1), Upstream::Output);
    for (Index j = 0; j < 3; ++j)
        CHECK(picture.upstream[static_cast<std::size_t>(j)] ==
              Approx(evaluation.V.at((3 + j) * 2) + evaluation.V.at((3 + j) * 2 + 1)).epsilon(1e-12));
}

TEST_CASE("softmaxRowPicture: a row without a key passes no gradient, whatever its weights", "[viewmodel][saturation]") {
    Scene scene = test::catSat();
    scene.mask.paint.forbid = {{1, 0}, {1, 1}, {1, 2}};
    for (const EmptyRow convention : {EmptyRow::Zero, EmptyRow::Uniform}) {
        scene.emptyRow = convention;
        const auto picture = softmaxRowPicture(scene, test::evaluated(scene), at(1, 0), Upstream::Key);
        CHECK(picture.jacobian.cells.values == std::vector<double>(9, 0.0));
        CHECK(picture.gradient == std::vector<double>(3, 0.0));
        CHECK(picture.isMasked(0) == (convention == EmptyRow::Zero));
        CHECK(fact(picture, "Gradient let through") == QString::fromUtf8("0.000"));
        CHECK(picture.sentences.join(u' ').contains(QString::fromUtf8("may attend nothing")));
    }
    scene.emptyRow = EmptyRow::NaN;
    const auto picture = softmaxRowPicture(scene, test::evaluated(scene), at(1, 0), Upstream::Key);
    CHECK(std::isnan(picture.weights[0]));
    CHECK(std::isnan(picture.jacobian.cells(0, 1)));
    CHECK(fact(picture, "Entropy") == QString::fromUtf8("NaN nats"));
}

TEST_CASE("softmaxRowPicture: long rows show the largest weights and the chosen key, and no row has a sentence", "[viewmodel][saturation]") {
    Scene scene = test::plainScene(1, 260, 3, 1, 1, 2);
    const Evaluation evaluation = test::evaluated(scene);
    const auto picture = softmaxRowPicture(scene, evaluation, at(0, 7), Upstream::Key);
    CHECK(picture.count() == 200);
    CHECK(std::is_sorted(picture.keys.begin(), picture.keys.end()));
    CHECK(std::find(picture.keys.begin(), picture.keys.end(), Index(7)) != picture.keys.end());
    CHECK(fact(picture, "Effective number of keys").endsWith(QString::fromUtf8("of 260")));
    double least = 1.0;
    for (std::size_t i = 0; i < picture.weights.size(); ++i)
        if (picture.keys[i] != 7)
            least = std::min(least, picture.weights[i]);
    Index larger = 0;
    for (Index j = 0; j < 260; ++j)
        larger += evaluation.weights.at(j) > least;
    CHECK(larger <= 199);

    scene = test::plainScene(1, 200, 3, 1, 1, 2);
    CHECK(softmaxRowPicture(scene, test::evaluated(scene), at(0, 7), Upstream::Key).count() == 200);
    scene = test::plainScene(1, 0, 3, 1, 1, 2);
    CHECK_FALSE(softmaxRowPicture(scene, test::evaluated(scene), {}, Upstream::Key).empty.isEmpty());
    scene = test::plainScene(1, 1, 3, 1, 1, 2);
    const auto one = softmaxRowPicture(scene, test::evaluated(scene), {}, Upstream::Key);
    CHECK(one.weights == std::vector<double>{1.0});
    CHECK(one.gradient == std::vector<double>{0.0});
}

TEST_CASE("softmaxRowPicture: a random row sharpens with d_k unless it is scaled", "[viewmodel][saturation]") {
    RandomRow row;
    row.scale = 1.0;
    const auto largestOf = [](const ui::SoftmaxRowPicture& picture) { return *std::max_element(picture.weights.begin(), picture.weights.end()); };
    row.dk = 4;
    const double narrow = largestOf(softmaxRowPicture(row, 0));
    row.dk = 1024;
    const auto wide = softmaxRowPicture(row, 0);
    CHECK(largestOf(wide) > narrow);
    CHECK(std::accumulate(wide.weights.begin(), wide.weights.end(), 0.0) == Approx(1.0));
    row.temperature = 1e9;
    CHECK(largestOf(softmaxRowPicture(row, 0)) == Approx(1.0 / 16.0).epsilon(1e-5));
    row.keys = 1;
    CHECK(softmaxRowPicture(row, 5).upstream == std::vector<double>{1.0});
}

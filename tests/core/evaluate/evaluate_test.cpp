#include "core/evaluate/evaluate.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/text.h"
#include "core/evaluate/memory.h"
#include "tests/core/properties/modified_scene.h"
#include "tests/support/core/close.h"
#include "tests/support/core/plain_attention.h"
#include "tests/support/core/scene_vectors.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

const EvaluateOptions kNaive{Path::Naive, Precision::F64, true};
const EvaluateOptions kFlash{Path::Flash, Precision::F64, true};

Evaluation run(const Scene& scene, const EvaluateOptions& options = kNaive) {
    auto evaluation = evaluate(scene, options);
    if (!evaluation)
        FAIL(evaluation.error().message);
    return *std::move(evaluation);
}

TensorPtr identity(Index n) {
    Tensor matrix({n, n});
    for (Index i = 0; i < n; ++i)
        matrix[i * n + i] = 1.0;
    return std::make_shared<const Tensor>(matrix);
}

TensorPtr changed(const TensorPtr& tensor, Index at, double value) {
    Tensor copy = *tensor;
    copy[at] = value;
    return std::make_shared<const Tensor>(copy);
}

}  // namespace

TEST_CASE("evaluate: naive equals flash for 1000 random masks, with and without metrics", "[evaluate][oracle]") {
    Random random(31);
    for (int round = 0; round < 1000; ++round) {
        const Index n = 1 + round % 9;
        Scene scene = plainScene(1 + round % 2, n, 4, 2, 1 + round % 2, 2);
        Index nk = n;
        if (round % 3 == 0) {
            nk = 1 + round % 5;
            scene.Xkv = noise({scene.X->dim(0), nk, 4}, random.next());
        }
        scene.mask = randomMask(random, scene.X->dim(0), 2, n, nk);
        scene.emptyRow = static_cast<EmptyRow>(round % 3);
        scene.maskedValues = static_cast<MaskedValues>(round / 3 % 2);
        if (round % 7 == 0)
            scene.X = changed(scene.X, round % scene.X->size(), round % 2 ? NAN : INFINITY);
        const Evaluation naive = run(scene);
        const Evaluation flash = run(scene, kFlash);
        CAPTURE(round);
        CHECK_THAT(numbers(flash.output), AllClose(numbers(naive.output), 1e-12, 1e-12));
        CHECK_THAT(numbers(flash.lse), AllClose(numbers(naive.lse), 1e-12, 1e-12));
        EvaluateOptions bare = kNaive;
        bare.metrics = false;
        const Evaluation plain = run(scene, bare);
        CHECK_FALSE((plain.rowMetrics || plain.headMetrics));
        CHECK_THAT(numbers(plain.output), AllClose(numbers(naive.output), 0.0, 0.0));
    }
}

TEST_CASE("evaluate: consecutive query heads share a key-value head", "[evaluate]") {
    const auto [heads, kvHeads] = GENERATE(std::pair<Index, Index>{6, 2}, std::pair<Index, Index>{8, 2},
                                           std::pair<Index, Index>{8, 4}, std::pair<Index, Index>{5, 1});
    Scene scene = plainScene(1, 2, 1, heads, kvHeads, 1);
    scene.X = tensor({1, 2, 1}, {1.0, 1.0});
    std::vector<double> own;
    for (Index g = 0; g < kvHeads; ++g)
        own.push_back(static_cast<double>(g));
    scene.Wv = tensor({1, kvHeads}, own);
    for (const auto& options : {kNaive, kFlash}) {
        const Evaluation evaluation = run(scene, options);
        for (Index h = 0; h < heads; ++h)
            CHECK(evaluation.headOut.at(h * 2) == Approx(static_cast<double>(h / (heads / kvHeads))));
    }
}

TEST_CASE("evaluate: head h owns columns h d to (h + 1) d, and joining restores X", "[evaluate]") {
    // Every token attends to itself alone, so that whatever is mixed must come from splitting and joining.
    Scene scene = plainScene(2, 3, 4, 2, 2, 2);
    scene.Wv = identity(4);
    scene.mask.window = Window{0, 0, 1, {}};
    const Evaluation evaluation = run(scene);
    for (Index b = 0; b < 2; ++b)
        for (Index h = 0; h < 2; ++h)
            for (Index i = 0; i < 3; ++i)
                for (Index c = 0; c < 2; ++c)
                    CHECK(evaluation.V.at(((b * 2 + h) * 3 + i) * 2 + c) == (*scene.X)[(b * 3 + i) * 4 + h * 2 + c]);
    CHECK(evaluation.concat.toTensor() == *scene.X);
}

TEST_CASE("evaluate: batch items and heads never touch each other", "[evaluate][invariant]") {
    Scene scene = plainScene(2, 4, 6, 3, 3, 2);
    const Evaluation before = run(scene);
    Scene other = scene;
    other.X = changed(scene.X, 3, NAN);  // batch item 0
    const Evaluation after = run(other);
    for (Index i = before.output.size() / 2; i < before.output.size(); ++i)
        CHECK(after.output.at(i) == before.output.at(i));
    CHECK(std::isnan(after.output.at(0)));
    other = scene;
    other.Wv = changed(scene.Wv, 2, NAN);  // a column of head 1
    const Evaluation headed = run(other);
    for (Index i = 0; i < before.headOut.size(); ++i)
        CHECK(std::isnan(headed.headOut.at(i)) == ((i / 8) % 3 == 1 && i % 2 == 0));
}

TEST_CASE("evaluate: a silenced head is zero in the joined output, whatever it holds", "[evaluate]") {
    Scene scene = plainScene(1, 3, 4, 2, 2, 2);
    scene.Wv = changed(scene.Wv, 0, NAN);
    scene.silenced = {0};
    for (const auto& options : {kNaive, kFlash}) {
        const Evaluation evaluation = run(scene, options);
        CHECK(std::isnan(evaluation.headOut.at(0)));
        for (Index i = 0; i < 3; ++i) {
            CHECK(evaluation.concat.at(i * 4) == 0.0);
            CHECK(evaluation.concat.at(i * 4 + 2) == evaluation.headOut.at(6 + i * 2));
        }
    }
}

TEST_CASE("evaluate: bottom-right causal rows that see nothing give zeros", "[evaluate]") {
    Scene scene = plainScene(1, 5, 4, 1, 1, 4);
    scene.Xkv = noise({1, 2, 4}, 9);
    scene.mask.causal = Causal{Causal::Align::BottomRight, {}};
    for (const auto& options : {kNaive, kFlash}) {
        const Evaluation evaluation = run(scene, options);
        for (Index i = 0; i < 20; ++i)
            CHECK((evaluation.output.at(i) == 0.0) == (i < 12));
        CHECK((evaluation.lse.at(2) == -INFINITY && std::isfinite(evaluation.lse.at(3))));
    }
}

TEST_CASE("evaluate: scale and temperature make the effective scale", "[evaluate]") {
    Scene scene = plainScene(1, 2, 4, 1, 1, 4);
    CHECK(run(scene).effectiveScale == 0.5);
    scene.temperature = 4.0;
    CHECK(run(scene).effectiveScale == 0.125);
    scene.scale.mode = ScaleMode::None;
    CHECK(run(scene).effectiveScale == 0.25);
    scene.scale = {ScaleMode::Custom, -3.0};
    const Evaluation evaluation = run(scene);
    CHECK(evaluation.effectiveScale == -0.75);
    CHECK(evaluation.scaled.at(1) == evaluation.scores.at(1) * -0.75);
}

TEST_CASE("evaluate: value width and output width of their own, a context of another width", "[evaluate]") {
    Scene scene = plainScene(2, 3, 4, 2, 1, 2);
    scene.Xkv = noise({2, 5, 3}, 9);
    scene.Wk = noise({3, 2}, 10);
    scene.Wv = noise({3, 5}, 11);
    scene.Wo = noise({10, 7}, 12);
    scene.bo = noise({7}, 13);
    const Evaluation naive = run(scene);
    CHECK(naive.weights.shape() == Shape{2, 2, 3, 5});
    CHECK(naive.headOut.shape() == Shape{2, 2, 3, 5});
    CHECK(naive.output.shape() == Shape{2, 3, 7});
    double want = (*scene.bo)[6];
    for (Index c = 0; c < 10; ++c)
        want += naive.concat.at(c) * (*scene.Wo)[c * 7 + 6];
    CHECK(naive.output.at(6) == Approx(want).epsilon(1e-13));
    CHECK_THAT(numbers(run(scene, kFlash).output), AllClose(numbers(naive.output), 1e-12, 1e-13));
    EvaluateOptions narrow = kNaive;
    narrow.precision = Precision::F32;
    CHECK_THAT(numbers(run(scene, narrow).output), AllClose(numbers(naive.output), 1e-5, 1e-5));
}

TEST_CASE("evaluate: no token and one token", "[evaluate][limit]") {
    for (const auto& options : {kNaive, kFlash}) {
        const Evaluation none = run(plainScene(1, 0, 4, 2, 2, 2), options);
        CHECK(none.output.shape() == Shape{1, 0, 4});
        const Scene scene = plainScene(1, 1, 4, 2, 2, 2);
        const Evaluation one = run(scene, options);
        CHECK_THAT(numbers(one.headOut), AllClose(numbers(one.V), 0.0, 0.0));
        Scene noKeys = scene;
        noKeys.Xkv = noise({1, 0, 4}, 3);
        const Evaluation blind = run(noKeys, options);
        CHECK(numbers(blind.output) == std::vector<double>(4, 0.0));
        CHECK(blind.lse.at(0) == -INFINITY);
    }
    CHECK(run(plainScene(1, 1, 4, 2, 2, 2)).weights.at(0) == 1.0);
}

TEST_CASE("evaluate: what has no meaning is refused by name", "[evaluate][error]") {
    Scene scene = plainScene(1, 2, 4, 1, 1, 2);
    EvaluateOptions backward;
    backward.gradients = true;
    CHECK(evaluate(scene, backward).error().message == "Gradients need dOut or a loss in the scene; it has neither.");
    scene.kind = Kind::Linear;
    CHECK(evaluate(scene, kNaive));
    CHECK(evaluate(scene, kFlash).error().message ==
          "Linear attention has no flash form, which tiles a softmax over q . k; use the naive path.");
    Scene given;
    given.kind = Kind::Weights;
    given.A = std::make_shared<const Tensor>(Shape{1, 2}, 0.5);
    CHECK(evaluate(given, backward).error().message ==
          "Given attention weights have no gradients: nothing is computed from them.");
}

TEST_CASE("evaluate: a scene that does not fit together is refused in a sentence", "[evaluate][error]") {
    Scene scene = plainScene(1, 2, 4, 1, 1, 2);
    scene.Wq = noise({3, 2}, 1);
    const auto result = evaluate(scene);
    REQUIRE_FALSE(result);
    CHECK(result.error().message == "X has 4 columns but W_q has 3 rows.");
}

TEST_CASE("evaluate: what would not fit in memory is refused with the bytes it needs", "[evaluate][error]") {
    Scene scene = plainScene(1, 2000000, 1, 1, 1, 1);
    const auto result = evaluate(scene);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ErrorCode::TooLarge);
    // 21 bytes for each of 4e12 cells, and what is linear in n.
    CHECK(result.error().message.find("needs 84000") != std::string::npos);
    CHECK(result.error().message.find("76.4 TiB") != std::string::npos);
    CHECK(result.error().message.find("2000000 queries") != std::string::npos);
}

// A sanitizer wants more address space than the limit leaves.
#if defined(__linux__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
TEST_CASE("evaluate: memory that the system refuses is an error, not an end", "[evaluate][error]") {
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
    const Scene scene = plainScene(1, 8000, 1, 4, 4, 1);  // its scores alone are 1.02 GB
    rlimit tight = before;
    tight.rlim_cur = 1000000000;
    REQUIRE(setrlimit(RLIMIT_AS, &tight) == 0);
    const auto result = evaluate(scene);
    REQUIRE(setrlimit(RLIMIT_AS, &before) == 0);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ErrorCode::TooLarge);
}
#endif

TEST_CASE("evaluationBytes: counts in numbers that cannot wrap around", "[evaluate][limit]") {
    const Index big = Index(1) << 50;
    const Dimensions dims{1, big, big, 1, 1, 1, 1, 1, 1, 1, false};
    CHECK(evaluationBytes(Scene{}, dims, {Path::Naive, Precision::F64}) > 41.0 * std::pow(2.0, 100));
    const Dimensions small{2, 10, 20, 4, 4, 3, 3, 2, 2, 6, true};
    const double naive = evaluationBytes(Scene{}, small, {Path::Naive, Precision::F64});
    const double flash = evaluationBytes(Scene{}, small, {Path::Flash, Precision::F64});
    CHECK(naive - flash == 2 * 3 * 10 * 20 * 41 + 2 * 3 * 10 * 88);
    CHECK(memoryLimit() > 1 << 20);
    CHECK(bytesText(512) == "512 bytes");
    CHECK(bytesText(17.25 * 1024 * 1024 * 1024) == "17.2 GiB");
}

TEST_CASE("evaluate: stops when asked to, at any moment, and says how far it is", "[evaluate]") {
    const Scene scene = plainScene(1, 6, 4, 2, 2, 2);
    const Path path = GENERATE(Path::Naive, Path::Flash);
    std::vector<double> fractions;
    int questions = 0;
    const Progress watching([&] { return ++questions < 0; }, [&](double fraction) { fractions.push_back(fraction); });
    REQUIRE(evaluate(scene, {path, Precision::F64, true}, watching));
    CHECK(questions >= 3);
    CHECK(std::is_sorted(fractions.begin(), fractions.end()));
    CHECK((fractions.front() > 0.0 && fractions.back() == 1.0));
    for (int stopAt = 1; stopAt <= questions; ++stopAt) {
        int asked = 0;
        const auto result =
            evaluate(scene, {path, Precision::F64, true}, Progress([&] { return ++asked >= stopAt; }));
        REQUIRE_FALSE(result);
        CHECK(result.error().code == ErrorCode::Cancelled);
    }
}

TEST_CASE("evaluate: the flash path gives the same numbers with any number of threads", "[evaluate][invariant]") {
    WorkerPool pool;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Scene scene = modifiedScene(seed, 30);
        EvaluateOptions options{Path::Flash, seed % 2 ? Precision::F32 : Precision::F64, false};
        options.gradients = true;
        const Evaluation alone = run(scene, options);
        options.pool = &pool;
        const Evaluation shared = run(scene, options);
        CAPTURE(seed);
        CHECK_THAT(numbers(shared.output), AllClose(numbers(alone.output), 0.0, 0.0));
        CHECK_THAT(numbers(shared.lse), AllClose(numbers(alone.lse), 0.0, 0.0));
        CHECK_THAT(numbers(shared.gradients->dQ), AllClose(numbers(alone.gradients->dQ), 0.0, 0.0));
        CHECK_THAT(numbers(shared.gradients->dK), AllClose(numbers(alone.gradients->dK), 0.0, 0.0));
        CHECK_THAT(numbers(shared.gradients->dV), AllClose(numbers(alone.gradients->dV), 0.0, 0.0));
    }
}

TEST_CASE("evaluate: the bias is shown as given, -inf included", "[evaluate]") {
    Scene scene = plainScene(1, 2, 4, 2, 2, 2);
    scene.mask.bias = tensor({2, 1, 2}, {1.5, -INFINITY, 2.5, 0.0});
    const Evaluation evaluation = run(scene);
    CHECK(numbers(evaluation.bias) == std::vector<double>{1.5, -INFINITY, 1.5, -INFINITY, 2.5, 0.0, 2.5, 0.0});
    CHECK(evaluation.masked.at(0) == evaluation.scaled.at(0) + 1.5);
    CHECK(evaluation.masked.at(1) == -INFINITY);
    scene.mask.paint.allow = {{0, 1}};
    CHECK(run(scene).masked.at(1) == evaluation.scaled.at(1));
}

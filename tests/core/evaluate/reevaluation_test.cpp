#include "core/evaluate/reevaluation.h"

#include <algorithm>
#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/core/close.h"
#include "tests/support/core/live_scenes.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

/// One edit of the kinds that a person makes.
void edit(Scene& scene, Random& random) {
    TensorPtr Scene::*const members[] = {&Scene::X,   &Scene::X,  &Scene::X,  &Scene::X,  &Scene::Xkv,
                                         &Scene::Xkv, &Scene::Wq, &Scene::Wk, &Scene::Wv, &Scene::Wo,
                                         &Scene::bq,  &Scene::bk, &Scene::bv, &Scene::bo};
    const auto pick = [&random](Index count) {
        return static_cast<Index>(random.next() % static_cast<std::uint64_t>(count));
    };
    const Index what = pick(static_cast<Index>(std::size(members)) + 5);
    if (what < static_cast<Index>(std::size(members))) {
        auto& tensor = scene.*members[what];
        if (tensor)
            tensor = withCell(tensor, pick(tensor->size()), 3.0 * random.uniform() - 1.5);
        return;
    }
    const Index nk = scene.Xkv ? scene.Xkv->dim(1) : kTokens;
    switch (what - static_cast<Index>(std::size(members))) {
        case 0:
            scene.temperature = 0.5 + random.uniform();
            break;
        case 1: {
            auto& allow = scene.mask.paint.allow;
            const Cell cell{pick(kTokens), pick(nk)};
            if (const auto at = std::lower_bound(allow.begin(), allow.end(), cell); at == allow.end() || *at != cell)
                allow.insert(at, cell);
            break;
        }
        case 2:
            scene.silenced = scene.silenced.empty() ? std::vector<Index>{1} : std::vector<Index>{};
            break;
        case 3:
            if (scene.mask.explicitAllow) {
                BoolTensor cells = *scene.mask.explicitAllow;
                auto& cell = cells[pick(cells.size())];
                cell = cell ? 0 : 1;
                scene.mask.explicitAllow = std::make_shared<const BoolTensor>(std::move(cells));
            }
            break;
        case 4:  // a whole token, as pasting one does
            for (Index c = 0; c < scene.X->dim(2); ++c)
                scene.X = withCell(scene.X, 5 * scene.X->dim(2) + c, random.uniform());
            break;
    }
}

}  // namespace

TEST_CASE("reevaluation: every stage follows every kind of edit, in every kind of scene", "[reevaluation][oracle]") {
    for (const Variant& variant : variants())
        for (const Precision precision : {Precision::F64, Precision::F32}) {
            INFO(variant.name << (precision == Precision::F64 ? ", double" : ", float"));
            Scene scene = startOf(variant, precision);
            Reevaluation reevaluation;
            live(reevaluation, scene);
            Random random(77);
            Evaluation shown;  // as a window holds one while the next is made
            for (int step = 0; step < 40; ++step) {
                INFO("edit " << step);
                edit(scene, random);
                shown = live(reevaluation, scene);
                CHECK(shown.isBroughtUpToDate);
                checkSame(shown, whole(scene), precision == Precision::F64 ? 1e-12 : 1e-5);
            }
        }
}

TEST_CASE("reevaluation: 200 edits of one cell drift by rounding only", "[reevaluation]") {
    Scene scene = startOf(variants()[1], Precision::F64);
    Reevaluation reevaluation;
    live(reevaluation, scene);
    for (int step = 0; step < 200; ++step) {
        scene.X = withCell(scene.X, 20 * 8 + 3, step % 2 ? 40.0 : -0.01 * step);
        live(reevaluation, scene);
    }
    scene.X = withCell(scene.X, 20 * 8 + 3, 0.25);
    checkSame(live(reevaluation, scene), whole(scene), 1e-12);
}

TEST_CASE("reevaluation: a row whose sum collapses is made anew before it cancels", "[reevaluation]") {
    // Every query is (1, 0), so that the first column of X is the row of scores; the largest one stays.
    constexpr Index kMany = 2048;
    Scene scene = plainScene(1, kMany, 2, 1, 1, 2);
    scene.Wq = tensor({2, 2}, {0, 0, 0, 0});
    scene.bq = tensor({2}, {1, 0});
    scene.Wk = scene.Wv = tensor({2, 2}, {1, 0, 0, 1});
    Tensor X = *scene.X;
    for (Index j = 0; j < kMany; ++j)
        X[2 * j] = -0.01 * static_cast<double>(j % 17 + (j > 0 ? 1 : 0));
    scene.X = std::make_shared<const Tensor>(X);
    Reevaluation reevaluation;
    live(reevaluation, scene);
    for (Index first = 1; first < kMany; first += 200) {
        for (Index j = first; j < std::min(first + 200, kMany); ++j)
            X[2 * j] = -40.0;
        scene.X = std::make_shared<const Tensor>(X);
        CHECK(live(reevaluation, scene).isBroughtUpToDate);
    }
    const Evaluation got = live(reevaluation, scene);
    const Evaluation wanted = whole(scene);
    CHECK_THAT(numbers(got.rowSum), AllClose(numbers(wanted.rowSum), 1e-6, 0.0));
    CHECK_THAT(numbers(got.headOut), AllClose(numbers(wanted.headOut), 0.0, 1e-5));
}

TEST_CASE("reevaluation: an evaluation that somebody holds is never written to", "[reevaluation]") {
    Scene scene = startOf(variants()[1], Precision::F32);
    Reevaluation reevaluation;
    std::vector<std::pair<Scene, Evaluation>> held{{scene, live(reevaluation, scene)}};
    for (int step = 0; step < 6; ++step) {
        scene.X = withCell(scene.X, step, 2.0 + step);
        held.emplace_back(scene, live(reevaluation, scene));
    }
    for (const auto& [ofScene, evaluation] : held)
        checkSame(evaluation, whole(ofScene), 1e-5);
    const std::vector<double> before = numbers(held[1].second.weights);
    scene.X = withCell(scene.X, 0, -3.0);
    live(reevaluation, scene);
    CHECK(numbers(held[1].second.weights) == before);
}

TEST_CASE("reevaluation: a cell of X costs a row and a column of every head", "[reevaluation]") {
    Scene scene = startOf(variants()[0], Precision::F32);
    Reevaluation reevaluation;
    live(reevaluation, scene);
    scene.X = withCell(scene.X, 7 * 8 + 2, 0.1);
    live(reevaluation, scene);
    const UpdateWork& work = reevaluation.lastWork();
    CHECK(work.projectedRows == 3);
    CHECK(work.scoreCells == 4 * (kTokens + kTokens));  // in the batch item of the token
    CHECK(work.redoneRows + work.exchangedRows == 4 * kTokens);
    CHECK(work.redoneRows < 4 * kTokens / 4);

    scene.bo = withCell(scene.bo, 0, 0.75);
    live(reevaluation, scene);
    CHECK(reevaluation.lastWork().scoreCells == 0);
    CHECK(reevaluation.lastWork().redoneRows == 0);

    scene.mask.paint.forbid = {{3, 5}};
    live(reevaluation, scene);
    CHECK(reevaluation.lastWork().scoreCells == 2 * 4 * kTokens);
    CHECK(reevaluation.lastWork().redoneRows == 2 * 4);
}

TEST_CASE("reevaluation: causal rows before the edited token keep their numbers", "[reevaluation]") {
    Scene scene = startOf(variants()[1], Precision::F32);
    Reevaluation reevaluation;
    live(reevaluation, scene);
    scene.X = withCell(scene.X, 40 * 8, 0.1);
    live(reevaluation, scene);
    CHECK(reevaluation.lastWork().redoneRows + reevaluation.lastWork().exchangedRows <= 4 * (kTokens - 40));
}

TEST_CASE("reevaluation: what cannot be kept is evaluated completely", "[reevaluation]") {
    Scene scene = startOf(variants()[1], Precision::F32);
    Reevaluation reevaluation;
    CHECK_FALSE(live(reevaluation, scene).isBroughtUpToDate);
    CHECK(live(reevaluation, scene).isBroughtUpToDate);

    SECTION("when asked") {
        CHECK_FALSE(reevaluation.evaluate(scene, kComplete)->isBroughtUpToDate);
    }
    SECTION("metrics") {
        EvaluateOptions options = kLive;
        options.metrics = true;
        const auto evaluation = reevaluation.evaluate(scene, options);
        CHECK_FALSE(evaluation->isBroughtUpToDate);
        CHECK(evaluation->rowMetrics != nullptr);
    }
    SECTION("numbers that are not finite") {
        const double value = GENERATE(double(INFINITY), double(NAN));
        scene.X = withCell(scene.X, 11, value);
        const Evaluation evaluation = live(reevaluation, scene);
        CHECK_FALSE(evaluation.isBroughtUpToDate);
        scene.X = withCell(scene.X, 11, 0.5);
        checkSame(live(reevaluation, scene), whole(scene), 1e-5);
    }
    SECTION("another shape") {
        scene = plainScene(1, kTokens + 20, 8, 4, 2, 4);
        const Evaluation evaluation = live(reevaluation, scene);
        CHECK_FALSE(evaluation.isBroughtUpToDate);
        checkSame(evaluation, whole(scene), 1e-5);
    }
    SECTION("another precision") {
        scene.precision = Precision::F16;
        CHECK_FALSE(live(reevaluation, scene).isBroughtUpToDate);
        CHECK_FALSE(live(reevaluation, scene).isBroughtUpToDate);
    }
    SECTION("after 256 updates") {
        Index complete = 0;
        for (int step = 0; step < 257; ++step) {
            scene.bo = withCell(scene.bo, 0, 0.01 * step);
            complete += live(reevaluation, scene).isBroughtUpToDate ? 0 : 1;
        }
        CHECK(complete == 1);
    }
    SECTION("an invalid scene, which is told") {
        scene.temperature = -1.0;
        CHECK_FALSE(reevaluation.evaluate(scene, kLive));
    }
}

TEST_CASE("reevaluation: a stopped update leaves nothing behind", "[reevaluation]") {
    Scene scene = startOf(variants()[0], Precision::F64);
    Reevaluation reevaluation;
    live(reevaluation, scene);
    scene.X = withCell(scene.X, 3, 4.0);
    int polls = 0;
    const auto stopped = reevaluation.evaluate(scene, kLive, Progress([&] { return ++polls > 2; }, [](double) {}));
    CHECK_FALSE(stopped);
    checkSame(live(reevaluation, scene), whole(scene), 1e-12);
}

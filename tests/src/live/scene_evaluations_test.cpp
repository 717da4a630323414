#include "src/live/scene_evaluations.h"

#include <QSignalSpy>
#include <QTest>

#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::app;

namespace {

std::shared_ptr<const Scene> scene(Index n, Index heads = 1) {
    return std::make_shared<const Scene>(test::plainScene(1, n, 8, heads, heads, 4));
}

}  // namespace

TEST_CASE("SceneEvaluations: each wanted scene is evaluated once and then known", "[live]") {
    SceneEvaluations evaluations;
    QSignalSpy changed(&evaluations, &SceneEvaluations::changed);
    const auto a = scene(3), b = scene(4);
    CHECK(evaluations.find(a) == nullptr);
    evaluations.want({a, b, a});
    CHECK(evaluations.isWorking());
    evaluations.want({a, b});  // the same again starts nothing anew
    REQUIRE(QTest::qWaitFor([&] { return !evaluations.isWorking(); }, 10000));
    CHECK(changed.count() == 2);
    REQUIRE(evaluations.find(a));
    const auto kept = evaluations.find(a)->evaluation;
    CHECK(kept->dims.nq == 3);
    CHECK(evaluations.find(b)->evaluation->dims.nq == 4);
    evaluations.want({b});
    evaluations.want({a, b});
    CHECK_FALSE(evaluations.isWorking());
    CHECK(evaluations.find(a)->evaluation == kept);
}

TEST_CASE("SceneEvaluations: what fails says why, and is tried again only when asked", "[live]") {
    Scene broken = *scene(3);
    broken.Wk = test::noise({5, 4}, 1);
    const auto fault = std::make_shared<const Scene>(broken);
    SceneEvaluations evaluations;
    evaluations.want({fault});
    REQUIRE(QTest::qWaitFor([&] { return !evaluations.isWorking(); }, 10000));
    REQUIRE(evaluations.find(fault));
    CHECK(evaluations.find(fault)->evaluation == nullptr);
    CHECK_FALSE(evaluations.find(fault)->error.message.empty());
    evaluations.want({fault});
    CHECK_FALSE(evaluations.isWorking());
    evaluations.retry();
    evaluations.want({fault});
    CHECK(evaluations.isWorking());
}

TEST_CASE("SceneEvaluations: cancelling stops long work at once, and going away in the middle of it is safe",
          "[live]") {
    const auto large = scene(2048, 8);
    {
        SceneEvaluations evaluations;
        evaluations.want({large});
        QTest::qWait(20);
        evaluations.cancel();
        CHECK_FALSE(evaluations.isWorking());
        REQUIRE(evaluations.find(large));
        CHECK(evaluations.find(large)->error.message == "The evaluation was stopped.");
        evaluations.want({large});
        CHECK_FALSE(evaluations.isWorking());
        evaluations.retry();
        evaluations.want({large});
        QTest::qWait(20);
    }
    SUCCEED("It went away while it worked.");
}

#include "core/evaluate/head_weights.h"

#include "core/evaluate/evaluate.h"
#include "tests/support/core/close.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

/// Grouped heads, two batch items, causal, rotary, a soft cap and a sink.
Scene rich() {
    Scene scene = plainScene(2, 37, 12, 4, 2, 6);
    scene.mask.causal = Causal{};
    scene.position.scheme = Position::Scheme::Rope;
    scene.softcap = 3.0;
    scene.sink = Sink{};
    return scene;
}

}  // namespace

TEST_CASE("pooledHeadWeights: one cell a pixel is the weights of the naive path, head by head",
          "[evaluate][oracle]") {
    Scene scene = rich();
    scene.precision = GENERATE(Precision::F64, Precision::F32);
    const auto naive = evaluate(scene);
    EvaluateOptions options;
    options.path = Path::Flash;
    const auto flash = evaluate(scene, options);
    REQUIRE((naive && flash));
    REQUIRE(!flash->weights.has());
    const double close = scene.precision == Precision::F64 ? 1e-12 : 1e-5;
    for (Index batch = 0; batch < 2; ++batch)
        for (Index head = 0; head < 4; ++head) {
            const auto got =
                pooledHeadWeights(scene, *flash, batch, head, {{0, 37, 0, 37}, 37, 37, Pooling::Largest, 0});
            REQUIRE(got);
            std::vector<double> want(37 * 37);
            naive->weights.copyTo((batch * 4 + head) * 37 * 37, 37 * 37, want.data());
            CAPTURE(batch, head);
            CHECK_THAT(got->cells.values, AllClose(want, close, close * 1e-2));
            for (Index i = 0; i < 37; ++i)
                for (Index j = 0; j < 37; ++j)
                    CHECK((got->isAllowed[static_cast<std::size_t>(i * 37 + j)] != 0) == (j <= i));
        }
}

TEST_CASE("pooledHeadWeights: refuses a head that is not there, 16 bits, and other kinds", "[evaluate][error]") {
    Scene scene = rich();
    EvaluateOptions options;
    options.path = Path::Flash;
    const PoolRequest request{{0, 37, 0, 37}, 5, 5, Pooling::Mean, 0};
    const auto flash = evaluate(scene, options);
    REQUIRE(flash);
    CHECK(pooledHeadWeights(scene, *flash, 0, 4, request).error().code == ErrorCode::OutOfRange);
    CHECK(pooledHeadWeights(scene, *flash, 2, 0, request).error().code == ErrorCode::OutOfRange);
    CHECK(pooledHeadWeights(scene, *flash, 0, 0, {{0, 38, 0, 37}, 5, 5, Pooling::Mean, 0}).error().code ==
          ErrorCode::OutOfRange);
    scene.precision = Precision::F16;
    const auto half = evaluate(scene, options);
    REQUIRE(half);
    CHECK(pooledHeadWeights(scene, *half, 0, 0, request).error().code == ErrorCode::NotSupported);
    Evaluation none;
    none.dims = flash->dims;
    none.precision = Precision::F64;
    CHECK(pooledHeadWeights(scene, none, 0, 0, request).error().code == ErrorCode::NotSupported);
}

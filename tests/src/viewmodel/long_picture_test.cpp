#include "src/viewmodel/long_picture.h"

#include "core/evaluate/evaluate.h"
#include "core/evaluate/head_weights.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::app;
using namespace attn::test;

TEST_CASE("longRequest: at most so many pixels a side, in the shape of the weights", "[long]") {
    Dimensions dims;
    dims.nq = 20000;
    dims.nk = 5000;
    const PoolRequest request = longRequest(dims, 1000);
    CHECK(request.pixelRows == 1000);
    CHECK(request.pixelCols == 250);
    dims.nq = 30;
    dims.nk = 1000000;
    CHECK(longRequest(dims, 1000).pixelRows == 1);
    dims.nk = 20;
    CHECK(longRequest(dims, 1000).pixelRows == 30);
    CHECK(longRequest(dims, 1000).pixelCols == 20);
}

TEST_CASE("longPicture: axes count tokens, the caption says what a cell is and what was left out", "[long]") {
    Scene scene = plainScene(1, 205, 8, 2, 2, 4);
    scene.mask.causal = Causal{};
    EvaluateOptions options;
    options.path = Path::Flash;
    const auto evaluation = evaluate(scene, options);
    REQUIRE(evaluation);
    PoolRequest request = longRequest(evaluation->dims, 10);
    const auto pooled = pooledHeadWeights(scene, *evaluation, 0, 1, request);
    REQUIRE(pooled);
    const ui::HeatmapPicture picture = longPicture(scene, *evaluation, request, *pooled, {0, 0, 1});
    CHECK(picture.caption.startsWith(QStringLiteral(
        "Attention weights of 205 queries over 205 keys: each cell is the largest of 20 to 21 × 20 to 21 weights.")));
    CHECK(!picture.caption.contains(QStringLiteral("Sampled")));
    CHECK(picture.rows.labels[3].text == QStringLiteral("61"));
    CHECK(picture.state(0, 9) == ui::CellState::Masked);
    CHECK(picture.state(9, 0) == ui::CellState::Plain);
    CHECK(picture.cells(0, 0) == Approx(1.0));
    CHECK(picture.cells(0, 0) <= 1.0);
    request.mostRowsOfPixel = 2;
    request.pooling = Pooling::Mean;
    const auto sampled = pooledHeadWeights(scene, *evaluation, 0, 1, request);
    REQUIRE(sampled);
    CHECK(
        longPicture(scene, *evaluation, request, *sampled, {})
            .caption.endsWith(QStringLiteral(
                "each cell is the mean of 20 to 21 × 20 to 21 weights. Sampled: 20 of 205 queries were computed.")));
}

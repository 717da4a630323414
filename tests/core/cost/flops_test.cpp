#include "core/cost/flops.h"

#include "core/cost/visited_tiles.h"
#include "tests/support/core/cost_cases.h"

using namespace attn;
using attn::test::costCases;

TEST_CASE("attentionFlops: equals the independent counts, forward and both backward", "[cost][oracle]") {
    for (const auto& which : costCases("io_cases.json", "counts")) {
        const HeadSize size{which["nq"].get<Index>(), which["nk"].get<Index>(), which["d"].get<Index>(),
                            which["dv"].get<Index>()};
        CAPTURE(size.nq, size.nk, size.dk, size.dv);
        CHECK(*attentionFlops(Algorithm::Naive, Pass::Forward, size) == which["flops_fwd"].get<double>());
        CHECK(*attentionFlops(Algorithm::Flash1, Pass::Forward, size) == which["flops_fwd"].get<double>());
        CHECK(*attentionFlops(Algorithm::Naive, Pass::Backward, size) == which["flops_bwd_standard"].get<double>());
        CHECK(*attentionFlops(Algorithm::Flash2, Pass::Backward, size) == which["flops_bwd_flash"].get<double>());
    }
}

TEST_CASE("attentionFlops: backward is twice the forward pass, with flash two and a half times",
          "[cost][invariant]") {
    const HeadSize size{300, 300, 64, 64};
    const double forward = *attentionFlops(Algorithm::Naive, Pass::Forward, size);
    CHECK(forward == 4.0 * 300.0 * 300.0 * 64.0);
    CHECK(*attentionFlops(Algorithm::Naive, Pass::Backward, size) == 2.0 * forward);
    CHECK(*attentionFlops(Algorithm::Flash2, Pass::Backward, size) == 2.5 * forward);
}

TEST_CASE("attentionFlops: a causal mask halves them, tiles a little less", "[cost][oracle]") {
    const HeadSize size{1024, 1024, 64, 64};
    const double whole = *attentionFlops(Algorithm::Flash2, Pass::Forward, size);
    CHECK(*attentionFlops(Algorithm::Flash2, Pass::Forward, size, *causalCells(size, 0)) ==
          Approx(whole / 2.0).epsilon(0.001));
    CHECK(*attentionFlops(Algorithm::Flash2, Pass::Forward, size,
                          visitedTiles(size, {64, 256}, Band{0, -1, 0})->cells) == whole * 40.0 / 64.0);
}

TEST_CASE("projectionFlops: four products, fewer keys and values with shared heads", "[cost][oracle]") {
    CHECK(*projectionFlops({1, 10, 10, 32, 4, 4, 8, 8}) == 4.0 * 2.0 * 10.0 * 32.0 * 32.0);
    CHECK(*projectionFlops({3, 10, 7, 32, 4, 2, 8, 5}) ==
          3.0 * 2.0 * 32.0 * (10.0 * 32.0 + 7.0 * 2.0 * 13.0 + 10.0 * 20.0));
}

TEST_CASE("attentionFlops: the largest sizes do not wrap, impossible ones are refused", "[cost][error]") {
    const Index huge = Index{1} << 40;
    CHECK(*attentionFlops(Algorithm::Naive, Pass::Forward, {huge, huge, 1, 1}) ==
          4.0 * 1099511627776.0 * 1099511627776.0);
    CHECK_FALSE(attentionFlops(Algorithm::Naive, Pass::Forward, {4, 4, 4, 4}, -1.0));
    CHECK_FALSE(attentionFlops(Algorithm::Naive, Pass::Forward, {4, 4, -4, 4}));
    CHECK(projectionFlops({1, -2, 1, 1, 1, 1, 1, 1}).error().message ==
          "A size of the layer is -2 but must be between 0 and 1099511627776.");
}

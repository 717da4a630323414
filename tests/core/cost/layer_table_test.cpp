#include "core/cost/layer_table.h"

#include "tests/support/catch.h"

using namespace attn;

namespace {

void checkNumbers(const LayerRow& row, double operations, double sequential, double path) {
    CAPTURE(row.name);
    CHECK(row.operations == operations);
    CHECK(row.sequential == sequential);
    CHECK(row.pathLength == path);
}

}  // namespace

TEST_CASE("layerTable: the four layers as numbers and as formulas", "[cost][oracle]") {
    const auto rows = *layerTable({1000, 64, 3, 128});
    REQUIRE(rows.size() == 4);
    checkNumbers(rows[0], 1000.0 * 1000.0 * 64.0, 1.0, 1.0);
    checkNumbers(rows[1], 1000.0 * 64.0 * 64.0, 1000.0, 1000.0);
    checkNumbers(rows[2], 3.0 * 1000.0 * 64.0 * 64.0, 1.0, 7.0);
    checkNumbers(rows[3], 128.0 * 1000.0 * 64.0, 1.0, 8.0);
    CHECK(rows[0].kind == LayerKind::SelfAttention);
    CHECK(rows[0].operationsFormula == "n² d");
    CHECK(rows[1].operationsFormula == "n d²");
    CHECK(rows[1].sequentialFormula == "n");
    CHECK(rows[2].pathFormula == "log_k n");
    CHECK(rows[3].pathFormula == "n / r");
}

TEST_CASE("layerTable: self-attention needs fewer operations than a recurrent layer while n is below d",
          "[cost][invariant]") {
    const auto shorter = *layerTable({100, 512, 3, 10});
    CHECK(shorter[0].operations < shorter[1].operations);
    const auto longer = *layerTable({1000, 512, 3, 10});
    CHECK(longer[0].operations > longer[1].operations);
}

TEST_CASE("layerTable: paths round up, and exact powers do not", "[cost][limit]") {
    const auto path = [](Index n, Index k, Index r) {
        const auto rows = *layerTable({n, 8, k, r});
        return std::pair{rows[2].pathLength, rows[3].pathLength};
    };
    CHECK(path(1, 2, 1) == std::pair{0.0, 1.0});
    CHECK(path(8, 2, 4) == std::pair{3.0, 2.0});
    CHECK(path(9, 2, 4) == std::pair{4.0, 3.0});
    CHECK(path(243, 3, 1000) == std::pair{5.0, 1.0});
    CHECK(path(Index{1} << 40, 2, 1) == std::pair{40.0, 1099511627776.0});
    CHECK(path(Index{1} << 40, 1 << 20, 1).first == 2.0);
}

TEST_CASE("layerTable: a neighbourhood beyond the sequence is the sequence", "[cost][limit]") {
    const auto rows = *layerTable({50, 8, 3, 500});
    CHECK(rows[3].operations == rows[0].operations);
    CHECK(rows[3].pathLength == rows[0].pathLength);
}

TEST_CASE("layerTable: settings outside their limits are refused by name", "[cost][error]") {
    CHECK(layerTable({0, 64, 3, 8}).error().message ==
          "The sequence length n is 0 but must be between 1 and 1099511627776.");
    CHECK(layerTable({8, 0, 3, 8}).error().message == "The width d is 0 but must be between 1 and 1048576.");
    CHECK(layerTable({8, 64, 1, 8}).error().message == "The kernel k is 1 but must be between 2 and 1048576.");
    CHECK(layerTable({8, 64, 3, 0}).error().message ==
          "The neighbourhood r is 0 but must be between 1 and 1099511627776.");
}

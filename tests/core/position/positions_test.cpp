#include <cmath>

#include "core/position/alibi.h"
#include "core/position/rotary.h"
#include "core/position/sinusoidal.h"
#include "tests/support/core/close.h"
#include "tests/support/core/golden.h"

using namespace attn;
using namespace attn::test;

TEST_CASE("alibiSlopes: the published slopes, powers of two or not", "[position][oracle]") {
    const Golden golden("metric_cases.json");
    for (const Index heads : {1, 2, 3, 4, 5, 6, 8, 12, 16, 20})
        CHECK_THAT(alibiSlopes(heads),
                   AllClose(numbers(golden.tensor("alibi_slopes." + std::to_string(heads))), 1e-15, 0.0));
    CHECK(alibiSlopes(8).front() == 0.5);
}

TEST_CASE("sinusoidalPositions: the recorded table, and a later start is a later part of it", "[position][oracle]") {
    const Golden golden("metric_cases.json");
    CHECK_THAT(numbers(sinusoidalPositions(0, 6, 8, 10000.0)),
               AllClose(numbers(golden.tensor("sinusoidal.table")), 1e-14, 1e-15));
    const std::vector<double> later = numbers(sinusoidalPositions(4, 2, 8, 10000.0));
    const std::vector<double> whole = numbers(sinusoidalPositions(0, 6, 8, 10000.0));
    CHECK(later == std::vector<double>(whole.begin() + 32, whole.end()));
    // An odd width ends with a sine that has no cosine.
    const Tensor odd = sinusoidalPositions(3, 1, 3, 100.0);
    CHECK(odd[2] == Approx(std::sin(3.0 / std::pow(100.0, 2.0 / 3.0))));
}

TEST_CASE("Rotary: the recorded rotations, both pairings", "[position][oracle]") {
    const Golden golden("metric_cases.json");
    const std::vector<double> positions = numbers(golden.tensor("rope.positions"));
    const std::pair<Position::Style, const char*> styles[] = {{Position::Style::Interleaved, "rope.interleaved"},
                                                          {Position::Style::Half, "rope.half"}};
    for (const auto& [pairs, key] : styles)
        for (std::size_t p = 0; p < positions.size(); ++p) {
            std::vector<double> row = numbers(golden.tensor("rope.x"));
            const Rotary rotary(pairs, 8, 10000.0, static_cast<Index>(positions[p]), 1);
            rotary.rotate(View<double>{row.data(), 1, 8});
            CHECK_THAT(row, AllClose(part(golden.tensor(key), static_cast<Index>(p), 8), 1e-12, 1e-12));
            rotary.rotateBack(View<double>{row.data(), 1, 8});
            CHECK_THAT(row, AllClose(numbers(golden.tensor("rope.x")), 1e-13, 1e-13));
        }
}

TEST_CASE("Rotary: columns beyond the rotary width are left alone", "[position]") {
    std::vector<float> row{1, 2, 3, 4, 5};
    Rotary(Position::Style::Half, 2, 10000.0, 3, 1).rotate(View<float>{row.data(), 1, 5});
    CHECK(row[0] == Approx(std::cos(3.0) - 2.0 * std::sin(3.0)));
    CHECK(std::vector<float>(row.begin() + 2, row.end()) == std::vector<float>{3, 4, 5});
}

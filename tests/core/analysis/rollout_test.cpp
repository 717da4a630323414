#include "core/analysis/rollout.h"

#include <cmath>

#include "tests/support/core/close.h"
#include "tests/support/core/golden.h"

using namespace attn;
using namespace attn::test;

namespace {

Matrix matrix(Index rows, Index cols, std::vector<double> values) {
    Matrix result(rows, cols);
    result.values = std::move(values);
    return result;
}

}  // namespace

TEST_CASE("attentionRollout: three layers of two heads come out as recorded", "[analysis][oracle]") {
    const Golden golden("metric_cases.json");
    const Tensor attention = golden.tensor("rollout.attention");
    std::vector<Matrix> layers;
    for (Index l = 0; l < 3; ++l) {
        layers.push_back(headMean(attention.data() + l * 32, 2, 4, 4));
        CHECK_THAT(layers.back().values, AllClose(part(golden.tensor("rollout.head_mean"), l, 16), 1e-15, 1e-15));
    }
    const auto kept = attentionRollout(layers);
    REQUIRE(kept);
    REQUIRE(kept->size() == 3);
    CHECK_THAT(kept->back().values, AllClose(numbers(golden.tensor("rollout.rollout_with_residual")), 1e-14, 1e-15));
    const auto leftOut = attentionRollout(layers, Residual::LeftOut);
    CHECK_THAT(leftOut->back().values,
               AllClose(numbers(golden.tensor("rollout.rollout_without_residual")), 1e-14, 1e-15));
    CHECK(leftOut->front() == layers.front());
    for (const Matrix& layer : *kept)
        for (Index i = 0; i < 4; ++i) {
            double sum = 0.0;
            for (Index j = 0; j < 4; ++j)
                sum += layer(i, j);
            CHECK(sum == Approx(1.0).epsilon(1e-14));
        }
}

TEST_CASE("attentionRollout: the newest layer stands on the left", "[analysis]") {
    const Matrix swap = matrix(2, 2, {0, 1, 1, 0});
    const Matrix toFirst = matrix(2, 2, {1, 0, 1, 0});
    const auto rollout = attentionRollout({swap, toFirst}, Residual::LeftOut);
    CHECK(rollout->back().values == std::vector<double>{0, 1, 0, 1});
    const auto kept = attentionRollout({swap, toFirst});
    CHECK(kept->back().values == std::vector<double>{0.5, 0.5, 0.5, 0.5});
}

TEST_CASE("attentionRollout: empty rows keep their own input, NaN stays where it is mixed in", "[analysis][limit]") {
    const Matrix empty = matrix(2, 2, {0, 0, 0.5, 0.5});
    const auto kept = attentionRollout({empty, empty});
    CHECK(kept->back().values == std::vector<double>{1, 0, 0.4375, 0.5625});
    CHECK(attentionRollout({empty}, Residual::LeftOut)->back().values == empty.values);
    const Matrix bad = matrix(2, 2, {1, 0, NAN, NAN});
    const auto spread = attentionRollout({bad, matrix(2, 2, {1, 0, 0, 1})});
    CHECK((spread->back()(0, 0) == 1.0 && spread->back()(0, 1) == 0.0 && std::isnan(spread->back()(1, 0))));
    CHECK(attentionRollout({})->empty());
    CHECK(headMean(nullptr, 0, 2, 2).values == std::vector<double>(4));
}

TEST_CASE("attentionRollout: layers must be square and of one size", "[analysis][error]") {
    const auto odd = attentionRollout({Matrix(3, 3), Matrix(3, 4)});
    REQUIRE_FALSE(odd);
    CHECK(odd.error().code == ErrorCode::ShapeMismatch);
    CHECK(odd.error().message == "Layer 1 is 3 x 4 but a rollout needs every layer to be 3 x 3.");
    CHECK_FALSE(attentionRollout({Matrix(2, 3)}));
}

#include "core/base/tensor.h"

#include <cmath>

#include "tests/support/catch.h"

using namespace attn;

TEST_CASE("shapeText: sizes are joined, a scalar is named", "[base]") {
    CHECK(shapeText({3, 4}) == "3 x 4");
    CHECK(shapeText({}) == "scalar");
    CHECK(elementCount({}) == 1);
    CHECK(elementCount({2, 0, 5}) == 0);
}

TEST_CASE("Values: floats are read as doubles without change", "[base]") {
    const Values none;
    CHECK_FALSE(none.has());
    CHECK(none.size() == 0);
    const Values narrow(std::make_shared<TensorOf<float>>(Shape{2}, std::vector<float>{0.1F, -2.0F}));
    CHECK(narrow.at(0) == static_cast<double>(0.1F));
    CHECK(narrow.toTensor() == Tensor({2}, {static_cast<double>(0.1F), -2.0}));
}

TEST_CASE("identical: NaN equals NaN, shapes count, null equals null only", "[base]") {
    const auto a = std::make_shared<const Tensor>(Shape{1, 2}, std::vector<double>{NAN, 1.0});
    const auto b = std::make_shared<const Tensor>(Shape{1, 2}, std::vector<double>{NAN, 1.0});
    const auto c = std::make_shared<const Tensor>(Shape{2, 1}, std::vector<double>{NAN, 1.0});
    CHECK(identical(a, b));
    CHECK_FALSE(identical(a, c));
    CHECK_FALSE(identical(a, TensorPtr()));
    CHECK(identical(TensorPtr(), TensorPtr()));
}

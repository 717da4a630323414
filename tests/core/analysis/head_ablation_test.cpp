#include "core/analysis/head_ablation.h"

#include <cmath>

#include "tests/support/core/evaluated.h"
#include "tests/support/core/golden.h"

using namespace attn;
using namespace attn::test;

TEST_CASE("headAblation: equals the difference to an evaluation with the head silenced", "[analysis][oracle]") {
    Scene scene = plainScene(2, 5, 6, 3, 3, 2);
    scene.precision = Precision::F64;
    scene.Wo = GENERATE(true, false) ? noise({6, 4}, 9) : nullptr;
    scene.bo = noise({scene.Wo ? 4 : 6}, 10);
    if (!scene.Wo)
        scene.bo = nullptr;
    const Evaluation whole = evaluated(scene);
    const Tensor concat = whole.concat.toTensor();
    const Tensor output = whole.output.toTensor();
    const Index dOut = output.dim(2);
    const View<const double> Wo = scene.Wo ? View<const double>{scene.Wo->data(), 6, 4} : View<const double>{};
    for (Index h = 0; h < 3; ++h) {
        scene.silenced = {h};
        const Tensor without = evaluated(scene).output.toTensor();
        const auto got = headAblation({concat.data(), 10, 6}, 3, Wo, {output.data(), 10, dOut}, h);
        REQUIRE(got);
        double all = 0.0;
        double whole2 = 0.0;
        for (Index i = 0; i < 10; ++i) {
            double squares = 0.0;
            double norm = 0.0;
            for (Index o = 0; o < dOut; ++o) {
                const double taken = output[i * dOut + o] - without[i * dOut + o];
                CHECK(got->taken(i, o) == Approx(taken).margin(1e-13));
                squares += taken * taken;
                norm += output[i * dOut + o] * output[i * dOut + o];
            }
            CHECK(got->rowChange[static_cast<std::size_t>(i)] == Approx(std::sqrt(squares)).epsilon(1e-12));
            CHECK(got->rowRelative[static_cast<std::size_t>(i)] == Approx(std::sqrt(squares / norm)).epsilon(1e-12));
            all += squares;
            whole2 += norm;
        }
        CHECK(got->change == Approx(std::sqrt(all)).epsilon(1e-12));
        CHECK(got->relative == Approx(std::sqrt(all / whole2)).epsilon(1e-12));
    }
}

TEST_CASE("headAblation: outputs of zero, heads that cancel, and no row", "[analysis][limit]") {
    const double concat[] = {3.0, -3.0, 0.0, 0.0};
    const double ones[] = {1.0, 1.0};
    const double output[] = {0.0, 0.0};
    const auto got = headAblation({concat, 2, 2}, 2, {ones, 2, 1}, {output, 2, 1}, 1);
    CHECK((got->rowChange == std::vector<double>{3.0, 0.0} && got->taken(0, 0) == -3.0));
    CHECK((std::isinf(got->rowRelative[0]) && std::isnan(got->rowRelative[1])));
    const auto none = headAblation({concat, 0, 2}, 2, {}, {output, 0, 2}, 0);
    CHECK((none->rowChange.empty() && none->change == 0.0 && std::isnan(none->relative)));
}

TEST_CASE("headAblation: heads and shapes that do not fit are refused with the numbers", "[analysis][error]") {
    const double x[12] = {};
    const auto fault = [](const Result<HeadAblation>& result) { return result ? "" : result.error().message; };
    CHECK(fault(headAblation({x, 2, 4}, 2, {}, {x, 2, 4}, 2)) == "Head 2 is not one of the 2 heads.");
    CHECK(fault(headAblation({x, 2, 4}, 3, {}, {x, 2, 4}, 0)) ==
          "The joined heads have 4 columns, which 3 heads do not divide.");
    CHECK(fault(headAblation({x, 2, 4}, 2, {x, 3, 4}, {x, 2, 4}, 0)) ==
          "The joined heads have 4 columns but W_o has 3 rows.");
    CHECK(fault(headAblation({x, 2, 4}, 2, {x, 4, 3}, {x, 2, 4}, 0)) == "The output is 2 x 4 but must be 2 x 3.");
}

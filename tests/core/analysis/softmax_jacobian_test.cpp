#include "core/analysis/softmax_jacobian.h"

#include <cmath>
#include <numeric>

#include "core/analysis/random_row.h"
#include "tests/support/catch.h"

using namespace attn;

namespace {

std::vector<double> softmaxOf(std::vector<double> logits) {
    double sum = 0.0;
    for (double& x : logits)
        sum += x = std::exp(x);
    for (double& x : logits)
        x /= sum;
    return logits;
}

std::vector<Index> allOf(std::size_t count) {
    std::vector<Index> all(count);
    std::iota(all.begin(), all.end(), Index(0));
    return all;
}

}  // namespace

TEST_CASE("softmaxJacobian: its entries are the slopes of the softmax", "[analysis][oracle]") {
    const std::vector<double> logits{0.3, -1.2, 2.0, 0.0};
    const Matrix J = softmaxJacobian(softmaxOf(logits), allOf(4));
    constexpr double kStep = 1e-5;
    for (Index j = 0; j < 4; ++j) {
        std::vector<double> up = logits, down = logits;
        up[static_cast<std::size_t>(j)] += kStep;
        down[static_cast<std::size_t>(j)] -= kStep;
        const std::vector<double> high = softmaxOf(up), low = softmaxOf(down);
        for (Index i = 0; i < 4; ++i) {
            const auto at = static_cast<std::size_t>(i);
            // The error of a central difference is about the square of its step.
            CHECK(std::abs(J(i, j) - (high[at] - low[at]) / (2.0 * kStep)) < 1e-9);
        }
    }
}

TEST_CASE("softmaxJacobian: rows sum to 0, and the chosen keys are a part of the whole", "[analysis]") {
    const std::vector<double> p = softmaxOf({1.0, 0.5, -0.25, 3.0, 0.0});
    const Matrix whole = softmaxJacobian(p, allOf(5));
    const Matrix part = softmaxJacobian(p, {1, 3});
    for (Index i = 0; i < 5; ++i) {
        double sum = 0.0;
        for (Index j = 0; j < 5; ++j) {
            sum += whole(i, j);
            CHECK(whole(i, j) == whole(j, i));
            CHECK(std::abs(whole(i, j)) <= 0.25);
        }
        CHECK(std::abs(sum) < 1e-16);
    }
    CHECK(part(0, 1) == whole(1, 3));
    CHECK(part(1, 1) == whole(3, 3));
}

TEST_CASE("softmaxJacobian: a row near one-hot keeps the digits of its diagonal", "[analysis]") {
    const std::vector<double> p{1.0, 1e-30, 2e-30};
    CHECK(softmaxJacobian(p, {0, 1, 2})(0, 0) == Approx(3e-30).epsilon(1e-13));
    // Two keys at a half reach the bounds.
    CHECK(softmaxJacobian({0.5, 0.5}, {0, 1}).values == std::vector<double>{0.25, -0.25, -0.25, 0.25});
    // A sink's share counts as another weight.
    CHECK(softmaxJacobian({0.6}, {0}, 0.4)(0, 0) == Approx(0.24).epsilon(1e-15));
    CHECK(softmaxJacobian({}, {}).values.empty());
    CHECK(std::isnan(softmaxJacobian({std::nan(""), 0.5}, {0, 1})(0, 1)));
}

TEST_CASE("gradientOfScores: it is the Jacobian times the upstream gradient", "[analysis][oracle]") {
    const std::vector<double> p = softmaxOf({1.0, 0.5, -0.25, 3.0, 0.0});
    const std::vector<double> upstream{1.0, -2.0, 0.5, 4.0, 1e3};
    const Matrix J = softmaxJacobian(p, allOf(5));
    const std::vector<double> gradient = gradientOfScores(p, upstream);
    double sum = 0.0;
    for (Index i = 0; i < 5; ++i) {
        double want = 0.0;
        for (Index j = 0; j < 5; ++j)
            want += J(i, j) * upstream[static_cast<std::size_t>(j)];
        CHECK(gradient[static_cast<std::size_t>(i)] == Approx(want).epsilon(1e-12));
        sum += gradient[static_cast<std::size_t>(i)];
    }
    CHECK(std::abs(sum) < 1e-12);
    // Adding a number to all of the upstream changes nothing: the weights sum to 1.
    std::vector<double> shifted = upstream;
    for (double& value : shifted)
        value += 8.0;
    const std::vector<double> same = gradientOfScores(p, shifted);
    for (std::size_t i = 0; i < 5; ++i)
        CHECK(same[i] == Approx(gradient[i]).epsilon(1e-12));
    CHECK(gradientOfScores({}, {}).empty());
}

TEST_CASE("gradientOfScores: near one-hot and beside a sink it keeps its digits", "[analysis]") {
    const std::vector<double> gradient = gradientOfScores({1.0, 1e-30}, {3.0, 1.0});
    CHECK(gradient[0] == Approx(2e-30).epsilon(1e-13));
    CHECK(gradient[1] == Approx(-2e-30).epsilon(1e-13));
    CHECK(gradientOfScores({0.6}, {1.0}, 0.4)[0] == Approx(0.24).epsilon(1e-14));
}

TEST_CASE("randomScores: a wider head draws the same row out", "[analysis]") {
    const std::vector<double> narrow = randomScores(4, 6, 7), wide = randomScores(64, 6, 7);
    for (std::size_t j = 1; j < 6; ++j)
        CHECK(wide[j] / wide[0] == Approx(narrow[j] / narrow[0]).epsilon(1e-12));
    CHECK(std::abs(wide[0]) > std::abs(narrow[0]));
    CHECK(randomScores(4, 6, 8) != narrow);
    CHECK(randomScores(1, 0, 1).empty());
}

TEST_CASE("randomScores: they have mean 0 and variance d_k over many seeds", "[analysis]") {
    for (const Index dk : {Index(1), Index(16)}) {
        double sum = 0.0, squares = 0.0;
        constexpr int kSeeds = 4000;
        for (int seed = 0; seed < kSeeds; ++seed)
            for (const double score : randomScores(dk, 4, static_cast<std::uint64_t>(seed))) {
                sum += score;
                squares += score * score;
            }
        constexpr double kCount = 4.0 * kSeeds;
        CAPTURE(dk);
        // Five standard errors; those of one seed share |q|, which doubles the variance at most.
        CHECK(std::abs(sum / kCount) < 5.0 * std::sqrt(static_cast<double>(dk) / kCount));
        CHECK(squares / kCount == Approx(static_cast<double>(dk)).epsilon(5.0 * std::sqrt(8.0 / kSeeds)));
    }
}

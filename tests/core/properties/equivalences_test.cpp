// Different ways to say the same, over random scenes.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/core/properties/random_scene.h"
#include "tests/support/core/close.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr std::uint64_t kScenes = 150;

/// Rows of the middle axis in another order: row i of the result is row order[i].
TensorPtr permuted(const Tensor& tensor, const std::vector<Index>& order) {
    Tensor result = tensor;
    const Index rows = tensor.dim(1);
    const Index width = tensor.dim(2);
    for (Index b = 0; b < tensor.dim(0); ++b)
        for (Index i = 0; i < rows; ++i)
            std::copy_n(tensor.data() + (b * rows + order[static_cast<std::size_t>(i)]) * width, width,
                        result.data() + (b * rows + i) * width);
    return std::make_shared<const Tensor>(std::move(result));
}

/// Each block of dk columns of `W`, `times` times.
TensorPtr repeatedHeads(const Tensor& W, Index dk, Index times) {
    Tensor result({W.dim(0), W.dim(1) * times});
    for (Index r = 0; r < W.dim(0); ++r)
        for (Index c = 0; c < result.dim(1); ++c)
            result[r * result.dim(1) + c] = W[r * W.dim(1) + c / (dk * times) * dk + c % dk];
    return std::make_shared<const Tensor>(std::move(result));
}

double largestDifference(const std::vector<double>& a, const std::vector<double>& b) {
    double largest = 0.0;
    for (std::size_t e = 0; e < a.size(); ++e)
        largest = std::max(largest, std::abs(a[e] - b[e]));
    return largest;
}

}  // namespace

TEST_CASE("properties: without mask and positions, permuted tokens give permuted outputs",
          "[properties][invariant]") {
    for (std::uint64_t seed = 0; seed < kScenes; ++seed) {
        RandomScene random(seed, false);
        std::vector<Index> order(static_cast<std::size_t>(random.n));
        std::iota(order.begin(), order.end(), Index(0));
        Random shuffle(seed + 5000);
        for (std::size_t left = order.size() - 1; left > 0; --left)
            std::swap(order[left],
                      order[static_cast<std::size_t>(shuffle.uniform() * static_cast<double>(left + 1))]);
        const Tensor output = evaluated(random.scene).output.toTensor();
        random.scene.X = permuted(*random.scene.X, order);
        CAPTURE(seed);
        CHECK_THAT(numbers(evaluated(random.scene).output),
                   AllClose(numbers(*permuted(output, order)), 1e-12, 1e-12));
    }
}

TEST_CASE("properties: a causal mask breaks that, as it must", "[properties]") {
    RandomScene random(3, false);
    random.scene.X = noise({1, 5, random.scene.X->dim(2)}, 3);
    random.scene.mask.causal = Causal{};
    const Tensor output = evaluated(random.scene).output.toTensor();
    const std::vector<Index> order{4, 3, 2, 1, 0};
    random.scene.X = permuted(*random.scene.X, order);
    CHECK(largestDifference(numbers(evaluated(random.scene).output), numbers(*permuted(output, order))) > 1e-3);
}

TEST_CASE("properties: shared key-value heads equal repeated ones", "[properties][invariant]") {
    Index shared = 0;
    for (std::uint64_t seed = 0; seed < kScenes; ++seed) {
        RandomScene random(seed, true);
        const Index times = random.heads / random.kvHeads;
        shared += times > 1;
        const Path path = seed % 2 == 0 ? Path::Naive : Path::Flash;
        const Evaluation grouped = evaluated(random.scene, {path, {}, false});
        random.scene.kvHeads = random.heads;
        random.scene.Wk = repeatedHeads(*random.scene.Wk, random.dk, times);
        random.scene.Wv = repeatedHeads(*random.scene.Wv, random.dk, times);
        const Evaluation repeated = evaluated(random.scene, {path, {}, false});
        CAPTURE(seed, times);
        CHECK_THAT(numbers(grouped.output), AllClose(numbers(repeated.output), 1e-13, 1e-13));
        CHECK_THAT(numbers(grouped.lse), AllClose(numbers(repeated.lse), 1e-13, 1e-13));
    }
    CHECK(shared > 30);
}

TEST_CASE("properties: a window as wide as the sentence is no window", "[properties][invariant]") {
    for (std::uint64_t seed = 0; seed < kScenes; ++seed) {
        RandomScene random(seed, false);
        if (seed % 2 == 0)
            random.scene.mask.causal = Causal{};
        const Path path = seed % 3 == 0 ? Path::Flash : Path::Naive;
        const Evaluation full = evaluated(random.scene, {path, {}, false});
        random.scene.mask.window = Window{random.n - 1, random.n - 1, 1, {}};
        CAPTURE(seed);
        CHECK(numbers(evaluated(random.scene, {path, {}, false}).output) == numbers(full.output));
    }
}

TEST_CASE("properties: naive and flash agree to 1e-12 in double, in one tile and in many", "[properties][oracle]") {
    for (std::uint64_t seed = 0; seed < kScenes; ++seed) {
        const RandomScene random(seed, true, seed % 5 == 0 ? 250 : 12);
        const Evaluation naive = evaluated(random.scene, {Path::Naive, {}, false});
        const Evaluation flash = evaluated(random.scene, {Path::Flash, {}, false});
        CAPTURE(seed);
        CHECK_THAT(numbers(flash.headOut), AllClose(numbers(naive.headOut), 1e-12, 1e-12));
        CHECK_THAT(numbers(flash.output), AllClose(numbers(naive.output), 1e-12, 1e-12));
        CHECK_THAT(numbers(flash.lse), AllClose(numbers(naive.lse), 1e-12, 1e-12));
    }
}

TEST_CASE("properties: in single precision flash errs no more than twice as much as naive", "[properties]") {
    for (std::uint64_t seed = 0; seed < kScenes; ++seed) {
        const RandomScene random(seed, true, seed % 5 == 0 ? 250 : 12);
        const std::vector<double> exact =
            numbers(evaluated(random.scene, {Path::Naive, Precision::F64, false}).output);
        const std::vector<double> naive =
            numbers(evaluated(random.scene, {Path::Naive, Precision::F32, false}).output);
        const std::vector<double> flash =
            numbers(evaluated(random.scene, {Path::Flash, Precision::F32, false}).output);
        CAPTURE(seed);
        CHECK(largestDifference(flash, exact) <= 2.0 * largestDifference(naive, exact) + 1e-6);
    }
}

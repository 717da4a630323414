// What holds of the weights and outputs of every scene, over random ones.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/core/properties/random_scene.h"
#include "tests/support/core/close.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr std::uint64_t kScenes = 150;

}  // namespace

TEST_CASE("properties: every row of weights sums to 1, or to 0 when it may attend to nothing", "[properties]") {
    for (std::uint64_t seed = 0; seed < kScenes; ++seed) {
        const RandomScene random(seed, true);
        const Evaluation got = evaluated(random.scene);
        const Index n = random.n;
        for (Index row = 0; row < random.batch * random.heads * n; ++row) {
            double sum = 0.0;
            bool isEmpty = true;
            for (Index cell = row * n; cell < (row + 1) * n; ++cell) {
                sum += got.weights.at(cell);
                isEmpty = isEmpty && !(*got.allowed)[cell];
                CAPTURE(seed, cell);
                CHECK((got.weights.at(cell) >= 0.0 && got.weights.at(cell) <= 1.0));
                CHECK(((*got.allowed)[cell] != 0 || got.weights.at(cell) == 0.0));
            }
            CHECK(std::abs(sum - (isEmpty ? 0.0 : 1.0)) <= 1e-14 * static_cast<double>(n));
        }
    }
}

TEST_CASE("properties: the output of a head lies between the values that it may attend", "[properties]") {
    for (std::uint64_t seed = 0; seed < kScenes; ++seed) {
        const RandomScene random(seed, true);
        const Evaluation got = evaluated(random.scene);
        const Index n = random.n;
        for (Index row = 0; row < random.batch * random.heads * n; ++row) {
            const Index head = row / n % random.heads;
            const Index values =
                (row / n / random.heads * random.kvHeads + head / (random.heads / random.kvHeads)) * n * random.dk;
            for (Index c = 0; c < random.dk; ++c) {
                double low = std::numeric_limits<double>::infinity();
                double high = -low;
                for (Index j = 0; j < n; ++j)
                    if ((*got.allowed)[row * n + j]) {
                        low = std::min(low, got.V.at(values + j * random.dk + c));
                        high = std::max(high, got.V.at(values + j * random.dk + c));
                    }
                const double out = got.headOut.at(row * random.dk + c);
                CAPTURE(seed, row, c);
                if (low > high)
                    CHECK(out == 0.0);
                else
                    CHECK((out >= low - 1e-13 && out <= high + 1e-13));
            }
        }
    }
}

TEST_CASE("properties: a bias that is constant in each row changes no weight", "[properties][invariant]") {
    for (std::uint64_t seed = 0; seed < kScenes; ++seed) {
        RandomScene random(seed, false);
        const Evaluation plain = evaluated(random.scene);
        Tensor shift = randomTensor({random.n, 1}, Distribution::Normal, seed + 1000, 100.0);
        random.scene.mask.bias = std::make_shared<const Tensor>(shift);
        const Evaluation shifted = evaluated(random.scene);
        CAPTURE(seed);
        // A logit of some hundreds loses about 1e-13 of its digits after the point.
        CHECK_THAT(numbers(shifted.weights), AllClose(numbers(plain.weights), 1e-12, 1e-13));
    }
}

TEST_CASE("properties: with Q = K the scores are symmetric, the weights in general are not", "[properties]") {
    Index asymmetric = 0;
    Index scenes = 0;
    for (std::uint64_t seed = 0; seed < kScenes; ++seed) {
        RandomScene random(seed, false);
        if (random.heads != random.kvHeads || random.n < 3)
            continue;
        random.scene.Wk = random.scene.Wq;
        const Evaluation got = evaluated(random.scene);
        const Index n = random.n;
        double difference = 0.0;
        for (Index block = 0; block < random.batch * random.heads; ++block)
            for (Index i = 0; i < n; ++i)
                for (Index j = 0; j < n; ++j) {
                    const Index cell = block * n * n + i * n + j;
                    const Index mirrored = block * n * n + j * n + i;
                    CAPTURE(seed, block, i, j);
                    CHECK(got.scores.at(cell) == Approx(got.scores.at(mirrored)).epsilon(1e-13).margin(1e-13));
                    difference = std::max(difference, std::abs(got.weights.at(cell) - got.weights.at(mirrored)));
                }
        ++scenes;
        asymmetric += difference > 1e-3;
    }
    CHECK(scenes > 30);
    CHECK(asymmetric == scenes);
}

// Kinds of scenes other than softmax attention of X.
#include <cmath>

#include "tests/support/core/close.h"
#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::test;

TEST_CASE("evaluate: given weights stay as they are, whatever they sum to", "[evaluate][kinds]") {
    Scene scene;
    scene.kind = Kind::Weights;
    scene.heads = 2;
    scene.A = noise({3, 2, 2, 4, 5}, 1);
    scene.layer = 2;
    scene.mask.causal = Causal{Causal::Align::BottomRight, {}};
    const Evaluation e = evaluated(scene);
    CHECK(e.dims.layers == 3);
    CHECK(e.weights.shape() == Shape{2, 2, 4, 5});
    for (Index i = 0; i < 80; ++i)
        CHECK(e.weights.at(i) == (*scene.A)[160 + i]);
    CHECK_FALSE((e.output.has() || e.scores.has()));
    CHECK(e.rowMetrics->nAllowed[0] == 2.0);
    Scene small;
    small.kind = Kind::Weights;
    small.A = tensor({2, 2}, {0.5, 0.25, 1.0, 0.0});
    const Evaluation flat = evaluated(small);
    CHECK(flat.weights.shape() == Shape{1, 1, 2, 2});
    CHECK(flat.rowMetrics->jacMaxDiag[0] == Approx(0.25));
    CHECK(flat.rowMetrics->jacTrace[0] == Approx(0.25 + 0.1875));
    CHECK(flat.headMetrics->confidenceMeanMax[0] == 0.75);
}

TEST_CASE("evaluate: lengths forbid the keys beyond, padding as well", "[evaluate][kinds]") {
    Scene scene;
    scene.kind = Kind::Qkv;
    scene.Q = noise({2, 1, 3, 2}, 1);
    scene.K = noise({2, 1, 4, 2}, 2);
    scene.V = noise({2, 1, 4, 2}, 3);
    scene.kvLengths = {4, 2};
    scene.mask.keyPadding = flags({2, 4}, {0, 1, 1, 1, 1, 1, 1, 1});
    const Evaluation e = evaluated(scene);
    const std::vector<std::uint8_t> want{0, 1, 1, 1, 1, 1, 0, 0};
    for (Index b = 0; b < 2; ++b)
        for (Index i = 0; i < 3; ++i)
            for (Index j = 0; j < 4; ++j)
                CHECK((*e.allowed)[(b * 3 + i) * 4 + j] == want[static_cast<std::size_t>(b * 4 + j)]);
}

TEST_CASE("evaluate: linear attention by prefix sums is its kernel matrix times V", "[evaluate][kinds][oracle]") {
    Scene scene = plainScene(1, 5, 4, 4, 2, 3);
    scene.kind = Kind::Linear;
    scene.eps = 1e-3;
    for (int round = 0; round < 4; ++round) {
        scene.mask = {};
        if (round == 1)
            scene.mask.causal = Causal{};
        if (round == 2)
            scene.mask.window = Window{1, 0, 1, {}};
        if (round == 3) {
            scene.mask.block = BlockPattern{2, flags({3, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1})};
            scene.mask.globalTokens = {0};
        }
        const Evaluation e = evaluated(scene, {Path::Naive, Precision::F64});
        for (Index h = 0; h < 4; ++h)
            for (Index i = 0; i < 5; ++i) {
                CAPTURE(round, h, i);
                double sum = scene.eps;
                double out = 0.0;
                for (Index j = 0; j < 5; ++j) {
                    double kernel = 0.0;
                    for (Index c = 0; c < 3; ++c)
                        kernel += e.phiQ.at((h * 5 + i) * 3 + c) * e.phiK.at((h / 2 * 5 + j) * 3 + c);
                    kernel *= (*e.allowed)[(h * 5 + i) * 5 + j];
                    CHECK(e.kernel.at((h * 5 + i) * 5 + j) == Approx(kernel).epsilon(1e-13));
                    sum += kernel;
                    out += kernel * e.V.at((h / 2 * 5 + j) * 3 + 1);
                }
                CHECK(e.denominator.at(h * 5 + i) == Approx(sum).epsilon(1e-13));
                CHECK(e.headOut.at((h * 5 + i) * 3 + 1) == Approx(out / sum).epsilon(1e-12));
            }
    }
}

TEST_CASE("evaluate: a recorded walk that would not fit is refused with its bytes", "[evaluate][limit]") {
    Scene scene = plainScene(1, 40000, 1, 1, 1, 1);
    scene.flash = FlashTiling{1, 1, FlashTiling::Variant::Fa2};
    const auto refused = evaluate(scene, {Path::Flash, Precision::F32, false});
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::TooLarge);
    CHECK(refused.error().message.find("bytes") != std::string::npos);
}

#include "tests/support/core/live_scenes.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "tests/support/catch.h"
#include "tests/support/core/close.h"
#include "tests/support/core/scenes.h"

namespace attn::test {

namespace {

constexpr std::pair<const char*, Values Evaluation::*> kStages[] = {{"Xpos", &Evaluation::Xpos},
                                                                    {"XkvPos", &Evaluation::XkvPos},
                                                                    {"Q", &Evaluation::Q},
                                                                    {"K", &Evaluation::K},
                                                                    {"V", &Evaluation::V},
                                                                    {"Qrot", &Evaluation::Qrot},
                                                                    {"Krot", &Evaluation::Krot},
                                                                    {"scores", &Evaluation::scores},
                                                                    {"scaled", &Evaluation::scaled},
                                                                    {"capped", &Evaluation::capped},
                                                                    {"bias", &Evaluation::bias},
                                                                    {"masked", &Evaluation::masked},
                                                                    {"rowMax", &Evaluation::rowMax},
                                                                    {"rowSum", &Evaluation::rowSum},
                                                                    {"lse", &Evaluation::lse},
                                                                    {"weights", &Evaluation::weights},
                                                                    {"weightsDropped", &Evaluation::weightsDropped},
                                                                    {"sinkWeight", &Evaluation::sinkWeight},
                                                                    {"headOut", &Evaluation::headOut},
                                                                    {"headOutDropped", &Evaluation::headOutDropped},
                                                                    {"concat", &Evaluation::concat},
                                                                    {"output", &Evaluation::output}};

const Variant kVariants[] = {
    {"plain", [](Scene&) {}},
    {"causal", [](Scene& s) { s.mask.causal = Causal{}; }},
    {"no W_o", [](Scene& s) { s.Wo = nullptr; }},
    {"neither W_o nor b_o", [](Scene& s) { s.Wo = s.bo = nullptr; }},
    {"rotary",
     [](Scene& s) {
         s.position.scheme = Position::Scheme::Rope;
         s.position.qOffset = 3;
     }},
    {"sinusoidal", [](Scene& s) { s.position.scheme = Position::Scheme::Sinusoidal; }},
    {"alibi and soft cap",
     [](Scene& s) {
         s.position.scheme = Position::Scheme::Alibi;
         s.softcap = 5.0;
     }},
    {"sink and window",
     [](Scene& s) {
         s.sink = Sink{{0.5, -1.0, 0.0, 2.0}};
         s.mask.window = Window{5, 2, 1, {}};
     }},
    {"dropout of weights",
     [](Scene& s) {
         s.dropout = Dropout{Dropout::Where::Weights, 0.3, nullptr, 7};
     }},
    {"dropout of the output",
     [](Scene& s) {
         s.dropout = Dropout{Dropout::Where::Output, 0.3, nullptr, 7};
     }},
    {"cross-attention",
     [](Scene& s) {
         s.Xkv = noise({2, kTokens + 5, 6}, 20);
         s.Wk = noise({6, 2 * 4}, 21);
         s.Wv = noise({6, 2 * 4}, 22);
         s.position.scheme = Position::Scheme::Sinusoidal;
         s.position.kOffset = 2;
     }},
    {"rows without keys",
     [](Scene& s) {
         s.mask.keyPadding = flags({2, kTokens}, std::vector<std::uint8_t>(2 * kTokens, 0));
         s.mask.globalTokens = {};
         s.mask.paint.allow = {{3, 4}, {3, 7}, {9, 0}};
         s.emptyRow = EmptyRow::Uniform;
     }},
    {"explicit mask",
     [](Scene& s) {
         Random random(9);
         std::vector<std::uint8_t> cells(4 * kTokens * kTokens);
         for (auto& cell : cells)
             cell = random.next() % 3 != 0;
         s.mask.explicitAllow = flags({4, kTokens, kTokens}, std::move(cells));
     }},
};

}  // namespace

Evaluation whole(const Scene& scene) {
    auto evaluation = evaluate(scene, kComplete);
    if (!evaluation)
        FAIL(evaluation.error().message);
    return *std::move(evaluation);
}

Evaluation live(Reevaluation& reevaluation, const Scene& scene) {
    auto evaluation = reevaluation.evaluate(scene, kLive);
    if (!evaluation)
        FAIL(evaluation.error().message);
    return *std::move(evaluation);
}

void checkSame(const Evaluation& got, const Evaluation& wanted, double share) {
    REQUIRE(got.dims == wanted.dims);
    CHECK(got.effectiveScale == wanted.effectiveScale);
    CHECK(got.alibiSlopes == wanted.alibiSlopes);
    CHECK(*got.allowed == *wanted.allowed);
    for (const auto& [name, stage] : kStages) {
        INFO(name);
        REQUIRE((got.*stage).has() == (wanted.*stage).has());
        if (!(wanted.*stage).has())
            continue;
        REQUIRE((got.*stage).shape() == (wanted.*stage).shape());
        const std::vector<double> numbersWanted = numbers(wanted.*stage);
        double largest = 1.0;
        for (const double number : numbersWanted)
            largest = std::isfinite(number) ? std::max(largest, std::abs(number)) : largest;
        CHECK_THAT(numbers(got.*stage), AllClose(numbersWanted, 0.0, share * largest));
    }
}

TensorPtr withCell(const TensorPtr& tensor, Index at, double value) {
    Tensor copy = *tensor;
    copy[at] = value;
    return std::make_shared<const Tensor>(std::move(copy));
}

std::span<const Variant> variants() {
    return kVariants;
}

Scene startOf(const Variant& variant, Precision precision) {
    Scene scene = plainScene(2, kTokens, 8, 4, 2, 4);
    scene.Wo = noise({16, 5}, 5);
    scene.bq = noise({16}, 6);
    scene.bk = noise({8}, 7);
    scene.bv = noise({8}, 8);
    scene.bo = noise({5}, 9);
    scene.precision = precision;
    variant.set(scene);
    if (!scene.Wo && scene.bo)
        scene.bo = noise({16}, 9);
    return scene;
}

}  // namespace attn::test

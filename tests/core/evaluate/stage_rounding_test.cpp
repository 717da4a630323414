#include "core/evaluate/stage_rounding.h"

#include <cmath>

#include "core/base/narrow.h"
#include "tests/support/core/close.h"
#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::test;

namespace {

/// One query and two keys of width 1 without a scale, so that the scores are q k.
Scene oneByTwo(double q, double k0, double k1) {
    Scene scene;
    scene.kind = Kind::Qkv;
    scene.Q = tensor({1, 1, 1, 1}, {q});
    scene.K = tensor({1, 1, 2, 1}, {k0, k1});
    scene.V = tensor({1, 1, 2, 1}, {1.0, 2.0});
    scene.scale.mode = ScaleMode::None;
    return scene;
}

}  // namespace

TEST_CASE("evaluate: in 16 bits the first stage that overflowed is named", "[evaluate][precision]") {
    const Scene scene = oneByTwo(300.0, 1.0, 300.0);
    const Evaluation half = evaluated(scene, {Path::Naive, Precision::F16});
    REQUIRE(half.broken);
    CHECK(half.broken->stage == "scores");
    CHECK(half.broken->what == Broken::What::Overflow);
    CHECK(half.broken->col == 1);
    CHECK(half.scores.at(1) == INFINITY);
    CHECK(std::isnan(half.weights.at(1)));
    // bfloat16 has the range of float32 and loses digits instead.
    const Evaluation brain = evaluated(scene, {Path::Naive, Precision::BF16});
    CHECK_FALSE(brain.broken);
    CHECK(brain.scores.at(1) == roundTo(NarrowType::BF16, 90000.0));
    CHECK_FALSE(evaluated(scene, {Path::Naive, Precision::F32}).broken);
}

TEST_CASE("evaluate: in 16 bits a row that lost everything is named", "[evaluate][precision]") {
    const Evaluation half = evaluated(oneByTwo(1e-4, 1e-4, 1e-5), {Path::Naive, Precision::F16});
    REQUIRE(half.broken);
    CHECK(half.broken->stage == "scores");
    CHECK(half.broken->what == Broken::What::Underflow);
    CHECK(half.weights.at(0) == 0.5);
    // One small weight among others is no loss of everything.
    CHECK_FALSE(evaluated(oneByTwo(1.0, 0.0, -40.0), {Path::Naive, Precision::F16}).broken);
}

TEST_CASE("evaluate: in 16 bits every named intermediate is a number of the type", "[evaluate][precision]") {
    Scene scene = plainScene(2, 5, 4, 2, 1, 4);
    scene.Wo = noise({8, 3}, 9);
    scene.softcap = 2.0;
    scene.position.scheme = Position::Scheme::Rope;
    scene.dropout = Dropout{Dropout::Where::Output, 0.2, nullptr, 3};
    scene.mask.causal = Causal{};
    scene.mask.bias = noise({5, 5}, 12);
    scene.sink.emplace();
    for (const auto& [precision, type, digits] :
         {std::tuple{Precision::F16, NarrowType::F16, 2e-3}, std::tuple{Precision::BF16, NarrowType::BF16, 2e-2}}) {
        const Evaluation narrow = evaluated(scene, {Path::Naive, precision});
        const Evaluation exact = evaluated(scene, {Path::Naive, Precision::F64});
        for (const auto member :
             {&Evaluation::Q, &Evaluation::Krot, &Evaluation::scores, &Evaluation::scaled, &Evaluation::capped,
              &Evaluation::weights, &Evaluation::rowMax, &Evaluation::lse, &Evaluation::bias, &Evaluation::sinkWeight, &Evaluation::headOut,
              &Evaluation::headOutDropped, &Evaluation::concat, &Evaluation::output}) {
            const std::vector<double> got = numbers(narrow.*member);
            for (const double value : got)
                CHECK(roundTo(type, value) == value);
            CHECK_THAT(got, AllClose(numbers(exact.*member), 20.0 * digits, 20.0 * digits));
        }
        const Evaluation flash = evaluated(scene, {Path::Flash, precision});
        for (const double value : numbers(flash.lse))
            CHECK(roundTo(type, value) == value);
        CHECK_THAT(numbers(flash.output), AllClose(numbers(exact.output), 20.0 * digits, 20.0 * digits));
    }
}

TEST_CASE("evaluate: in 16 bits the stages of linear and additive attention are numbers of the type",
          "[evaluate][precision]") {
    Scene linear = plainScene(2, 4, 3, 2, 1, 3);
    linear.kind = Kind::Linear;
    linear.mask.causal = Causal{};
    Scene additive;
    additive.kind = Kind::Additive;
    additive.S = noise({2, 3, 4}, 1), additive.Hs = noise({2, 5, 3}, 2), additive.Wa = noise({4, 6}, 3);
    additive.Ua = noise({3, 6}, 4), additive.va = noise({6}, 5);
    for (const Scene& scene : {linear, additive}) {
        const Evaluation e = evaluated(scene, {Path::Naive, Precision::F16, false});
        for (const auto member :
             {&Evaluation::phiQ, &Evaluation::kernel, &Evaluation::denominator, &Evaluation::stateSteps,
              &Evaluation::stateZSteps, &Evaluation::projS, &Evaluation::scores, &Evaluation::rowMax,
              &Evaluation::rowSum, &Evaluation::lse, &Evaluation::weights, &Evaluation::output})
            if ((e.*member).has())
                for (const double value : numbers(e.*member))
                    CHECK(roundTo(NarrowType::F16, value) == value);
    }
}

TEST_CASE("StageRounding: the earliest stage wins, then the earliest row", "[evaluate][precision]") {
    StageRounding rounding(Precision::F16);
    float huge[] = {1.0F, 1e6F};
    rounding.row(3, "late", 0, 0, 0, huge, 2);
    float again[] = {1e6F, 0.0F};
    rounding.row(1, "early", 1, 2, 3, again, 2);
    float other[] = {1e6F};
    rounding.row(1, "early", 1, 2, 4, other, 1);
    REQUIRE(rounding.broken());
    CHECK(rounding.broken()->stage == "early");
    CHECK(rounding.broken()->batch == 1);
    CHECK(rounding.broken()->head == 2);
    CHECK(rounding.broken()->row == 3);
    CHECK(rounding.broken()->col == 0);
}

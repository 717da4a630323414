// What is true of positions, soft caps, sinks and dropout in every scene.
#include <algorithm>
#include <cmath>

#include "tests/core/properties/modified_scene.h"
#include "tests/support/core/close.h"

using namespace attn;
using namespace attn::test;

namespace {

EvaluateOptions backward(Path path) {
    EvaluateOptions options{path, Precision::F64, false};
    options.gradients = true;
    return options;
}

void checkSame(const Values& got, const Values& want, double tolerance) {
    REQUIRE(got.has() == want.has());
    if (want.has())
        CHECK_THAT(numbers(got), AllClose(numbers(want), tolerance, tolerance));
}

}  // namespace

TEST_CASE("properties: every tiling gives the same outputs and gradients as the formula", "[properties][oracle]") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Scene scene = modifiedScene(seed);
        const Evaluation naive = evaluated(scene, backward(Path::Naive));
        const Index n = naive.dims.nq;
        for (Index tile = 1; tile <= n + 1; tile += std::max<Index>(1, n / 3)) {
            scene.flash = FlashTiling{tile, n + 2 - tile, FlashTiling::Variant::Fa2};
            CAPTURE(seed, tile);
            const Evaluation flash = evaluated(scene, backward(Path::Flash));
            checkSame(flash.headOut, naive.headOut, 1e-12);
            checkSame(flash.output, naive.output, 1e-12);
            checkSame(flash.lse, naive.lse, 1e-12);
            const Gradients& got = *flash.gradients;
            const Gradients& want = *naive.gradients;
            for (const auto member :
                 {&Gradients::dX, &Gradients::dWq, &Gradients::dWk, &Gradients::dWv, &Gradients::dWo, &Gradients::dbq,
                  &Gradients::dbk, &Gradients::dbv, &Gradients::dbo, &Gradients::dQ, &Gradients::dK, &Gradients::dV,
                  &Gradients::dSink, &Gradients::dHeadOut})
                checkSame(got.*member, want.*member, 1e-11);
        }
    }
}

TEST_CASE("properties: the recorded walk ends where the formula does, in both orders", "[properties][oracle]") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        Scene scene = modifiedScene(seed);
        const Evaluation naive = evaluated(scene, {Path::Naive, Precision::F64, false});
        const auto size = static_cast<std::ptrdiff_t>(naive.dims.nq * naive.dims.dv);
        const std::vector<double> all = numbers(naive.headOut);
        for (const auto variant : {FlashTiling::Variant::Fa1, FlashTiling::Variant::Fa2}) {
            scene.flash = FlashTiling{2, 3, variant};
            CAPTURE(seed, static_cast<int>(variant));
            const Evaluation flash = evaluated(scene, {Path::Flash, Precision::F64, false});
            REQUIRE(flash.tileWalk);
            const TileWalk& walk = *flash.tileWalk;
            CHECK_THAT(walk.O, AllClose(std::vector<double>(all.begin(), all.begin() + size), 1e-12, 1e-12));
            CHECK(walk.tiles == walk.skipped + static_cast<Index>(walk.steps.size()));
            CHECK(walk.tiles == (naive.dims.nq + 1) / 2 * ((naive.dims.nk + 2) / 3));
        }
    }
}

TEST_CASE("properties: rows without a key agree on both paths, also where their weights are dropped",
          "[properties]") {
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        Scene scene = modifiedScene(seed);
        scene.sink.reset();
        scene.dropout = Dropout{Dropout::Where::Weights, 0.4, nullptr, seed};
        scene.emptyRow = static_cast<EmptyRow>(seed % 3);
        scene.mask.paint = {};
        for (Index key = 0; key < scene.X->dim(1); ++key)
            scene.mask.paint.forbid.push_back({0, key});
        scene.flash = FlashTiling{2, 3, FlashTiling::Variant::Fa2};
        CAPTURE(seed);
        const Evaluation naive = evaluated(scene, backward(Path::Naive));
        const Evaluation flash = evaluated(scene, backward(Path::Flash));
        checkSame(flash.headOut, naive.headOut, 1e-12);
        checkSame(flash.gradients->dV, naive.gradients->dV, 1e-11);
        const std::vector<double> all = numbers(naive.headOut);
        REQUIRE(flash.tileWalk);
        CHECK_THAT(
            flash.tileWalk->O,
            AllClose(std::vector<double>(all.begin(), all.begin() + naive.dims.nq * naive.dims.dv), 1e-12, 1e-12));
    }
}

TEST_CASE("properties: a forbidden NaN passes no gradient back on either path, under either policy", "[properties]") {
    Scene scene;
    scene.kind = Kind::Qkv;
    scene.heads = 2;
    scene.kvHeads = 1;
    scene.Q = noise({1, 2, 3, 2}, 1);
    scene.K = noise({1, 1, 4, 2}, 2);
    scene.V = tensor({1, 1, 4, 2}, {1.0, 2.0, 3.0, 4.0, -1.0, 0.5, NAN, 1.0});
    scene.mask.keyPadding = flags({1, 4}, {1, 1, 1, 0});
    scene.softcap = 1.5;
    scene.dropout = Dropout{Dropout::Where::Weights, 0.4, nullptr, 3};
    scene.dOut = noise({1, 3, 4}, 4);
    for (const MaskedValues policy : {MaskedValues::Skip, MaskedValues::Ieee}) {
        scene.maskedValues = policy;
        const Evaluation naive = evaluated(scene, backward(Path::Naive));
        const Evaluation flash = evaluated(scene, backward(Path::Flash));
        checkSame(flash.headOut, naive.headOut, 1e-12);
        CHECK(std::isnan(numbers(naive.headOut)[0]) == (policy == MaskedValues::Ieee));
        for (const auto member : {&Gradients::dQ, &Gradients::dK, &Gradients::dV, &Gradients::D}) {
            CHECK(std::isfinite(numbers(*naive.gradients.*member)[0]));
            checkSame(*flash.gradients.*member, *naive.gradients.*member, 1e-11);
        }
    }
}

TEST_CASE("properties: rotary scores depend on the distance of positions only", "[properties][invariant]") {
    for (const auto style : {Position::Style::Interleaved, Position::Style::Half}) {
        Scene scene = plainScene(1, 6, 4, 2, 2, 6);
        scene.position.scheme = Position::Scheme::Rope;
        scene.position.style = style;
        const Evaluation here = evaluated(scene, {Path::Naive, Precision::F64, false});
        scene.position.qOffset = scene.position.kOffset = 40;
        const Evaluation shifted = evaluated(scene, {Path::Naive, Precision::F64, false});
        CHECK_THAT(numbers(shifted.weights), AllClose(numbers(here.weights), 1e-12, 1e-12));
        scene.position.kOffset = 41;
        CHECK_FALSE(AllClose(numbers(here.weights), 1e-6, 1e-6)
                        .match(numbers(evaluated(scene, {Path::Naive, Precision::F64, false}).weights)));
    }
}

TEST_CASE("properties: sinusoids break permutation equivariance", "[properties]") {
    Scene scene = plainScene(1, 3, 4, 1, 1, 2);
    scene.position.scheme = Position::Scheme::Sinusoidal;
    const std::vector<double> before = numbers(evaluated(scene).output);
    Tensor swapped = *scene.X;
    std::swap_ranges(swapped.data(), swapped.data() + 4, swapped.data() + 4);
    scene.X = std::make_shared<const Tensor>(swapped);
    std::vector<double> after = numbers(evaluated(scene).output);
    std::swap_ranges(after.begin(), after.begin() + 2, after.begin() + 2);
    CHECK_FALSE(AllClose(before, 1e-3, 1e-3).match(after));
}

TEST_CASE("properties: rows sum to 1 less what the sink takes", "[properties][invariant]") {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Evaluation e = evaluated(modifiedScene(seed), {Path::Naive, Precision::F64, false});
        for (Index row = 0; row < e.dims.batch * e.dims.heads * e.dims.nq; ++row) {
            CAPTURE(seed, row);
            double sum = e.sinkWeight.has() ? e.sinkWeight.at(row) : 0.0;
            for (Index j = 0; j < e.dims.nk; ++j)
                sum += e.weights.at(row * e.dims.nk + j);
            const bool isEmpty = !e.sinkWeight.has() && e.rowSum.at(row) == 0.0;
            CHECK(sum == Approx(isEmpty ? 0.0 : 1.0).margin(1e-13));
        }
    }
}

TEST_CASE("properties: a seeded dropout drops its share, and the same cells on every path", "[properties]") {
    Scene scene = plainScene(1, 100, 4, 2, 2, 2);
    scene.dropout = Dropout{Dropout::Where::Weights, 0.25, nullptr, 5};
    const Evaluation e = evaluated(scene, {Path::Naive, Precision::F64, false});
    const std::vector<double> dropped = numbers(e.weightsDropped);
    const auto zeros = static_cast<double>(std::count(dropped.begin(), dropped.end(), 0.0));
    CHECK(zeros / static_cast<double>(dropped.size()) == Approx(0.25).margin(0.01));
    for (Index i = 0; i < e.weights.size(); ++i)
        if (e.weightsDropped.at(i) != 0.0)
            CHECK(e.weightsDropped.at(i) == Approx(e.weights.at(i) / 0.75));
    scene.dropout->seed = 6;
    CHECK(numbers(evaluated(scene, {Path::Naive, Precision::F64, false}).weightsDropped) != dropped);
}

TEST_CASE("properties: decoding with a cache is the last row of the full pass", "[properties][oracle]") {
    Scene full;
    full.kind = Kind::Qkv;
    full.heads = 4;
    full.kvHeads = 2;
    full.Q = noise({2, 4, 6, 3}, 1);
    full.K = noise({2, 2, 6, 3}, 2);
    full.V = noise({2, 2, 6, 5}, 3);
    full.mask.causal = Causal{};
    const Evaluation whole = evaluated(full, {Path::Naive, Precision::F64, false});
    const auto rows = [](const TensorPtr& from, Index first, Index last) {
        Tensor part({from->dim(0), from->dim(1), last - first, from->dim(3)});
        const Index width = from->dim(3);
        for (Index p = 0; p < from->dim(0) * from->dim(1); ++p)
            for (Index i = first; i < last; ++i)
                std::copy_n(from->data() + (p * from->dim(2) + i) * width, width,
                            part.data() + (p * (last - first) + i - first) * width);
        return std::make_shared<const Tensor>(part);
    };
    Scene step = full;
    step.Q = rows(full.Q, 5, 6);
    step.pastK = rows(full.K, 0, 5);
    step.pastV = rows(full.V, 0, 5);
    step.K = rows(full.K, 5, 6);
    step.V = rows(full.V, 5, 6);
    step.mask.causal = Causal{Causal::Align::Offset, {5}};
    for (const Path path : {Path::Naive, Path::Flash}) {
        const Evaluation last = evaluated(step, {path, Precision::F64, false});
        CHECK(last.dims.nk == 6);
        const auto want = std::make_shared<const Tensor>(whole.headOut.toTensor());
        CHECK_THAT(numbers(last.headOut), AllClose(numbers(*rows(want, 5, 6)), 1e-13, 1e-13));
    }
}

TEST_CASE("properties: batch items and heads never touch each other", "[properties][invariant]") {
    Scene scene = modifiedScene(11);
    scene.X = noise({2, 5, scene.X->dim(2)}, 3);
    scene.mask = {};
    scene.dOut = nullptr;
    const Evaluation before = evaluated(scene, {Path::Naive, Precision::F64, false});
    Tensor changed = *scene.X;
    for (Index i = changed.size() / 2; i < changed.size(); ++i)
        changed[i] = 100.0;
    scene.X = std::make_shared<const Tensor>(changed);
    const std::vector<double> a = numbers(before.output);
    const std::vector<double> b = numbers(evaluated(scene, {Path::Naive, Precision::F64, false}).output);
    const auto half = static_cast<std::ptrdiff_t>(a.size() / 2);
    CHECK(std::equal(a.begin(), a.begin() + half, b.begin()));
    CHECK_FALSE(std::equal(a.begin() + half, a.end(), b.begin() + half));
}

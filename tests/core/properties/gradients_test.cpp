// The chain rule against the slope of the loss itself, in random directions.
#include <cmath>

#include "tests/core/properties/modified_scene.h"

using namespace attn;
using namespace attn::test;

namespace {

double dot(const Tensor& a, const Values& b) {
    double sum = 0.0;
    for (Index i = 0; i < a.size(); ++i)
        sum += a[i] * b.at(i);
    return sum;
}

double lossOf(const Scene& scene) {
    const Values output = evaluated(scene, {Path::Naive, Precision::F64, false}).output;
    if (!scene.loss || scene.loss->kind == Loss::Kind::Dot)
        return dot(*scene.dOut, output);
    const Loss& loss = *scene.loss;
    const Index rows = output.shape()[1];
    const Index cols = output.shape()[2];
    const Index first = (loss.batch * rows + loss.row) * cols;
    double sum = 0.0;
    switch (loss.kind) {
        case Loss::Kind::Cell:
            return output.at(first + loss.col);
        case Loss::Kind::RowTarget:
            for (Index c = 0; c < cols; ++c)
                sum += std::pow(output.at(first + c) - loss.target[static_cast<std::size_t>(c)], 2);
            return sum / 2.0;
        default:
            for (Index i = 0; i < output.size(); ++i)
                sum += output.at(i) * output.at(i);
            return sum / 2.0;
    }
}

/// (L(T + h D) - L(T - h D)) / 2h
double slope(Scene scene, TensorPtr Scene::*member, const Tensor& direction) {
    const double h = 1e-5;
    const TensorPtr at = scene.*member;
    double loss[2];
    for (const int side : {0, 1}) {
        Tensor moved = *at;
        for (Index i = 0; i < moved.size(); ++i)
            moved[i] += (side == 0 ? -h : h) * direction[i];
        scene.*member = std::make_shared<const Tensor>(moved);
        loss[side] = lossOf(scene);
    }
    return (loss[1] - loss[0]) / (2.0 * h);
}

using Pair = std::pair<TensorPtr Scene::*, Values Gradients::*>;

void checkSlopes(const Scene& scene, const std::vector<Pair>& pairs) {
    EvaluateOptions options{Path::Naive, Precision::F64, false};
    options.gradients = true;
    const Evaluation e = evaluated(scene, options);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        const auto [member, gradient] = pairs[k];
        if (!(scene.*member))
            continue;
        CAPTURE(k);
        REQUIRE(((*e.gradients).*gradient).shape() == (scene.*member)->shape());
        const Tensor direction = randomTensor((scene.*member)->shape(), Distribution::Normal, 77 + k, 1.0);
        CHECK(dot(direction, (*e.gradients).*gradient) ==
              Approx(slope(scene, member, direction)).epsilon(2e-6).margin(2e-7));
    }
}

const std::vector<Pair> kMatrices = {{&Scene::X, &Gradients::dX},   {&Scene::Xkv, &Gradients::dXkv},
                                     {&Scene::Wq, &Gradients::dWq}, {&Scene::Wk, &Gradients::dWk},
                                     {&Scene::Wv, &Gradients::dWv}, {&Scene::Wo, &Gradients::dWo},
                                     {&Scene::bq, &Gradients::dbq}, {&Scene::bk, &Gradients::dbk},
                                     {&Scene::bv, &Gradients::dbv}, {&Scene::bo, &Gradients::dbo}};

}  // namespace

TEST_CASE("gradients: every matrix of a random scene has the slope of the loss", "[properties][gradients]") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        checkSlopes(modifiedScene(seed), kMatrices);
    }
}

TEST_CASE("gradients: rows without a key under every convention, and silenced heads", "[properties][gradients]") {
    Scene scene = plainScene(1, 4, 3, 2, 1, 2);
    scene.mask.keyPadding = flags({1, 4}, {0, 0, 1, 1});
    scene.mask.causal = Causal{};
    scene.dOut = noise({1, 4, 4}, 9);
    scene.silenced = {1};
    for (const EmptyRow convention : {EmptyRow::Zero, EmptyRow::Uniform}) {
        scene.emptyRow = convention;
        checkSlopes(scene, kMatrices);
    }
}

TEST_CASE("gradients: cross-attention, given Q, K and V, linear and additive attention", "[properties][gradients]") {
    Scene cross = plainScene(2, 3, 4, 2, 2, 3);
    cross.Xkv = noise({2, 5, 4}, 8);
    cross.position.scheme = Position::Scheme::Sinusoidal;
    cross.dOut = noise({2, 3, 6}, 9);
    checkSlopes(cross, kMatrices);

    Scene linear = plainScene(2, 4, 3, 4, 2, 2);
    linear.kind = Kind::Linear;
    linear.eps = 0.1;
    linear.mask.keyPadding = flags({2, 4}, {1, 1, 1, 1, 1, 0, 1, 1});
    linear.dOut = noise({2, 4, 8}, 9);
    checkSlopes(linear, kMatrices);
    linear.mask.causal = Causal{};
    checkSlopes(linear, kMatrices);
    linear.mask.window = Window{1, 1, 1, {}};
    checkSlopes(linear, kMatrices);

    Scene given;
    given.kind = Kind::Qkv;
    given.heads = 4;
    given.kvHeads = 2;
    given.Q = noise({2, 4, 3, 2}, 1);
    given.K = noise({2, 2, 5, 2}, 2);
    given.V = noise({2, 2, 5, 3}, 3);
    given.kvLengths = {5, 2};
    given.dOut = noise({2, 3, 12}, 4);
    checkSlopes(given, {{&Scene::Q, &Gradients::dQ}, {&Scene::K, &Gradients::dK}, {&Scene::V, &Gradients::dV}});

    Scene additive;
    additive.kind = Kind::Additive;
    additive.S = noise({2, 3, 4}, 1);
    additive.Hs = noise({2, 5, 3}, 2);
    additive.Wa = noise({4, 6}, 3);
    additive.Ua = noise({3, 6}, 4);
    additive.va = noise({6}, 5);
    additive.ba = noise({6}, 6);
    additive.mask.keyPadding = flags({2, 5}, {1, 1, 1, 1, 1, 1, 0, 1, 1, 0});
    additive.dOut = noise({2, 3, 3}, 7);
    checkSlopes(additive, {{&Scene::S, &Gradients::dS},
                           {&Scene::Hs, &Gradients::dHs},
                           {&Scene::Wa, &Gradients::dWa},
                           {&Scene::Ua, &Gradients::dUa},
                           {&Scene::va, &Gradients::dva},
                           {&Scene::ba, &Gradients::dba}});
}

TEST_CASE("gradients: of every kind of loss", "[properties][gradients]") {
    Scene scene = plainScene(2, 3, 4, 2, 2, 2);
    const Loss losses[] = {{Loss::Kind::Cell, 1, 2, 3, {}},
                           {Loss::Kind::RowTarget, 1, 0, 0, {1.0, -1.0, 0.5, 2.0}},
                           {Loss::Kind::Square, 0, 0, 0, {}}};
    for (const Loss& loss : losses) {
        scene.loss = loss;
        CAPTURE(static_cast<int>(loss.kind));
        checkSlopes(scene, kMatrices);
    }
    scene.loss.reset();
    scene.dOut = noise({2, 3, 4}, 5);
    checkSlopes(scene, kMatrices);
}

TEST_CASE("gradients: a sink's logit has the slope of the loss", "[properties][gradients]") {
    Scene scene = plainScene(2, 4, 4, 2, 2, 2);
    scene.sink = Sink{{0.3, -0.5}};
    scene.dropout = Dropout{Dropout::Where::Weights, 0.2, nullptr, 3};
    scene.dOut = noise({2, 4, 4}, 5);
    for (const Path path : {Path::Naive, Path::Flash}) {
        EvaluateOptions options{path, Precision::F64, false};
        options.gradients = true;
        const Values dSink = evaluated(scene, options).gradients->dSink;
        for (const Index head : {0, 1}) {
            double loss[2];
            for (const int side : {0, 1}) {
                Scene moved = scene;
                moved.sink->logits[static_cast<std::size_t>(head)] += side == 0 ? -1e-5 : 1e-5;
                loss[side] = lossOf(moved);
            }
            CHECK(dSink.at(head) == Approx((loss[1] - loss[0]) / 2e-5).epsilon(1e-6));
        }
    }
}

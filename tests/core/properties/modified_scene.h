#pragma once
#include "tests/core/properties/random_scene.h"

namespace attn::test {

/// A random scene with a random choice of everything that changes logits and weights: biases of the projections,
/// positions, scale, temperature, soft cap, sink and dropout; and a dOut.
inline Scene modifiedScene(std::uint64_t seed, Index mostTokens = 9) {
    RandomScene random(seed, true, mostTokens);
    Scene scene = random.scene;
    Random choice(seed * 31 + 7);
    const auto oneIn = [&](int count) { return choice.uniform() * count < 1.0; };
    const Index columns = random.heads * random.dk;
    if (oneIn(2)) {
        scene.bq = noise({columns}, choice.next());
        scene.bk = noise({random.kvHeads * random.dk}, choice.next());
        scene.bv = noise({random.kvHeads * random.dk}, choice.next());
    }
    if (oneIn(2))
        scene.bo = noise({scene.Wo ? 3 : columns}, choice.next());
    scene.scale = {oneIn(2) ? ScaleMode::RsqrtDk : ScaleMode::Custom, 0.4};
    scene.temperature = oneIn(2) ? 1.0 : 1.7;
    scene.softcap = oneIn(2) ? 0.0 : 1.5;
    using Scheme = Position::Scheme;
    scene.position.scheme = static_cast<Scheme>(static_cast<int>(choice.uniform() * 4.0));
    if (scene.position.scheme == Scheme::Rope && random.dk < 2)
        scene.position.scheme = Scheme::None;
    scene.position.style = oneIn(2) ? Position::Style::Half : Position::Style::Interleaved;
    scene.position.rotaryDim = random.dk / 2 * 2;
    scene.position.qOffset = static_cast<Index>(choice.uniform() * 3.0);
    if (oneIn(3))
        scene.sink = Sink{std::vector<double>(static_cast<std::size_t>(random.heads), 0.7)};
    else if (oneIn(3))
        scene.sink.emplace();
    if (oneIn(2))
        scene.dropout =
            Dropout{oneIn(2) ? Dropout::Where::Weights : Dropout::Where::Output, 0.3, nullptr, choice.next()};
    const Index dOut = scene.Wo ? 3 : columns;
    scene.dOut = noise({random.batch, random.n, dOut}, choice.next());
    return scene;
}

}  // namespace attn::test

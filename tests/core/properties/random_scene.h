#pragma once
#include "tests/support/core/evaluated.h"
#include "tests/support/core/plain_attention.h"

namespace attn::test {

/// A scene whose sizes, numbers and mask all follow from the seed: up to 2 batch items, `mostTokens` tokens and 4
/// heads.
struct RandomScene {
    Scene scene;
    Index batch, n, heads, kvHeads, dk;

    RandomScene(std::uint64_t seed, bool isMasked, Index mostTokens = 12) {
        Random random(seed);
        const auto below = [&](Index limit) {
            return static_cast<Index>(random.uniform() * static_cast<double>(limit));
        };
        batch = 1 + below(2);
        n = 1 + below(mostTokens);
        kvHeads = 1 + below(2);
        heads = kvHeads * (1 + below(2));
        dk = 1 + below(5);
        const Index dModel = 2 + below(6);
        scene.heads = heads;
        scene.kvHeads = kvHeads;
        scene.X = noise({batch, n, dModel}, random.next());
        scene.Wq = noise({dModel, heads * dk}, random.next());
        scene.Wk = noise({dModel, kvHeads * dk}, random.next());
        scene.Wv = noise({dModel, kvHeads * dk}, random.next());
        if (below(2) == 0)
            scene.Wo = noise({heads * dk, 3}, random.next());
        if (isMasked)
            scene.mask = randomMask(random, batch, heads, n, n);
        scene.precision = Precision::F64;
    }
};

}  // namespace attn::test

#pragma once
#include "core/evaluate/evaluate.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

namespace attn::test {

/// The evaluation of a scene that is known to be valid.
inline Evaluation evaluated(const Scene& scene, const EvaluateOptions& options = {}) {
    auto evaluation = evaluate(scene, options);
    if (!evaluation)
        FAIL(evaluation.error().message);
    return *std::move(evaluation);
}

/// "The cat sat": three tokens of width 4, one head of width 2, every number whole.
inline Scene catSat() {
    Scene scene;
    scene.tokens = {"The", "cat", "sat"};
    scene.X = tensor({1, 3, 4}, {1, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0});
    scene.Wq = tensor({4, 2}, {1, 0, 0, 1, 1, 0, 0, 1});
    scene.Wk = tensor({4, 2}, {0, 1, 1, 0, 0, 1, 1, 0});
    scene.Wv = tensor({4, 2}, {1, 0, 0, 1, 0, 1, 1, 0});
    return scene;
}

}  // namespace attn::test

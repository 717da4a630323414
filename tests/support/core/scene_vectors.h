#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/evaluate/evaluation.h"

namespace attn::test {

/// A scene with its expected values.
struct SceneVector {
    std::string file;  ///< "004_mha_bias_batch.json"
    Scene scene;
    /// "weights", "row_metrics.entropy_nats", "grads.dX", "flash.steps.0.m"; scalars have an empty shape.
    std::map<std::string, Tensor> expected;
};

/// Every file "NNN_*.json" in `folder`, in order; empty when there is no such folder. Throws what cannot be read.
std::vector<SceneVector> loadSceneVectors(const std::string& folder);

/// The folder with all vectors, or "" when the build knows of none.
std::string sceneVectorFolder();
/// The few that are kept in tests/golden.
std::string goldenSceneFolder();

/// What `evaluation` holds under the names of the vectors: written as the program writes it and read back.
std::map<std::string, Tensor> namedResults(const Evaluation& evaluation);

}  // namespace attn::test

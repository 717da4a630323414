#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/evaluate/evaluation.h"

namespace attn::test {

/// A scene with its expected values, read by a reader that shares nothing with the program's own.
struct SceneVector {
    std::string file;  ///< "004_mha_bias_batch.json"
    Scene scene;
    std::map<std::string, Tensor> expected;  ///< "weights", "row_metrics.entropy_nats"; scalars have an empty shape.
};

/// The numbers of the files that this stage of the project must get right.
const std::vector<int>& supportedScenes();

/// Every file "NNN_*.json" in `folder` whose number is among `numbers`, in order; empty when there is no such folder.
std::vector<SceneVector> loadSceneVectors(const std::string& folder, const std::vector<int>& numbers);

/// The folder with all vectors, or "" when the build knows of none.
std::string sceneVectorFolder();
/// The few that are kept in tests/golden.
std::string goldenSceneFolder();

/// What `evaluation` holds under the names of the vectors, as doubles.
std::map<std::string, Tensor> namedResults(const Evaluation& evaluation);

}  // namespace attn::test

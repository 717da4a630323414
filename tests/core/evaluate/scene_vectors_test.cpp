// Every expected number of the scene vectors, on both paths and in both types, forward and backward.
#include <algorithm>
#include <cmath>

#include "core/evaluate/evaluate.h"
#include "tests/support/core/close.h"
#include "tests/support/core/scene_vectors.h"

using namespace attn;
using namespace attn::test;

namespace {

bool startsWith(const std::string& key, const std::string& start) {
    return key.rfind(start, 0) == 0;
}

double largestLogit(const std::map<std::string, Tensor>& expected) {
    double largest = 1.0;
    if (expected.count("masked") != 0)
        for (const double value : numbers(expected.at("masked")))
            if (std::isfinite(value))
                largest = std::max(largest, std::abs(value));
    return largest;
}

double tolerance(const SceneVector& vector, const std::string& key, Precision precision) {
    const bool isDerived =
        startsWith(key, "grads.") || startsWith(key, "row_metrics.") || startsWith(key, "head_metrics.");
    // Floats lose about one unit in 1e7 of the largest logit in every exponent; gradients lose a digit more.
    if (precision == Precision::F32)
        return (isDerived ? 1e-4 : 1e-5) * largestLogit(vector.expected);
    return key == "allowed" ? 0.0 : isDerived ? 1e-11 : 1e-12;
}

void checkVector(const SceneVector& vector, Path path, Precision precision) {
    EvaluateOptions options{path, precision};
    options.gradients = vector.scene.dOut != nullptr;
    const auto evaluation = evaluate(vector.scene, options);
    if (!evaluation)
        FAIL(vector.file << ": " << evaluation.error().message);
    const auto got = namedResults(*evaluation);
    for (const auto& [key, want] : vector.expected) {
        INFO(vector.file << ", " << key << (path == Path::Flash ? ", flash" : ", naive"));
        const bool isWalk = startsWith(key, "flash.");
        // The walk is of the first head only; the vectors give O and lse of all.
        if (isWalk && (path == Path::Naive || key == "flash.O" || key == "flash.lse"))
            continue;
        if ((path == Path::Flash && !isWalk && got.count(key) == 0) || key == "head_out_recurrent")
            continue;
        REQUIRE(got.count(key) == 1);
        CHECK(got.at(key).shape() == want.shape());
        const double allowed = tolerance(vector, key, precision);
        CHECK_THAT(numbers(got.at(key)), AllClose(numbers(want), allowed, allowed));
    }
}

std::vector<Path> pathsOf(const Scene& scene) {
    if (scene.kind == Kind::Mha)
        return {Path::Naive, Path::Flash};
    return {Path::Naive};
}

void checkFolder(const std::string& folder, Precision precision) {
    const auto vectors = loadSceneVectors(folder);
    REQUIRE(vectors.size() >= 20);
    for (const SceneVector& vector : vectors)
        for (const Path path : pathsOf(vector.scene))
            checkVector(vector, path, precision);
}

}  // namespace

TEST_CASE("evaluate: golden scenes come out right on both paths", "[evaluate][oracle]") {
    checkFolder(goldenSceneFolder(), GENERATE(Precision::F64, Precision::F32));
}

TEST_CASE("evaluate: all scene vectors come out right on both paths", "[evaluate][oracle]") {
    if (sceneVectorFolder().empty()) {
        WARN("HEADSCOPE_CASES is empty: only the scenes in tests/golden were checked");
        return;
    }
    checkFolder(sceneVectorFolder(), GENERATE(Precision::F64, Precision::F32));
}

TEST_CASE("evaluate: flash keeps no array of queries by keys, with gradients neither", "[evaluate]") {
    const auto vectors = loadSceneVectors(goldenSceneFolder());
    const auto masked = std::find_if(vectors.begin(), vectors.end(), [](const SceneVector& vector) {
        return vector.scene.mask.causal && vector.scene.dOut && vector.scene.kind == Kind::Mha;
    });
    REQUIRE(masked != vectors.end());
    EvaluateOptions options{Path::Flash, Precision::F64};
    options.gradients = true;
    const auto flash = evaluate(masked->scene, options);
    REQUIRE(flash);
    CHECK(flash->lse.has());
    CHECK_FALSE((flash->scores.has() || flash->scaled.has() || flash->masked.has() || flash->weights.has()));
    CHECK_FALSE(flash->allowed);
    CHECK_FALSE(flash->rowMetrics);
    REQUIRE(flash->gradients);
    CHECK_FALSE(
        (flash->gradients->dWeights.has() || flash->gradients->dLogits.has() || flash->gradients->dScores.has()));
}

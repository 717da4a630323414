// Every expected number of the scene vectors, on both paths and in both types.
#include <algorithm>
#include <cmath>

#include "core/evaluate/evaluate.h"
#include "tests/support/core/close.h"
#include "tests/support/core/scene_vectors.h"

using namespace attn;
using namespace attn::test;

namespace {

bool isMetric(const std::string& key) {
    return key.find("_metrics.") != std::string::npos;
}

double largestLogit(const std::map<std::string, Tensor>& expected) {
    double largest = 1.0;
    for (const double value : numbers(expected.at("masked")))
        if (std::isfinite(value))
            largest = std::max(largest, std::abs(value));
    return largest;
}

void checkVector(const SceneVector& vector, Path path, Precision precision) {
    const auto evaluation = evaluate(vector.scene, {path, precision, true});
    if (!evaluation)
        FAIL(vector.file << ": " << evaluation.error().message);
    const auto got = namedResults(*evaluation);
    for (const auto& [key, want] : vector.expected) {
        INFO(vector.file << ", " << key);
        if (path == Path::Flash && got.count(key) == 0)
            continue;
        REQUIRE(got.count(key) == 1);
        CHECK(got.at(key).shape() == want.shape());
        // Floats lose about one unit in 1e7 of the largest logit in every exponent.
        const double tolerance = precision == Precision::F32 ? 1e-5 * largestLogit(vector.expected)
                                 : key == "allowed"          ? 0.0
                                 : isMetric(key)             ? 1e-11
                                                             : 1e-12;
        CHECK_THAT(numbers(got.at(key)), AllClose(numbers(want), tolerance, tolerance));
    }
}

void checkFolder(const std::string& folder, Precision precision) {
    const auto vectors = loadSceneVectors(folder, supportedScenes());
    REQUIRE(vectors.size() >= 12);
    for (const SceneVector& vector : vectors)
        for (const Path path : {Path::Naive, Path::Flash})
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

TEST_CASE("evaluate: flash keeps no array of queries by keys", "[evaluate]") {
    const auto vectors = loadSceneVectors(goldenSceneFolder(), {1});
    REQUIRE(vectors.size() == 1);
    const auto flash = evaluate(vectors[0].scene, {Path::Flash, Precision::F64, true});
    REQUIRE(flash);
    CHECK(flash->lse.has());
    CHECK_FALSE((flash->scores.has() || flash->scaled.has() || flash->masked.has() || flash->weights.has()));
    CHECK_FALSE(flash->allowed);
    CHECK_FALSE(flash->rowMetrics);
}

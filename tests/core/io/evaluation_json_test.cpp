#include "core/io/evaluation_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/catch.h"

using namespace attn;
using nlohmann::json;

namespace {

Values wide(Shape shape, std::vector<double> values) {
    return Values(std::make_shared<const Tensor>(std::move(shape), std::move(values)));
}

Evaluation sample() {
    Evaluation e;
    e.effectiveScale = 0.1;
    e.Q = Values(std::make_shared<const TensorOf<float>>(Shape{1, 1, 1, 2}, std::vector<float>{0.1F, -2.0F}));
    e.masked = wide({1, 1, 1, 3}, {-INFINITY, NAN, 1.0 / 3.0});
    e.allowed = std::make_shared<const BoolTensor>(Shape{1, 1, 1, 3}, std::vector<std::uint8_t>{0, 1, 1});
    RowMetrics rows;
    rows.nAllowed = Tensor({1, 1, 1}, 2.0);
    rows.maxWeight = Tensor({1, 1, 1}, 0.75);
    e.rowMetrics = std::make_shared<const RowMetrics>(rows);
    e.headMetrics = std::make_shared<const HeadMetrics>();
    return e;
}

json written(const Evaluation& e, const std::vector<std::string>& only = {}) {
    std::ostringstream out;
    REQUIRE(writeEvaluation(out, e, only));
    return json::parse(out.str());
}

std::string refusal(const std::vector<std::string>& only) {
    std::ostringstream out;
    const auto done = writeEvaluation(out, sample(), only);
    REQUIRE_FALSE(done);
    CHECK(out.str().empty());
    return done.error().message;
}

}  // namespace

TEST_CASE("writeEvaluation: numbers are exact and non-finite ones are words", "[io]") {
    const json got = written(sample());
    CHECK(got["format"] == "headscope/evaluation");
    CHECK(got["version"] == 1);
    CHECK((got["precision"] == "f32" && got["path"] == "naive"));
    const json& result = got["result"];
    CHECK(result["effective_scale"] == 0.1);
    CHECK(result["Q"]["shape"] == json({1, 1, 1, 2}));
    CHECK(result["Q"]["data"][0] == static_cast<double>(0.1F));
    CHECK(result["masked"]["data"] == json({"-Infinity", "NaN", 1.0 / 3.0}));
    CHECK(result["allowed"]["dtype"] == "bool");
    CHECK(result["allowed"]["data"] == json({0, 1, 1}));
    CHECK(result["row_metrics"]["n_allowed"]["dtype"] == "int");
    CHECK(result["row_metrics"]["max_weight"]["data"] == json({0.75}));
    CHECK(result["head_metrics"].contains("diagonality"));
    CHECK_FALSE(result["head_metrics"].contains("induction_score"));
    CHECK_FALSE(result.contains("weights"));
}

TEST_CASE("writeEvaluation: only what is named is written", "[io]") {
    CHECK(written(sample(), {"row_metrics.max_weight", "Q"})["result"].dump().find("n_allowed") == std::string::npos);
    const json one = written(sample(), {"row_metrics.max_weight"})["result"];
    CHECK(one.size() == 1);
    CHECK(one["row_metrics"].size() == 1);
    CHECK(written(sample(), {"row_metrics"})["result"]["row_metrics"].size() == 2);  // the rest was not made
    CHECK(written(sample(), {"allowed"})["result"].size() == 1);
}

TEST_CASE("writeEvaluation: a name that is unknown or absent is refused before anything is written", "[io][error]") {
    const std::string unknown = refusal({"Q", "weigths"});
    CHECK(unknown.find("The key \"weigths\" is unknown; known are X_pos, X_kv_pos, Q, K, V, Q_rot, K_rot, phi_Q, ") ==
          0);
    CHECK(refusal({"weights"}) == "This evaluation has no \"weights\".");
    CHECK(refusal({"head_metrics.induction_score"}) == "This evaluation has no \"head_metrics.induction_score\".");
}

TEST_CASE("writeEvaluation: a large tensor is written in blocks and whole", "[io]") {
    Evaluation e;
    std::vector<double> values(50000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::sqrt(static_cast<double>(i));
    e.weights = wide({1, 1, 5, 10000}, values);
    CHECK(written(e)["result"]["weights"]["data"].get<std::vector<double>>() == values);
}

TEST_CASE("evaluationKeys: every key of the format, once", "[io]") {
    auto keys = evaluationKeys();
    CHECK(keys.size() == 80);
    for (const char* key : {"Q", "lse", "output", "row_metrics.jac_spec", "head_metrics.induction_score", "allowed"})
        CHECK(std::count(keys.begin(), keys.end(), key) == 1);
}

#include "tests/support/core/scene_vectors.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace attn::test {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

double numberOf(const json& value) {
    if (!value.is_string())
        return value.get<double>();
    const auto text = value.get<std::string>();
    if (text == "NaN")
        return NAN;
    return text == "Infinity" ? INFINITY : text == "-Infinity" ? -INFINITY : throw std::runtime_error(text);
}

Tensor tensorOf(const json& value) {
    if (!value.is_object())
        return Tensor(Shape{}, std::vector<double>{numberOf(value)});
    std::vector<double> numbers;
    for (const json& element : value.at("data"))
        numbers.push_back(numberOf(element));
    return {value.at("shape").get<Shape>(), std::move(numbers)};
}

TensorPtr optionalTensor(const json& scene, const char* key) {
    return scene.contains(key) && !scene[key].is_null() ? std::make_shared<const Tensor>(tensorOf(scene[key]))
                                                        : nullptr;
}

BoolTensorPtr optionalFlags(const json& scene, const char* key) {
    const TensorPtr numbers = optionalTensor(scene, key);
    if (!numbers)
        return nullptr;
    std::vector<std::uint8_t> flags;
    for (Index i = 0; i < numbers->size(); ++i)
        flags.push_back((*numbers)[i] != 0.0);
    return std::make_shared<const BoolTensor>(numbers->shape(), std::move(flags));
}

Mask maskOf(const json& value) {
    Mask mask;
    if (value.contains("block"))
        throw std::runtime_error("a block mask is not read by this test");
    if (value.contains("causal") && !value["causal"].is_null()) {
        mask.causal.emplace();
        if (value["causal"].is_object()) {
            mask.causal->align = Causal::Align::Offset;
            mask.causal->offset = {value["causal"]["offset"].get<Index>()};
        } else if (value["causal"] == "bottom_right") {
            mask.causal->align = Causal::Align::BottomRight;
        }
    }
    if (value.contains("window"))
        mask.window =
            Window{value["window"]["left"], value["window"]["right"], value["window"].value("dilation", 1), {}};
    if (value.contains("global_tokens"))
        mask.globalTokens = value["global_tokens"].get<std::vector<Index>>();
    mask.keyPadding = optionalFlags(value, "key_padding");
    mask.explicitAllow = optionalFlags(value, "explicit");
    mask.bias = optionalTensor(value, "bias");
    return mask;
}

Scene sceneOf(const json& value) {
    Scene scene;
    scene.name = value.value("name", "");
    scene.heads = value.value("n_heads", 1);
    scene.kvHeads = value.value("n_kv_heads", scene.heads);
    if (value.contains("token_ids"))
        scene.tokenIds = value["token_ids"].get<std::vector<Index>>();
    const std::pair<const char*, TensorPtr Scene::*> tensors[] = {
        {"X", &Scene::X},    {"X_kv", &Scene::Xkv}, {"W_q", &Scene::Wq}, {"W_k", &Scene::Wk}, {"W_v", &Scene::Wv},
        {"W_o", &Scene::Wo}, {"b_q", &Scene::bq},   {"b_k", &Scene::bk}, {"b_v", &Scene::bv}, {"b_o", &Scene::bo}};
    for (const auto& [key, member] : tensors)
        scene.*member = optionalTensor(value, key);
    const std::string mode = value.contains("scale") ? value["scale"].value("mode", "rsqrt_dk") : "rsqrt_dk";
    scene.scale.mode = mode == "none" ? ScaleMode::None : mode == "custom" ? ScaleMode::Custom : ScaleMode::RsqrtDk;
    if (mode == "custom")
        scene.scale.value = value["scale"]["value"];
    scene.temperature = value.value("temperature", 1.0);
    if (value.contains("mask"))
        scene.mask = maskOf(value["mask"]);
    const std::string empty = value.value("fully_masked", "zero");
    scene.emptyRow = empty == "nan" ? EmptyRow::NaN : empty == "uniform" ? EmptyRow::Uniform : EmptyRow::Zero;
    scene.maskedValues =
        value.value("masked_value_policy", "skip") == "ieee" ? MaskedValues::Ieee : MaskedValues::Skip;
    return scene;
}

std::map<std::string, Tensor> expectedOf(const json& value) {
    std::map<std::string, Tensor> expected;
    for (const auto& [key, content] : value.items()) {
        if (key == "grads" || key == "flash" || content.is_null())
            continue;
        if (key != "row_metrics" && key != "head_metrics") {
            expected[key] = tensorOf(content);
            continue;
        }
        for (const auto& [name, tensor] : content.items())
            expected[key + "." + name] = tensorOf(tensor);
    }
    return expected;
}

}  // namespace

const std::vector<int>& supportedScenes() {
    static const std::vector<int> numbers{0,  1,  2,  3,  4,  6,  8,  9,  10, 11, 12, 14, 16, 18, 20, 21, 22,
                                          24, 25, 26, 27, 28, 30, 32, 34, 36, 39, 40, 41, 42, 54, 68, 74, 76};
    return numbers;
}

std::vector<SceneVector> loadSceneVectors(const std::string& folder, const std::vector<int>& numbers) {
    std::vector<fs::path> paths;
    if (folder.empty() || !fs::is_directory(folder))
        return {};
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        const bool isScene = name.size() > 4 && std::isdigit(static_cast<unsigned char>(name[0])) && name[3] == '_';
        if (isScene && std::find(numbers.begin(), numbers.end(), std::stoi(name.substr(0, 3))) != numbers.end())
            paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<SceneVector> vectors;
    for (const fs::path& path : paths) {
        std::ifstream in(path);
        const json document = json::parse(in);
        vectors.push_back(
            {path.filename().string(), sceneOf(document.at("scene")), expectedOf(document.at("expected"))});
    }
    return vectors;
}

std::string sceneVectorFolder() {
    const std::string cases = HEADSCOPE_CASES;
    return cases.empty() ? std::string() : cases + "/vectors/scenes";
}

std::string goldenSceneFolder() {
    return std::string(HEADSCOPE_SOURCE) + "/tests/golden/scenes";
}

std::map<std::string, Tensor> namedResults(const Evaluation& evaluation) {
    std::map<std::string, Tensor> results{{"effective_scale", Tensor(Shape{}, evaluation.effectiveScale)}};
    const std::pair<const char*, const Values*> stages[] = {{"Q", &evaluation.Q},
                                                            {"K", &evaluation.K},
                                                            {"V", &evaluation.V},
                                                            {"scores", &evaluation.scores},
                                                            {"scaled", &evaluation.scaled},
                                                            {"bias", &evaluation.bias},
                                                            {"masked", &evaluation.masked},
                                                            {"row_max", &evaluation.rowMax},
                                                            {"row_sum", &evaluation.rowSum},
                                                            {"lse", &evaluation.lse},
                                                            {"weights", &evaluation.weights},
                                                            {"head_out", &evaluation.headOut},
                                                            {"concat", &evaluation.concat},
                                                            {"output", &evaluation.output}};
    for (const auto& [name, values] : stages)
        if (values->has())
            results[name] = values->toTensor();
    if (evaluation.allowed)
        results["allowed"] = Tensor(
            evaluation.allowed->shape(),
            std::vector<double>(evaluation.allowed->data(), evaluation.allowed->data() + evaluation.allowed->size()));
    if (const auto& rows = evaluation.rowMetrics) {
        const std::pair<const char*, const Tensor*> metrics[] = {
            {"entropy_nats", &rows->entropyNats}, {"entropy_norm", &rows->entropyNorm},
            {"perplexity", &rows->perplexity},    {"n_allowed", &rows->nAllowed},
            {"max_weight", &rows->maxWeight},     {"jac_max_diag", &rows->jacMaxDiag},
            {"jac_trace", &rows->jacTrace},       {"jac_fro", &rows->jacFro},
            {"jac_spec", &rows->jacSpec}};
        for (const auto& [name, tensor] : metrics)
            results[std::string("row_metrics.") + name] = *tensor;
    }
    if (const auto& heads = evaluation.headMetrics) {
        const std::pair<const char*, const Tensor*> metrics[] = {
            {"mean_entropy_nats", &heads->meanEntropyNats},
            {"mean_distance", &heads->meanDistance},
            {"diagonality", &heads->diagonality},
            {"confidence_mean_max", &heads->confidenceMeanMax},
            {"sink_score_first_token", &heads->sinkScoreFirstToken},
            {"current_token_score", &heads->currentTokenScore},
            {"previous_token_score", &heads->previousTokenScore}};
        for (const auto& [name, tensor] : metrics)
            results[std::string("head_metrics.") + name] = *tensor;
        if (heads->hasInduction)
            results["head_metrics.induction_score"] = heads->inductionScore;
    }
    return results;
}

}  // namespace attn::test

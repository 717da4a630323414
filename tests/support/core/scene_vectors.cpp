#include "tests/support/core/scene_vectors.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "core/io/evaluation_json.h"
#include "core/io/scene_file.h"

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
    std::vector<double> numbers;
    if (value.is_array()) {
        for (const json& element : value)
            numbers.push_back(numberOf(element));
        return {{static_cast<Index>(numbers.size())}, std::move(numbers)};
    }
    if (!value.is_object())
        return Tensor(Shape{}, std::vector<double>{numberOf(value)});
    for (const json& element : value.at("data"))
        numbers.push_back(numberOf(element));
    return {value.at("shape").get<Shape>(), std::move(numbers)};
}

/// Every tensor and number in `value` under its dotted name; words are left out.
void flatten(const json& value, const std::string& name, std::map<std::string, Tensor>& into) {
    const bool isList = value.is_array() && !value.empty() && value[0].is_object();
    if (isList || (value.is_object() && !value.contains("data"))) {
        std::size_t at = 0;
        for (const auto& [key, content] : value.items())
            flatten(content, name + (name.empty() ? "" : ".") + (isList ? std::to_string(at++) : key), into);
    } else if (!value.is_null() &&
               !(value.is_string() && value != "NaN" && value != "Infinity" && value != "-Infinity")) {
        into[name] = tensorOf(value);
    }
}

Scene sceneOf(const json& scene) {
    std::istringstream in(json{{"format", "headscope/scene"}, {"version", 1}, {"scene", scene}}.dump());
    auto file = readScene(in);
    if (!file)
        throw std::runtime_error(file.error().message);
    return std::move(file->scene);
}

}  // namespace

std::vector<SceneVector> loadSceneVectors(const std::string& folder) {
    std::vector<fs::path> paths;
    if (folder.empty() || !fs::is_directory(folder))
        return {};
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.size() > 4 && std::isdigit(static_cast<unsigned char>(name[0])) != 0 && name[3] == '_')
            paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<SceneVector> vectors;
    for (const fs::path& path : paths) {
        std::ifstream in(path);
        const json document = json::parse(in);
        SceneVector vector{path.filename().string(), sceneOf(document.at("scene")), {}};
        flatten(document.at("expected"), "", vector.expected);
        vectors.push_back(std::move(vector));
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
    std::stringstream text;
    if (auto written = writeEvaluation(text, evaluation, {}); !written)
        throw std::runtime_error(written.error().message);
    std::map<std::string, Tensor> results;
    flatten(json::parse(text).at("result"), "", results);
    return results;
}

}  // namespace attn::test

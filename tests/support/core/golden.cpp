#include "tests/support/core/golden.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/catch.h"

namespace attn::test {

namespace {

using nlohmann::json;

const json* find(const json& root, const std::string& name) {
    const json* at = &root;
    std::istringstream path(name);
    for (std::string key; std::getline(path, key, '.');) {
        if (at->is_array()) {
            const std::size_t index = std::stoul(key);
            at = index < at->size() ? &(*at)[index] : nullptr;
        } else {
            at = at->contains(key) ? &(*at)[key] : nullptr;
        }
        if (!at || at->is_null())
            return nullptr;
    }
    return at;
}

double numberOf(const json& value) {
    if (!value.is_string())
        return value.get<double>();
    const auto text = value.get<std::string>();
    return text == "NaN" ? NAN : text == "Infinity" ? INFINITY : -INFINITY;
}

}  // namespace

Golden::Golden(const std::string& file) {
    std::ifstream in(std::string(HEADSCOPE_SOURCE) + "/tests/golden/" + file);
    std::stringstream text;
    text << in.rdbuf();
    m_text = text.str();
    INFO(file);
    REQUIRE(json::accept(m_text));
}

Tensor Golden::tensor(const std::string& name) const {
    const json root = json::parse(m_text);
    const json* value = find(root, name);
    INFO(name);
    REQUIRE(value);
    if (!value->is_object())
        return Tensor(Shape{}, std::vector<double>{numberOf(*value)});
    std::vector<double> numbers;
    for (const json& element : value->at("data"))
        numbers.push_back(numberOf(element));
    return {value->at("shape").get<Shape>(), std::move(numbers)};
}

bool Golden::has(const std::string& name) const {
    return find(json::parse(m_text), name) != nullptr;
}

Index Golden::count(const std::string& name) const {
    const json root = json::parse(m_text);
    const json* value = find(root, name);
    return value ? static_cast<Index>(value->size()) : 0;
}

}  // namespace attn::test

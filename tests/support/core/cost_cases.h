#pragma once
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/catch.h"

namespace attn::test {

/// One part of a file of tests/golden/costs, by value: a reference into a temporary would dangle in a loop over it.
inline nlohmann::json costCases(const std::string& name, const std::string& key) {
    std::ifstream in(std::string(HEADSCOPE_SOURCE) + "/tests/golden/costs/" + name);
    REQUIRE(in);
    return nlohmann::json::parse(in).at(key);
}

}  // namespace attn::test

#pragma once
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/catch.h"

namespace attn::test {

/// A file of tests/golden/costs.
inline nlohmann::json costCases(const std::string& name) {
    std::ifstream in(std::string(HEADSCOPE_SOURCE) + "/tests/golden/costs/" + name);
    REQUIRE(in);
    return nlohmann::json::parse(in);
}

}  // namespace attn::test

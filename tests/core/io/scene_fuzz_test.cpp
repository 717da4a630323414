// Any bytes are safe input: every beginning of a scene file, and many damaged ones, give an error or a valid scene.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "core/base/random.h"
#include "core/io/scene_file.h"
#include "core/scene/validate.h"
#include "tests/support/catch.h"
#include "tests/support/core/scene_text.h"

using namespace attn;
using namespace attn::test;
namespace fs = std::filesystem;

namespace {

/// Small, with every kind of value in it.
const std::string kSmall = sceneText(
    R"("tokens": ["The", "cat"], "n_heads": 2, "X": [[[1, "NaN"], [3e-2, 4]]], "W_q": [[1, 0], [0, 1]],
       "W_k": {"shape": [2, 2], "data": [1, 2, 3, 4]}, "W_v": {"shape": [2, 2], "random": {"seed": 3}},
       "scale": {"mode": "custom", "value": 0.5}, "mask": {"causal": {"offset": [1]}, "window": {"left": 1},
       "explicit": [[true, false], [true, true]], "paint": {"allow": [[0, 1]]}}, "silenced": [1], "x-a": {"b": [1]})",
    R"(, "view": {"head": 1}, "snapshots": [{"name": "s", "scene": {)" + kTensors + "}}]");

bool isOneSentence(const std::string& message) {
    return !message.empty() && message.back() == '.' && message.find('\n') == std::string::npos &&
           message.size() < 500;
}

/// True when the text was taken.
bool checkOne(const std::string& text) {
    const auto file = readText(text);
    if (!file) {
        INFO(file.error().message);
        CHECK(isOneSentence(file.error().message));
        return false;
    }
    CHECK(validate(file->scene));
    const std::string written = writeScene(*file);
    const auto again = readText(written);
    if (!again)
        FAIL(again.error().message << "\n" << text);
    CHECK(writeScene(*again) == written);
    return true;
}

}  // namespace

TEST_CASE("readScene: every beginning of a file is an error", "[io][fuzz]") {
    REQUIRE(checkOne(kSmall));
    for (std::size_t length = 0; length < kSmall.size(); ++length) {
        CAPTURE(length);
        CHECK_FALSE(checkOne(kSmall.substr(0, length)));
    }
}

TEST_CASE("readScene: damaged files give an error or a valid scene", "[io][fuzz]") {
    static const std::string kBytes("{}[]\",:0123456789-+.eE truefalsn\\u\0\xff\xc3", 37);
    Random random(2026);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random.next() % n); };
    std::size_t taken = 0;
    for (int round = 0; round < 6000; ++round) {
        std::string text = kSmall;
        for (std::size_t edits = 1 + below(3); edits > 0; --edits) {
            const std::size_t at = below(text.size());
            switch (below(4)) {
                case 0:
                    text[at] = static_cast<char>(text[at] ^ static_cast<char>(1U << below(8)));
                    break;
                case 1:
                    text[at] = kBytes[below(kBytes.size())];
                    break;
                case 2:
                    text.erase(at, 1 + below(4));
                    break;
                default:
                    text.insert(at, text.substr(below(text.size()), 1 + below(12)));
            }
            if (text.empty())
                text = "0";
        }
        CAPTURE(round);
        taken += checkOne(text) ? 1U : 0U;
    }
    // Neither all nor none: a test that takes nothing would test nothing.
    CHECK(taken > 100);
    CHECK(taken < 5000);
}

TEST_CASE("readScene: every malformed file of the corpus is refused in one sentence of its own", "[io][corpus]") {
    std::size_t found = 0;
    std::set<std::string> messages;
    for (const auto& entry : fs::directory_iterator(fs::path(HEADSCOPE_SOURCE) / "tests/corpus/scenes")) {
        INFO(entry.path().filename().string());
        const auto file = readSceneFile(entry.path().string());
        CHECK_FALSE(file);
        if (file)
            continue;
        CHECK(isOneSentence(file.error().message));
        messages.insert(file.error().message);
        ++found;
    }
    CHECK(found >= 20);
    CHECK(messages.size() == found);
}

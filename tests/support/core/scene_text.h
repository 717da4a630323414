#pragma once
#include <sstream>
#include <string>

#include "core/io/scene_file.h"

namespace attn::test {

inline Result<SceneFile> readText(const std::string& text) {
    std::istringstream in(text);
    return readScene(in);
}

/// A scene file around the members of `scene`.
inline std::string sceneText(const std::string& members, const std::string& more = {}) {
    return R"({"format": "headscope/scene", "version": 1, "scene": {)" + members + "}" + more + "}";
}

/// Tensors of a valid scene: 1 x 3 x 2, one head of width 2.
inline const std::string kTensors =
    R"("X": [[[1, 2], [3, 4], [5, 6]]], "W_q": [[1, 0], [0, 1]], "W_k": [[1, 0], [0, 1]], "W_v": [[1, 0], [0, 1]])";

/// What is wrong with the scene, or "" for nothing.
inline std::string faultOf(const std::string& text) {
    const auto file = readText(text);
    return file ? std::string() : file.error().message;
}

}  // namespace attn::test

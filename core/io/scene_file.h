#pragma once
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/scene/scene.h"

namespace attn {

/// What a *.headscope file holds. The format is described in core/io/README.md.
struct SceneFile {
    struct Snapshot {
        std::string name;
        Scene scene;
    };
    Scene scene;
    std::vector<Snapshot> snapshots;
    std::string view;                         ///< JSON text; "" for none.
    std::map<std::string, std::string> kept;  ///< Top-level keys "x-...": JSON text.
};

/// Largest file that is read, in bytes.
inline constexpr double kLargestSceneFile = 1024.0 * 1024.0 * 1024.0;

/// Reads and validates a scene file.
///
/// Errors    Malformed with the place (byte, or the name of the key), NotSupported by name, TooLarge with the bytes,
///           FileProblem, and what validate() finds. Any bytes at all are safe input.
/// Memory    the text, and 8 bytes for each number.
Result<SceneFile> readScene(std::istream& in);
Result<SceneFile> readSceneFile(const std::string& path);

/// JSON that readScene() reads back to the same numbers, and that is written the same again.
std::string writeScene(const SceneFile& file);

/// Replaces `path` by a complete file or leaves it as it was.
Result<void> saveSceneFile(const std::string& path, const SceneFile& file);

}  // namespace attn

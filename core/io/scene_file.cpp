#include "core/io/scene_file.h"

#include <filesystem>
#include <fstream>

#include "core/io/atomic_file.h"
#include "core/io/fields.h"

namespace attn {

Result<SceneFile> readSceneFile(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code problem;
    const fs::file_status status = fs::status(path, problem);
    if (!fs::exists(status))
        return Error{ErrorCode::FileProblem, path.empty() ? "No file is named." : "There is no file here."};
    if (fs::is_directory(status))
        return Error{ErrorCode::FileProblem, "This is a folder, not a scene file."};
    if (fs::is_regular_file(status)) {
        const auto size = fs::file_size(path, problem);
        if (!problem && static_cast<double>(size) > kLargestSceneFile)
            return Error{ErrorCode::TooLarge, "The file has " + bytesText(static_cast<double>(size)) + "; at most " +
                                                  bytesText(kLargestSceneFile) + " are read."};
    }
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return Error{ErrorCode::FileProblem, "The file cannot be opened for reading."};
    return readScene(in);
}

Result<void> saveSceneFile(const std::string& path, const SceneFile& file) {
    return writeFileAtomically(path, writeScene(file));
}

}  // namespace attn

#include "core/io/atomic_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>

#include "core/io/scene_file.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
namespace fs = std::filesystem;

namespace {

/// A folder of its own that goes with the test.
class Folder {
  public:
    Folder() : path(fs::temp_directory_path() / ("headscope_io_" + std::to_string(::getpid()))) {
        fs::create_directories(path);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    std::string file(const char* name) const { return (path / name).string(); }
    std::ptrdiff_t count() const { return std::distance(fs::directory_iterator(path), fs::directory_iterator()); }
    const fs::path path;
};

std::string contents(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("writeFileAtomically: a file is made, replaced, and keeps its permissions", "[io]") {
    const Folder folder;
    const std::string path = folder.file("a.txt");
    REQUIRE(writeFileAtomically(path, "one"));
    CHECK(contents(path) == "one");
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    REQUIRE(writeFileAtomically(path, "two"));
    CHECK(contents(path) == "two");
    CHECK(fs::status(path).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    CHECK(folder.count() == 1);
}

TEST_CASE("writeFileAtomically: a failure leaves the old file and nothing beside it", "[io][error]") {
    const Folder folder;
    const std::string path = folder.file("a.txt");
    REQUIRE(writeFileAtomically(path, "old"));
    const auto failed = writeFileAtomically(path, [](std::ostream& out) -> Result<void> {
        out << "half";
        return Error{ErrorCode::Cancelled, "Stopped."};
    });
    REQUIRE_FALSE(failed);
    CHECK(failed.error().code == ErrorCode::Cancelled);
    CHECK(contents(path) == "old");
    CHECK(folder.count() == 1);
}

TEST_CASE("writeFileAtomically: a link stays a link", "[io]") {
    const Folder folder;
    REQUIRE(writeFileAtomically(folder.file("real.txt"), "old"));
    fs::create_symlink("real.txt", folder.path / "link.txt");
    REQUIRE(writeFileAtomically(folder.file("link.txt"), "new"));
    CHECK(fs::is_symlink(folder.path / "link.txt"));
    CHECK(contents(folder.file("real.txt")) == "new");
}

TEST_CASE("writeFileAtomically: a place that cannot be written is named with the reason", "[io][error]") {
    const Folder folder;
    const std::string nowhere = folder.file("none/a.txt");
    CHECK(writeFileAtomically(nowhere, "x").error().message ==
          "\"" + nowhere + "\" cannot be written: No such file or directory.");
    CHECK(writeFileAtomically(folder.path.string(), "x").error().message ==
          "\"" + folder.path.string() + "\" cannot be written: it is a folder.");
    CHECK(writeFileAtomically("/dev/full", "x").error().message ==
          "\"/dev/full\" cannot be written: it is not a regular file.");
    if (::geteuid() != 0) {
        fs::permissions(folder.path, fs::perms::owner_read | fs::perms::owner_exec);
        CHECK_FALSE(writeFileAtomically(folder.file("b.txt"), "x"));
        fs::permissions(folder.path, fs::perms::owner_all);
    }
}

TEST_CASE("readSceneFile: a folder, a missing file and a saved one", "[io]") {
    const Folder folder;
    CHECK(readSceneFile(folder.path.string()).error().message == "This is a folder, not a scene file.");
    CHECK(readSceneFile(folder.file("none")).error().message == "There is no file here.");
    SceneFile file;
    file.scene = attn::test::plainScene(1, 3, 4, 2, 1, 2);
    REQUIRE(saveSceneFile(folder.file("a.headscope"), file));
    const auto read = readSceneFile(folder.file("a.headscope"));
    REQUIRE(read);
    CHECK(identical(read->scene.X, file.scene.X));
    CHECK(contents(folder.file("a.headscope")) == writeScene(*read));
}

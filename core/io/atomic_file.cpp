#include "core/io/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <system_error>

namespace attn {

namespace {

namespace fs = std::filesystem;

Error problemWith(const std::string& path, int reason) {
    return {ErrorCode::FileProblem,
            "\"" + path + "\" cannot be written: " + std::generic_category().message(reason) + "."};
}

/// Removes the temporary unless it was renamed.
class Temporary {
  public:
    explicit Temporary(std::string path) : m_path(std::move(path)) {}
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    ~Temporary() {
        if (!m_path.empty())
            ::unlink(m_path.c_str());
    }
    const std::string& path() const { return m_path; }
    void keep() { m_path.clear(); }

  private:
    std::string m_path;
};

/// An empty file of a new name beside `target`, with the permissions that the finished file is to have.
Result<std::string> createBeside(const std::string& target) {
    struct stat old {};
    const bool exists = ::stat(target.c_str(), &old) == 0;
    if (exists && S_ISDIR(old.st_mode))
        return Error{ErrorCode::FileProblem, "\"" + target + "\" cannot be written: it is a folder."};
    if (exists && !S_ISREG(old.st_mode))
        return Error{ErrorCode::FileProblem, "\"" + target + "\" cannot be written: it is not a regular file."};
    if (exists && ::access(target.c_str(), W_OK) != 0)
        return problemWith(target, errno);
    std::random_device entropy;
    for (int attempt = 0; attempt < 16; ++attempt) {
        const std::string path = target + "." + std::to_string(entropy()) + ".part";
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno == EEXIST)
            continue;
        if (file < 0)
            return problemWith(target, errno);
        if (exists)
            ::fchmod(file, old.st_mode & 07777U);
        ::close(file);
        return path;
    }
    return problemWith(target, EEXIST);
}

int syncFile(const std::string& path, int flags) {
    const int file = ::open(path.c_str(), flags | O_CLOEXEC);
    if (file < 0)
        return errno;
    const int reason = ::fsync(file) == 0 ? 0 : errno;
    ::close(file);
    return reason;
}

}  // namespace

Result<void> writeFileAtomically(const std::string& path, const std::function<Result<void>(std::ostream&)>& write) {
    // Through a symbolic link, so that the link stays and its target is replaced.
    std::error_code problem;
    std::string target = path;
    if (fs::is_symlink(fs::symlink_status(path, problem)))
        if (const fs::path real = fs::weakly_canonical(path, problem); !problem)
            target = real.string();
    const auto created = createBeside(target);
    if (!created)
        return created.error();
    Temporary temporary(*created);
    {
        std::ofstream out(temporary.path(), std::ios::binary | std::ios::trunc);
        if (!out)
            return problemWith(target, errno);
        if (auto done = write(out); !done)
            return done;
        errno = 0;
        out.close();
        if (!out)
            return problemWith(target, errno != 0 ? errno : EIO);
    }
    if (const int reason = syncFile(temporary.path(), O_RDONLY))
        return problemWith(target, reason);
    if (::rename(temporary.path().c_str(), target.c_str()) != 0)
        return problemWith(target, errno);
    temporary.keep();
    // So that the new name survives a loss of power; some file systems cannot sync a folder.
    const std::string folder = fs::path(target).parent_path().string();
    syncFile(folder.empty() ? "." : folder, O_RDONLY | O_DIRECTORY);
    return {};
}

Result<void> writeFileAtomically(const std::string& path, const std::string& bytes) {
    return writeFileAtomically(path, [&](std::ostream& out) -> Result<void> {
        if (out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())))
            return {};
        return problemWith(path, errno != 0 ? errno : EIO);
    });
}

}  // namespace attn

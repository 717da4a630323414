#pragma once
#include <functional>
#include <iosfwd>
#include <string>

#include "core/base/result.h"

namespace attn {

/// Replaces the file at `path` by what `write` puts out, in one step: a temporary in the same folder, synced,
/// renamed. Until then, and on any failure, the old file is untouched. Permissions are kept; a symbolic link stays
/// one.
///
/// Errors    FileProblem naming the path and the system's reason; whatever `write` returns.
Result<void> writeFileAtomically(const std::string& path, const std::function<Result<void>(std::ostream&)>& write);
Result<void> writeFileAtomically(const std::string& path, const std::string& bytes);

}  // namespace attn

#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/scene/scene.h"

namespace attn::app {

/// A scene that was kept under a name, to compare with or to go back to.
struct Snapshot {
    std::string name;  ///< UTF-8; a file may hold empty names and the same name twice.
    std::shared_ptr<const Scene> scene;
    bool operator==(const Snapshot&) const = default;
};
using Snapshots = std::vector<Snapshot>;

/// "Snapshot 1", or the first number whose name is free.
std::string freeSnapshotName(const Snapshots& snapshots);

/// What each edit makes of the list; the list itself is a value and stays as it is.
///
/// Errors    OutOfRange for an index that is not there, an empty name, or a name that another snapshot has.
Result<Snapshots> withSnapshot(const Snapshots& snapshots, const std::string& name,
                               std::shared_ptr<const Scene> scene);
Result<Snapshots> withoutSnapshot(const Snapshots& snapshots, std::size_t index);
Result<Snapshots> withSnapshotName(const Snapshots& snapshots, std::size_t index, const std::string& name);

}  // namespace attn::app

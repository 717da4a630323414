#include "src/document/snapshots.h"

#include <algorithm>
#include <optional>

namespace attn::app {
namespace {

bool isTaken(const Snapshots& snapshots, const std::string& name) {
    return std::any_of(snapshots.begin(), snapshots.end(), [&](const Snapshot& one) { return one.name == name; });
}

Error noSuch(const Snapshots& snapshots, std::size_t index) {
    return {ErrorCode::OutOfRange, "There is no snapshot " + std::to_string(index) + ": the scene has " +
                                       std::to_string(snapshots.size()) + ", counted from 0."};
}

/// Why `name` cannot be given; none: it can.
std::optional<Error> faultOf(const Snapshots& snapshots, const std::string& name) {
    if (name.find_first_not_of(" \t\n\r") == std::string::npos)
        return Error{ErrorCode::OutOfRange, "A snapshot needs a name of at least one letter."};
    if (isTaken(snapshots, name))
        return Error{ErrorCode::OutOfRange, "Another snapshot is named \"" + name + "\" already."};
    return std::nullopt;
}

}  // namespace

std::string freeSnapshotName(const Snapshots& snapshots) {
    for (std::size_t number = 1;; ++number)
        if (std::string name = "Snapshot " + std::to_string(number); !isTaken(snapshots, name))
            return name;
}

Result<Snapshots> withSnapshot(const Snapshots& snapshots, const std::string& name,
                               std::shared_ptr<const Scene> scene) {
    if (const auto fault = faultOf(snapshots, name))
        return *fault;
    Snapshots next = snapshots;
    next.push_back({name, std::move(scene)});
    return next;
}

Result<Snapshots> withoutSnapshot(const Snapshots& snapshots, std::size_t index) {
    if (index >= snapshots.size())
        return noSuch(snapshots, index);
    Snapshots next = snapshots;
    next.erase(next.begin() + static_cast<std::ptrdiff_t>(index));
    return next;
}

Result<Snapshots> withSnapshotName(const Snapshots& snapshots, std::size_t index, const std::string& name) {
    if (index >= snapshots.size())
        return noSuch(snapshots, index);
    if (name == snapshots[index].name)
        return snapshots;
    if (const auto fault = faultOf(snapshots, name))
        return *fault;
    Snapshots next = snapshots;
    next[index].name = name;
    return next;
}

}  // namespace attn::app

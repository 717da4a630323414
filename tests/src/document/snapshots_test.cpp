#include "src/document/snapshots.h"

#include "src/document/document.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::app;

namespace {

Snapshots two() {
    const auto scene = std::make_shared<const Scene>(test::plainScene(1, 3, 4, 1, 1, 2));
    return {{"first", scene}, {"Snapshot 1", scene}};
}

}  // namespace

TEST_CASE("snapshots: taking, renaming and removing make a new list and leave the old one", "[document][snapshots]") {
    const Snapshots before = two();
    const auto scene = std::make_shared<const Scene>(test::plainScene(1, 2, 2, 1, 1, 2));
    CHECK(freeSnapshotName(before) == "Snapshot 2");
    const auto more = withSnapshot(before, "Snapshot 2", scene);
    REQUIRE(more);
    REQUIRE(more->size() == 3);
    CHECK((more->back().name == "Snapshot 2" && more->back().scene == scene));
    const auto named = withSnapshotName(*more, 0, "before");
    REQUIRE(named);
    CHECK((named->front().name == "before" && more->front().name == "first"));
    const auto fewer = withoutSnapshot(*named, 1);
    REQUIRE(fewer);
    CHECK((fewer->size() == 2 && fewer->front().name == "before" && fewer->back().name == "Snapshot 2"));
    CHECK(freeSnapshotName(*fewer) == "Snapshot 1");
    CHECK((before.size() == 2 && before.front().name == "first" && before.back().name == "Snapshot 1"));
}

TEST_CASE("snapshots: an empty name, a name that is taken and a place that is not there are refused with the numbers",
          "[document][snapshots]") {
    const Snapshots list = two();
    const auto message = [](const Result<Snapshots>& result) {
        return result ? std::string() : result.error().message;
    };
    CHECK(message(withSnapshot(list, "  ", list[0].scene)) == "A snapshot needs a name of at least one letter.");
    CHECK(message(withSnapshot(list, "first", list[0].scene)) == "Another snapshot is named \"first\" already.");
    CHECK(message(withSnapshotName(list, 1, "first")) == "Another snapshot is named \"first\" already.");
    CHECK(message(withSnapshotName(list, 2, "x")) == "There is no snapshot 2: the scene has 2, counted from 0.");
    CHECK(message(withoutSnapshot(list, 7)) == "There is no snapshot 7: the scene has 2, counted from 0.");
    const auto same = withSnapshotName(list, 0, "first");
    REQUIRE(same);
    CHECK(*same == list);
}

TEST_CASE("Document: a change of the snapshots is one step, leaves the scene, and is undone and redone",
          "[document][snapshots]") {
    Document document;
    document.open(test::plainScene(1, 3, 4, 1, 1, 2), two());
    int told = 0, changed = 0;
    QObject::connect(&document, &Document::snapshotsChanged, &document, [&] { ++told; });
    QObject::connect(&document, &Document::changed, &document, [&] { ++changed; });
    const auto scene = document.snapshot();
    document.changeSnapshots(QStringLiteral("Remove “first”"), *withoutSnapshot(document.snapshots(), 0));
    CHECK((document.snapshots().size() == 1 && document.isModified()));
    CHECK(document.history().undoText() == QStringLiteral("Remove “first”"));
    document.history().undo();
    CHECK((document.snapshots().size() == 2 && document.snapshots()[0].name == "first" && !document.isModified()));
    document.history().redo();
    CHECK(document.snapshots().size() == 1);
    document.changeSnapshots(QStringLiteral("Nothing"), document.snapshots());
    CHECK(document.history().count() == 1);
    CHECK((told == 3 && changed == 0 && document.snapshot() == scene));
    document.open(test::plainScene(1, 2, 2, 1, 1, 2));
    CHECK((document.snapshots().empty() && document.history().count() == 0));
}

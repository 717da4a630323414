#include "src/document/document.h"

#include "core/scene/same.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::app;

namespace {

QString words(const char* text) { return QString::fromUtf8(text); }

struct Opened {
    Document document;
    std::vector<Part> told;

    Opened() {
        document.open(test::plainScene(1, 3, 4, 1, 1, 2));
        QObject::connect(&document, &Document::changed, &document, [this](Part part) { told.push_back(part); });
    }
    Scene withTemperature(double temperature) const {
        Scene next = document.scene();
        next.temperature = temperature;
        return next;
    }
    void heat(double temperature) {
        REQUIRE(document.change(Part::Scale, words("Change temperature"), withTemperature(temperature)));
    }
};

}  // namespace

TEST_CASE("Document: an edit is one step that undo and redo exchange", "[document]") {
    Opened o;
    const auto before = o.document.snapshot();
    o.heat(2.0);
    const auto after = o.document.snapshot();
    CHECK(o.document.isModified());
    CHECK(o.document.history().undoText() == words("Change temperature"));
    CHECK(before->temperature == 1.0);  // a snapshot that is held never changes

    o.document.history().undo();
    CHECK(o.document.snapshot() == before);
    CHECK_FALSE(o.document.isModified());
    o.document.history().redo();
    CHECK(o.document.snapshot() == after);
    CHECK(o.told == std::vector<Part>(3, Part::Scale));
}

TEST_CASE("Document: an edit that changes nothing leaves no step", "[document]") {
    Opened o;
    Scene same = o.document.scene();
    same.X = std::make_shared<const Tensor>(*same.X);
    CHECK(o.document.change(Part::Matrices, words("Edit X"), same));
    CHECK(o.document.history().count() == 0);
    CHECK(o.told.empty());
}

TEST_CASE("Document: a scene at fault is refused and the present one kept", "[document]") {
    Opened o;
    const auto before = o.document.snapshot();
    Scene next = *before;
    next.Wq = test::noise({3, 2}, 1);
    const auto done = o.document.change(Part::Matrices, words("Edit W_q"), next);
    REQUIRE_FALSE(done);
    CHECK(done.error().message.find('4') != std::string::npos);
    CHECK(done.error().message.find('3') != std::string::npos);
    CHECK(o.document.snapshot() == before);
    CHECK(o.document.history().count() == 0);
}

TEST_CASE("Document: a gesture is one step from its start to its end", "[document]") {
    Opened o;
    o.document.beginGesture();
    for (const double temperature : {1.5, 2.0, 2.5})
        o.heat(temperature);
    o.document.endGesture();
    CHECK(o.document.history().count() == 1);
    CHECK(o.told.size() == 3);
    o.document.history().undo();
    CHECK(o.document.scene().temperature == 1.0);
    o.document.history().redo();
    CHECK(o.document.scene().temperature == 2.5);
}

TEST_CASE("Document: a gesture that ends where it began leaves no step", "[document]") {
    Opened o;
    o.heat(3.0);
    o.document.beginGesture();
    o.heat(4.0);
    o.heat(3.0);
    CHECK(o.document.history().count() == 1);
    o.heat(5.0);
    o.document.endGesture();
    CHECK(o.document.history().count() == 2);
    o.document.history().undo();
    CHECK(o.document.scene().temperature == 3.0);
}

TEST_CASE("Document: a gesture back to the saved state is not a modification", "[document]") {
    Opened o;
    o.heat(3.0);
    o.document.history().setClean();
    o.document.beginGesture();
    o.heat(4.0);
    CHECK(o.document.isModified());
    o.heat(3.0);
    o.document.endGesture();
    CHECK_FALSE(o.document.isModified());
}

TEST_CASE("Document: two gestures are two steps, and so are two edits outside one", "[document]") {
    Opened o;
    for (const double temperature : {2.0, 3.0}) {
        o.document.beginGesture();
        o.heat(temperature);
        o.document.endGesture();
    }
    o.heat(4.0);
    o.heat(5.0);
    CHECK(o.document.history().count() == 4);
}

TEST_CASE("Document: within a gesture, only edits of the same part become one step", "[document]") {
    Opened o;
    o.document.beginGesture();
    o.heat(2.0);
    Scene next = o.document.scene();
    next.mask.causal = Causal{};
    REQUIRE(o.document.change(Part::Mask, words("Change mask"), next));
    o.document.endGesture();
    CHECK(o.document.history().count() == 2);
    CHECK(o.told == std::vector<Part>{Part::Scale, Part::Mask});
}

TEST_CASE("Document: reset goes back to the opened scene and can be undone", "[document]") {
    Opened o;
    const auto opened = o.document.opened();
    o.heat(2.0);
    o.heat(3.0);
    REQUIRE(o.document.resetToOpened());
    CHECK(sameScene(o.document.scene(), *opened));
    o.document.history().undo();
    CHECK(o.document.scene().temperature == 3.0);
    CHECK(o.document.opened() == opened);
}

TEST_CASE("Document: opening starts a new, clean history", "[document]") {
    Opened o;
    o.document.beginGesture();
    o.heat(2.0);
    o.document.open(test::plainScene(1, 2, 4, 1, 1, 2));
    CHECK(o.document.history().count() == 0);
    CHECK_FALSE(o.document.isModified());
    CHECK(o.document.opened() == o.document.snapshot());
    CHECK(o.told.back() == Part::Everything);
    o.heat(2.0);
    o.heat(3.0);
    CHECK(o.document.history().count() == 2);  // the gesture of the old document is over
}

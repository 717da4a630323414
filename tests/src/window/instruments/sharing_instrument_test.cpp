#include "src/window/instruments/sharing_instrument.h"

#include <QSlider>
#include <QtTest>

#include "core/scene/same.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"
#include "ui/sharing/sharing_view.h"
#include "ui/widgets/number_box.h"

using namespace attn;
using namespace attn::app;

namespace {

struct Shown {
    Session session;
    SharingInstrument instrument{session, nullptr};
    QSlider* slider;
    ui::SharingView* view;

    explicit Shown(Index heads, Index kvHeads) {
        instrument.body()->resize(700, 500);
        instrument.body()->show();
        session.document().open(test::plainScene(1, 3, 12, heads, kvHeads, 2));
        REQUIRE(QTest::qWaitFor([this] { return session.isUpToDate(); }, 10000));
        instrument.refresh();
        slider = instrument.body()->findChild<QSlider*>();
        view = instrument.body()->findChild<ui::SharingView*>();
        REQUIRE((slider && view));
    }
    ~Shown() {
        delete instrument.controls();
        delete instrument.body();
    }
    QUndoStack& history() { return session.document().history(); }
};

}  // namespace

TEST_CASE("SharingInstrument: the slider stops at the divisors of the number of heads", "[sharing]") {
    Shown shown(6, 3);
    CHECK(shown.slider->maximum() == 3);
    CHECK(shown.slider->value() == 1);
    QTest::keyClick(shown.slider, Qt::Key_Right);
    CHECK(shown.session.scene().kvHeads == 2);
    QTest::keyClick(shown.slider, Qt::Key_End);
    CHECK(shown.session.scene().kvHeads == 1);
    CHECK(shown.view->picture().reads == std::vector<Index>(6, 0));
    CHECK(shown.history().count() == 2);
    CHECK(shown.instrument.subtitle() == QStringLiteral("H = 6, G = 1"));
    Shown one(1, 1);
    CHECK_FALSE(one.slider->isEnabled());
}

TEST_CASE("SharingInstrument: a drag there and back is no step and loses no number", "[sharing]") {
    Shown shown(4, 4);
    const Scene before = shown.session.scene();
    emit shown.slider->sliderPressed();
    shown.slider->setValue(2);
    CHECK(shown.session.scene().kvHeads == 1);
    shown.slider->setValue(1);
    CHECK(shown.session.scene().kvHeads == 2);
    // The second KV head is the scene's own, not a new one.
    CHECK((*shown.session.scene().Wk)[3] == (*before.Wk)[3]);
    shown.slider->setValue(0);
    CHECK(sameScene(shown.session.scene(), before));
    emit shown.slider->sliderReleased();
    CHECK(shown.history().count() == 0);
}

TEST_CASE("SharingInstrument: undo moves the slider back, and the bars follow the context", "[sharing]") {
    Shown shown(4, 4);
    QTest::keyClick(shown.slider, Qt::Key_End);
    CHECK(shown.session.scene().kvHeads == 1);
    shown.history().undo();
    CHECK(shown.slider->value() == 0);
    CHECK(shown.view->picture().kvHeads == 4);
    const double bytes = shown.view->picture().groups[0].bars[0].bytes;
    auto* context = shown.instrument.controls()->findChild<ui::IntBox*>();
    static_cast<QSpinBox*>(context)->setValue(8192);  // as typing does
    CHECK(shown.view->picture().groups[0].bars[0].bytes == 2.0 * bytes);
}

TEST_CASE("SharingInstrument: the heads' weights are those of the newest evaluation", "[sharing]") {
    Shown shown(4, 4);
    REQUIRE(shown.view->picture().heads.size() == 4);
    const auto before = shown.view->picture().heads[3].cells;
    QTest::keyClick(shown.slider, Qt::Key_End);
    REQUIRE(QTest::qWaitFor([&] { return shown.session.isUpToDate(); }, 10000));
    shown.instrument.refresh();
    CHECK_FALSE(shown.view->picture().heads[3].cells == before);
    CHECK(shown.instrument.figure().has_value());
}

#include "ui/widgets/place_slider.h"

#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <algorithm>

#include "tests/support/catch.h"
#include "ui/widgets/number_box.h"

using namespace attn::ui;

namespace {

struct Shown {
    PlaceSlider slider{{{QStringLiteral("Scale")}}, QStringLiteral("Scale")};
    QSlider* handle = slider.findChild<QSlider*>();
    NumberBox* box = slider.findChild<NumberBox*>();
    QSignalSpy edited{&slider, &PlaceSlider::edited};

    Shown() {
        slider.setPlaces({0.25, 0.5, 1.0, 2.0}, 1e-6, 1e6);
        slider.setValue(1.0);
        slider.resize(320, 32);
        slider.show();
        REQUIRE(QTest::qWaitForWindowExposed(&slider));
    }
};

}  // namespace

TEST_CASE("PlaceSlider: keys go from place to place, and setting a value tells nothing", "[widgets]") {
    Shown s;
    CHECK(s.edited.isEmpty());
    CHECK(s.handle->value() == 2);
    QTest::keyClick(s.handle, Qt::Key_Left);
    CHECK(s.edited.takeLast().at(0).toDouble() == 0.5);
    CHECK(s.box->value() == 0.5);
    QTest::keyClick(s.handle, Qt::Key_End);
    CHECK(s.slider.value() == 2.0);
    CHECK(s.handle->accessibleName() == QStringLiteral("Scale"));
}

TEST_CASE("PlaceSlider: the box holds what no place has, and the handle stands at the nearest", "[widgets]") {
    Shown s;
    s.slider.setValue(0.55);
    CHECK(s.slider.value() == 0.55);
    CHECK(s.slider.place() == 0.5);
    // By their ratio: 0.36 lies nearer to 0.5 than to 0.25.
    s.slider.setValue(0.36);
    CHECK(s.slider.place() == 0.5);
    s.slider.setValue(-3.0);
    CHECK(s.edited.isEmpty());
}

TEST_CASE("PlaceSlider: a drag is one gesture, and the handle stays under the finger", "[widgets]") {
    Shown s;
    QSignalSpy began(&s.slider, &PlaceSlider::gestureStarted), ended(&s.slider, &PlaceSlider::gestureEnded);
    s.handle->setSliderDown(true);
    s.handle->setValue(0);
    s.slider.setValue(2.0);  // what a listener may do meanwhile
    CHECK(s.handle->value() == 0);
    s.handle->setSliderDown(false);
    CHECK(began.count() == 1);
    CHECK(ended.count() == 1);
}

TEST_CASE("PlaceSlider: a press beside the handle is part of the gesture that it begins", "[widgets]") {
    Shown s;
    std::vector<QString> told;
    QObject::connect(&s.slider, &PlaceSlider::gestureStarted, [&] { told.push_back(QStringLiteral("begin")); });
    QObject::connect(&s.slider, &PlaceSlider::gestureEnded, [&] { told.push_back(QStringLiteral("end")); });
    QObject::connect(&s.slider, &PlaceSlider::edited, [&] { told.push_back(QStringLiteral("edit")); });
    QTest::mouseClick(s.handle, Qt::LeftButton, {}, {3, s.handle->height() / 2});
    REQUIRE(told.size() >= 3);
    CHECK(told.front() == QStringLiteral("begin"));
    CHECK(told.back() == QStringLiteral("end"));
    CHECK(std::count(told.begin(), told.end(), QStringLiteral("begin")) == 1);
}

#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"
#include "ui/heatmap/heatmap_view.h"

using namespace attn;
using namespace attn::test;
using namespace attn::ui;

namespace {

void wheel(HeatmapView& view, QPointF at, QPoint angle, Qt::KeyboardModifiers modifiers = {}) {
    QWheelEvent event(at, view.mapToGlobal(at), {}, angle, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&view, &event);
}

void drag(HeatmapView& view, QPointF from, QPointF to, Qt::MouseButton button) {
    const auto send = [&](QEvent::Type type, QPointF at, Qt::MouseButton which, Qt::MouseButtons held) {
        QMouseEvent event(type, at, view.mapToGlobal(at), which, held, Qt::NoModifier);
        QApplication::sendEvent(&view, &event);
    };
    send(QEvent::MouseButtonPress, from, button, button);
    send(QEvent::MouseMove, (from + to) / 2, Qt::NoButton, button);
    send(QEvent::MouseMove, to, Qt::NoButton, button);
    send(QEvent::MouseButtonRelease, to, button, Qt::NoButton);
}

HeatmapPicture large() {
    HeatmapPicture picture = plainWeights(200, 300);
    picture.rows.title = QStringLiteral("query");
    return picture;
}

/// Largest of the channels: a smoothed line that is drawn in two parts is rounded in each.
int difference(QRgb a, QRgb b) {
    return std::max({std::abs(qRed(a) - qRed(b)), std::abs(qGreen(a) - qGreen(b)), std::abs(qBlue(a) - qBlue(b))});
}

struct Shown {
    HeatmapView view;
    explicit Shown(HeatmapPicture picture = large()) {
        view.resize(700, 520);
        view.setPicture(std::move(picture));
        view.show();
    }
};

}  // namespace

TEST_CASE("HeatmapView: Ctrl and the wheel zoom at the pointer, which keeps its cell", "[heatmap]") {
    Shown shown;
    HeatmapView& view = shown.view;
    const QPointF at = view.cellCentre(60, 210);
    const double before = view.currentLayout().cell;
    for (int notch = 1; notch <= 8; ++notch) {
        const QPointF held = view.currentLayout().placeAt(at);
        wheel(view, at, {0, 120}, Qt::ControlModifier);
        const HeatmapLayout& layout = view.currentLayout();
        REQUIRE(layout.isPart);
        const QPointF place = layout.placeAt(at);
        CAPTURE(notch);
        // Rounded to whole pixels.
        CHECK(std::abs(place.x() - held.x()) * layout.cell <= 1.5);
        CHECK(std::abs(place.y() - held.y()) * layout.cell <= 1.5);
    }
    CHECK(view.currentLayout().cell > 5 * before);
    for (int notch = 0; notch < 12; ++notch)
        wheel(view, at, {0, -120}, Qt::ControlModifier);
    CHECK(!view.currentLayout().isPart);
    CHECK(view.currentLayout().cell == before);
}

TEST_CASE("HeatmapView: a part is never smaller than all, larger than a cell may be, or beyond the cells",
          "[heatmap]") {
    Shown shown;
    HeatmapView& view = shown.view;
    view.setZoom(1e9, {-50, 1e6});
    const HeatmapLayout& layout = view.currentLayout();
    CHECK(layout.cell <= layout.most);
    CHECK(layout.shownCols(300).first == 0);
    CHECK(layout.shownRows(200).last == 200);
    CHECK(layout.cellRect(199, 0).bottom() == Approx(layout.map.bottom()));
    CHECK(QRectF(view.rect()).contains(layout.map));
    view.setZoom(0.1, {});
    CHECK(!view.currentLayout().isPart);
}

TEST_CASE("HeatmapView: a drag with the middle button or with Space moves the part, and chooses nothing",
          "[heatmap]") {
    Shown shown;
    HeatmapView& view = shown.view;
    view.setZoom(10.0, {150, 100});
    const bool isSpace = GENERATE(false, true);
    QSignalSpy chosen(&view, &HeatmapView::cellChosen);
    if (isSpace)
        QTest::keyPress(&view, Qt::Key_Space);
    const QPointF from = view.currentLayout().map.center(), to = from + QPointF(37, -22);
    const QPointF held = view.currentLayout().placeAt(from);
    drag(view, from, to, isSpace ? Qt::LeftButton : Qt::MiddleButton);
    const QPointF now = view.currentLayout().placeAt(to);
    CHECK(now.x() == Approx(held.x()).margin(0.1));
    CHECK(now.y() == Approx(held.y()).margin(0.1));
    CHECK(chosen.isEmpty());
    if (isSpace)
        QTest::keyRelease(&view, Qt::Key_Space);
    QTest::mouseClick(&view, Qt::LeftButton, {}, from.toPoint());
    CHECK(chosen.count() == 1);
}

TEST_CASE("HeatmapView: plus and minus zoom at the chosen cell, 0 and a double click show all", "[heatmap]") {
    Shown shown;
    HeatmapView& view = shown.view;
    view.setSelection(20, 30);
    const QPointF before = view.cellCentre(20, 30);
    QTest::keyClick(&view, Qt::Key_Plus);
    QTest::keyClick(&view, Qt::Key_Plus);
    CHECK(view.zoom().factor == Approx(1.5625));
    CHECK(QLineF(view.cellCentre(20, 30), before).length() < 40);
    QTest::keyClick(&view, Qt::Key_Minus);
    CHECK(view.zoom().factor == Approx(1.25));
    QTest::keyClick(&view, Qt::Key_0);
    CHECK(!view.zoom().isPart());
    view.setZoom(4.0, {100, 100});
    QTest::mouseDClick(&view, Qt::LeftButton, {}, view.currentLayout().map.center().toPoint());
    CHECK(!view.zoom().isPart());
}

TEST_CASE("HeatmapView: the wheel alone moves a part and is left to others without one", "[heatmap]") {
    Shown shown;
    HeatmapView& view = shown.view;
    QWheelEvent event(QPointF(50, 50), view.mapToGlobal(QPointF(50, 50)), {}, {0, -120}, Qt::NoButton, {},
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&view, &event);
    CHECK(!event.isAccepted());
    view.setZoom(8.0, {150, 100});
    const auto rows = view.currentLayout().shownRows(200);
    wheel(view, view.currentLayout().map.center(), {0, -120});
    CHECK(view.currentLayout().shownRows(200).first > rows.first);
    const auto cols = view.currentLayout().shownCols(300);
    wheel(view, view.currentLayout().map.center(), {0, -120}, Qt::ShiftModifier);
    CHECK(view.currentLayout().shownCols(300).first > cols.first);
}

TEST_CASE("HeatmapView: labels follow the part, and a line says which it is", "[heatmap]") {
    Shown shown;
    HeatmapView& view = shown.view;
    view.setZoom(12.0, {150, 100});
    const HeatmapLayout& layout = view.currentLayout();
    const auto rows = layout.shownRows(200), cols = layout.shownCols(300);
    REQUIRE(!layout.rowTicks.empty());
    REQUIRE(!layout.colTicks.empty());
    for (const Index row : layout.rowTicks)
        CHECK(rows.holds(row));
    for (const Index col : layout.colTicks)
        CHECK(cols.holds(col));
    CHECK(layout.notes.startsWith(QStringLiteral("Shown: rows %1 to %2 of 200, columns %3 to %4 of 300.")
                                      .arg(rows.first)
                                      .arg(rows.last - 1)
                                      .arg(cols.first)
                                      .arg(cols.last - 1)));
    // The map keeps its place while the part moves.
    const QRectF map = layout.map;
    for (int step = 0; step < 30; ++step) {
        wheel(view, map.center(), {-240, -240});
        CHECK(view.currentLayout().map == map);
    }
}

TEST_CASE("HeatmapView: a part that was moved into view looks as one painted anew", "[heatmap]") {
    HeatmapPicture picture = GENERATE(true, false) ? causalTwelve() : large();
    const bool isSmall = picture.cells.rows == 12;
    Shown moved(picture), anew(picture);
    moved.view.resize(300, 260);
    anew.view.resize(300, 260);
    const double factor = isSmall ? 4.0 : 30.0;
    moved.view.setZoom(factor, {6, 6});
    moved.view.grab();
    for (const QPointF by : {QPointF(0.4, 0.7), QPointF(-1.1, 0.3), QPointF(0.2, -1.3), QPointF(3, 3)}) {
        const HeatmapZoom zoom = moved.view.zoom();
        const QPointF middle = QPointF(zoom.col, zoom.row) + by;
        moved.view.setZoom(factor, middle);
        anew.view.showAll();
        anew.view.setZoom(factor, middle);
        REQUIRE(moved.view.currentLayout().isPart);
        const QImage a = moved.view.grab().toImage(), b = anew.view.grab().toImage();
        int wrong = 0;
        for (int y = 0; y < a.height(); ++y)
            for (int x = 0; x < a.width(); ++x)
                wrong += difference(a.pixel(x, y), b.pixel(x, y)) > 1;
        CAPTURE(by.x(), by.y(), isSmall);
        CHECK(wrong == 0);
    }
}

TEST_CASE("HeatmapView: arrow keys bring the chosen cell into view, a click moves nothing", "[heatmap]") {
    Shown shown;
    HeatmapView& view = shown.view;
    view.setZoom(20.0, {150, 100});
    view.setSelection(0, 0);
    const auto holds = [&](Index row, Index col) {
        const HeatmapLayout& layout = view.currentLayout();
        return layout.map.adjusted(-0.5, -0.5, 0.5, 0.5).contains(layout.cellRect(row, col));
    };
    CHECK(holds(0, 0));
    QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
    CHECK(holds(199, 299));
    view.setZoom(20.0, {150.3, 100.3});
    const HeatmapZoom before = view.zoom();
    QTest::mouseClick(&view, Qt::LeftButton, {}, (view.currentLayout().map.topLeft() + QPointF(2, 2)).toPoint());
    CHECK(view.zoom().row == before.row);
    CHECK(view.zoom().col == before.col);
    view.setPicture(plainWeights(200, 300));
    CHECK(view.zoom().isPart());
    view.setPicture(plainWeights(100, 300));
    CHECK(!view.zoom().isPart());
}

TEST_CASE("HeatmapView: painting works in a part as in the whole", "[heatmap]") {
    Shown shown;
    HeatmapView& view = shown.view;
    view.setPaintable(true);
    view.setZoom(10.0, {150, 100});
    QSignalSpy started(&view, &HeatmapView::strokeStarted);
    QTest::mousePress(&view, Qt::LeftButton, {}, view.cellCentre(101, 151).toPoint());
    QTest::mouseRelease(&view, Qt::LeftButton, {}, view.cellCentre(101, 151).toPoint());
    REQUIRE(started.count() == 1);
    CHECK(started.at(0).at(0).value<Index>() == 101);
    CHECK(started.at(0).at(1).value<Index>() == 151);
    QTest::keyClick(&view, Qt::Key_Space);
    CHECK(started.count() == 2);
}

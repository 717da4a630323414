#include "ui/heatmap/heatmap_view.h"

#include <QElapsedTimer>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"

using namespace attn;
using namespace attn::test;
using namespace attn::ui;

namespace {

std::pair<Index, Index> cellOf(const QList<QVariant>& arguments) {
    return {arguments.at(0).value<Index>(), arguments.at(1).value<Index>()};
}

void move(HeatmapView& view, Index row, Index col, Qt::MouseButtons buttons = Qt::NoButton) {
    const QPointF at = view.cellCentre(row, col);
    QMouseEvent event(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, buttons, Qt::NoModifier);
    QApplication::sendEvent(&view, &event);
}

}  // namespace

TEST_CASE("HeatmapView: a click chooses the cell under it", "[heatmap]") {
    HeatmapView view;
    view.resize(640, 520);
    view.setPicture(causalTwelve());
    view.show();
    QSignalSpy chosen(&view, &HeatmapView::cellChosen);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.cellCentre(8, 3).toPoint());
    REQUIRE(chosen.count() == 1);
    CHECK(cellOf(chosen.at(0)) == std::pair<Index, Index>(8, 3));
    CHECK(view.accessibleDescription().startsWith(QStringLiteral("q8 “dog” → k3 “fox”, weight ")));
    CHECK(view.accessibleName() == QStringLiteral("Heatmap: Weights"));
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(2, 2));
    CHECK(chosen.count() == 1);
}

TEST_CASE("HeatmapView: arrows, Home, End and Page keys move the choice and stop at the edge", "[heatmap]") {
    HeatmapView view;
    view.resize(640, 520);
    view.setPicture(causalTwelve());
    const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(&view, key, modifiers);
        return std::pair(view.marks().row, view.marks().col);
    };
    using Cell = std::pair<Index, Index>;
    CHECK(press(Qt::Key_Right) == Cell(0, 0));
    CHECK(press(Qt::Key_Right) == Cell(0, 1));
    CHECK(press(Qt::Key_Down) == Cell(1, 1));
    CHECK(press(Qt::Key_End) == Cell(1, 11));
    CHECK(press(Qt::Key_Right) == Cell(1, 11));
    CHECK(press(Qt::Key_End, Qt::ControlModifier) == Cell(11, 11));
    CHECK(press(Qt::Key_PageUp) == Cell(10, 11));
    CHECK(press(Qt::Key_Home, Qt::ControlModifier) == Cell(0, 0));
    CHECK(press(Qt::Key_Up) == Cell(0, 0));
    view.setPicture(plainWeights(0, 0));
    press(Qt::Key_Right);
}

TEST_CASE("HeatmapView: hovering reports each cell once, and leaving", "[heatmap]") {
    HeatmapView view;
    view.resize(640, 520);
    view.setPicture(causalTwelve());
    QSignalSpy hovered(&view, &HeatmapView::cellHovered);
    QSignalSpy left(&view, &HeatmapView::hoverLeft);
    move(view, 2, 1);
    move(view, 2, 1);
    move(view, 2, 2);
    CHECK(hovered.count() == 2);
    CHECK(cellOf(hovered.at(1)) == std::pair<Index, Index>(2, 2));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&view, &leave);
    CHECK(left.count() == 1);
}

TEST_CASE("HeatmapView: a stroke is reported cell by cell only where painting is on", "[heatmap]") {
    HeatmapView view;
    view.resize(640, 520);
    view.setPicture(causalTwelve());
    const bool isOn = GENERATE(true, false);
    view.setPaintable(isOn);
    QSignalSpy started(&view, &HeatmapView::strokeStarted);
    QSignalSpy moved(&view, &HeatmapView::strokeMoved);
    QSignalSpy ended(&view, &HeatmapView::strokeEnded);
    QTest::mousePress(&view, Qt::LeftButton, {}, view.cellCentre(4, 4).toPoint());
    move(view, 4, 5, Qt::LeftButton);
    move(view, 4, 5, Qt::LeftButton);
    move(view, 4, 6, Qt::LeftButton);
    QTest::mouseRelease(&view, Qt::LeftButton, {}, view.cellCentre(4, 6).toPoint());
    move(view, 4, 7);
    CHECK(started.count() == (isOn ? 1 : 0));
    CHECK(moved.count() == (isOn ? 2 : 0));
    CHECK(ended.count() == (isOn ? 1 : 0));
}

TEST_CASE("HeatmapView: the chosen cell's ring and the row's and column's bars show in both themes", "[heatmap]") {
    const auto kind = GENERATE(ThemeKind::Light, ThemeKind::Dark);
    HeatmapView view;
    view.resize(640, 520);
    view.setTheme(kind);
    view.setPicture(causalTwelve());
    view.setSelection(8, 3);
    const QImage image = view.grab().toImage();
    const HeatmapLayout& layout = view.currentLayout();
    const QRectF cell = layout.cellRect(8, 3);
    const auto pixel = [&](QPointF at) { return QColor(image.pixel((at * image.devicePixelRatio()).toPoint())); };
    CHECK(pixel({cell.center().x(), cell.top()}) == theme(kind).accent);
    CHECK(pixel({layout.map.left() - 2.5, cell.center().y()}) == theme(kind).query);
    CHECK(pixel({cell.center().x(), layout.map.top() - 2.5}) == theme(kind).key);
}

TEST_CASE("HeatmapView: a change of picture shows, and hovering a large one stays quick", "[heatmap]") {
    HeatmapView view;
    view.resize(700, 600);
    view.setPicture(plainWeights(3, 3));
    const QImage before = view.grab().toImage();
    HeatmapPicture large = plainWeights(1, 1);
    large.cells = Matrix(1024, 1024, 0.5);
    view.setPicture(large);
    CHECK(view.grab().toImage() != before);
    QElapsedTimer timer;
    timer.start();
    for (Index i = 0; i < 5; ++i) {
        move(view, 500 + i, 500);
        view.grab();
    }
    // A generous bound for a loaded machine and an unoptimised build; the cells themselves are not painted again.
    CHECK(timer.elapsed() / 5 < 250);
}

TEST_CASE("HeatmapView: cells stay beneath the pointer while a stroke changes the legend", "[heatmap]") {
    HeatmapView view;
    view.resize(300, 300);
    view.setPaintable(true);
    HeatmapPicture picture = plainWeights(6, 6);
    picture.isPattern = true;
    view.setPicture(picture);
    view.show();
    const QRectF before = view.currentLayout().map;
    QTest::mousePress(&view, Qt::LeftButton, {}, view.cellCentre(2, 2).toPoint());
    picture.states.assign(36, CellState::Plain);
    picture.states[14] = CellState::MaskedByHand;
    picture.states[15] = CellState::Masked;
    picture.states[16] = CellState::PaintedAllowed;
    view.setPicture(picture);
    CHECK(view.currentLayout().map == before);
    CHECK(view.currentLayout().survey.maskedByHand);
    QTest::mouseRelease(&view, Qt::LeftButton, {}, view.cellCentre(2, 2).toPoint());
    CHECK(view.currentLayout().map != before);
}

TEST_CASE("HeatmapView: a row that is pointed at elsewhere is ringed as a whole", "[heatmap]") {
    HeatmapView view;
    view.setPicture(plainWeights(4, 4));
    view.resize(400, 400);
    const QImage before = view.grab().toImage();
    view.setHover(2, -1);
    const QImage after = view.grab().toImage();
    const auto differs = [&](Index row, Index col) {
        const QRect cell = view.currentLayout().cellRect(row, col).toRect();
        return before.copy(cell) != after.copy(cell);
    };
    for (const Index col : {0, 1, 2, 3}) {
        CHECK(differs(2, col));
        CHECK_FALSE(differs(0, col));
    }
    view.setHover(-1, -1);
    CHECK(view.grab().toImage() == before);
}

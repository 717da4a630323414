#include "ui/heatmap/thumbnail_grid.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"

using namespace attn;
using namespace attn::test;
using namespace attn::ui;

namespace {

std::vector<Thumbnail> heads(std::initializer_list<Index> ids) {
    std::vector<Thumbnail> all;
    for (const Index id : ids)
        all.push_back({plainWeights(6, 6), id, QStringLiteral("<b>")});
    return all;
}

}  // namespace

TEST_CASE("ThumbnailGrid: a part of the heads keeps its true numbers", "[heatmap]") {
    ThumbnailGrid grid;
    grid.resize(216, 432);
    grid.setThumbnails(heads({3, 7}));
    QSignalSpy chosen(&grid, &ThumbnailGrid::chosen);
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, grid.placeRect(1).center());
    REQUIRE(chosen.count() == 1);
    CHECK(chosen.at(0).at(0).value<Index>() == 7);
    CHECK(grid.current() == 7);
}

TEST_CASE("ThumbnailGrid: arrow keys choose, and what is chosen scrolls into view", "[heatmap]") {
    ThumbnailGrid grid;
    grid.resize(216, 240);
    grid.setThumbnails(heads({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
    grid.show();
    CHECK(grid.columns() == 2);
    QTest::keyClick(&grid, Qt::Key_Right);
    CHECK(grid.current() == 0);
    QTest::keyClick(&grid, Qt::Key_Right);
    QTest::keyClick(&grid, Qt::Key_Down);
    CHECK(grid.current() == 3);
    QTest::keyClick(&grid, Qt::Key_End);
    CHECK(grid.current() == 9);
    CHECK(grid.placeRect(9).bottom() <= grid.viewport()->height());
    CHECK(grid.verticalScrollBar()->value() > 0);
    QTest::keyClick(&grid, Qt::Key_Down);
    CHECK(grid.current() == 9);
    QTest::keyClick(&grid, Qt::Key_Home);
    CHECK(grid.placeRect(0).top() >= 0);
}

TEST_CASE("ThumbnailGrid: each shows its own picture, the chosen one is ringed", "[heatmap]") {
    ThumbnailGrid grid;
    grid.resize(216, 300);
    HeatmapPicture full = plainWeights(2, 2), none = plainWeights(2, 2);
    full.cells = Matrix(2, 2, 1.0);
    none.cells = Matrix(2, 2, 0.0);
    grid.setPictures({full, none});
    grid.setCurrent(1);
    const QImage image = grid.grab().toImage();
    CHECK(image.pixel(grid.placeRect(0).topLeft() + QPoint(20, 20)) == color(MapName::Cividis, 1.0));
    CHECK(image.pixel(grid.placeRect(1).topLeft() + QPoint(20, 20)) == color(MapName::Cividis, 0.0));
    CHECK(QColor(image.pixel(grid.placeRect(1).topLeft() + QPoint(20, -2))) == theme(ThemeKind::Light).accent);
    CHECK(QColor(image.pixel(grid.placeRect(0).topLeft() + QPoint(20, -2))) == theme(ThemeKind::Light).surface);
}

TEST_CASE("ThumbnailGrid: nothing to show is no fault", "[heatmap]") {
    ThumbnailGrid grid;
    grid.setPictures({});
    grid.setCurrent(4);
    QTest::keyClick(&grid, Qt::Key_Down);
    grid.setPictures({plainWeights(0, 3), plainWeights(1, 400)});
    grid.grab();
    CHECK(grid.verticalScrollBar()->minimum() == 0);
}

TEST_CASE("ThumbnailGrid: a check box, Ctrl and a click, or Space marks, and chooses nothing", "[heatmap]") {
    ThumbnailGrid grid;
    grid.resize(216, 432);
    grid.setThumbnails(heads({3, 7, 8}));
    grid.setMarkable(true);
    grid.setCurrent(3);
    QSignalSpy chosen(&grid, &ThumbnailGrid::chosen);
    QSignalSpy toggled(&grid, &ThumbnailGrid::markToggled);
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, {}, grid.markRect(1).center());
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::ControlModifier, grid.placeRect(2).center());
    QTest::keyClick(&grid, Qt::Key_Space);
    REQUIRE(toggled.count() == 3);
    CHECK(toggled.at(0).at(0).value<Index>() == 7);
    CHECK(toggled.at(1).at(0).value<Index>() == 8);
    CHECK(toggled.at(2).at(0).value<Index>() == 3);
    CHECK(chosen.count() == 0);
    grid.setMarked({7});
    CHECK(grid.accessibleDescription() == QStringLiteral("Head 3 chosen; marked: 7"));
    const QImage image = grid.grab().toImage();
    const QColor accent = theme(ThemeKind::Light).accent;
    CHECK(image.pixelColor(grid.markRect(1).topLeft() + QPoint(7, 2)) == accent);
    CHECK(image.pixelColor(grid.markRect(0).topLeft() + QPoint(7, 2)) == theme(ThemeKind::Light).surface);
    grid.setMarkable(false);
    QTest::mouseClick(grid.viewport(), Qt::LeftButton, Qt::ControlModifier, grid.placeRect(2).center());
    QTest::keyClick(&grid, Qt::Key_Space);
    CHECK(toggled.count() == 3);
    CHECK(grid.current() == 8);
}

#include "ui/tiles/tile_walk_view.h"

#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "tests/support/catch.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/plots/layer_kinds.h"
#include "ui/plots/map_with_table.h"

using namespace attn;
using namespace attn::ui;

namespace {

/// 6 x 6 in tiles of 2 x 2 under a causal mask, after the third tile: queries 2 and 3, keys 2 and 3.
TileWalkPicture causalWalk() {
    TileWalkPicture picture;
    picture.title = QStringLiteral("Tile walk");
    picture.queries = picture.keys = 6;
    picture.queryRows = picture.keyRows = 2;
    picture.tileRows = picture.tileCols = 3;
    picture.visit = {1, 0, 0, 2, 3, 0, 4, 5, 6};
    picture.count = 6;
    picture.position = 3;
    picture.row = picture.col = 1;
    picture.loadsKeys = picture.storesOutput = true;
    picture.tile.map = MapName::Diverging;
    picture.tile.cells = Matrix(2, 2);
    picture.tile.cells.values = {1.0, 0.0, -1.0, NAN};
    picture.tile.states = {CellState::Plain, CellState::Masked, CellState::Plain, CellState::Plain};
    picture.tile.low = -1.0;
    picture.rowsTitle = QStringLiteral("Queries 2 to 3, after keys 2 to 3");
    picture.rows = {{2,
                     QStringLiteral("q2"),
                     QStringLiteral("0.1"),
                     QStringLiteral("0.5"),
                     QStringLiteral("0.670"),
                     QStringLiteral("1.2"),
                     {QStringLiteral("0.3")},
                     true,
                     true},
                    {3,
                     QStringLiteral("q3"),
                     QStringLiteral("0.1"),
                     QStringLiteral("0.1"),
                     QStringLiteral("1.000"),
                     QStringLiteral("1.7"),
                     {QStringLiteral("0.4")},
                     false,
                     false}};
    return picture;
}

struct Shown {
    TileWalkView view;
    explicit Shown(ThemeKind kind = ThemeKind::Light, const TileWalkPicture& picture = causalWalk()) {
        view.resize(900, 560);
        view.setTheme(theme(kind));
        view.setPicture(picture);
        view.show();
    }
    QColor at(QPointF point) { return QColor(view.grab().toImage().pixel(point.toPoint())); }
    QPointF score(Index i, Index j) {
        const TileWalkLayout& layout = view.currentLayout();
        const QRectF tile = layout.tileRect(view.picture(), 1, 1);
        return {tile.left() + (static_cast<double>(j) + 0.2) * layout.cellWide,
                tile.top() + (static_cast<double>(i) + 0.25) * layout.cellHigh};
    }
};

}  // namespace

TEST_CASE("TileWalkView: done, in work, to come and skipped tiles have their own grounds, in both themes",
          "[tiles]") {
    const ThemeKind kind = GENERATE(ThemeKind::Light, ThemeKind::Dark);
    Shown shown(kind);
    const Theme& t = theme(kind);
    const auto corner = [&](Index row, Index col) {
        return shown.view.currentLayout().tileRect(shown.view.picture(), row, col).topLeft() + QPointF(8, 8);
    };
    CHECK(shown.at(corner(0, 0)) == t.accentGround);
    CHECK(shown.at(corner(2, 0)) == t.surface);
    const QColor skipped = shown.at(corner(0, 1));
    CHECK((skipped == t.maskGround || skipped == t.maskLine));
    // Scores keep their colours on any ground.
    CHECK(shown.at(shown.score(0, 0)) == QColor::fromRgb(color(MapName::Diverging, 1.0)));
    CHECK(shown.at(shown.score(1, 0)) == QColor::fromRgb(color(MapName::Diverging, 0.0)));
    CHECK(shown.at(shown.score(1, 1)) == t.faultGround);
    const QRectF fast = shown.view.currentLayout().fastSlot(TileMatrix::Q);
    CHECK(shown.at(fast.topLeft() + QPointF(6, 6)) == t.queryGround);
    // The row whose maximum grew is marked, the other is not.
    const QRectF table = shown.view.currentLayout().table;
    CHECK(shown.at({table.right() - 2.0, table.top() + 66.0}) == t.accentGround);
    CHECK(shown.at({table.right() - 2.0, table.top() + 88.0}) == t.surface);
}

TEST_CASE("TileWalkView: keys step, play and go to the ends, a click goes to a tile that is visited", "[tiles]") {
    Shown shown;
    QSignalSpy step(&shown.view, &TileWalkView::stepAsked), play(&shown.view, &TileWalkView::playToggled),
        go(&shown.view, &TileWalkView::positionAsked);
    QTest::keyClick(&shown.view, Qt::Key_Right);
    QTest::keyClick(&shown.view, Qt::Key_Left);
    REQUIRE(step.count() == 2);
    CHECK(step[0][0].toInt() == 1);
    CHECK(step[1][0].toInt() == -1);
    QTest::keyClick(&shown.view, Qt::Key_Space);
    CHECK(play.count() == 1);
    QTest::keyClick(&shown.view, Qt::Key_End);
    QTest::keyClick(&shown.view, Qt::Key_Home);
    REQUIRE(go.count() == 2);
    CHECK(go[0][0].toInt() == 6);
    CHECK(go[1][0].toInt() == 0);
    QSignalSpy query(&shown.view, &TileWalkView::queryChosen);
    QTest::keyClick(&shown.view, Qt::Key_Down);
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.view.rowCentre(0).toPoint());
    REQUIRE(query.count() == 2);
    CHECK(query[0][0].value<Index>() == 3);
    CHECK(query[1][0].value<Index>() == 2);
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.view.tileCentre(2, 1).toPoint());
    CHECK(go.last()[0].toInt() == 5);
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.view.tileCentre(0, 2).toPoint());
    CHECK(go.count() == 3);
}

TEST_CASE("TileWalkView: a tile moves only when told to, and a new picture ends it", "[tiles]") {
    Shown shown;
    CHECK_FALSE(shown.view.isMoving());
    const QImage still = shown.view.grab().toImage();
    shown.view.move(1000);
    CHECK(shown.view.isMoving());
    QTest::qWait(60);
    CHECK(shown.view.grab().toImage() != still);
    shown.view.setPicture(causalWalk());
    CHECK_FALSE(shown.view.isMoving());
    CHECK(shown.view.grab().toImage() == still);
}

TEST_CASE("TileWalkView: nothing overlaps at its least height, and every size and picture is drawn",
          "[tiles][limit]") {
    TileWalkPicture many = causalWalk();
    many.rows.resize(64, many.rows[1]);
    many.rows[40].isChosen = true;
    many.rows[0].isChosen = false;
    for (const double width : {640.0, 768.0, 1296.0}) {
        CAPTURE(width);
        const double height = tileWalkHeight(many, width);
        const TileWalkLayout layout = layoutTileWalk(many, {width, height});
        CHECK(layout.grid.right() <= layout.slow.left());
        CHECK(layout.slow.right() < layout.fast.left());
        CHECK(layout.fast.right() <= width);
        CHECK(layout.moved.top() >= layout.slow.bottom());
        CHECK(layout.table.top() >= layout.moved.bottom());
        CHECK(layout.table.bottom() <= height);
        CHECK(layoutTileWalk(many, {width, 500.0}).sentence.bottom() <= 500.0);
        CHECK_FALSE(layoutTileWalk(many, {width, 500.0}).sentence.isEmpty());
        CHECK(layout.isCut);
        CHECK(layout.firstRow <= 40);
        CHECK(layout.firstRow + layout.shownRows > 40);
    }
    Shown empty(ThemeKind::Light, {});
    CHECK_FALSE(empty.view.grab().isNull());
    QTest::mouseClick(&empty.view, Qt::LeftButton, {}, QPoint(100, 100));
    TileWalkPicture none;
    none.empty = QStringLiteral("The scene has no query to walk through.");
    empty.view.setPicture(none);
    CHECK_FALSE(empty.view.grab().isNull());
    CHECK(empty.view.accessibleDescription() == none.empty);
}

TEST_CASE("LayerKindsView: bars as long as their shares, the least in the accent", "[plots]") {
    LayerKindsPicture picture;
    picture.title = QStringLiteral("Layers");
    picture.columns = {QStringLiteral("a"), QStringLiteral("b")};
    picture.rows = {{QStringLiteral("Self-attention"),
                     {{QStringLiteral("n² d"), QStringLiteral("64"), 1.0, false},
                      {QStringLiteral("1"), QStringLiteral("1"), 0.0, true}},
                     true},
                    {QStringLiteral("Recurrent"),
                     {{QStringLiteral("n d²"), QStringLiteral("8"), 0.5, true},
                      {QStringLiteral("n"), QStringLiteral("4"), 1.0, false}},
                     false}};
    LayerKindsView view;
    view.resize(800, 400);
    view.setTheme(theme(ThemeKind::Dark));
    view.setPicture(picture);
    const auto bars = layerKindBars(view.area(), picture);
    CHECK(bars[1][0].width() == Approx(bars[0][0].width() / 2.0));
    CHECK(bars[0][1].width() == 2.0);
    const QImage image = view.grab().toImage();
    CHECK(QColor(image.pixel(bars[1][0].center().toPoint())) == theme(ThemeKind::Dark).accent);
    CHECK(QColor(image.pixel(bars[0][0].center().toPoint())) == theme(ThemeKind::Dark).strongLine);
    CHECK(view.accessibleDescription().contains(QStringLiteral("Recurrent: a n d² = 8, b n = 4")));
    LayerKindsView empty;
    CHECK_FALSE(empty.grab().isNull());
}

TEST_CASE("MapWithTable: the table stands beside the map where there is room, and is read out", "[plots]") {
    MapWithTable view;
    view.resize(800, 400);
    view.setPictures({}, {QStringLiteral("Over all heads"),
                          {QStringLiteral("float32")},
                          {{QStringLiteral("Largest"), {QStringLiteral("2")}}},
                          {}});
    CHECK(view.accessibleDescription().contains(QStringLiteral("Largest: float32 2")));
    view.show();
    QApplication::processEvents();
    const int wide = view.map()->width();
    CHECK(wide < 800);
    view.resize(400, 400);
    QApplication::processEvents();
    CHECK(view.map()->width() == 400);
}

#include "ui/lines/lines_view.h"

#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <limits>

#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"

using namespace attn;
using namespace attn::test;
using namespace attn::ui;

namespace {

/// Every query attends itself with weight 1.
LinesPicture straight(const QStringList& tokens) {
    LinesPicture picture;
    picture.title = QStringLiteral("Weights");
    picture.queries = tokenAxis(AxisRole::Query, tokens);
    picture.keys = tokenAxis(AxisRole::Key, tokens);
    picture.queryCount = picture.keyCount = tokens.size();
    picture.heads = {{QStringLiteral("head 0"), -1.0, LineDash::Solid, true}};
    for (Index i = 0; i < picture.queryCount; ++i)
        picture.lines.push_back({0, i, i, 1.0});
    picture.caption = QStringLiteral("3 of 3 lines are drawn: 100 % of the mass.");
    return picture;
}

const QStringList kThree{QStringLiteral("The"), QStringLiteral("cat"), QStringLiteral("sat")};

struct Shown {
    LinesView view;
    explicit Shown(const LinesPicture& picture, QSize size = {640, 400}, ThemeKind kind = ThemeKind::Light) {
        view.resize(size);
        view.setTheme(kind);
        view.setPicture(picture);
        view.show();
    }
    /// Where the line of equal rows stands, half way.
    QPointF middleOf(Index row) {
        const LinesLayout& layout = view.currentLayout();
        return {(layout.left + layout.right) / 2.0, view.tokenCentre({false, row}).y()};
    }
    QColor colorAt(QPointF at) { return QColor(view.viewport()->grab().toImage().pixel(at.toPoint())); }
    void move(const LinesToken& token) {
        const QPointF at = view.tokenCentre(token);
        QMouseEvent event(QEvent::MouseMove, at, view.viewport()->mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                          Qt::NoModifier);
        QApplication::sendEvent(view.viewport(), &event);
    }
    void click(const LinesToken& token) {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.tokenCentre(token).toPoint());
    }
    void leave() {
        QEvent event(QEvent::Leave);
        QApplication::sendEvent(view.viewport(), &event);
    }
};

LinesToken tokenOf(const QSignalSpy& spy) {
    return spy.last().at(0).value<LinesToken>();
}

}  // namespace

TEST_CASE("LinesView: a weight of 1 is a full line in the colour of text, in both themes", "[lines]") {
    const ThemeKind kind = GENERATE(ThemeKind::Light, ThemeKind::Dark);
    Shown shown(straight(kThree), {640, 400}, kind);
    CHECK(shown.colorAt(shown.middleOf(1)) == theme(kind).text);
    CHECK(shown.colorAt(shown.middleOf(1) + QPointF(0, 2)) == theme(kind).text);
    CHECK(shown.colorAt(shown.middleOf(1) + QPointF(0, 6)) == theme(kind).surface);
}

TEST_CASE("LinesView: the lines of a token under the mouse are alone, until it leaves", "[lines]") {
    Shown shown(straight(kThree));
    QSignalSpy hovered(&shown.view, &LinesView::tokenHovered);
    QSignalSpy left(&shown.view, &LinesView::hoverLeft);
    shown.move({false, 1});
    REQUIRE(hovered.count() == 1);
    CHECK(tokenOf(hovered) == LinesToken{false, 1});
    CHECK(shown.colorAt(shown.middleOf(1)) == theme(ThemeKind::Light).text);
    CHECK(shown.colorAt(shown.middleOf(0)) == theme(ThemeKind::Light).surface);
    shown.move({true, 2});
    CHECK(shown.colorAt(shown.middleOf(1)) == theme(ThemeKind::Light).surface);
    CHECK(shown.colorAt(shown.middleOf(2)) == theme(ThemeKind::Light).text);
    shown.leave();
    CHECK(left.count() == 1);
    CHECK(shown.colorAt(shown.middleOf(0)) == theme(ThemeKind::Light).text);
}

TEST_CASE("LinesView: a click chooses a query at the left, a key at the right, and lights their line", "[lines]") {
    Shown shown(straight(kThree));
    QSignalSpy chosen(&shown.view, &LinesView::tokenChosen);
    shown.click({false, 2});
    CHECK(tokenOf(chosen) == LinesToken{false, 2});
    shown.click({true, 2});
    CHECK(tokenOf(chosen) == LinesToken{true, 2});
    shown.leave();
    CHECK(shown.view.marks().query == 2);
    CHECK(shown.view.marks().key == 2);
    CHECK_FALSE(shown.view.marks().isolated);
    CHECK(shown.colorAt(shown.middleOf(2)) == theme(ThemeKind::Light).accent);
    const double y = shown.view.tokenCentre({false, 2}).y();
    CHECK(shown.colorAt({5.0, y}) == theme(ThemeKind::Light).query);
    CHECK(shown.colorAt({shown.view.viewport()->width() - 6.0, y}) == theme(ThemeKind::Light).key);
    const QPoint between = shown.middleOf(1).toPoint();
    QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, between);
    CHECK(chosen.count() == 2);
}

TEST_CASE("LinesView: arrows choose along a side and change sides, isolating, and Escape shows all", "[lines]") {
    Shown shown(straight(kThree));
    QSignalSpy chosen(&shown.view, &LinesView::tokenChosen);
    const auto press = [&](Qt::Key key) {
        QTest::keyClick(&shown.view, key);
        return tokenOf(chosen);
    };
    shown.view.setSelection(0, 1);
    CHECK(press(Qt::Key_Down) == LinesToken{false, 1});
    CHECK(shown.colorAt(shown.middleOf(0)) == theme(ThemeKind::Light).surface);
    CHECK(press(Qt::Key_Right) == LinesToken{true, 1});
    CHECK(press(Qt::Key_End) == LinesToken{true, 2});
    CHECK(press(Qt::Key_Down) == LinesToken{true, 2});
    CHECK(press(Qt::Key_Home) == LinesToken{true, 0});
    CHECK(press(Qt::Key_Left) == LinesToken{false, 1});
    CHECK(shown.view.accessibleDescription().startsWith(QStringLiteral("q1 “cat” → k1 “cat” 1")));
    QTest::keyClick(&shown.view, Qt::Key_Escape);
    CHECK_FALSE(shown.view.marks().isolated);
    CHECK(shown.colorAt(shown.middleOf(0)) == theme(ThemeKind::Light).text);
    shown.view.setPicture({});
    QTest::keyClick(&shown.view, Qt::Key_Down);
}

TEST_CASE("LinesView: coming by Tab isolates the lines of the chosen token", "[lines]") {
    Shown shown(straight(kThree));
    shown.view.setSelection(1, 0);
    QFocusEvent in(QEvent::FocusIn, Qt::TabFocusReason);
    QApplication::sendEvent(&shown.view, &in);
    REQUIRE(shown.view.marks().isolated);
    CHECK(*shown.view.marks().isolated == LinesToken{false, 1});
    QFocusEvent out(QEvent::FocusOut, Qt::TabFocusReason);
    QApplication::sendEvent(&shown.view, &out);
    CHECK_FALSE(shown.view.marks().isolated);
}

TEST_CASE("linePen: width is 6 px times the weight, at least 0.75, and NaN is a dashed fault", "[lines]") {
    const LinesPicture picture = straight(kThree);
    const LinesStyle style{&theme(ThemeKind::Light), false};
    const auto pen = [&](double weight) { return linePen(picture, {0, 0, 0, weight}, style, false); };
    CHECK(pen(1.0).widthF() == 6.0);
    CHECK(pen(0.5).widthF() == 3.0);
    CHECK(pen(0.01).widthF() == 0.75);
    CHECK(pen(0.5).color().alphaF() == Approx(0.65).margin(0.01));
    CHECK(pen(0.5).style() == Qt::SolidLine);
    const QPen fault = pen(std::numeric_limits<double>::quiet_NaN());
    CHECK(fault.color() == theme(ThemeKind::Light).fault);
    CHECK(fault.style() == Qt::CustomDashLine);
}

TEST_CASE("LinesView: several heads have the map's samples, each visible on either ground", "[lines]") {
    const ThemeKind kind = GENERATE(ThemeKind::Light, ThemeKind::Dark);
    LinesPicture picture = straight(kThree);
    picture.heads = {{QStringLiteral("head 0"), 0.15, LineDash::Solid, false},
                     {QStringLiteral("head 1"), 0.5, LineDash::Solid, false},
                     {QStringLiteral("head 2"), 0.85, LineDash::Solid, false}};
    for (Index i = 0; i < 3; ++i)
        picture.lines[static_cast<std::size_t>(i)].head = i;
    Shown shown(picture, {640, 400}, kind);
    for (Index i = 0; i < 3; ++i) {
        const QColor ink(color(MapName::Cividis, 0.15 + 0.35 * static_cast<double>(i)));
        CAPTURE(i);
        CHECK(shown.colorAt(shown.middleOf(i)) == ink);
        // Where the line would melt into the ground its edge does not.
        double best = 0.0;
        for (int y = -6; y <= 6; ++y)
            best = std::max(
                best, contrast(shown.colorAt(shown.middleOf(i) + QPointF(0, y)).rgb(), theme(kind).surface.rgb()));
        CHECK(best > 2.0);
    }
}

TEST_CASE("LinesView: 200 tokens scroll, their labels thin out, and the chosen one is always in view", "[lines]") {
    QStringList tokens;
    for (int i = 0; i < 200; ++i)
        tokens << QStringLiteral("token%1").arg(i);
    Shown shown(straight(tokens));
    CHECK(shown.view.verticalScrollBar()->maximum() > 1000);
    CHECK(shown.view.currentLayout().step > 1);
    QTest::keyClick(&shown.view, Qt::Key_End);
    CHECK(shown.view.marks().query == 199);
    CHECK(shown.view.currentLayout().rows.contains(shown.view.tokenCentre({false, 199})));
    QSignalSpy chosen(&shown.view, &LinesView::tokenChosen);
    shown.click({true, 198});
    CHECK(tokenOf(chosen) == LinesToken{true, 198});
    shown.view.grab();
}

TEST_CASE("LinesView: a shorter side stands in the middle, and its rows are where they are clicked", "[lines]") {
    LinesPicture picture = straight(kThree);
    picture.keys = tokenAxis(AxisRole::Key, {QStringLiteral("le"), QStringLiteral("chat"), QStringLiteral("s'est"),
                                             QStringLiteral("assis"), QStringLiteral("là")});
    picture.keyCount = 5;
    Shown shown(picture);
    CHECK(shown.view.tokenCentre({false, 1}).y() == shown.view.tokenCentre({true, 2}).y());
    QSignalSpy chosen(&shown.view, &LinesView::tokenChosen);
    for (const LinesToken& token : {LinesToken{false, 0}, LinesToken{true, 0}, LinesToken{true, 4}}) {
        shown.click(token);
        CHECK(tokenOf(chosen) == token);
    }
}

TEST_CASE("LinesView: tokens of every script and length leave the lines their room", "[lines]") {
    const HeatmapPicture many = manyScripts();
    LinesPicture picture = straight(kThree);
    picture.queries = many.rows;
    picture.keys = many.cols;
    picture.queryCount = picture.keyCount = many.cells.rows;
    Shown shown(picture, {480, 500});
    const LinesLayout& layout = shown.view.currentLayout();
    CHECK(layout.right - layout.left > 0.2 * layout.size.width());
    shown.view.grab();
    CHECK(tokenSentence(picture, {false, 2}).contains(many.rows.labels[2].text));
}

TEST_CASE("linesFigureHeight: a figure on paper has room for its rows, and what is painted stays on it", "[lines]") {
    const LinesStyle style{&paperTheme(), true};
    for (const int count : {0, 1, 3, 40, 200}) {
        QStringList tokens;
        for (int i = 0; i < count; ++i)
            tokens << QString::number(i);
        const LinesPicture picture = straight(tokens);
        const double height = linesFigureHeight(picture, style, 250.0);
        const LinesLayout layout = layoutLines(picture, style, QSizeF(250.0, height));
        CAPTURE(count, height);
        CHECK(layout.contentHeight <= layout.rows.height() + 0.01);
        CHECK(layout.caption.bottom() <= height);
        if (count > 0)
            CHECK(layout.rowHeight >= 2.0);
    }
}

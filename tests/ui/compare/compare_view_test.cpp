#include "ui/compare/compare_view.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <limits>

#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"
#include "ui/heatmap/color_scale.h"

using namespace attn;
using namespace attn::test;
using namespace attn::ui;

namespace {

const QStringList kThree{QStringLiteral("The"), QStringLiteral("cat"), QStringLiteral("sat")};

HeatmapPicture cells(const QStringList& tokens, std::vector<double> values) {
    HeatmapPicture picture = plainWeights(tokens.size(), tokens.size());
    picture.rows = tokenAxis(AxisRole::Query, tokens);
    picture.cols = tokenAxis(AxisRole::Key, tokens);
    picture.cells.values = std::move(values);
    return picture;
}

/// B − A is 0.5 in the cell (0, 2), −0.5 in (0, 0), and 0 elsewhere.
ComparePicture threeByThree() {
    ComparePicture picture;
    picture.a = cells(kThree, {0.75, 0.25, 0, 0.25, 0.5, 0.25, 0.25, 0.25, 0.5});
    picture.b = cells(kThree, {0.25, 0.25, 0.5, 0.25, 0.5, 0.25, 0.25, 0.25, 0.5});
    picture.difference = cells(kThree, {-0.5, 0, 0.5, 0, 0, 0, 0, 0, 0});
    picture.difference.map = MapName::Diverging;
    picture.difference.low = -0.5;
    picture.difference.high = 0.5;
    picture.aName = QStringLiteral("before");
    picture.bName = QStringLiteral("now");
    return picture;
}

struct Shown {
    CompareView view;
    explicit Shown(const ComparePicture& picture, QSize size = {768, 420}, ThemeKind kind = ThemeKind::Light) {
        view.resize(size);
        view.setTheme(kind);
        view.setPicture(picture);
        view.show();
    }
    /// A quarter of a cell away from its centre, where no number is written.
    QColor colorIn(int panel, Index row, Index col) {
        QApplication::processEvents();
        const QRectF box = view.currentLayout().panels[static_cast<std::size_t>(panel)].cellRect(row, col);
        const QPointF at = box.topLeft() + QPointF(box.width() * 0.5, box.height() * 0.2);
        return QColor(view.grab().toImage().pixel(at.toPoint()));
    }
    void move(QPointF at) {
        QMouseEvent event(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(&view, &event);
    }
};

}  // namespace

TEST_CASE("CompareView: each cell has the colour of its value in its own map, in both themes", "[compare]") {
    const ThemeKind kind = GENERATE(ThemeKind::Light, ThemeKind::Dark);
    Shown shown(threeByThree(), {768, 420}, kind);
    const ComparePicture& picture = shown.view.picture();
    for (int panel = 0; panel < kPanelCount; ++panel)
        for (const HeatmapCell& cell : {HeatmapCell{0, 0}, HeatmapCell{0, 2}, HeatmapCell{2, 1}}) {
            CAPTURE(panel, cell.row, cell.col);
            const HeatmapPicture& map = panelPicture(picture, panel);
            CHECK(shown.colorIn(panel, cell.row, cell.col) ==
                  QColor(ColorScale(map).color(map.cells(cell.row, cell.col), cell.row)));
        }
    // The diverging map's middle: equal cells have the colour of paper in either theme.
    const auto isNear = [](const QColor& color, int red, int green, int blue) {  // a table of 256 has no middle
        return std::abs(color.red() - red) <= 2 && std::abs(color.green() - green) <= 2 && std::abs(color.blue() - blue) <= 2;
    };
    CHECK(isNear(shown.colorIn(kPanelDifference, 2, 1), 0xF4, 0xF2, 0xEE));
    CHECK(isNear(shown.colorIn(kPanelDifference, 0, 0), 0x12, 0x3F, 0x73));
    CHECK(isNear(shown.colorIn(kPanelDifference, 0, 2), 0x7A, 0x2C, 0x0C));
}

TEST_CASE("CompareView: the three maps are of one size, and equal rows are named once", "[compare]") {
    const QSize size = GENERATE(QSize(520, 320), QSize(768, 420), QSize(1296, 800));
    ComparePicture picture = threeByThree();
    Shown shown(picture, size);
    const auto& panels = shown.view.currentLayout().panels;
    CHECK(panels[0].cell >= 24.0);
    CHECK((panels[0].map.size() == panels[1].map.size() && panels[1].map.size() == panels[2].map.size()));
    CHECK((panels[0].map.top() == panels[1].map.top() && panels[1].map.top() == panels[2].map.top()));
    CHECK((panels[0].rowTicks.size() == 3 && panels[1].rowTicks.empty() && panels[2].rowTicks.empty()));
    for (std::size_t i = 0; i + 1 < panels.size(); ++i)
        CHECK(panels[i].map.right() + 8.0 < panels[i + 1].map.left());
    CHECK(panels[2].map.right() <= size.width());
    CHECK(shown.view.currentLayout().differenceBar.bottom() <= size.height());
    picture.b.rows = tokenAxis(AxisRole::Query, {QStringLiteral("A"), QStringLiteral("dog"), QStringLiteral("ran")});
    shown.view.setPicture(picture);
    CHECK(shown.view.currentLayout().panels[1].rowTicks.size() == 3);
}

TEST_CASE("CompareView: a cell pointed at in one map is lit in all, and its three values are said", "[compare]") {
    Shown shown(threeByThree());
    QSignalSpy hovered(&shown.view, &CompareView::cellHovered);
    QSignalSpy left(&shown.view, &CompareView::hoverLeft);
    for (int panel = 0; panel < kPanelCount; ++panel) {
        shown.move(shown.view.cellCentre(panel, 0, 2));
        CHECK(shown.view.marks().hover == HeatmapCell{0, 2});
        const QImage image = shown.view.grab().toImage();
        for (int other = 0; other < kPanelCount; ++other) {
            const QRectF box = shown.view.currentLayout().panels[static_cast<std::size_t>(other)].cellRect(0, 2);
            CAPTURE(panel, other, box.left(), box.top(), box.width());
            CHECK(QColor(image.pixel(qRound(box.center().x()), static_cast<int>(box.top() + 0.5))).lightness() <
                  40);  // black ring
        }
        shown.move(QPointF(2, 2));
        CHECK(shown.view.marks().hover == HeatmapCell{});
    }
    CHECK((hovered.count() == 3 && left.count() == 3));
    CHECK(compareSentence(shown.view.picture(), 0, 2) ==
          QStringLiteral("q0 “The” → k2 “sat”, A 0, B 0.5, B − A 0.5"));
    CHECK(compareSentence(shown.view.picture(), 0, 3).isEmpty());
    CHECK(compareSentence(shown.view.picture(), -1, 0).isEmpty());
}

TEST_CASE("CompareView: a click and the arrow keys choose a cell, in whichever map", "[compare]") {
    Shown shown(threeByThree());
    QSignalSpy chosen(&shown.view, &CompareView::cellChosen);
    for (int panel = 0; panel < kPanelCount; ++panel) {
        QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.view.cellCentre(panel, panel, 1).toPoint());
        CHECK((shown.view.marks().row == panel && shown.view.marks().col == 1));
    }
    QTest::keyClick(&shown.view, Qt::Key_Left);
    QTest::keyClick(&shown.view, Qt::Key_Up);
    CHECK((shown.view.marks().row == 1 && shown.view.marks().col == 0));
    QTest::keyClick(&shown.view, Qt::Key_Left);
    CHECK((shown.view.marks().row == 1 && shown.view.marks().col == 0));
    CHECK(chosen.count() == 6);
    CHECK(shown.view.accessibleDescription() == QStringLiteral("q1 “cat” → k0 “The”, A 0.25, B 0.25, B − A 0"));
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, QPoint(2, 2));
    CHECK(chosen.count() == 6);
}

TEST_CASE("CompareView: other shapes, no cells, NaN and every script draw without a difference or with it",
          "[compare]") {
    ComparePicture picture = threeByThree();
    SECTION("other shapes") {
        picture.b = plainWeights(5, 4);
        picture.difference = {};
        picture.refusal = QStringLiteral("Not comparable cell by cell: Weights is 3 × 3 in A and 5 × 4 in B.");
        Shown shown(picture);
        const CompareLayout& layout = shown.view.currentLayout();
        CHECK(layout.missing.width() > 100.0);
        CHECK(layout.differenceBar.isNull());
        CHECK(layout.panels[1].rowTicks.size() == 5);
        shown.move(shown.view.cellCentre(kPanelB, 4, 3));
        CHECK(shown.view.marks().hover == HeatmapCell{4, 3});
        CHECK(compareSentence(picture, 4, 3).contains(QStringLiteral(", B ")));
        CHECK_FALSE(compareSentence(picture, 4, 3).contains(QStringLiteral(", A ")));
        shown.view.grab();
    }
    SECTION("no cells") {
        for (HeatmapPicture* each : {&picture.a, &picture.b, &picture.difference})
            *each = plainWeights(0, 0);
        Shown shown(picture);
        QTest::keyClick(&shown.view, Qt::Key_Right);
        QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.view.rect().center());
        CHECK(shown.view.marks().row == -1);
        shown.view.grab();
    }
    SECTION("NaN and infinities") {
        picture.b.cells.values[4] = picture.difference.cells.values[4] = std::numeric_limits<double>::quiet_NaN();
        picture.a.cells.values[8] = std::numeric_limits<double>::infinity();
        Shown shown(picture);
        CHECK(shown.colorIn(kPanelDifference, 1, 1) == theme(ThemeKind::Light).faultGround);
        CHECK(shown.view.currentLayout().legendItems.size() == 1);
    }
    SECTION("scripts, in a narrow place") {
        picture.a = picture.b = picture.difference = manyScripts();
        Shown shown(picture, {400, 260});
        shown.view.setSelection(11, 0);
        shown.view.grab();
        CHECK(shown.view.currentLayout().panels[0].cell > 0.0);
    }
}

TEST_CASE("CompareView: the same figure on paper is as high as it says", "[compare]") {
    ComparePicture picture = threeByThree();
    picture.caption = QStringLiteral("A: before, B: now. Largest difference: +0.5.");
    HeatmapOptions options;
    options.paper = options.caption = true;
    options.largestCell = 42.0;
    const CompareSurvey survey = surveyCompare(picture);
    const double height = compareHeight(picture, survey, options, 600.0);
    const CompareLayout layout = layoutCompare(picture, survey, options, {600.0, height});
    CHECK(layout.panels[0].cell == Approx(42.0).margin(1.0));
    CHECK(layout.caption.bottom() <= height + 1.0);
    CHECK(layout.caption.bottom() >= height - 12.0);
}

#include "ui/heatmap/heatmap_panels.h"

#include <QSignalSpy>
#include <QTest>

#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"

using namespace attn;
using namespace attn::ui;

namespace {

HeatmapPanels twoPatterns() {
    HeatmapPanels panels;
    for (const char* title : {"Start", "End"}) {
        HeatmapPanel panel;
        panel.picture = test::plainWeights(2, 5);
        panel.title = QString::fromLatin1(title);
        panel.words = QStringLiteral("3 of 10 pairs may attend.");
        panels.panels.push_back(panel);
    }
    panels.panels[1].isCurrent = true;
    return panels;
}

struct Shown {
    HeatmapPanelsView view;
    QSignalSpy chosen{&view, &HeatmapPanelsView::panelChosen};

    explicit Shown(QSize size = {520, 420}) {
        view.setPicture(twoPatterns());
        view.resize(size);
        view.show();
        REQUIRE(QTest::qWaitForWindowExposed(&view));
    }
};

}  // namespace

TEST_CASE("HeatmapPanelsView: a click on a title chooses its panel, one on a map does not", "[heatmap]") {
    Shown s;
    QTest::mouseClick(&s.view, Qt::LeftButton, {}, s.view.currentLayout().places[1].title.center().toPoint());
    CHECK(s.chosen.takeLast().at(0).toInt() == 1);
    QTest::mouseClick(&s.view, Qt::LeftButton, {}, s.view.cellCentre(0, 1, 3).toPoint());
    CHECK(s.chosen.isEmpty());
    QTest::keyClick(&s.view, Qt::Key_Left);
    QTest::keyClick(&s.view, Qt::Key_Return);
    CHECK(s.chosen.takeLast().at(0).toInt() == 0);
    QTest::keyClick(&s.view, Qt::Key_Right);
    QTest::keyClick(&s.view, Qt::Key_Right);
    QTest::keyClick(&s.view, Qt::Key_Space);
    CHECK(s.chosen.takeLast().at(0).toInt() == 1);
}

TEST_CASE("HeatmapPanelsView: side by side where there is room, else below each other, and nothing overlaps", "[heatmap]") {
    for (const QSize size : {QSize(520, 420), QSize(260, 640), QSize(1100, 800)}) {
        CAPTURE(size.width());
        Shown s(size);
        const PanelsLayout& layout = s.view.currentLayout();
        REQUIRE(layout.places.size() == 2);
        const bool areBeside = layout.places[0].box.top() == layout.places[1].box.top();
        CHECK(areBeside == (size.width() > 300));
        CHECK_FALSE(layout.places[0].box.intersects(layout.places[1].box));
        for (const auto& place : layout.places) {
            CHECK(QRectF(s.view.rect()).contains(place.box));
            CHECK(place.map.map.translated(place.corner).bottom() <= place.words.top());
            CHECK(place.map.map.height() > 20.0);
        }
    }
}

TEST_CASE("HeatmapPanelsView: cells have the colours of a single heatmap", "[heatmap]") {
    Shown s;
    const HeatmapPicture& picture = s.view.picture().panels[1].picture;
    const QRectF cell = s.view.currentLayout().places[1].map.cellRect(1, 3).translated(s.view.currentLayout().places[1].corner);
    CHECK(s.view.grab().toImage().pixelColor((cell.topLeft() + QPointF(3, 3)).toPoint()).rgb() == ColorScale(picture).color(picture.cells(1, 3), 1));
}

TEST_CASE("HeatmapPanelsView: a sentence stands where there is nothing to compare", "[heatmap]") {
    Shown s;
    HeatmapPanels none;
    none.empty = QStringLiteral("Both are the same.");
    s.view.setPicture(none);
    QTest::keyClick(&s.view, Qt::Key_Return);
    CHECK(s.chosen.isEmpty());
    CHECK(s.view.accessibleDescription() == QStringLiteral("Both are the same."));
    CHECK_FALSE(s.view.grab().isNull());
}

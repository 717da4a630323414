#include "ui/plots/growth_view.h"

#include <QSignalSpy>
#include <QtTest>

#include "tests/support/catch.h"
#include "ui/plots/plot_view.h"
#include "ui/plots/saturation_view.h"

using namespace attn::ui;

namespace {

GrowthPicture threeLengths() {
    GrowthPicture picture;
    picture.plot.title = QStringLiteral("Memory");
    picture.plot.x = {QString(), true, 1.0, 4.0, {}};
    picture.plot.y = {QString(), false, 0.0, 20.0, {}};
    PlotSeries series;
    for (const double n : {1.0, 2.0, 4.0}) {
        picture.plot.x.ticks.push_back({n, QString::number(n)});
        series.points.push_back({n, n * n, QStringLiteral("at %1").arg(n)});
        picture.ns.push_back(n);
        picture.tables.push_back(
            {QStringLiteral("At n = %1").arg(n), {QStringLiteral("Naive")}, {{QStringLiteral("bytes"), {QString::number(n * n)}}}, {}});
    }
    picture.plot.series.push_back(series);
    picture.chosen = 1;
    return picture;
}

}  // namespace

TEST_CASE("GrowthView: the table follows the chosen n", "[plots]") {
    GrowthView view;
    view.resize(768, 430);
    view.setPicture(threeLengths());
    CHECK(view.chosenN() == 2.0);
    CHECK(view.accessibleDescription().startsWith(QStringLiteral("At n = 2\nbytes: Naive 4")));
    auto* plot = view.findChild<PlotView*>();
    REQUIRE(plot);
    CHECK(plot->picture().markers.back().label == QStringLiteral("n = 2"));
    QSignalSpy chosen(&view, &GrowthView::nChosen);
    // The first key begins at the first point.
    QTest::keyClick(plot, Qt::Key_Right);
    CHECK(view.chosenN() == 1.0);
    QTest::keyClick(plot, Qt::Key_End);
    CHECK(view.chosenN() == 4.0);
    CHECK(chosen.last().at(0).toDouble() == 4.0);
    CHECK(view.accessibleDescription().contains(QStringLiteral("Naive 16")));
    // The same lengths measured again: the choice stays.
    view.setPicture(threeLengths());
    CHECK(view.chosenN() == 4.0);
}

TEST_CASE("GrowthView: without a picture there is nothing chosen and nothing breaks", "[plots][limit]") {
    GrowthView view;
    view.resize(200, 100);
    CHECK(view.chosenN() == 0.0);
    CHECK_FALSE(view.grab().isNull());
    SaturationView other;
    other.resize(200, 100);
    CHECK_FALSE(other.grab().isNull());
}

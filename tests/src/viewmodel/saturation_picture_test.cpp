#include "src/viewmodel/saturation_picture.h"

#include <cmath>

#include "tests/support/catch.h"

using namespace attn;
using namespace attn::app;
using ui::PlotMark;
using ui::PlotRole;

namespace {

SaturationStudy smallStudy(std::vector<Index> dks = {1, 16, 64}) { return *saturationStudy({std::move(dks), 16, 200, 2}); }

const ui::PlotSeries& seriesOf(const ui::PlotPicture& plot, const QString& name) {
    for (const ui::PlotSeries& series : plot.series)
        if (series.name == name)
            return series;
    FAIL("no series " << name.toStdString());
    return plot.series.front();
}

}  // namespace

TEST_CASE("saturationPicture: the curves hold the study's means and medians", "[viewmodel]") {
    const SaturationStudy study = smallStudy();
    const ui::SaturationPicture picture = saturationPicture(study);
    const auto& scaled = seriesOf(picture.entropy, QStringLiteral("scaled, mean"));
    REQUIRE(scaled.points.size() == 3);
    CHECK(scaled.points[1].x == 16.0);
    CHECK(scaled.points[1].y == study.rows[1].scaled.entropy.mean);
    CHECK(scaled.role == PlotRole::Scaled);
    CHECK(seriesOf(picture.maxWeight, QStringLiteral("unscaled, median")).points[2].y ==
          study.rows[2].raw.maxWeight.median);
    CHECK(seriesOf(picture.p1p, QStringLiteral("unscaled, mean")).points[0].y == study.rows[0].raw.p1p.mean);
    CHECK(seriesOf(picture.p1p, QStringLiteral("unscaled, median")).isThin);
    CHECK(picture.entropy.x.isLog);
    CHECK(picture.entropy.x.ticks[2].text == QStringLiteral("64"));
    CHECK(picture.entropy.y.high >= std::log(16.0));
    CHECK(picture.entropy.markers.empty());
}

TEST_CASE("saturationPicture: rows in any order are drawn in order of d_k, once each", "[viewmodel]") {
    const ui::SaturationPicture picture = saturationPicture(smallStudy({64, 1, 16, 1}));
    const auto& points = seriesOf(picture.entropy, QStringLiteral("scaled, mean")).points;
    REQUIRE(points.size() == 3);
    CHECK(points[0].x == 1.0);
    CHECK(points[2].x == 64.0);
}

TEST_CASE("saturationPicture: the scene's mark and its caveat about another number of keys", "[viewmodel]") {
    SceneMark mark{2, 3, 0.5, {{0.8, 0.7}, {0.6, 0.7}, {0.15, 0.13}}};
    const ui::SaturationPicture picture = saturationPicture(smallStudy(), mark);
    const auto& scene = seriesOf(picture.p1p, QStringLiteral("this scene"));
    CHECK(scene.mark == PlotMark::Diamond);
    CHECK(scene.points[0].y == 0.15);
    CHECK(picture.p1p.y.high >= 0.15);
    CHECK(picture.p1p.markers[0].x == 2.0);
    CHECK(picture.legend.size() == 5);
    CHECK(picture.sentences.join(QString()).contains(QStringLiteral("This scene has 3 keys, not 16")));
    mark.keys = 16;
    mark.dk = 500;
    const ui::SaturationPicture wide = saturationPicture(smallStudy(), mark);
    CHECK(wide.entropy.x.high > 500.0);
    CHECK_FALSE(wide.sentences.join(QString()).contains(QStringLiteral("This scene has")));
}

TEST_CASE("saturationPicture: a scene with NaN weights has no mark and says so", "[viewmodel][limit]") {
    const SceneMark mark{2, 3, 0.5, {{NAN, NAN}, {NAN, NAN}, {NAN, NAN}}};
    const ui::SaturationPicture picture = saturationPicture(smallStudy(), mark);
    for (const ui::PlotSeries& series : picture.entropy.series)
        CHECK(series.name != QStringLiteral("this scene"));
    CHECK(std::isfinite(picture.p1p.y.high));
    CHECK(picture.sentences.last().contains(QStringLiteral("not finite")));
}

TEST_CASE("saturationPicture: the words are true and speak of d_k = 1 only where it is", "[viewmodel]") {
    const QString all = saturationPicture(smallStudy()).sentences.join(QString());
    CHECK(all.contains(QStringLiteral("(1 − 1/16) / 16 = 0.0586")));
    CHECK(all.contains(QStringLiteral("At d_k = 1 both are the same")));
    CHECK_FALSE(saturationPicture(smallStudy({4, 16})).sentences.join(QString()).contains(QStringLiteral("At d_k = 1")));
    const ui::SaturationPicture one = saturationPicture(*saturationStudy({{8}, 1, 4, 1}));
    CHECK_FALSE(one.sentences.join(QString()).contains(QStringLiteral("1/1)")));
    CHECK(one.entropy.x.low < 8.0);
    CHECK(one.entropy.x.high > 8.0);
    CHECK(one.entropy.y.high > 0.0);
}

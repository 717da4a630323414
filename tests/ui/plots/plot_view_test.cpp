#include "ui/plots/plot_view.h"

#include <QBuffer>
#include <QPainter>
#include <QSignalSpy>
#include <QSvgGenerator>
#include <QtTest>
#include <cmath>

#include "tests/support/catch.h"
#include "ui/plots/plot_frame.h"

using namespace attn::ui;

namespace {

PlotPicture twoCurves() {
    PlotPicture picture;
    picture.title = QStringLiteral("Memory");
    picture.x = {QStringLiteral("length n"), true, 1.0, 64.0, {}};
    for (const double at : {1.0, 4.0, 16.0, 64.0})
        picture.x.ticks.push_back({at, QString::number(at)});
    picture.y = {QString(), true, 1.0, 4096.0, {{1.0, QStringLiteral("1")}, {4096.0, QStringLiteral("4096")}}};
    PlotSeries naive{QStringLiteral("naive"), PlotRole::Naive, LineKind::Solid, PlotMark::Circle, false, {}, {}, 0, true};
    PlotSeries flash{QStringLiteral("flash"), PlotRole::Flash, LineKind::Dashed, PlotMark::Square, false, {}, {}, 0, true};
    for (const double x : {1.0, 4.0, 16.0, 64.0}) {
        naive.points.push_back({x, x * x, QStringLiteral("naive at %1").arg(x)});
        flash.points.push_back({x, x, QStringLiteral("flash at %1").arg(x)});
    }
    picture.series = {naive, flash};
    return picture;
}

bool hasColorNear(const QImage& image, const QPointF& at, const QColor& wanted, int reach) {
    for (int dy = -reach; dy <= reach; ++dy)
        for (int dx = -reach; dx <= reach; ++dx) {
            const QPoint p = at.toPoint() + QPoint(dx, dy);
            if (!image.rect().contains(p))
                continue;
            const QColor got = image.pixelColor(p);
            if (std::abs(got.red() - wanted.red()) + std::abs(got.green() - wanted.green()) +
                    std::abs(got.blue() - wanted.blue()) < 40)
                return true;
        }
    return false;
}

}  // namespace

TEST_CASE("PlotView: marks stand where their values are, in the theme's colours", "[plots]") {
    const ThemeKind kind = GENERATE(ThemeKind::Light, ThemeKind::Dark);
    PlotView view;
    view.setPicture(twoCurves());
    view.setTheme(theme(kind));
    view.resize(500, 360);
    const QImage image = view.grab().toImage();
    CHECK(image.pixelColor(2, 2) == theme(kind).surface);
    CHECK(hasColorNear(image, view.positionOf(0, 2), theme(kind).text, 6));
    CHECK(hasColorNear(image, view.positionOf(1, 2), theme(kind).accent, 6));
    // Ground inside a hollow mark.
    CHECK(hasColorNear(image, view.positionOf(1, 2), theme(kind).surface, 1));
    // Half way up a log axis: 64 of 1 .. 4096.
    CHECK(view.positionOf(1, 3).y() == Approx((view.positionOf(0, 0).y() + view.positionOf(0, 3).y()) / 2.0).margin(1.5));
}

TEST_CASE("PlotView: a new picture is there in the next grab", "[plots]") {
    PlotView view;
    view.resize(400, 300);
    view.setPicture(twoCurves());
    const QImage before = view.grab().toImage();
    PlotPicture other = twoCurves();
    other.series.pop_back();
    view.setPicture(other);
    CHECK(view.grab().toImage() != before);
    view.setPicture(twoCurves());
    CHECK(view.grab().toImage() == before);
}

TEST_CASE("PlotView: the keyboard reaches every point and says it", "[plots]") {
    PlotView view;
    view.setPicture(twoCurves());
    view.resize(400, 300);
    QSignalSpy chosen(&view, &PlotView::xChosen);
    CHECK(view.chosenSentence().isEmpty());
    QTest::keyClick(&view, Qt::Key_Right);
    CHECK(view.chosenSentence() == QStringLiteral("naive at 1"));
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Down);
    CHECK(view.chosenSentence() == QStringLiteral("flash at 4"));
    CHECK(view.accessibleDescription() == view.chosenSentence());
    QTest::keyClick(&view, Qt::Key_End);
    CHECK(view.chosenSentence() == QStringLiteral("flash at 64"));
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Up);
    CHECK(view.chosenSentence() == QStringLiteral("naive at 64"));
    QTest::keyClick(&view, Qt::Key_Home);
    CHECK(view.chosenSentence() == QStringLiteral("naive at 1"));
    CHECK(chosen.last().at(0).toDouble() == 1.0);
}

TEST_CASE("PlotView: the mouse finds the point under it and forgets it when it leaves", "[plots]") {
    PlotView view;
    view.setPicture(twoCurves());
    view.resize(400, 300);
    view.show();
    QSignalSpy chosen(&view, &PlotView::xChosen);
    const QPoint at = view.positionOf(1, 2).toPoint();
    QMouseEvent move(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&view, &move);
    CHECK(view.chosenSentence() == QStringLiteral("flash at 16"));
    QTest::mouseClick(&view, Qt::LeftButton, {}, at);
    CHECK(chosen.last().at(0).toDouble() == 16.0);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&view, &leave);
    CHECK_FALSE(view.chosenPoint());
}

TEST_CASE("PlotView: NaN, infinities and zeros on a log axis are left out without harm", "[plots][limit]") {
    PlotPicture picture = twoCurves();
    picture.series[0].points[1].y = NAN;
    picture.series[0].points[2].y = INFINITY;
    picture.series[1].points[0].y = 0.0;
    PlotView view;
    view.setPicture(picture);
    view.resize(400, 300);
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Right);
    CHECK_FALSE(view.grab().isNull());
    view.setPicture({});
    CHECK_FALSE(view.grab().isNull());
    view.resize(1, 1);
    CHECK_FALSE(view.grab().isNull());
}

TEST_CASE("framePlot: no label is wider than its room and every part is inside", "[plots]") {
    const QSizeF size(GENERATE(180.0, 300.0, 900.0), GENERATE(160.0, 420.0));
    PlotPicture picture = twoCurves();
    picture.x.ticks.clear();
    picture.x.high = 65536.0;
    for (int i = 0; i <= 16; ++i)
        picture.x.ticks.push_back({std::exp2(i), QStringLiteral("%1 000").arg(i)});
    const PlotFrame frame = framePlot(picture, size);
    CHECK(frame.axes.left() > 0);
    CHECK(frame.axes.right() < size.width());
    CHECK(frame.axes.bottom() < size.height());
    double end = -INFINITY;
    for (std::size_t i = 0; i < picture.x.ticks.size(); ++i)
        if (frame.xShown[i]) {
            const double centre = pointAt(frame, picture, picture.x.ticks[i].at, 1.0).x();
            const double half = plot::textWidth(picture.x.ticks[i].text, plot::font(type::kIndex)) / 2.0;
            CHECK(centre - half > end);
            end = centre + half;
        }
    CHECK(end <= size.width());
}

TEST_CASE("paintPlot: text stays text and curves stay curves in SVG, the same bytes each time", "[plots][export]") {
    const auto svg = [] {
        QBuffer buffer;
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize({300, 200});
        generator.setViewBox(QRect(0, 0, 300, 200));
        QPainter painter(&generator);
        paintPlot(painter, QRectF(5, 5, 290, 190), twoCurves(), paperTheme(), 8.0);
        painter.end();
        return buffer.data();
    };
    const QByteArray once = svg();
    CHECK(once.contains(">length n<"));
    CHECK(once.contains(">4096<"));
    CHECK(once.contains("<polyline"));
    CHECK_FALSE(once.contains("<image"));
    CHECK(once == svg());
}

TEST_CASE("paintPlot: the resolution of the device does not change the scale", "[plots][export]") {
    const auto painted = [](int dotsPerMeter) {
        QImage image(300, 200, QImage::Format_RGB32);
        image.fill(Qt::white);
        image.setDotsPerMeterX(dotsPerMeter);
        image.setDotsPerMeterY(dotsPerMeter);
        QPainter painter(&image);
        paintPlot(painter, QRectF(5, 5, 290, 190), twoCurves(), paperTheme(), 12.0);
        painter.end();
        image.setDotsPerMeterX(3780);
        image.setDotsPerMeterY(3780);
        return image;
    };
    // Rounding of the scale may move an antialiased edge a little.
    const QImage screen = painted(3780);
    const QImage print = painted(11811);
    int differing = 0;
    for (int y = 0; y < screen.height(); ++y)
        for (int x = 0; x < screen.width(); ++x)
            differing += std::abs(qGray(screen.pixel(x, y)) - qGray(print.pixel(x, y))) > 64 ? 1 : 0;
    CHECK(differing < 60);
}

TEST_CASE("PlotView: a badge keeps clear of marks, curves and other words", "[plots]") {
    PlotPicture picture = twoCurves();
    picture.markers = {{1.0, QStringLiteral("n = 1")}, {4.0, QStringLiteral("n = 4")}};
    PlotView view;
    view.resize(300, 240);
    view.setPicture(picture);
    const QImage image = view.grab().toImage();
    const Theme& colors = theme(ThemeKind::Light);
    for (int point = 0; point < 2; ++point)
        CHECK(hasColorNear(image, view.positionOf(1, point), colors.accent, 6));
    CHECK(image.pixelColor(view.positionOf(1, 1).toPoint()) != colors.raised);
}

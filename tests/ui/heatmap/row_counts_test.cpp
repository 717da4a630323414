#include "ui/heatmap/row_counts.h"

#include <QImage>

#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"
#include "ui/heatmap/heatmap_legend.h"

using namespace attn;
using namespace attn::test;
using namespace attn::ui;

namespace {

/// Causal, with a key painted allowed, one painted masked, and a row that may attend nothing.
HeatmapPicture pattern() {
    HeatmapPicture picture = plainWeights(5, 5);
    picture.isPattern = true;
    picture.states.assign(25, CellState::Plain);
    for (Index r = 0; r < 5; ++r)
        for (Index c = 0; c < 5; ++c)
            if (c > r || r == 3)
                picture.states[static_cast<std::size_t>(r * 5 + c)] = CellState::Masked;
    picture.states[1] = CellState::PaintedAllowed;
    picture.states[15] = CellState::MaskedByHand;
    picture.rowCounts = {2, 2, 3, 0, 5};
    picture.rowCountsTitle = QStringLiteral("keys\nper row");
    return picture;
}

QImage painted(const HeatmapPicture& picture, const HeatmapOptions& options, const HeatmapLayout& layout) {
    QImage image(layout.size.toSize(), QImage::Format_RGB32);
    image.fill(options.colors().surface);
    QPainter painter(&image);
    paintHeatmap(painter, picture, options, layout);
    return image;
}

int widthOf(const QImage& image, double y, const QRectF& box, QRgb ink) {
    int width = 0;
    for (int x = qFloor(box.left()); x < qCeil(box.right()); ++x)
        width += image.pixel(x, qRound(y)) == ink;
    return width;
}

}  // namespace

TEST_CASE("paintHeatmap: a pattern has one ground for what may be attended", "[heatmap]") {
    const HeatmapPicture picture = pattern();
    HeatmapOptions options;
    options.theme = &theme(GENERATE(ThemeKind::Light, ThemeKind::Dark));
    const HeatmapLayout layout = layoutHeatmap(picture, options, {560, 460});
    CHECK(layout.bar.isNull());
    CHECK_FALSE(layout.hasValues);
    const QImage image = painted(picture, options, layout);
    for (const auto& [row, col] : {std::pair{0, 0}, {0, 1}, {4, 4}, {2, 1}})
        CHECK(image.pixel(layout.cellRect(row, col).center().toPoint()) == options.colors().accentGround.rgb());
    // The grid between two allowed cells, and the corner of the painted one.
    const QRectF cell = layout.cellRect(4, 2);
    CHECK(image.pixel(qFloor(cell.left()), qFloor(cell.center().y())) == options.colors().surface.rgb());
    CHECK(image.pixel((layout.cellRect(0, 1).topRight() + QPointF(-2, 2)).toPoint()) == options.colors().accent.rgb());
}

TEST_CASE("legendItems: a pattern names what occurs in it, in its own words", "[heatmap]") {
    HeatmapPicture picture = pattern();
    const auto texts = [&picture](bool isFlat) {
        QStringList all;
        for (const LegendItem& item : legendItems(surveyHeatmap(picture), isFlat, false))
            all << item.text;
        return all.join(u'|');
    };
    CHECK(texts(false) == QStringLiteral("may attend|masked by a rule|painted: allowed|painted: masked"));
    CHECK(texts(true) == QStringLiteral("may attend|masked"));
    picture.states.clear();
    CHECK(texts(false) == QStringLiteral("may attend"));
    picture.states.assign(25, CellState::MaskedByHand);
    CHECK(texts(false) == QStringLiteral("painted: masked"));
}

TEST_CASE("drawRowCounts: bars are as long as their counts, and a 0 is a warning", "[heatmap]") {
    const HeatmapPicture picture = pattern();
    HeatmapOptions options;
    const HeatmapLayout layout = layoutHeatmap(picture, options, {560, 460});
    REQUIRE(layout.counts.left() > layout.map.right());
    CHECK(QRectF(QPointF(), layout.size).contains(layout.counts));
    const QImage image = painted(picture, options, layout);
    const Theme& colors = options.colors();
    const auto bar = [&](Index row) {
        return widthOf(image, layout.cellRect(row, 0).center().y(), layout.counts, colors.accent.rgb());
    };
    CHECK(bar(0) == 16);
    CHECK(bar(2) == 24);
    CHECK(bar(3) == 0);
    CHECK(bar(4) == 40);
    const double low = layout.cellRect(3, 0).bottom() - 3;
    CHECK(widthOf(image, low, layout.counts, colors.warningGround.rgb()) > 40);
    const QRectF beside(0, low, layout.map.left() - 1, 1);
    CHECK(widthOf(image, low, beside, colors.warningGround.rgb()) > 8);
    CHECK(widthOf(image, low, beside, colors.warningLine.rgb()) == 3);
    CHECK(widthOf(image, layout.cellRect(2, 0).bottom() - 3, beside, colors.warningGround.rgb()) == 0);
}

TEST_CASE("drawRowCounts: one empty row among thousands is seen", "[heatmap]") {
    HeatmapPicture picture = plainWeights(2000, 4);
    picture.isPattern = true;
    picture.rowCounts.assign(2000, 4.0);
    picture.rowCounts[1234] = 0.0;
    picture.states.assign(8000, CellState::Plain);
    std::fill_n(picture.states.begin() + 1234 * 4, 4, CellState::Masked);
    HeatmapOptions options;
    const HeatmapLayout layout = layoutHeatmap(picture, options, {560, 460});
    REQUIRE(layout.counts.isValid());
    const QImage image = painted(picture, options, layout);
    const double y = layout.cellRect(1234, 0).center().y();
    int marked = 0;
    for (int line = qFloor(y) - 2; line <= qCeil(y) + 2; ++line)
        marked += widthOf(image, line, layout.counts, options.colors().warningLine.rgb()) > 0;
    CHECK(marked > 0);
}

TEST_CASE("drawRowCounts: nothing but empty rows, no rows, or no counts", "[heatmap]") {
    HeatmapPicture picture = pattern();
    picture.rowCounts.assign(5, 0.0);
    HeatmapOptions options;
    HeatmapLayout layout = layoutHeatmap(picture, options, {560, 460});
    CHECK_FALSE(painted(picture, options, layout).isNull());
    picture.rowCounts.clear();
    CHECK(layoutHeatmap(picture, options, {560, 460}).counts.isNull());
    options.rowCounts = false;
    picture.rowCounts.assign(5, 1.0);
    CHECK(layoutHeatmap(picture, options, {560, 460}).counts.isNull());
    picture = plainWeights(0, 3);
    picture.isPattern = true;
    layout = layoutHeatmap(picture, HeatmapOptions{}, {560, 460});
    CHECK_FALSE(painted(picture, HeatmapOptions{}, layout).isNull());
}

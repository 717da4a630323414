#include "ui/heatmap/heatmap_painter.h"

#include <QImage>
#include <cmath>
#include <set>

#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"
#include "ui/figure/figure_text.h"
#include "ui/heatmap/heatmap_legend.h"
#include "ui/heatmap/heatmap_sample.h"

using namespace attn;
using namespace attn::test;
using namespace attn::ui;

namespace {

QImage painted(const HeatmapPicture& picture, const HeatmapOptions& options, const HeatmapLayout& layout,
               double density = 1.0) {
    QImage image((layout.size * density).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(density);
    image.fill(options.colors().surface);
    QPainter painter(&image);
    paintHeatmap(painter, picture, options, layout);
    return image;
}

/// Colour a little away from the middle of a cell, where no number or ring stands.
QRgb cornerOf(const QImage& image, const HeatmapLayout& layout, Index row, Index col) {
    const QPointF at = layout.cellRect(row, col).topLeft() + QPointF(2.5, 2.5);
    return image.pixel((at * image.devicePixelRatio()).toPoint());
}

bool hasInk(const QImage& image, const QRectF& box, const QColor& ground) {
    for (int y = qCeil(box.top()); y < qFloor(box.bottom()); ++y)
        for (int x = qCeil(box.left()); x < qFloor(box.right()); ++x)
            if (image.rect().contains(x, y) && image.pixel(x, y) != ground.rgb())
                return true;
    return false;
}

const Theme& light() {
    return theme(ThemeKind::Light);
}

}  // namespace

TEST_CASE("paintHeatmap: every cell has the colour of its value", "[heatmap]") {
    const HeatmapPicture picture = plainWeights(7, 5);
    const double density = GENERATE(1.0, 1.25, 1.5, 2.0);
    HeatmapOptions options;
    options.values = false;
    options.pixelsPerUnit = density;
    const HeatmapLayout layout = layoutHeatmap(picture, options, {500, 500});
    const QImage image = painted(picture, options, layout, density);
    const ColorScale scale(picture);
    for (Index row = 0; row < 7; ++row)
        for (Index col = 0; col < 5; ++col)
            CHECK(cornerOf(image, layout, row, col) == scale.color(picture.cells(row, col), row));
}

TEST_CASE("layoutHeatmap: cells are square and alike, whatever the shape", "[heatmap]") {
    const auto [rows, cols] = GENERATE(table<Index, Index>({{3, 18}, {18, 3}, {1, 1}, {64, 64}, {1, 300}}));
    const double density = GENERATE(1.0, 1.25, 2.0);
    CAPTURE(rows, cols, density);
    HeatmapOptions options;
    options.pixelsPerUnit = density;
    const HeatmapPicture picture = plainWeights(rows, cols);
    const HeatmapLayout layout = layoutHeatmap(picture, options, {768, 420});
    REQUIRE(layout.cell > 0);
    CHECK(layout.map.width() == Approx(layout.cell * static_cast<double>(cols)));
    CHECK(layout.map.height() == Approx(layout.cell * static_cast<double>(rows)));
    CHECK(QRectF(0, 0, 768, 420).contains(layout.map));
    if (layout.cell * density >= 6) {
        CHECK(std::abs(layout.cell * density - std::round(layout.cell * density)) < 1e-9);
        CHECK(std::abs(layout.map.left() * density - std::round(layout.map.left() * density)) < 1e-9);
    }
    CHECK(layout.cellAt(layout.cellRect(rows - 1, cols - 1).center(), picture) == HeatmapCell{rows - 1, cols - 1});
    CHECK_FALSE(layout.cellAt({1, 1}, picture));
}

TEST_CASE("naturalHeight: a flat map leaves room for the name of its side", "[heatmap]") {
    HeatmapOptions options;
    options.paper = true;
    options.colorBar = options.legend = false;
    const double height = naturalHeight(plainWeights(1, 40), options, 250);
    const double title = metricsOf(figureType(true).axisTitle).horizontalAdvance(QStringLiteral("query (attends)"));
    CHECK(height >= title);
    CHECK(height < 2 * title);
}

TEST_CASE("paintHeatmap: nothing, or a figure without room, is drawn without a fault", "[heatmap]") {
    const QSizeF size = GENERATE(QSizeF(400, 300), QSizeF(30, 20), QSizeF(1, 1));
    for (const auto& picture : {plainWeights(0, 0), plainWeights(0, 4), plainWeights(4, 0), plainWeights(1, 1)}) {
        const HeatmapLayout layout = layoutHeatmap(picture, {}, size);
        CHECK(std::isfinite(layout.cell));
        painted(picture, {}, layout);
    }
}

TEST_CASE("paintHeatmap: labels, values, grid and colour bar are independent of each other", "[heatmap]") {
    const HeatmapPicture picture = causalTwelve();
    const int bits = GENERATE(range(0, 16));
    HeatmapOptions options;
    options.labels = bits & 1;
    options.values = bits & 2;
    options.grid = bits & 4;
    options.colorBar = bits & 8;
    options.axisTitles = options.legend = false;
    CAPTURE(bits);
    const HeatmapLayout layout = layoutHeatmap(picture, options, {640, 560});
    const QImage image = painted(picture, options, layout);
    const QRectF map = layout.map;
    const QColor ground = light().surface;
    CHECK(hasInk(image, {map.left() - 40, map.top(), 36, map.height()}, ground) == options.labels);
    CHECK(hasInk(image, {map.left(), map.top() - 40, map.width(), 36}, ground) == options.labels);
    CHECK(hasInk(image, {map.right() + 6, map.top(), 60, map.height()}, ground) == options.colorBar);
    const QRectF cell = layout.cellRect(11, 0);
    const QColor own(ColorScale(picture).color(picture.cells(11, 0), 11));
    CHECK(hasInk(image, cell.adjusted(4, 4, -4, -4), own) == options.values);
    const QColor edge(image.pixel(qRound(layout.cellRect(11, 1).left()), qRound(cell.top()) + 2));
    CHECK((edge == light().surface) == options.grid);
}

TEST_CASE("sampleCells: shrinking keeps every lone large cell", "[heatmap]") {
    HeatmapPicture picture = plainWeights(1, 1);
    picture.cells = Matrix(1024, 1024, 0.01);
    std::set<std::pair<int, int>> pixels;
    for (Index i = 0; i < 200; ++i) {
        const Index row = (i * 397 + 13) % 1024, col = (i * 631 + 7) % 1024;
        picture.cells(row, col) = i % 2 == 0 ? 1.0 : -1.0;
        pixels.insert({static_cast<int>(row * 300 / 1024), static_cast<int>(col * 300 / 1024)});
    }
    picture.map = MapName::Diverging;
    picture.low = -1.0;
    picture.perRowRange = GENERATE(false, true);
    if (GENERATE(false, true))
        picture.states.assign(1024 * 1024, CellState::Plain);
    const QImage image = sampleCells(picture, light(), true, {300, 300});
    int found = 0;
    for (int y = 0; y < 300; ++y)
        for (int x = 0; x < 300; ++x) {
            const QRgb shown = image.pixel(x, y);
            found += shown == color(MapName::Diverging, 1.0) || shown == color(MapName::Diverging, 0.0);
        }
    CHECK(found >= static_cast<int>(pixels.size()) - (picture.perRowRange ? 100 : 2));
    CHECK(found <= (picture.perRowRange ? 90000 : static_cast<int>(pixels.size()) + 2));
}

TEST_CASE("sampleCells: a NaN among a thousand cells shows, a masked one never hides its neighbours", "[heatmap]") {
    HeatmapPicture picture = plainWeights(1, 1);
    picture.cells = Matrix(1000, 1000, 0.5);
    picture.states.assign(1000 * 1000, CellState::Masked);
    picture.cells(501, 777) = std::nan("");
    picture.states[501 * 1000 + 777] = CellState::Plain;
    picture.states[101 * 1000 + 55] = CellState::Plain;
    const QImage image = sampleCells(picture, light(), true, {100, 100});
    // Pixels begin at the nearest multiple of 8 cells.
    CHECK(image.pixel(77, 49) == light().fault.rgb());
    CHECK(image.pixel(5, 9) == color(MapName::Cividis, 0.5));
    CHECK(image.pixel(40, 40) == light().maskGround.rgb());
}

TEST_CASE("paintHeatmap: masked, masked by hand, NaN, infinity and zero look different, and are named", "[heatmap]") {
    const HeatmapPicture picture = everyState();
    HeatmapOptions options;
    options.values = false;
    const HeatmapLayout layout = layoutHeatmap(picture, options, {480, 460});
    const QImage image = painted(picture, options, layout);
    std::vector<QImage> looks;
    for (const auto& [row, col] : {std::pair{0, 1}, {0, 2}, {1, 4}, {3, 0}, {3, 1}, {3, 2}, {3, 3}})
        looks.push_back(image.copy(layout.cellRect(row, col).toAlignedRect()));
    for (std::size_t a = 0; a < looks.size(); ++a)
        for (std::size_t b = a + 1; b < looks.size(); ++b)
            CHECK(looks[a] != looks[b]);
    QStringList words;
    for (const LegendItem& item : legendItems(layout.survey, false, false))
        words << item.text;
    CHECK(words == QStringList{QStringLiteral("masked (may not be attended)"), QStringLiteral("masked by hand"),
                               QStringLiteral("changed by hand"), QStringLiteral("exactly 0"),
                               QStringLiteral("NaN or infinite")});
    CHECK(legendItems(surveyHeatmap(plainWeights(3, 3)), false, false).empty());
}

TEST_CASE("layoutHeatmap: numbers lose decimals and the leading zero before they go", "[heatmap]") {
    const HeatmapPicture picture = causalTwelve();
    const auto at = [&](double side) { return layoutHeatmap(picture, HeatmapOptions{}, QSizeF(side, side)); };
    CHECK((at(1100).hasValues && at(1100).decimals == 3 && !at(1100).dropsZero));
    bool wasTight = false;
    for (double side = 300; side < 700; side += 10)
        wasTight |= at(side).hasValues && at(side).dropsZero && at(side).decimals == 2;
    CHECK(wasTight);
    CHECK_FALSE(at(260).hasValues);
    HeatmapPicture whole = plainWeights(3, 3);
    whole.cells.values = {0, 4, 2, 4, 0, 2, 2, 2, -2};
    CHECK(layoutHeatmap(whole, {}, {400, 400}).decimals == 0);
}

TEST_CASE("layoutHeatmap: labels that do not fit are thinned, and a note says so", "[heatmap]") {
    const HeatmapLayout layout = layoutHeatmap(plainWeights(200, 200), {}, {600, 520});
    CHECK(layout.rowStep > 1);
    CHECK(layout.rowTicks.size() * static_cast<std::size_t>(layout.rowStep) >= 200);
    CHECK(layout.notes.contains(QString::number(layout.rowStep)));
    CHECK(layoutHeatmap(causalTwelve(), {}, {640, 520}).notes.isEmpty());
}

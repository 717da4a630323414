#include "ui/heatmap/heatmap_sample.h"

#include <cmath>
#include <random>

#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"

using namespace attn;
using namespace attn::test;
using namespace attn::ui;

namespace {

const Theme& light() {
    return theme(ThemeKind::Light);
}

enum class Look { Plain, Masked, PerRow, PerRowSigned, Log, Pattern };

/// Mostly small values with few large ones, zeros of both signs, faults, and masks in runs and alone.
HeatmapPicture mixed(Index rows, Index cols, Look look) {
    HeatmapPicture picture;
    picture.cells = Matrix(rows, cols);
    std::mt19937 random(7);
    const bool isSigned = look != Look::Log;
    for (double& value : picture.cells.values) {
        const auto dice = random() % 4096;
        value = static_cast<double>(random() % 1000) / 4000.0 * (isSigned && random() % 2 ? -1.0 : 1.0);
        value = dice == 0 ? 1.0 : dice == 1 && isSigned ? -1.0 : dice < 40 ? 0.0 : dice < 60 ? -0.0 : value;
        if (dice == 100)
            value = std::nan("");
        if (dice == 101)
            value = INFINITY;
    }
    picture.low = look == Look::Log ? 1e-3 : -1.0;
    picture.map = look == Look::PerRowSigned ? MapName::Diverging : MapName::Viridis;
    picture.perRowRange = look == Look::PerRow || look == Look::PerRowSigned;
    picture.logRange = look == Look::Log;
    picture.isPattern = look == Look::Pattern;
    if (look != Look::Plain && look != Look::Log) {
        picture.states.assign(picture.cells.values.size(), CellState::Plain);
        for (Index row = 0; row < rows; ++row)
            for (Index col = 0; col < cols; ++col)
                if (col > row || random() % 16 == 0)
                    picture.states[static_cast<std::size_t>(row * cols + col)] =
                        random() % 2 ? CellState::Masked : CellState::MaskedByHand;
    }
    return picture;
}

/// What is written above sampleCells(), cell by cell.
QRgb brute(const HeatmapPicture& picture, const ColorScale& scale, Index row0, Index row1, Index col0, Index col1) {
    QRgb shown = light().maskGround.rgb();
    double most = -1.0;
    bool wasNegative = false;
    for (Index row = row0; row < row1; ++row)
        for (Index col = col0; col < col1; ++col) {
            const CellState state = picture.state(row, col);
            if (state == CellState::Masked || state == CellState::MaskedByHand)
                continue;
            const double value = picture.cells(row, col);
            double size = value;
            if (picture.perRowRange) {
                const double at = scale.position(value, row);
                size = picture.map == MapName::Diverging ? at - 0.5 : at;
                if (!std::isfinite(value))
                    size = std::nan("");
            }
            const bool isNegative = std::signbit(size);
            const double rank = std::isnan(size) ? INFINITY : std::min(std::abs(size), 1e300);
            if (rank > most || (rank == most && isNegative && !wasNegative)) {
                most = rank;
                wasNegative = isNegative;
                shown = cellGround(picture, scale, light(), true, row, col);
            }
        }
    return shown;
}

}  // namespace

TEST_CASE("sampleCells: each pixel shows the cell that outranks the others, at every size and from every part",
          "[heatmap][oracle]") {
    const auto look = GENERATE(Look::Plain, Look::Masked, Look::PerRow, Look::PerRowSigned, Look::Log, Look::Pattern);
    const Index rows = 601, cols = 517;
    const HeatmapPicture picture = mixed(rows, cols, look);
    const ColorScale scale(picture);
    const HeatmapPyramid pyramid(picture, nullptr, 0);
    REQUIRE(!pyramid.levels().empty());
    for (const QSize whole :
         {QSize(20, 23), QSize(100, 61), QSize(129, 150), QSize(200, 300), QSize(258, 300), QSize(259, 301),
          QSize(400, 401), QSize(517, 601), QSize(600, 700), QSize(517 * 7, 601 * 7)}) {
        const QRect window = QRect(whole.width() / 3, whole.height() / 4, 90, 70) & QRect({}, whole);
        const int shift = sampleShift(rows, cols, whole);
        const auto down = cellStarts(rows, whole.height(), shift, window.top(), window.bottom() + 1);
        const auto across = cellStarts(cols, whole.width(), shift, window.left(), window.right() + 1);
        const QImage image = sampleCells(picture, light(), true, whole, window);
        REQUIRE(image.size() == window.size());
        CHECK(sampleCells(picture, light(), true, whole, window, &pyramid) == image);
        CHECK(sampleCells(picture, light(), true, whole, QRect({}, whole), &pyramid).copy(window) == image);
        int wrong = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const auto at = static_cast<std::size_t>(y), to = static_cast<std::size_t>(x);
                wrong += image.pixel(x, y) != brute(picture, scale, down[at], std::max(down[at] + 1, down[at + 1]),
                                                    across[to], std::max(across[to] + 1, across[to + 1]));
            }
        CAPTURE(static_cast<int>(look), whole.width(), whole.height(), shift);
        CHECK(wrong == 0);
    }
}

TEST_CASE("cellStarts: every cell belongs to one pixel, less than a pixel from its place", "[heatmap]") {
    const Index cells = GENERATE(1, 2, 7, 1000, 4096, 100000);
    for (const Index pixels : {1, 2, 3, 97, 300, 1024, 4095, 30000})
        for (int shift = 0; (cells >> shift) >= pixels; ++shift) {
            const auto starts = cellStarts(cells, pixels, shift, 0, pixels);
            CAPTURE(cells, pixels, shift);
            REQUIRE(starts.front() == 0);
            REQUIRE(starts.back() == cells);
            for (Index p = 0; p < pixels; ++p) {
                const auto at = static_cast<std::size_t>(p);
                REQUIRE(starts[at] < starts[at + 1]);
                REQUIRE(std::abs(static_cast<double>(starts[at] * pixels - p * cells)) <= static_cast<double>(cells));
            }
            const Index first = pixels / 3, last = pixels / 2;
            const auto part = cellStarts(cells, pixels, shift, first, last);
            REQUIRE(std::equal(part.begin(), part.end(), starts.begin() + first));
        }
}

TEST_CASE("sampleCells: one bright cell among a million is seen once at every zoom and from every part",
          "[heatmap]") {
    HeatmapPicture picture;
    picture.cells = Matrix(1100, 1100, 0.25);
    const double bright = GENERATE(1.0, -1.0, std::nan(""));
    picture.low = -1.0;
    picture.map = MapName::Diverging;
    picture.cells(731, 402) = bright;
    const QRgb sought = std::isnan(bright) ? light().fault.rgb() : color(MapName::Diverging, bright > 0 ? 1.0 : 0.0);
    const HeatmapPyramid pyramid(picture);
    REQUIRE(!pyramid.levels().empty());
    for (double zoom = 0.02; zoom < 1.0; zoom *= 1.07) {
        const int side = static_cast<int>(1100 * zoom);
        const QPoint at(402 * side / 1100, 731 * side / 1100);
        for (const QPoint offset : {QPoint(0, 0), QPoint(1, 2), QPoint(5, 3), QPoint(9, 9)}) {
            const QRect window(at - offset - QPoint(1, 1), QSize(12, 12));
            const QImage image = sampleCells(picture, light(), true, {side, side}, window, &pyramid);
            int found = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    found += image.pixel(x, y) == sought;
            CAPTURE(side, offset.x(), offset.y());
            CHECK(found == 1);
        }
    }
}

TEST_CASE("sampleCells: logarithmic colours of many cells are those of each", "[heatmap]") {
    HeatmapPicture picture;
    picture.cells = Matrix(1, 4000);
    picture.logRange = true;
    picture.low = GENERATE(1e-300, 1e-9, 0.5);
    picture.high = GENERATE(1.0, 1e5);
    std::mt19937 random(3);
    const double decades = std::log(picture.high / picture.low);
    for (double& value : picture.cells.values)
        value =
            std::exp(std::log(picture.low) + decades * (static_cast<double>(random()) / 4294967296.0 * 1.1 - 0.05));
    picture.cells.values[0] = 0.0;
    picture.cells.values[1] = picture.low;
    picture.cells.values[2] = picture.high;
    const QImage image = sampleCells(picture, light(), true, {4000, 1});
    const ColorScale scale(picture);
    int wrong = 0;
    for (int x = 0; x < 4000; ++x)
        wrong += image.pixel(x, 0) != scale.color(picture.cells(0, x), 0);
    CHECK(wrong == 0);
}

#include "src/export/gif_writer.h"

#include <QBuffer>
#include <QPainter>
#include <random>
#include <set>

#include "src/export/palette.h"
#include "tests/support/catch.h"
#include "tests/support/gui/decoded_gif.h"
#include "ui/figure/color_map.h"

using namespace attn;
using namespace attn::app;
using namespace attn::test;

namespace {

/// Cells of `side` pixels in the colours of a map, all 256 of them where there is room, and letters over them.
QImage cells(ui::MapName map, int side, int turned) {
    QImage image(16 * side, 16 * side, QImage::Format_RGB32);
    QPainter painter(&image);
    for (int i = 0; i < 256; ++i)
        painter.fillRect(i % 16 * side, i / 16 * side, side, side,
                         QColor(ui::colorTable(map)[static_cast<std::size_t>((i + turned) % 256)]));
    return image;
}

QByteArray gifOf(const std::vector<QImage>& frames, int hundredths) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    GifWriter gif(buffer);
    for (const QImage& frame : frames)
        REQUIRE(gif.add(frame, hundredths));
    REQUIRE(gif.finish());
    return bytes;
}

int distance(QRgb a, QRgb b) {
    return std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b));
}

}  // namespace

TEST_CASE("palette: up to 256 colours are exact, and so is a map of 256 with nothing else", "[export][gif]") {
    const ui::MapName map = GENERATE(ui::MapName::Cividis, ui::MapName::Magma, ui::MapName::Diverging);
    const QImage image = cells(map, 4, 0);
    const IndexedPicture picture = indexed(image, image.rect());
    CHECK(picture.colors.size() <= 256);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (picture.colors[picture.pixels[static_cast<std::size_t>(y * image.width() + x)]] != image.pixel(x, y))
                FAIL("another colour at " << x << ", " << y);
    const IndexedPicture part = indexed(image, QRect(4, 8, 8, 4));
    CHECK(part.pixels.size() == 32);
    CHECK(part.colors.size() == 2);
}

TEST_CASE("palette: with more colours every flat cell keeps one colour, a neighbour of its own on the map",
          "[export][gif]") {
    QImage image = cells(ui::MapName::Cividis, 6, 0);
    // A strip of noise, as the edges of letters are: 600 colours that no map has.
    std::mt19937 random(7);
    for (int x = 0; x < image.width(); ++x)
        for (int y = 0; y < 7; ++y)
            image.setPixel(x, y, qRgb(static_cast<int>(random() % 256), static_cast<int>(random() % 256), 40));
    const IndexedPicture picture = indexed(image, image.rect());
    REQUIRE(picture.colors.size() == 256);
    for (int i = 32; i < 256; ++i) {
        std::set<QRgb> found;
        for (int y = 0; y < 6; ++y)
            for (int x = 0; x < 6; ++x)
                found.insert(picture.colors[picture.pixels[static_cast<std::size_t>((i / 16 * 6 + y) * image.width() +
                                                                                    i % 16 * 6 + x)]]);
        CAPTURE(i);
        CHECK(found.size() == 1);
        CHECK(distance(*found.begin(), ui::colorTable(ui::MapName::Cividis)[static_cast<std::size_t>(i)]) <= 12);
    }
}

TEST_CASE("gif: another program reads every frame back pixel for pixel, with its time", "[export][gif]") {
    std::vector<QImage> frames{cells(ui::MapName::Cividis, 5, 0), cells(ui::MapName::Cividis, 5, 0),
                               cells(ui::MapName::Viridis, 5, 3)};
    QPainter painter(&frames[1]);
    painter.fillRect(33, 20, 9, 2, Qt::red);
    painter.end();
    frames.push_back(frames.back());  // nothing changes
    const QByteArray gif = gifOf(frames, 12);
    CHECK(gif.startsWith("GIF89a"));
    CHECK(gif.contains("NETSCAPE2.0"));
    CHECK(gif == gifOf(frames, 12));
    const DecodedGif decoded = decodedGif(gif);
    if (!decoded.isThere)
        return;
    REQUIRE(decoded.frames.size() == frames.size());
    CHECK(decoded.delays == QStringList(4, QStringLiteral("12")));
    for (std::size_t i = 0; i < frames.size(); ++i) {
        CAPTURE(i);
        CHECK(decoded.frames[i] == frames[i]);
    }
}

TEST_CASE("gif: a device that takes no more is a fault with its reason, and so is a picture too wide",
          "[export][gif]") {
    QBuffer closed;
    GifWriter gif(closed);
    closed.open(QIODevice::ReadOnly);
    const auto refused = gif.add(cells(ui::MapName::Grey, 2, 0), 10);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::FileProblem);
    QBuffer open;
    open.open(QIODevice::WriteOnly);
    GifWriter other(open);
    CHECK(other.add(QImage(70000, 1, QImage::Format_RGB32), 10).error().message ==
          "A GIF has at most 65535 pixels a side, and the figure has 70000 x 1.");
}

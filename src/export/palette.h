#pragma once
#include <QImage>
#include <QRect>
#include <cstdint>
#include <vector>

namespace attn::app {

/// A picture of at most 256 colours, row by row.
struct IndexedPicture {
    std::vector<QRgb> colors;
    std::vector<std::uint8_t> pixels;
};

/// `part` of an opaque image in colours of its own, without dithering: pixels of one colour stay of one colour.
///
/// Accuracy  exact where the part has at most 256 colours. Where it has more, the colours of the largest flat areas
///           (the cells of a map) are exact, and at least 32 places are left to edges of letters; every other colour
///           becomes the nearest that was kept.
IndexedPicture indexed(const QImage& image, const QRect& part);

}  // namespace attn::app

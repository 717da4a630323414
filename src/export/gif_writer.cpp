#include "src/export/gif_writer.h"

#include <gif_lib.h>

#include <QIODevice>
#include <algorithm>
#include <cstring>

#include "src/export/palette.h"

namespace attn::app {
namespace {

constexpr int kLargestSide = 65535;
constexpr int kShortest = 2;  ///< Hundredths; browsers take less for a mistake.

int writeBytes(GifFileType* gif, const GifByteType* bytes, int count) {
    auto* device = static_cast<QIODevice*>(gif->UserData);
    return static_cast<int>(device->write(reinterpret_cast<const char*>(bytes), count));
}

struct FreeMap {
    void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};
using Map = std::unique_ptr<ColorMapObject, FreeMap>;

Map mapOf(const std::vector<QRgb>& colors) {
    int size = 2;
    while (size < static_cast<int>(colors.size()))
        size *= 2;
    std::vector<GifColorType> entries(static_cast<std::size_t>(size));
    std::transform(colors.begin(), colors.end(), entries.begin(), [](QRgb color) {
        return GifColorType{static_cast<GifByteType>(qRed(color)), static_cast<GifByteType>(qGreen(color)),
                            static_cast<GifByteType>(qBlue(color))};
    });
    return Map(GifMakeMapObject(size, entries.data()));
}

const QRgb* lineOf(const QImage& image, int y) {
    return reinterpret_cast<const QRgb*>(image.constScanLine(y));
}

/// The smallest part of `next` that holds all that differs from `last`; one pixel where nothing does.
QRect changed(const QImage& last, const QImage& next) {
    if (last.isNull())
        return next.rect();
    const int width = next.width(), height = next.height();
    int top = height, bottom = -1, left = width, right = -1;
    for (int y = 0; y < height; ++y) {
        const QRgb *a = lineOf(last, y), *b = lineOf(next, y);
        if (std::memcmp(a, b, static_cast<std::size_t>(width) * sizeof(QRgb)) == 0)
            continue;
        top = std::min(top, y);
        bottom = y;
        const auto first = static_cast<int>(std::mismatch(a, a + width, b).first - a);
        int end = width - 1;
        while (a[end] == b[end])
            --end;
        left = std::min(left, first);
        right = std::max(right, end);
    }
    return bottom < 0 ? QRect(0, 0, 1, 1) : QRect(QPoint(left, top), QPoint(right, bottom));
}

}  // namespace

struct GifWriter::State {
    QIODevice& device;
    GifFileType* gif = nullptr;
    QImage last;

    Error fault() const {
        const QString reason = device.errorString();
        return {ErrorCode::FileProblem, "The animation cannot be written: " + reason.toStdString() + "."};
    }

    bool begin(const QImage& frame) {
        int error = 0;
        gif = EGifOpen(&device, writeBytes, &error);
        if (!gif)
            return false;
        EGifSetGifVersion(gif, true);
        const unsigned char name[] = "NETSCAPE2.0";
        const unsigned char forEver[] = {1, 0, 0};
        return EGifPutScreenDesc(gif, frame.width(), frame.height(), 8, 0, nullptr) == GIF_OK &&
               EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
               EGifPutExtensionBlock(gif, 11, name) == GIF_OK && EGifPutExtensionBlock(gif, 3, forEver) == GIF_OK &&
               EGifPutExtensionTrailer(gif) == GIF_OK;
    }

    bool put(const QImage& frame, const QRect& part, int hundredths) {
        GraphicsControlBlock control{};
        control.DisposalMode = DISPOSE_DO_NOT;
        control.DelayTime = hundredths;
        control.TransparentColor = NO_TRANSPARENT_COLOR;
        GifByteType bytes[4];
        EGifGCBToExtension(&control, bytes);
        IndexedPicture picture = indexed(frame, part);
        const Map map = mapOf(picture.colors);
        if (!map || EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, 4, bytes) != GIF_OK ||
            EGifPutImageDesc(gif, part.left(), part.top(), part.width(), part.height(), false, map.get()) != GIF_OK)
            return false;
        for (int row = 0; row < part.height(); ++row)
            if (EGifPutLine(
                    gif,
                    picture.pixels.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(part.width()),
                    part.width()) != GIF_OK)
                return false;
        return true;
    }
};

GifWriter::GifWriter(QIODevice& device) : m_state(new State{device, nullptr, {}}) {}

GifWriter::~GifWriter() {
    int error = 0;
    if (m_state->gif)
        EGifCloseFile(m_state->gif, &error);
}

Result<void> GifWriter::add(const QImage& frame, int hundredths) {
    if (frame.width() > kLargestSide || frame.height() > kLargestSide)
        return Error{ErrorCode::TooLarge, "A GIF has at most 65535 pixels a side, and the figure has " +
                                              std::to_string(frame.width()) + " x " + std::to_string(frame.height()) +
                                              "."};
    const QImage next = frame.convertToFormat(QImage::Format_RGB32);
    if (!m_state->gif && !m_state->begin(next))
        return m_state->fault();
    if (!m_state->put(next, changed(m_state->last, next), std::clamp(hundredths, kShortest, 65535)))
        return m_state->fault();
    m_state->last = next;
    return {};
}

Result<void> GifWriter::finish() {
    int error = 0;
    GifFileType* gif = std::exchange(m_state->gif, nullptr);
    if (!gif || EGifCloseFile(gif, &error) != GIF_OK)
        return m_state->fault();
    return {};
}

}  // namespace attn::app

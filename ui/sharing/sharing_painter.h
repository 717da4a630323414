#pragma once
#include <QPainter>
#include <optional>

#include "ui/sharing/sharing_picture.h"
#include "ui/theme/theme.h"

namespace attn::ui {

struct SharingStyle {
    const Theme* theme = nullptr;  ///< Never null where something is drawn.
    bool isPaper = false;          ///< Points instead of pixels.
    double pixelsPerUnit = 1.0;    ///< Edges of cells fall on whole device pixels of this density.
};

/// Where everything stands, from the top: query heads, lines, KV heads, bars, sentences.
struct SharingLayout {
    QSizeF size;
    QRectF title;                    ///< "query heads"
    std::vector<QRectF> queryHeads;  ///< The square of each; its number stands above.
    std::vector<QRectF> kvHeads;     ///< Its number stands below.
    QRectF kvTitle;
    std::vector<QRectF> groups;  ///< One per group of bars.
    QRectF sentences;
    Index step = 1;  ///< Every `step`-th head is numbered.
    double unit = 1.0;

    /// The query head whose square, number or place above its line is at a point.
    std::optional<Index> headAt(QPointF point) const;
};

SharingLayout layoutSharing(const SharingPicture& picture, const SharingStyle& style, QSizeF size);
/// The least height in which nothing overlaps.
double sharingHeight(const SharingPicture& picture, const SharingStyle& style, double width);
/// `chosen` and `hovered` are query heads, -1: none; both light what they read.
void paintSharing(QPainter& painter, const SharingPicture& picture, const SharingStyle& style,
                  const SharingLayout& layout, Index chosen = -1, Index hovered = -1);

}  // namespace attn::ui

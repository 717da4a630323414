#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"
#include "ui/sharing/sharing_painter.h"

namespace attn::ui {
namespace {

constexpr double kMostSquare = 72.0, kLeastSquare = 4.0, kMostKv = 56.0, kKvHeight = 28.0;
constexpr double kLeastLines = 36.0, kMostLines = 110.0;  ///< Height of the lines between the heads.
constexpr double kTwoColumns = 560.0;                     ///< Width from which groups of bars stand side by side.

struct Measures {
    FigureType type;
    double u, margin, titleHeight, numberHeight, barRow;

    Measures(const SharingStyle& style)
        : type(figureType(style.isPaper)),
          u(style.isPaper ? 0.7 : fontScale()),
          margin(style.isPaper ? 0.0 : 16.0 * u),
          titleHeight(metricsOf(type.axisTitle).height() + 2.0 * u),
          numberHeight(metricsOf(type.tick).height() + 2.0 * u),
          barRow(metricsOf(type.label).height() + 6.0 * u) {}
};

/// Side of the squares and what lies between them.
struct Pitch {
    double square, pitch;
};

Pitch pitchOf(Index heads, double wide, double u) {
    const double pitch = std::min(wide / static_cast<double>(std::max<Index>(1, heads)), (kMostSquare + 40.0) * u);
    const double gap = std::clamp(pitch * 0.2, 1.0, 24.0 * u);
    return {std::clamp(pitch - gap, kLeastSquare * u * 0.5, kMostSquare * u), pitch};
}

double groupHeight(const SharingBars& group, const Measures& m, double width) {
    return m.titleHeight + static_cast<double>(group.bars.size()) * m.barRow + 4.0 * m.u +
           wrappedHeight(group.note, m.type.note, width);
}

double groupsHeight(const SharingPicture& picture, const Measures& m, double wide) {
    const bool areBeside = wide >= kTwoColumns * m.u && picture.groups.size() > 1;
    double height = 0.0;
    for (const SharingBars& group : picture.groups) {
        const double one = groupHeight(group, m, areBeside ? (wide - 24.0 * m.u) / 2.0 : wide);
        height = areBeside ? std::max(height, one) : height + one + 12.0 * m.u;
    }
    return height;
}

double sentencesHeight(const SharingPicture& picture, const Measures& m, double wide) {
    return wrappedHeight(picture.sentences.join(u' '), m.type.caption, wide);
}

}  // namespace

std::optional<Index> SharingLayout::headAt(QPointF point) const {
    if (queryHeads.empty() || kvHeads.empty())
        return {};
    for (std::size_t i = 0; i < queryHeads.size(); ++i) {
        const double half = queryHeads.size() > 1 ? std::abs(queryHeads[1].left() - queryHeads[0].left()) / 2.0
                                                  : queryHeads[0].width() / 2.0;
        const double x = queryHeads[i].center().x();
        if (point.x() >= x - half && point.x() < x + half && point.y() >= title.bottom() &&
            point.y() <= queryHeads[i].bottom() + 4.0 * unit)
            return static_cast<Index>(i);
    }
    return {};
}

SharingLayout layoutSharing(const SharingPicture& picture, const SharingStyle& style, QSizeF size) {
    const Measures m(style);
    const double u = m.u, wide = std::max(1.0, size.width() - 2.0 * m.margin);
    SharingLayout layout;
    layout.size = size;
    layout.unit = u;
    layout.title = QRectF(m.margin, m.margin / 2.0, wide, m.titleHeight);
    const Index heads = picture.queryHeads();
    const auto [square, pitch] = pitchOf(heads, wide, u);
    layout.step = std::max<Index>(
        1, static_cast<Index>(
               std::ceil((metricsOf(m.type.tick).horizontalAdvance(QString::number(heads)) + 4.0 * u) / pitch)));

    const double below = kKvHeight * u + m.numberHeight + m.titleHeight + 12.0 * u + groupsHeight(picture, m, wide) +
                         8.0 * u + sentencesHeight(picture, m, wide) + m.margin / 2.0;
    const double squaresTop = layout.title.bottom() + m.numberHeight;
    const double spare = size.height() - squaresTop - square - below;
    const double lines = std::clamp(spare, kLeastLines * u, kMostLines * u);
    const double first = m.margin + (wide - pitch * static_cast<double>(heads)) / 2.0;
    for (Index head = 0; head < heads; ++head)
        layout.queryHeads.push_back(
            QRectF(first + pitch * (static_cast<double>(head) + 0.5) - square / 2.0, squaresTop, square, square));

    // A KV head stands below the middle of its readers.
    const double kvTop = squaresTop + square + lines;
    const double share =
        heads > 0 ? static_cast<double>(heads) / static_cast<double>(std::max<Index>(1, picture.kvHeads)) : 1.0;
    const double kvWidth = std::min(kMostKv * u, std::max(square, std::min(pitch * share - 4.0 * u, kMostKv * u)));
    for (Index kv = 0; kv < picture.kvHeads; ++kv)
        layout.kvHeads.push_back(QRectF(first + pitch * share * (static_cast<double>(kv) + 0.5) - kvWidth / 2.0,
                                        kvTop, kvWidth, kKvHeight * u));
    layout.kvTitle = QRectF(m.margin, kvTop + kKvHeight * u + m.numberHeight, wide, m.titleHeight);

    double top = layout.kvTitle.bottom() + 12.0 * u;
    const bool areBeside = wide >= kTwoColumns * u && picture.groups.size() > 1;
    const double column = areBeside ? (wide - 24.0 * u) / 2.0 : wide;
    for (std::size_t i = 0; i < picture.groups.size(); ++i) {
        const double high = groupHeight(picture.groups[i], m, column);
        layout.groups.push_back(
            QRectF(m.margin + (areBeside && i % 2 == 1 ? column + 24.0 * u : 0.0), top, column, high));
        if (!areBeside)
            top += high + 12.0 * u;
    }
    if (areBeside)
        top += groupsHeight(picture, m, wide);
    layout.sentences = QRectF(m.margin, top + 8.0 * u, wide, sentencesHeight(picture, m, wide));
    return layout;
}

double sharingHeight(const SharingPicture& picture, const SharingStyle& style, double width) {
    const SharingLayout layout = layoutSharing(picture, style, QSizeF(width, 0.0));
    return std::ceil(layout.sentences.bottom() + (style.isPaper ? 1.0 : 8.0 * layout.unit));
}

}  // namespace attn::ui

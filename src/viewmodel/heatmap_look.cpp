#include <algorithm>
#include <cmath>
#include <limits>

#include "src/viewmodel/heatmap_parts.h"
#include "src/viewmodel/words.h"

namespace attn::app {

namespace {

/// What the finite, unmasked cells are like; range and decimals come from them alone.
struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    double leastPositive = std::numeric_limits<double>::infinity();
    Index counted = 0;
    Index nonFinite = 0;
    bool isWhole = true;

    void add(double value) {
        if (!std::isfinite(value)) {
            ++nonFinite;
            return;
        }
        ++counted;
        low = std::min(low, value);
        high = std::max(high, value);
        if (value > 0.0)
            leastPositive = std::min(leastPositive, value);
        isWhole = isWhole && value == std::floor(value) && std::abs(value) < 1e6;
    }
};

bool isMasked(ui::CellState state) {
    return state == ui::CellState::Masked || state == ui::CellState::MaskedByHand;
}

template <class Use>
void forEachShown(const ui::HeatmapPicture& picture, const Use& use) {
    for (Index row = 0; row < picture.cells.rows; ++row)
        for (Index col = 0; col < picture.cells.cols; ++col)
            if (!isMasked(picture.state(row, col)))
                use(picture.cells(row, col));
}

struct Bounds {
    double low = 0.0;
    double high = 1.0;
};

// So that high - low stays finite.
constexpr double kLargest = std::numeric_limits<double>::max() / 4;

/// Symmetric about 0 where the values have a sign, 0 to 1 for weights.
Bounds automatic(const Extent& extent, bool isShare) {
    if (isShare)
        return {};
    double size = extent.counted ? std::max(std::abs(extent.low), std::abs(extent.high)) : 1.0;
    // Below the smallest normal number, positions within the range would lose their digits.
    if (size < std::numeric_limits<double>::min())
        size = 1.0;
    size = std::min(size, kLargest);
    return {-size, size};
}

QString leftOutNote(Index nonFinite) {
    if (nonFinite == 0)
        return {};
    return nonFinite == 1 ? Words::tr("One value is not finite and has no part in the range.")
                          : Words::tr("%1 values are not finite and have no part in the range.").arg(nonFinite);
}

QString outsideNote(std::span<const ui::HeatmapPicture> pictures, Bounds bounds) {
    Index outside = 0;
    for (const auto& picture : pictures)
        forEachShown(picture, [&](double value) {
            outside += std::isfinite(value) && (value < bounds.low || value > bounds.high) ? 1 : 0;
        });
    if (outside == 0)
        return {};
    const QString range = Words::tr("%1 to %2").arg(exactText(bounds.low, Precision::F64),
                                                    exactText(bounds.high, Precision::F64));
    return outside == 1 ? Words::tr("One value lies outside %1 and has the colour of the end.").arg(range)
                        : Words::tr("%1 values lie outside %2 and have the colour of the end.").arg(outside).arg(range);
}

int decimalsFor(const Extent& extent, Stage stage, const Look& look) {
    if (look.decimals >= 0)
        return look.decimals;
    if (stage == Stage::Weights)
        return 3;
    return extent.counted && extent.isWhole ? 0 : 2;
}

Extent extentOf(std::span<const ui::HeatmapPicture> pictures) {
    Extent extent;
    for (const auto& picture : pictures)
        forEachShown(picture, [&](double value) { extent.add(value); });
    return extent;
}

void setRange(std::span<ui::HeatmapPicture> pictures, const Extent& extent, const Range& range,
              std::optional<ui::MapName> map) {
    const bool isShare = !pictures.empty() && pictures.front().isShare;
    Bounds bounds = automatic(extent, isShare);
    QStringList notes;
    bool isPerRow = false;
    bool isLog = false;
    switch (range.kind) {
    case Range::Kind::Auto:
        break;
    case Range::Kind::Row:
        isPerRow = true;
        notes << Words::tr("Each row has its own range, from its finite, unmasked values.");
        break;
    case Range::Kind::Log:
        if (extent.counted == 0 || extent.low < 0.0 || !std::isfinite(extent.leastPositive)) {
            notes << Words::tr("A logarithmic range needs positive values: the range is linear.");
        } else {
            isLog = true;
            bounds = {extent.leastPositive, extent.high};
            if (bounds.low >= bounds.high)
                bounds.low = bounds.high / 10.0;
            notes << Words::tr("They begin at the smallest positive value.");
        }
        break;
    case Range::Kind::Fixed:
        bounds = {range.low, range.high};
        break;
    }
    if (isLog || range.kind == Range::Kind::Fixed || bounds.high >= kLargest)
        notes << outsideNote(pictures, bounds);
    notes << leftOutNote(extent.nonFinite);
    notes.removeAll(QString());

    // Only a symmetric range gives the diverging map's middle a meaning.
    const bool isSigned = !isShare && !isLog;
    for (ui::HeatmapPicture& picture : pictures) {
        picture.low = bounds.low;
        picture.high = bounds.high;
        picture.perRowRange = isPerRow;
        picture.logRange = isLog;
        picture.map = map.value_or(isSigned ? ui::MapName::Diverging : ui::MapName::Cividis);
        picture.rangeNote = notes.join(u' ');
    }
}

}  // namespace

void applyRange(std::span<ui::HeatmapPicture> pictures, const Range& range, std::optional<ui::MapName> map) {
    setRange(pictures, extentOf(pictures), range, map);
}

void applyLook(std::span<ui::HeatmapPicture> pictures, Stage stage, const Look& look) {
    const Extent extent = extentOf(pictures);
    for (ui::HeatmapPicture& picture : pictures) {
        picture.isShare = stage == Stage::Weights;
        picture.decimals = decimalsFor(extent, stage, look);
    }
    setRange(pictures, extent, look.range, look.map);
}

}  // namespace attn::app

#pragma once
#include <QJsonObject>
#include <vector>

#include "ui/heatmap/heatmap_picture.h"

namespace attn::app {

/// How the numbers of one matrix, or of one for each head, stand in a page.
enum class PagePacking {
    Exact,    ///< Every bit, as float where a float holds it, else as double.
    Steps16,  ///< Rounded to one of 65533 even steps from the lowest to the highest.
    Steps12,  ///< The same with 4093 steps.
};

/// All the numbers of `pictures`, which have one size, in the order of heads and rows.
std::vector<double> pageNumbers(const std::vector<ui::HeatmapPicture>& pictures);

/// A float holds every number exactly.
bool areFloats(const std::vector<double>& numbers);

/// Characters that the numbers take.
double packedSize(const std::vector<double>& numbers, PagePacking packing);

struct PackedNumbers {
    QJsonObject json;       ///< {as: f32 | f64 | s16 | s12, data: base64, low, step}
    double rounding = 0.0;  ///< Largest distance of a finite number from the one that it stands for; 0: exact.
};
PackedNumbers packed(const std::vector<double>& numbers, PagePacking packing);

/// How cells are drawn, four to a byte: 0 plain, 1 masked, 2 masked by hand, 3 allowed by hand; {data, isShared}
/// where all heads share those of the first. Empty where every cell is plain.
QJsonObject packedStates(const std::vector<ui::HeatmapPicture>& pictures);

}  // namespace attn::app

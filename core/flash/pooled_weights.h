#pragma once
#include <functional>

#include "core/flash/on_demand.h"

namespace attn {

/// What a pixel shows of the weights that fall on it.
enum class Pooling { Largest, Mean };

/// A picture of a window of one head's weights that are nowhere in memory.
struct PooledWeights {
    Matrix cells;                         ///< (pixel rows x pixel cols)
    std::vector<std::uint8_t> isAllowed;  ///< one per pixel: some cell of it has a weight, seen so far
    Index rowsMet = 0;                    ///< Rows of the window that are in it,
    Index rows = 0;                       ///< of so many.
    bool isExact() const { return rowsMet == rows; }
};

/// What is asked for.
struct PoolRequest {
    WeightWindow window;
    Index pixelRows = 1, pixelCols = 1;  ///< At most as many as the window has cells.
    Pooling pooling = Pooling::Largest;
    Index mostRowsOfPixel = 0;  ///< Rows of each pixel that are looked at; 0: all of them.
};

/// The first cell of each of `pixels` pixels of a side from `first` to before `last`, and where the last one ends:
/// pixel p has cells first + p * count / pixels to before that of p + 1.
std::vector<Index> pixelStarts(Index first, Index last, Index pixels);
/// The pixel in which `cell` is, first <= cell < last.
Index pixelOf(Index first, Index last, Index pixels, Index cell);

/// Weights pooled to pixels, coarse first: after each pass `refined` is given the picture so far. A pass adds one or
/// some rows of every pixel, spread over it, with all of its keys.
///
///     largest   the largest weight of the rows met so far: never more than the final one
///     mean      the mean over the rows met so far
///
/// `lse` is that of each row of the window, or empty: it is then found on the way, at once where the window has all
/// keys, else by a walk over the keys for each row that is met.
///
/// Masking   as windowWeights; cells that are not allowed count as 0. NaN outranks all.
/// Errors    OutOfRange for a window or numbers of pixels that do not fit; ShapeMismatch for another number of lse;
///           Cancelled, within a tile.
/// Accuracy  as windowWeights, also exact in one pass or many: the order of additions of a mean apart.
/// Cost      O(rows met * cols * dk) time; each row is met once. `progress` is told of the rows.
/// Memory    O(pixels + nk), and 384 rows of 2 numbers for each column of pixels.
template <class T>
Result<PooledWeights> pooledWeights(const HeadScores<T>& head, const std::vector<T>& lse, const PoolRequest& request,
                                    const std::function<void(const PooledWeights&)>& refined = {},
                                    const Progress& progress = {});

}  // namespace attn

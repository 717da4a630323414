#pragma once
#include <bit>
#include <cstdint>

#include "core/base/tensor.h"

namespace attn {

/// An order of numbers by size, as whole numbers that hold the number itself: NaN is the largest, then infinity, then
/// the larger |value|; of two opposite numbers the negative one. 0 is less than the rank of any number.
using MagnitudeRank = std::uint64_t;

/// The bits of the magnitude, then the sign. Zero counts as -0, so that no number has rank 0.
inline MagnitudeRank magnitudeRank(double value) {
    const MagnitudeRank rank = std::rotl(std::bit_cast<MagnitudeRank>(value), 1);
    return rank > 1 ? rank : 1;
}
inline double rankedNumber(MagnitudeRank rank) {
    return std::bit_cast<double>(std::rotr(rank, 1));
}

/// The largest rank of each block of two by two numbers: out[b] of columns 2b and 2b + 1 of two rows.
/// Cost      at the speed of memory for long rows: vectors, chosen at run time.
void joinNumbers(const double* upper, const double* lower, Index blocks, MagnitudeRank* out);
/// The same of ranks.
void joinRanks(const MagnitudeRank* upper, const MagnitudeRank* lower, Index blocks, MagnitudeRank* out);

}  // namespace attn

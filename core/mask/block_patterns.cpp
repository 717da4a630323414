#include "core/mask/block_patterns.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/random.h"

namespace attn {

namespace {

/// The blocks that row `row` may choose from: neither seen already, nor barred by the published code.
std::vector<Index> choices(const BoolTensor& pattern, Index blocks, Index row) {
    std::vector<Index> free;
    for (Index b = 0; b < blocks; ++b) {
        const bool isBarred = (row == 1 && b == blocks - 2) || (row == blocks - 2 && b == 1);
        if (pattern[row * blocks + b] == 0 && !isBarred)
            free.push_back(b);
    }
    return free;
}

}  // namespace

BoolTensor diagonalBlocks(Index rows, Index cols) {
    BoolTensor pattern({rows, cols});
    for (Index b = 0; b < std::min(rows, cols); ++b)
        pattern[b * cols + b] = 1;
    return pattern;
}

Result<BoolTensor> bigBirdBlocks(Index blocks, Index random, std::uint64_t seed) {
    if (blocks < 1 || random < 0)
        return Error{ErrorCode::OutOfRange, "BigBird needs at least 1 block and 0 random blocks; given are " +
                                                std::to_string(blocks) + " and " + std::to_string(random) + "."};
    BoolTensor pattern({blocks, blocks});
    for (Index i = 0; i < blocks; ++i)
        for (Index j = 0; j < blocks; ++j) {
            const bool isGlobal = i == 0 || j == 0 || i == blocks - 1 || j == blocks - 1;
            pattern[i * blocks + j] = isGlobal || (i - j <= 1 && j - i <= 1) ? 1 : 0;
        }
    Random numbers(seed);
    for (Index i = 1; i < blocks - 1; ++i) {
        std::vector<Index> free = choices(pattern, blocks, i);
        if (static_cast<Index>(free.size()) < random)
            return Error{ErrorCode::OutOfRange, "Row " + std::to_string(i) + " of " + std::to_string(blocks) +
                                                    " blocks has " + std::to_string(free.size()) +
                                                    " left to choose from, fewer than " + std::to_string(random) +
                                                    "."};
        for (Index k = 0; k < random; ++k) {
            const auto rest = static_cast<double>(free.size() - static_cast<std::size_t>(k));
            const auto at = static_cast<std::size_t>(k) + static_cast<std::size_t>(numbers.uniform() * rest);
            std::swap(free[static_cast<std::size_t>(k)], free[at]);
            pattern[i * blocks + free[static_cast<std::size_t>(k)]] = 1;
        }
    }
    return pattern;
}

}  // namespace attn

#include "core/cost/head_size.h"

namespace attn {
namespace {

constexpr Index kMaxRows = Index{1} << 40;
constexpr Index kMaxWidth = Index{1} << 20;

Result<void> between(const char* name, Index value, Index low, Index high) {
    if (value >= low && value <= high)
        return {};
    return Error{ErrorCode::OutOfRange, std::string(name) + " is " + std::to_string(value) + " but must be between " +
                                            std::to_string(low) + " and " + std::to_string(high) + "."};
}

}  // namespace

const char* algorithmName(Algorithm algorithm) {
    switch (algorithm) {
        case Algorithm::Naive:
            return "naive";
        case Algorithm::Flash1:
            return "FlashAttention";
        case Algorithm::Flash2:
            return "FlashAttention-2";
    }
    return "naive";
}

Result<void> checkHeadSize(const HeadSize& size) {
    if (auto checked = between("The number of queries", size.nq, 0, kMaxRows); !checked)
        return checked;
    if (auto checked = between("The number of keys", size.nk, 0, kMaxRows); !checked)
        return checked;
    if (auto checked = between("The head width d_k", size.dk, 1, kMaxWidth); !checked)
        return checked;
    return between("The value width d_v", size.dv, 1, kMaxWidth);
}

Result<void> checkTileSize(const TileSize& tile) {
    if (tile.queryRows >= 1 && tile.keyRows >= 1)
        return {};
    return Error{ErrorCode::OutOfRange, "A tile of " + std::to_string(tile.queryRows) + " queries by " +
                                            std::to_string(tile.keyRows) + " keys needs at least 1 of each."};
}

}  // namespace attn

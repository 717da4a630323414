#include "core/cost/layer_table.h"

#include <algorithm>

namespace attn {
namespace {

Result<void> between(const char* name, Index value, Index low, Index high) {
    if (value >= low && value <= high)
        return {};
    return Error{ErrorCode::OutOfRange, std::string(name) + " is " + std::to_string(value) + " but must be between " +
                                            std::to_string(low) + " and " + std::to_string(high) + "."};
}

Result<void> check(const LayerSettings& settings) {
    constexpr Index kMaxRows = Index{1} << 40;
    constexpr Index kMaxWidth = Index{1} << 20;
    if (auto checked = between("The sequence length n", settings.n, 1, kMaxRows); !checked)
        return checked;
    if (auto checked = between("The width d", settings.d, 1, kMaxWidth); !checked)
        return checked;
    if (auto checked = between("The kernel k", settings.kernel, 2, kMaxWidth); !checked)
        return checked;
    return between("The neighbourhood r", settings.neighbourhood, 1, kMaxRows);
}

/// The smallest number of layers of which the last sees n tokens: ceil(log_k n), in whole numbers.
Index layersToReach(Index n, Index kernel) {
    Index layers = 0;
    for (Index reach = 1; reach < n; reach *= kernel)
        ++layers;
    return layers;
}

}  // namespace

Result<std::vector<LayerRow>> layerTable(const LayerSettings& settings) {
    if (const auto checked = check(settings); !checked)
        return checked.error();
    const auto n = static_cast<double>(settings.n);
    const auto d = static_cast<double>(settings.d);
    const auto k = static_cast<double>(settings.kernel);
    const Index near = std::min(settings.neighbourhood, settings.n);
    const auto r = static_cast<double>(near);
    const auto steps = static_cast<double>((settings.n + near - 1) / near);
    return std::vector<LayerRow>{
        {LayerKind::SelfAttention, "Self-attention", "n² d", "1", "1", n * n * d, 1.0, 1.0},
        {LayerKind::Recurrent, "Recurrent", "n d²", "n", "n", n * d * d, n, n},
        {LayerKind::Convolution, "Convolution", "k n d²", "1", "log_k n", k * n * d * d, 1.0,
         static_cast<double>(layersToReach(settings.n, settings.kernel))},
        {LayerKind::Restricted, "Restricted self-attention", "r n d", "1", "n / r", r * n * d, 1.0, steps},
    };
}

}  // namespace attn

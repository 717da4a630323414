#include "core/cost/kv_cache.h"

#include <algorithm>

#include "core/cost/memory.h"

namespace attn {
namespace {

constexpr Index kMaxSize = Index{1} << 30;
constexpr Index kMaxTokens = Index{1} << 40;

Result<void> check(const KvCacheShape& shape) {
    struct Size {
        const char* name;
        Index value;
        Index low;
        Index high;
    };
    for (const Size& size :
         {Size{"The number of layers", shape.layers, 1, kMaxSize},
          Size{"The number of key-value heads", shape.kvHeads, 1, kMaxSize},
          Size{"The head width d_k", shape.dk, 1, kMaxSize}, Size{"The value width d_v", shape.dv, 1, kMaxSize},
          Size{"The batch", shape.batch, 1, kMaxSize}, Size{"The context", shape.context, 1, kMaxTokens},
          Size{"The window", shape.window, 0, kMaxTokens}})
        if (size.value < size.low || size.value > size.high)
            return Error{ErrorCode::OutOfRange, std::string(size.name) + " is " + std::to_string(size.value) +
                                                    " but must be between " + std::to_string(size.low) + " and " +
                                                    std::to_string(size.high) + "."};
    return {};
}

}  // namespace

Result<double> kvBytesPerToken(const KvCacheShape& shape) {
    if (const auto checked = check(shape); !checked)
        return checked.error();
    return static_cast<double>(shape.layers) * static_cast<double>(shape.kvHeads) *
           static_cast<double>(shape.dk + shape.dv) * static_cast<double>(elementBytes(shape.precision));
}

Result<double> kvCacheBytes(const KvCacheShape& shape) {
    const auto perToken = kvBytesPerToken(shape);
    if (!perToken)
        return perToken.error();
    const Index kept = shape.window == 0 ? shape.context : std::min(shape.context, shape.window);
    return *perToken * static_cast<double>(shape.batch) * static_cast<double>(kept);
}

const std::vector<ModelPreset>& modelPresets() {
    static const std::vector<ModelPreset> kPresets{
        {"LLaMA-2 7B", 32, 32, 32, 128, 0, SourceMark::Seen,
         "Touvron et al. 2023, arXiv:2307.09288; the model's configuration"},
        {"LLaMA-2 13B", 40, 40, 40, 128, 0, SourceMark::Seen,
         "Touvron et al. 2023, arXiv:2307.09288; the model's configuration"},
        {"LLaMA-2 70B", 80, 64, 8, 128, 0, SourceMark::Seen,
         "Touvron et al. 2023, arXiv:2307.09288; the model's configuration"},
        {"Mistral 7B", 32, 32, 8, 128, 4096, SourceMark::Seen, "Jiang et al. 2023, arXiv:2310.06825, table 1"},
    };
    return kPresets;
}

KvCacheShape kvCacheOf(const ModelPreset& model, Index context) {
    return {model.layers, model.kvHeads, model.headDim, model.headDim, 1, context, model.window, Precision::F16};
}

}  // namespace attn

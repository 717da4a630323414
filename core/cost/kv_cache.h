#pragma once
#include <vector>

#include "core/base/result.h"
#include "core/cost/source_mark.h"
#include "core/scene/scene.h"

namespace attn {

/// What decides the size of the keys and values that a model keeps while it writes.
struct KvCacheShape {
    Index layers = 32;
    Index kvHeads = 32;  ///< G: as many as heads with MHA, fewer with GQA, 1 with MQA
    Index dk = 128;
    Index dv = 128;
    Index batch = 1;
    Index context = 4096;  ///< tokens so far
    Index window = 0;      ///< of a rolling buffer, in tokens; 0: everything is kept
    Precision precision = Precision::F16;
};

/// layers G (dk + dv) e: bytes that each token adds, or in a full rolling buffer replaces.
///
/// Errors    OutOfRange, with the number, for a size below 1 or above 2^30 (context and window 2^40, window from 0).
Result<double> kvBytesPerToken(const KvCacheShape& shape);

/// layers B min(context, window) G (dk + dv) e bytes.
///
/// Against MHA, MQA saves a factor H and GQA a factor H / G; a rolling buffer saves context / window.
///
/// Units     bytes, in doubles.
/// Errors    as above.
/// Source    Shazeer 2019, arXiv:1911.02150 (MQA); Ainslie et al. 2023, arXiv:2305.13245 (GQA); Jiang et al. 2023,
///           arXiv:2310.06825 (rolling buffer).
Result<double> kvCacheBytes(const KvCacheShape& shape);

/// The attention of a published model.
struct ModelPreset {
    const char* name;
    Index layers;
    Index heads;
    Index kvHeads;
    Index headDim;
    Index window;  ///< tokens; 0: none
    SourceMark mark;
    const char* source;
};

/// LLaMA-2 7B, 13B, 70B and Mistral 7B.
const std::vector<ModelPreset>& modelPresets();

/// The cache of a preset with `context` tokens, 16-bit numbers; with its own rolling window, if it has one.
KvCacheShape kvCacheOf(const ModelPreset& model, Index context);

}  // namespace attn

#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/tensor.h"
#include "core/scene/scene.h"

namespace attn {

/// What is counted for: self-attention of n queries and n keys.
struct MemoryShape {
    Index heads = 8;       ///< H >= 1
    Index kvHeads = 8;     ///< G >= 1, divides H
    Index dk = 64;
    Index dv = 64;
    Index batch = 1;       ///< B >= 1
    Precision precision = Precision::F32;
    bool backward = false; ///< The peak of a training step instead of the forward pass alone.
    bool operator==(const MemoryShape&) const = default;
};

/// Bytes of one element: 8, 4, 2, 2.
Index elementBytes(Precision precision);
/// "float64", "float32", "float16", "bfloat16"
std::string precisionText(Precision precision);

/// Bytes beyond the inputs and the outputs, which are counted beside them. e = bytes of an element, s = max(4, e): the
/// statistics of a row are kept in float at least.
///
///     naive, forward     B H 2 n^2 e              the scores S and the weights P of every head, both kept
///     flash, forward     B H n s                  lse: one number per row, m + ln(sum)
///     naive, backward    B H 3 n^2 e              P kept from forward, dP and dS
///     flash, backward    B H (2 n s + a)          lse and D = rowsum(dO o O); a = 4 n dk for 16-bit types, whose dQ is
///                                                 summed in float beside the output, else 0
///     inputs             B n (H dk + G (dk + dv)) e, and B H n dv e more (dO) for backward
///     outputs            B H n dv e,              and the gradients of Q, K, V for backward
///
/// Not counted: what does not grow with n, that is the tiles that flash works in (see measure.h).
/// One head at a time, with nq != nk, dropout and the first flash paper: head_memory.h.
/// Source    counted from our own two loops; per head as in Dao et al. 2022, arXiv:2205.14135 (Algorithms 0, 3) and
///           Dao 2023, arXiv:2307.08691 (Algorithms 1, 2).
struct MemoryCount {
    double naive = 0.0;    ///< bytes
    double flash = 0.0;    ///< bytes
    double inputs = 0.0;   ///< bytes
    double outputs = 0.0;  ///< bytes
};

/// Errors    OutOfRange, with the numbers, for a size below 1 or above its limit (n 2^40, heads and batch 2^20,
///           widths 2^20) and for KV heads that do not divide the heads.
Result<MemoryCount> countMemory(const MemoryShape& shape, Index n);

/// K and V of one layer, B n G (dk + dv) e bytes: what a cache of n tokens holds, and all that KV heads change.
/// Sizes are those of a shape and an n that countMemory takes.
double keyValueBytes(const MemoryShape& shape, Index n);

/// One n: counted always; measured where it was run, else null with the reason.
struct MemoryRow {
    Index n = 0;
    double naiveCountedBytes = 0.0;
    double flashCountedBytes = 0.0;
    std::optional<double> naiveMeasuredBytes;
    std::optional<double> flashMeasuredBytes;
    std::string naiveWhy;  ///< Why it was not run: a sentence; empty when it was.
    std::string flashWhy;
    bool naiveWouldNotFit = false;  ///< Not run because the memory is too small.
    bool flashWouldNotFit = false;
    std::optional<double> naiveSeconds;
    std::optional<double> flashSeconds;
};

struct MemoryStudy {
    MemoryShape shape;
    double freeBytes = 0.0;  ///< What a run was allowed to take; 0 when nothing was to be measured.
    std::vector<MemoryRow> rows;
    /// What flash ran on: "AVX-512", "AVX2", "SSE4" or "plain"; empty when nothing was run.
    std::string flashKernel = {};
};

/// {"format": "headscope/memory", "version": 1, "heads", "kv_heads", "head_dim", "value_dim", "batch", "dtype",
/// "backward", "flash_kernel", "rows": [{"n", "naive_counted_bytes", "flash_counted_bytes", "naive_measured_bytes",
/// "flash_measured_bytes", "naive_why", "flash_why", "naive_seconds", "flash_seconds", "kv_bytes"}]}
/// "flash_kernel" is null when nothing was run.
/// A side that was not run has null for its bytes and seconds and its reason in `why`; one that was run has null there.
std::string memoryJson(const MemoryStudy& study);

}  // namespace attn

#pragma once
#include <vector>

#include "core/base/result.h"
#include "core/base/tensor.h"

namespace attn {

/// One printed number of table 21 of Dao et al. 2022: memory of attention forward and backward on an A100-40GB, batch
/// 16, 8 heads of width 64, float16.
struct PublishedMemory {
    Index n;
    double megabytes;  ///< As printed: MiB, rounded down.
};

/// Six lengths, 128 .. 4096.
const std::vector<PublishedMemory>& publishedPytorchMemory();
/// Ten lengths, 128 .. 65536.
const std::vector<PublishedMemory>& publishedFlashMemory();

/// What those two programs of 2022 hold in bytes, forward and backward together:
///
///     PyTorch           B H e (4 n^2 + 10 n d)
///     FlashAttention    B H (k n d e + 8 n),   k = 13, or 11 when n <= 256
///
/// They reproduce all 16 printed numbers, rounded down. Why these terms is our reading: two float statistics a row
/// (8 n); Q, K, V, O and their gradients (8), a packed copy (3), a float sum of dQ (2), which one tile does not need.
/// They are more than countMemory's, which counts what an algorithm must hold and not what a program does.
///
/// Errors    OutOfRange for a size below 1 or above 2^40.
/// Source    table 21 of arXiv:2205.14135.
struct TrainingShape {
    Index batch = 16;
    Index heads = 8;
    Index headDim = 64;
    Index elementBytes = 2;
};
Result<double> pytorchTrainingBytes(const TrainingShape& shape, Index n);
Result<double> flashTrainingBytes(const TrainingShape& shape, Index n);

/// Figure 2, left, of the same paper: GPT-2 medium, n = 1024, d = 64, 16 heads, batch 64, A100, forward and backward.
///
/// The GFLOP row does not belong to the 1024 heads of the caption: 66.6 and 75.2 are 15.5 and 17.5 n^2 d for 64
/// heads, a sixteenth of the work. Quote the ratio beside computed numbers, never the absolute. The bytes do belong
/// to it.
struct PublishedRun {
    double gigaflops;
    double memoryGigabytes;  ///< 1e9 bytes read from and written to main memory
    double milliseconds;
};
struct PublishedFigure2 {
    PublishedRun standard{66.6, 40.3, 41.7};
    PublishedRun flash{75.2, 4.4, 7.3};
};

/// 18 n^2 + 12 n d elements of 2 bytes for each of B H heads: reproduces the 40.3 GB of the standard side. The
/// algorithms alone need 11 n^2 + 12 n d (traffic.h); the rest are separate kernels for scale, mask and dropout (our
/// reading).
///
/// Errors    OutOfRange for a size below 1 or above 2^40.
Result<double> unfusedTrainingTraffic(const TrainingShape& shape, Index n);

}  // namespace attn

#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/progress.h"
#include "core/cost/memory.h"

namespace attn {

struct MeasureSettings {
    MemoryShape shape;
    std::vector<Index> ns{128, 256, 512, 1024, 2048, 4096};  ///< Sequence lengths, each >= 1, at most 64 of them.
    bool measure = true;         ///< False: counted only.
    Index measureUpTo = 0;       ///< Larger n are counted only; 0: no bound.
    std::uint64_t seed = 7;      ///< Of Q, K and V.
    double freeBytes = 0.0;      ///< What one run may take, inputs and outputs included; from memoryLimit().
};

/// Counts naive and flash attention for each n and, where it fits, really runs both on random Q, K and V, one thread.
///
/// Measured  the largest number of bytes held at one time beyond the inputs and the output, which are made before: every
///           allocation through operator new on the working thread, the loop's own and those inside the kernels, is
///           seen by the program's operator new (heap_meter.h). Blocks that Eigen packs panels of a product in, under
///           1 MiB, come from malloc and are not seen; the tests compare with the peak of the process's resident
///           memory. Seconds are of one run, the allocations included.
/// Loops     naive keeps the scores and the weights of every head, backward also dP (in place of the scores) and dS;
///           flash keeps lse of every head, backward also D. In float with vectors it works in 256 KiB (backward 512) of
///           the stack, which are neither measured nor counted; otherwise in tiles of 64 x 64, whose scratch (about 21
///           KiB in float) is measured but not counted. Backward, the seconds are of both passes.
/// Types     with f16 and bf16 the inputs are rounded to it and everything is held and computed in float: what is
///           measured are the bytes of float, what is counted those of the type.
/// Accuracy  measured and counted agree within 5 % from 1 MiB on, the types of 16 bits apart (tests).
/// Errors    those of countMemory; Cancelled. What cannot be run is not an error: its row says why.
/// `arrived` is called in the working thread after each n, with the rows so far.
Result<MemoryStudy> memoryStudy(const MeasureSettings& settings, const Progress& progress = {},
                                const std::function<void(const MemoryStudy&)>& arrived = {});

}  // namespace attn

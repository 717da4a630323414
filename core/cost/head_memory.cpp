#include "core/cost/head_memory.h"

#include <algorithm>

#include "core/cost/memory.h"

namespace attn {

Result<HeadMemory> headMemory(Algorithm algorithm, const HeadSize& size, Precision precision,
                              const HeadMemoryOptions& options) {
    if (const auto checked = checkHeadSize(size); !checked)
        return checked.error();
    // Doubles: nq nk of the largest sizes allowed does not fit a 64-bit integer.
    const auto nq = static_cast<double>(size.nq);
    const auto nk = static_cast<double>(size.nk);
    const auto dk = static_cast<double>(size.dk);
    const auto dv = static_cast<double>(size.dv);
    const auto e = static_cast<double>(elementBytes(precision));
    const double s = std::max(4.0, e);
    const double matrix = nq * nk * e;

    HeadMemory memory;
    memory.inputs = (nq * dk + nk * dk + nk * dv) * e;
    memory.output = nq * dv * e;
    switch (algorithm) {
        case Algorithm::Naive: {
            const double dropped = options.dropout ? matrix + nq * nk : 0.0;
            memory.extraForward = (options.inPlace ? 1.0 : 2.0) * matrix + dropped;
            memory.extraSaved = matrix + dropped;
            memory.extraBackward = memory.extraSaved + 2.0 * matrix;
            break;
        }
        case Algorithm::Flash1:
            memory.extraForward = memory.extraSaved = memory.extraBackward = 2.0 * nq * s;
            break;
        case Algorithm::Flash2:
            memory.extraForward = memory.extraSaved = nq * s;
            memory.extraBackward = 2.0 * nq * s + (e < 4.0 ? 4.0 * nq * dk : 0.0);
            break;
    }
    return memory;
}

}  // namespace attn

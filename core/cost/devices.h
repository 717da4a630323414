#pragma once
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/cost/source_mark.h"

namespace attn {

/// A graphics processor, as its maker states it.
struct Device {
    const char* name;               ///< "A100 SXM4 80GB"
    const char* computeCapability;  ///< "8.0"
    int multiprocessors;
    int sharedKibPerMultiprocessor;  ///< KiB that tiles may use, of all blocks on a multiprocessor together
    int sharedKibPerBlock;           ///< KiB that one block may use
    int l1AndSharedKib;              ///< KiB of the memory that both are cut from
    int memoryGb;                    ///< as it is sold
    double bandwidthGbPerSecond;     ///< 1e9 bytes a second, of main memory
    double tensorTeraflops;          ///< 1e12 operations a second: dense 16-bit products with float32 accumulation
    SourceMark mark;                 ///< How sure the row is.
};

/// Fourteen presets from V100 to B200. NVIDIA's tables often print the rate of 2:4 sparse matrices, twice what is
/// here; GeForce rates with float16 accumulation are also twice as high.
const std::vector<Device>& devices();

/// The device of that name, upper and lower case alike; or the only one whose name contains it.
///
/// Errors    OutOfRange: no name contains it, or several do; the sentence lists all, or those.
Result<Device> findDevice(const std::string& name);

double peakFlops(const Device& device);  ///< operations per second
double bytesPerSecond(const Device& device);
/// What the tiles of one multiprocessor may fill: its shared memory, in bytes.
double onChipBytes(const Device& device);
/// peakFlops / bytesPerSecond: with fewer operations than this for each byte moved, memory is the limit.
double ridgePoint(const Device& device);

/// The least time that work can take by the roofline model.
///
///     seconds = max(flops / peakFlops, bytes / bytesPerSecond)
///
/// Units     operations, bytes -> seconds. A lower bound: nothing overlaps better than perfectly. The rate is that of
///           16-bit tensor products for every type; float32 arithmetic is slower, so that its bound is further off.
/// Source    Williams, Waterman & Patterson 2009, doi:10.1145/1498765.1498785.
struct Roofline {
    double seconds = 0.0;
    bool isMemoryBound = false;  ///< Moving the bytes takes at least as long as the arithmetic.
    double flopsPerByte = 0.0;   ///< arithmetic intensity; 0 when nothing is moved
};
Roofline roofline(const Device& device, double flops, double bytes);

}  // namespace attn

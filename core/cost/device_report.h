#pragma once
#include <string>
#include <vector>

#include "core/cost/devices.h"
#include "core/cost/head_size.h"
#include "core/cost/memory.h"

namespace attn {

/// One algorithm at one length on a device: all heads and batch items together.
struct DeviceCost {
    double trafficBytes = 0.0;  ///< read from and written to main memory
    double flops = 0.0;         ///< of the matrix products
    Roofline least;             ///< The least time for both.
};

struct DeviceRow {
    Index n = 0;
    DeviceCost naive;
    DeviceCost flash;   ///< FlashAttention-2, whose order of tiles core/flash has.
    DeviceCost flash1;  ///< The first paper's order.
};

struct DeviceReport {
    Device device;
    TileSize flashTile;   ///< Of FlashAttention-2 forward: queries outside, filling a multiprocessor (block_size.h).
    TileSize flash1Tile;  ///< Of FlashAttention, and of both backward passes: keys outside.
    std::vector<DeviceRow> rows;
};

/// What self-attention of `shape` moves, computes and at least takes on a device, for each length; without a mask.
/// With shape.backward both passes of a training step are added up.
///
/// Every query head reads the keys and values it uses, as the loops do that run head by head: shared key-value heads
/// save memory, not this traffic.
/// Errors    those of countMemory and flashBlocks.
Result<DeviceReport> deviceReport(const Device& device, const MemoryShape& shape, const std::vector<Index>& ns);

/// memoryJson with more keys, for a study and a report of the same lengths:
/// "device": {"name", "compute_capability", "bytes_per_second", "flops_per_second", "on_chip_bytes",
/// "ridge_flops_per_byte", "source": "seen" | "known"}, "flash_tile" and "flash1_tile": {"query_rows", "key_rows"};
/// in each row for side = naive, flash and flash1: "{side}_traffic_bytes", "{side}_flops", "{side}_device_seconds",
/// "{side}_bound": "memory" | "arithmetic".
std::string memoryJson(const MemoryStudy& study, const DeviceReport& report);

/// {"devices": [{as "device" above, and "memory_gb", "multiprocessors"}]}: every preset.
std::string devicesJson();

}  // namespace attn

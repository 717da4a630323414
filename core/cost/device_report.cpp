#include "core/cost/device_report.h"

#include "core/cost/block_size.h"
#include "core/cost/flops.h"
#include "core/cost/traffic.h"

namespace attn {
namespace {

Result<DeviceCost> costOf(Algorithm algorithm, const Device& device, const MemoryShape& shape, Index n,
                          const TileSize& forwardTile, const TileSize& backwardTile) {
    const HeadSize head{n, n, shape.dk, shape.dv};
    Traffic traffic;
    double flops = 0.0;
    for (const Pass pass : {Pass::Forward, Pass::Backward}) {
        if (pass == Pass::Backward && !shape.backward)
            break;
        const auto moved = countTraffic(algorithm, pass, head, pass == Pass::Forward ? forwardTile : backwardTile);
        if (!moved)
            return moved.error();
        const auto computed = attentionFlops(algorithm, pass, head);
        if (!computed)
            return computed.error();
        traffic = traffic + *moved;
        flops += *computed;
    }
    const double heads = static_cast<double>(shape.batch) * static_cast<double>(shape.heads);
    DeviceCost cost;
    cost.trafficBytes = heads * trafficBytes(traffic, shape.precision);
    cost.flops = heads * flops;
    cost.least = roofline(device, cost.flops, cost.trafficBytes);
    return cost;
}

}  // namespace

Result<DeviceReport> deviceReport(const Device& device, const MemoryShape& shape, const std::vector<Index>& ns) {
    const auto blocks = [&](TileOrder order) {
        return flashBlocks(order, onChipBytes(device), shape.precision, shape.dk, shape.dv);
    };
    for (const Index n : ns)
        if (const auto counted = countMemory(shape, n); !counted)
            return counted.error();
    const auto flashTile = blocks(TileOrder::QueriesOutside);
    if (!flashTile)
        return flashTile.error();
    const auto flash1Tile = blocks(TileOrder::KeysOutside);
    if (!flash1Tile)
        return flash1Tile.error();
    DeviceReport report{device, *flashTile, *flash1Tile, {}};
    for (const Index n : ns) {
        const auto naive = costOf(Algorithm::Naive, device, shape, n, {}, {});
        const auto flash = costOf(Algorithm::Flash2, device, shape, n, *flashTile, *flash1Tile);
        const auto flash1 = costOf(Algorithm::Flash1, device, shape, n, *flash1Tile, *flash1Tile);
        for (const auto* cost : {&naive, &flash, &flash1})
            if (!*cost)
                return cost->error();
        report.rows.push_back({n, *naive, *flash, *flash1});
    }
    return report;
}

}  // namespace attn

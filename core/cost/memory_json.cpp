#include <nlohmann/json.hpp>

#include "core/cost/device_report.h"
#include "core/cost/memory.h"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

Json orNull(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}
Json orNull(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

const char* dtypeName(Precision precision) {
    switch (precision) {
        case Precision::F64:
            return "f64";
        case Precision::F32:
            return "f32";
        case Precision::F16:
            return "f16";
        case Precision::BF16:
            return "bf16";
    }
    return "f32";
}

/// Whole numbers of bytes without ".0", as long as they are exact.
Json bytes(double value) {
    return value < 9007199254740992.0 ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

Json bytesOrNull(const std::optional<double>& value) {
    return value ? bytes(*value) : Json(nullptr);
}

Json studyJson(const MemoryStudy& study) {
    Json rows = Json::array();
    for (const MemoryRow& row : study.rows)
        rows.push_back({{"n", row.n},
                        {"naive_counted_bytes", bytes(row.naiveCountedBytes)},
                        {"flash_counted_bytes", bytes(row.flashCountedBytes)},
                        {"naive_measured_bytes", bytesOrNull(row.naiveMeasuredBytes)},
                        {"flash_measured_bytes", bytesOrNull(row.flashMeasuredBytes)},
                        {"naive_why", orNull(row.naiveWhy)},
                        {"flash_why", orNull(row.flashWhy)},
                        {"naive_seconds", orNull(row.naiveSeconds)},
                        {"flash_seconds", orNull(row.flashSeconds)},
                        {"kv_bytes", bytes(keyValueBytes(study.shape, row.n))}});
    const MemoryShape& shape = study.shape;
    return {{"format", "headscope/memory"}, {"version", 1},
            {"heads", shape.heads},         {"kv_heads", shape.kvHeads},
            {"head_dim", shape.dk},         {"value_dim", shape.dv},
            {"batch", shape.batch},         {"dtype", dtypeName(shape.precision)},
            {"backward", shape.backward},   {"flash_kernel", orNull(study.flashKernel)},
            {"rows", std::move(rows)}};
}

Json deviceJson(const Device& device) {
    return {{"name", device.name},
            {"compute_capability", device.computeCapability},
            {"bytes_per_second", bytesPerSecond(device)},
            {"flops_per_second", peakFlops(device)},
            {"on_chip_bytes", bytes(onChipBytes(device))},
            {"ridge_flops_per_byte", ridgePoint(device)},
            {"source", device.mark == SourceMark::Seen ? "seen" : "known"}};
}

Json tileJson(const TileSize& tile) {
    return {{"query_rows", tile.queryRows}, {"key_rows", tile.keyRows}};
}

void addCost(Json& row, const std::string& side, const DeviceCost& cost) {
    row[side + "_traffic_bytes"] = bytes(cost.trafficBytes);
    row[side + "_flops"] = bytes(cost.flops);
    row[side + "_device_seconds"] = cost.least.seconds;
    row[side + "_bound"] = cost.least.isMemoryBound ? "memory" : "arithmetic";
}

}  // namespace

std::string memoryJson(const MemoryStudy& study) {
    return studyJson(study).dump(1) + "\n";
}

std::string memoryJson(const MemoryStudy& study, const DeviceReport& report) {
    Json document = studyJson(study);
    document["device"] = deviceJson(report.device);
    document["flash_tile"] = tileJson(report.flashTile);
    document["flash1_tile"] = tileJson(report.flash1Tile);
    Json& rows = document["rows"];
    for (std::size_t k = 0; k < rows.size() && k < report.rows.size(); ++k) {
        addCost(rows[k], "naive", report.rows[k].naive);
        addCost(rows[k], "flash", report.rows[k].flash);
        addCost(rows[k], "flash1", report.rows[k].flash1);
    }
    return document.dump(1) + "\n";
}

std::string devicesJson() {
    Json list = Json::array();
    for (const Device& device : devices()) {
        Json one = deviceJson(device);
        one["memory_gb"] = device.memoryGb;
        one["multiprocessors"] = device.multiprocessors;
        list.push_back(std::move(one));
    }
    return Json{{"devices", std::move(list)}}.dump(1) + "\n";
}

}  // namespace attn

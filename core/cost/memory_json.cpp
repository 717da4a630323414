#include <nlohmann/json.hpp>

#include "core/cost/memory.h"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

Json orNull(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }
Json orNull(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

const char* dtypeName(Precision precision) {
    switch (precision) {
    case Precision::F64: return "f64";
    case Precision::F32: return "f32";
    case Precision::F16: return "f16";
    case Precision::BF16: return "bf16";
    }
    return "f32";
}

/// Whole numbers of bytes without ".0", as long as they are exact.
Json bytes(double value) {
    return value < 9007199254740992.0 ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

Json bytesOrNull(const std::optional<double>& value) { return value ? bytes(*value) : Json(nullptr); }

}  // namespace

std::string memoryJson(const MemoryStudy& study) {
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
                        {"flash_seconds", orNull(row.flashSeconds)}});
    const MemoryShape& shape = study.shape;
    const Json document = {{"format", "headscope/memory"}, {"version", 1},
                           {"heads", shape.heads},         {"kv_heads", shape.kvHeads},
                           {"head_dim", shape.dk},         {"value_dim", shape.dv},
                           {"batch", shape.batch},         {"dtype", dtypeName(shape.precision)},
                           {"backward", shape.backward},   {"rows", std::move(rows)}};
    return document.dump(1) + "\n";
}

}  // namespace attn

#include <nlohmann/json.hpp>

#include "core/analysis/saturation.h"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

Json pair(const MeanMedian& value) { return Json::array({value.mean, value.median}); }

Json spread(const RowSpread& value) {
    return {{"entropy", pair(value.entropy)}, {"max_weight", pair(value.maxWeight)}, {"p1p", pair(value.p1p)}};
}

}  // namespace

std::string saturationJson(const SaturationStudy& study) {
    Json rows = Json::array();
    for (const SaturationRow& row : study.rows)
        rows.push_back({{"d_k", row.dk}, {"raw", spread(row.raw)}, {"scaled", spread(row.scaled)}});
    const Json document = {{"format", "headscope/saturation"}, {"version", 1},
                           {"keys", study.settings.keys},      {"draws", study.settings.rows},
                           {"seed", study.settings.seed},      {"rows", std::move(rows)}};
    return document.dump(1) + "\n";
}

}  // namespace attn

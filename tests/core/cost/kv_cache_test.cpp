#include "core/cost/kv_cache.h"

#include <cmath>

#include "tests/support/core/cost_cases.h"

using namespace attn;
using attn::test::costCases;

namespace {

constexpr double kGiB = 1073741824.0;

const ModelPreset& model(const std::string& name) {
    for (const ModelPreset& preset : modelPresets())
        if (preset.name == name)
            return preset;
    FAIL("no model " << name);
    return modelPresets().front();
}

}  // namespace

TEST_CASE("kvCacheBytes: equals the independent figures for MHA, GQA, MQA and rolling windows", "[cost][oracle]") {
    for (const auto& which : costCases("io_cases.json", "kv_cache")) {
        CAPTURE(which["model"].get<std::string>());
        KvCacheShape shape;
        shape.layers = which["layers"].get<Index>();
        shape.kvHeads = which["kv_heads"].get<Index>();
        shape.dk = shape.dv = which["head_dim"].get<Index>();
        shape.context = which["ctx"].get<Index>();
        shape.window = which["window"].is_null() ? 0 : which["window"].get<Index>();
        CHECK(*kvBytesPerToken(shape) == which["bytes_per_token_fp16"].get<double>());
        CHECK(*kvCacheBytes(shape) == which["bytes_fp16"].get<double>());
    }
}

TEST_CASE("modelPresets: the caches of LLaMA-2 and Mistral", "[cost][oracle]") {
    CHECK(*kvBytesPerToken(kvCacheOf(model("LLaMA-2 7B"), 4096)) == 524288.0);
    CHECK(*kvCacheBytes(kvCacheOf(model("LLaMA-2 7B"), 4096)) == 2.0 * kGiB);
    CHECK(*kvBytesPerToken(kvCacheOf(model("LLaMA-2 13B"), 4096)) == 819200.0);
    CHECK(*kvBytesPerToken(kvCacheOf(model("LLaMA-2 70B"), 4096)) == 327680.0);
    CHECK(*kvCacheBytes(kvCacheOf(model("LLaMA-2 70B"), 4096)) == 1.25 * kGiB);
    KvCacheShape asMha = kvCacheOf(model("LLaMA-2 70B"), 4096);
    asMha.kvHeads = model("LLaMA-2 70B").heads;
    CHECK(*kvCacheBytes(asMha) == 10.0 * kGiB);
    CHECK(*kvCacheBytes(kvCacheOf(model("Mistral 7B"), 4096)) == 0.5 * kGiB);
    KvCacheShape rolling = kvCacheOf(model("Mistral 7B"), 32768);
    CHECK(*kvCacheBytes(rolling) == 0.5 * kGiB);
    rolling.window = 0;
    CHECK(*kvCacheBytes(rolling) == 4.0 * kGiB);
    for (const ModelPreset& preset : modelPresets()) {
        CHECK(preset.heads % preset.kvHeads == 0);
        CHECK_FALSE(std::string(preset.source).empty());
    }
}

TEST_CASE("kvCacheBytes: MQA saves a factor of the heads, GQA of the group, whatever the rest", "[cost][invariant]") {
    KvCacheShape shape{3, 32, 64, 80, 5, 777, 0, Precision::F32};
    const double mha = *kvCacheBytes(shape);
    CHECK(mha == 3.0 * 32.0 * 144.0 * 5.0 * 777.0 * 4.0);
    shape.kvHeads = 8;
    CHECK(*kvCacheBytes(shape) == mha / 4.0);
    shape.kvHeads = 1;
    CHECK(*kvCacheBytes(shape) == mha / 32.0);
    shape.window = 1000;
    CHECK(*kvCacheBytes(shape) == mha / 32.0);
    shape.window = 7;
    CHECK(*kvCacheBytes(shape) == mha / 32.0 / 111.0);
}

TEST_CASE("kvCacheBytes: sizes outside their limits are refused by name, large ones do not wrap", "[cost][error]") {
    KvCacheShape shape;
    shape.window = -1;
    CHECK(kvCacheBytes(shape).error().message == "The window is -1 but must be between 0 and 1099511627776.");
    shape.window = 0;
    shape.layers = 0;
    CHECK(kvCacheBytes(shape).error().message == "The number of layers is 0 but must be between 1 and 1073741824.");
    const Index huge = Index{1} << 30;
    CHECK(*kvCacheBytes({huge, huge, huge, huge, huge, huge, 0, Precision::F64}) == std::pow(2.0, 154));
}

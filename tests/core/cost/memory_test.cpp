#include "core/cost/memory.h"

#include <nlohmann/json.hpp>

#include "tests/support/catch.h"

using namespace attn;

namespace {

constexpr double kMiB = 1024.0 * 1024.0;

std::string refusal(const MemoryShape& shape, Index n) {
    const auto count = countMemory(shape, n);
    REQUIRE_FALSE(count);
    return count.error().message;
}

}  // namespace

TEST_CASE("countMemory: forward keeps 2 n^2 numbers a head naively, one number a row with flash", "[cost][oracle]") {
    const MemoryCount at4096 = *countMemory({}, 4096);
    CHECK(at4096.naive == 1024.0 * kMiB);
    CHECK(at4096.flash == kMiB / 8.0);
    CHECK(at4096.inputs == 3.0 * 8.0 * 4096.0 * 64.0 * 4.0);
    CHECK(at4096.outputs == 8.0 * 4096.0 * 64.0 * 4.0);
    CHECK(countMemory({}, 128)->naive == kMiB);
    CHECK(countMemory({}, 128)->flash == 4096.0);
}

TEST_CASE("countMemory: one score matrix in float16 is 8 GiB at 65536", "[cost][oracle]") {
    const MemoryShape half{1, 1, 64, 64, 1, Precision::F16};
    CHECK(countMemory(half, 65536)->naive == 2.0 * 8.0 * 1024.0 * kMiB);
    // The statistics stay in float: half a MiB at 131072.
    CHECK(countMemory(half, 131072)->flash == 0.5 * kMiB);
}

TEST_CASE("countMemory: batch and heads multiply, KV heads change the inputs only", "[cost][invariant]") {
    const MemoryShape one{1, 1, 64, 64, 1};
    const MemoryShape many{6, 2, 64, 32, 5};
    CHECK(countMemory(many, 100)->naive == 30.0 * countMemory(one, 100)->naive);
    CHECK(countMemory(many, 100)->flash == 30.0 * countMemory(one, 100)->flash);
    CHECK(countMemory(many, 100)->inputs == 5.0 * 100.0 * (6.0 * 64.0 + 2.0 * 96.0) * 4.0);
    CHECK(countMemory(many, 100)->outputs == 5.0 * 100.0 * 6.0 * 32.0 * 4.0);
    CHECK(countMemory({6, 3, 64, 32, 5}, 100)->naive == countMemory(many, 100)->naive);
}

TEST_CASE("countMemory: double takes twice as much, its statistics too", "[cost][oracle]") {
    CHECK(countMemory({8, 8, 64, 64, 1, Precision::F64}, 512)->naive == 2.0 * countMemory({}, 512)->naive);
    CHECK(countMemory({8, 8, 64, 64, 1, Precision::F64}, 512)->flash == 2.0 * countMemory({}, 512)->flash);
}

TEST_CASE("countMemory: backward holds P, dP and dS, or two numbers a row", "[cost][oracle]") {
    MemoryShape shape{2, 2, 16, 16, 1, Precision::F32, true};
    CHECK(countMemory(shape, 256)->naive == 2.0 * 3.0 * 256.0 * 256.0 * 4.0);
    CHECK(countMemory(shape, 256)->flash == 2.0 * 2.0 * 256.0 * 4.0);
    shape.precision = Precision::BF16;
    CHECK(countMemory(shape, 256)->flash == 2.0 * (2.0 * 256.0 * 4.0 + 4.0 * 256.0 * 16.0));
}

TEST_CASE("keyValueBytes: a part of the inputs that shrinks with the KV heads", "[cost][oracle]") {
    const MemoryShape shape{8, 2, 64, 32, 3, Precision::F16};
    CHECK(keyValueBytes(shape, 100) == 3.0 * 100.0 * 2.0 * 96.0 * 2.0);
    CHECK(countMemory(shape, 100)->inputs - keyValueBytes(shape, 100) == 3.0 * 100.0 * 8.0 * 64.0 * 2.0);
}

TEST_CASE("countMemory: hostile sizes are refused by name", "[cost][error]") {
    CHECK(refusal({}, 0) == "The sequence length n is 0 but must be between 1 and 1099511627776.");
    CHECK(refusal({0}, 4) == "The number of heads is 0 but must be between 1 and 1048576.");
    CHECK(refusal({8, 3}, 4) == "8 heads cannot share 3 key-value heads evenly: the second must divide the first.");
    CHECK(refusal({8, 8, 64, -1}, 4) == "The value width d_v is -1 but must be between 1 and 1048576.");
    CHECK(countMemory({}, Index{1} << 40)->naive == 2.0 * 8.0 * 4.0 * 1099511627776.0 * 1099511627776.0);
}

TEST_CASE("memoryJson: a side that was not run is null with its reason", "[cost][json]") {
    MemoryStudy study;
    study.shape.kvHeads = 2;
    MemoryRow row;
    row.n = 128;
    row.naiveCountedBytes = kMiB;
    row.flashCountedBytes = 4096;
    row.flashMeasuredBytes = 25000;
    row.flashSeconds = 0.1;
    row.naiveWhy = "Naive at n = 128 would need 1 MiB; 0 bytes are free.";
    study.rows.push_back(row);
    const auto json = nlohmann::json::parse(memoryJson(study));
    CHECK(json["format"] == "headscope/memory");
    CHECK(json["version"] == 1);
    CHECK(json["kv_heads"] == 2);
    CHECK(json["dtype"] == "f32");
    CHECK(json["flash_kernel"].is_null());
    study.flashKernel = "AVX2";
    CHECK(nlohmann::json::parse(memoryJson(study))["flash_kernel"] == "AVX2");
    const auto& out = json["rows"][0];
    CHECK(out["n"] == 128);
    CHECK(out["naive_counted_bytes"] == 1048576);
    CHECK(out["naive_measured_bytes"].is_null());
    CHECK(out["naive_seconds"].is_null());
    CHECK(out["naive_why"] == row.naiveWhy);
    CHECK(out["flash_measured_bytes"] == 25000);
    CHECK(out["flash_why"].is_null());
    CHECK(out["flash_seconds"] == 0.1);
}

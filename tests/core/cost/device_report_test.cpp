#include "core/cost/device_report.h"

#include <nlohmann/json.hpp>

#include "core/cost/flops.h"
#include "core/cost/traffic.h"
#include "tests/support/catch.h"

using namespace attn;

namespace {

const MemoryShape kHalf{8, 2, 64, 64, 3, Precision::F16};

Device a100() {
    return *findDevice("A100 SXM4 40GB");
}

}  // namespace

TEST_CASE("deviceReport: traffic and operations of every head, the tiles that fill the chip", "[cost][oracle]") {
    const DeviceReport report = *deviceReport(a100(), kHalf, {1024, 4096});
    CHECK(report.flashTile == TileSize{328, 64});
    CHECK(report.flash1Tile == TileSize{64, 328});
    REQUIRE(report.rows.size() == 2);
    const DeviceRow& row = report.rows[1];
    CHECK(row.n == 4096);
    const double N = 4096.0;
    CHECK(row.naive.trafficBytes == 24.0 * 2.0 * (4.0 * N * N + 4.0 * N * 64.0));
    CHECK(row.flash.trafficBytes == 24.0 * (2.0 * (2.0 * N * 64.0 + 2.0 * N * 64.0 * 13.0) + 4.0 * N));
    CHECK(row.flash1.trafficBytes ==
          24.0 * (2.0 * (3.0 * N * 64.0 + 3.0 * N * 64.0 * 13.0) + 4.0 * (4.0 * N * 13.0 + 2.0 * N)));
    for (const DeviceCost& cost : {row.naive, row.flash, row.flash1})
        CHECK(cost.flops == 24.0 * 4.0 * N * N * 64.0);
    CHECK(row.naive.least.isMemoryBound);
    CHECK(row.naive.least.seconds == row.naive.trafficBytes / 1555e9);
    CHECK_FALSE(row.flash.least.isMemoryBound);
    CHECK(row.flash.least.seconds == row.flash.flops / 312e12);
}

TEST_CASE("deviceReport: a training step is the sum of both passes", "[cost][invariant]") {
    MemoryShape training = kHalf;
    training.backward = true;
    const DeviceRow forward = deviceReport(a100(), kHalf, {512})->rows[0];
    const DeviceRow both = deviceReport(a100(), training, {512})->rows[0];
    CHECK(both.naive.flops == 3.0 * forward.naive.flops);
    CHECK(both.flash.flops == 3.5 * forward.flash.flops);
    const Traffic backward = *countTraffic(Algorithm::Flash2, Pass::Backward, {512, 512, 64, 64}, {64, 328});
    CHECK(both.flash.trafficBytes - forward.flash.trafficBytes == 24.0 * trafficBytes(backward, Precision::F16));
}

TEST_CASE("deviceReport: what cannot be counted or tiled is refused", "[cost][error]") {
    CHECK(deviceReport(a100(), {8, 3, 64, 64, 1}, {64}).error().message ==
          "8 heads cannot share 3 key-value heads evenly: the second must divide the first.");
    CHECK_FALSE(deviceReport(a100(), {}, {-1}));
    CHECK(deviceReport(a100(), {1, 1, 1 << 20, 1 << 20, 1}, {64}).error().message ==
          "An on-chip memory of 164 KiB holds 41984 numbers, but one row each of Q, K, V and O are 4194304.");
    CHECK(deviceReport(a100(), {1 << 20, 1 << 20, 64, 64, 1 << 20}, {Index{1} << 40})->rows[0].naive.least.seconds >
          1e20);
}

TEST_CASE("memoryJson: a device adds keys and changes none", "[cost][json]") {
    MemoryStudy study{kHalf, 0.0, {}};
    study.rows.resize(1);
    study.rows[0].n = 1024;
    const auto plain = nlohmann::json::parse(memoryJson(study));
    const auto whole = nlohmann::json::parse(memoryJson(study, *deviceReport(a100(), kHalf, {1024})));
    for (const auto& [key, value] : plain.items())
        if (key != "rows")
            CHECK(whole[key] == value);
    for (const auto& [key, value] : plain["rows"][0].items())
        CHECK(whole["rows"][0][key] == value);
    CHECK(whole["device"]["name"] == "A100 SXM4 40GB");
    CHECK(whole["device"]["on_chip_bytes"] == 167936);
    CHECK(whole["device"]["source"] == "seen");
    CHECK(whole["flash_tile"]["query_rows"] == 328);
    CHECK(whole["flash1_tile"]["key_rows"] == 328);
    for (const char* side : {"naive", "flash", "flash1"})
        for (const char* what : {"_traffic_bytes", "_flops", "_device_seconds"})
            CHECK(whole["rows"][0][std::string(side) + what].get<double>() > 0.0);
    CHECK(whole["rows"][0]["naive_bound"] == "memory");
    CHECK(whole["rows"][0]["naive_traffic_bytes"] == 24 * 2 * 4456448);
}

TEST_CASE("devicesJson: every preset by name", "[cost][json]") {
    const auto list = nlohmann::json::parse(devicesJson())["devices"];
    REQUIRE(list.size() == devices().size());
    for (std::size_t k = 0; k < devices().size(); ++k)
        CHECK(list[k]["name"] == devices()[k].name);
    CHECK(list[0]["source"] == "known");
}

#include "core/cost/devices.h"

#include <set>

#include "tests/support/core/cost_cases.h"

using namespace attn;
using attn::test::costCases;

TEST_CASE("devices: every preset is what the independent table says, with its mark", "[cost][oracle]") {
    const auto presets = costCases("gpu_presets.json", "presets");
    REQUIRE(presets.size() == devices().size());
    for (std::size_t k = 0; k < devices().size(); ++k) {
        const Device& device = devices()[k];
        const auto& want = presets[k];
        CAPTURE(device.name);
        CHECK(device.name == want["name"].get<std::string>());
        CHECK(device.computeCapability == want["compute_capability"].get<std::string>());
        CHECK(device.multiprocessors == want["sm_count"].get<int>());
        CHECK(device.sharedKibPerMultiprocessor == want["shared_kib_per_sm"].get<int>());
        CHECK(device.sharedKibPerBlock == want["shared_kib_per_block"].get<int>());
        CHECK(device.l1AndSharedKib == want["l1_plus_shared_kib_per_sm"].get<int>());
        CHECK(device.memoryGb == want["memory_gb"].get<int>());
        CHECK(device.bandwidthGbPerSecond == want["bandwidth_gb_s"].get<double>());
        CHECK(device.tensorTeraflops == want["fp16_tensor_tflops_dense_fp32acc"].get<double>());
        CHECK((device.mark == SourceMark::Seen) == (want["confidence"].get<std::string>() == "V"));
        CHECK(ridgePoint(device) == Approx(want["ridge_flop_per_byte"].get<double>()).margin(0.05001));
    }
}

TEST_CASE("findDevice: by the whole name or a part that only one has, in any case", "[cost]") {
    CHECK(findDevice("A100 SXM4 80GB")->memoryGb == 80);
    CHECK(findDevice("rtx 4090")->name == std::string("GeForce RTX 4090"));
    // "L4" is whole, though "L40S" begins with it; "A10" is whole, though "A100" begins with it.
    CHECK(findDevice("l4")->name == std::string("L4"));
    CHECK(findDevice("A10")->name == std::string("A10"));
}

TEST_CASE("findDevice: a wrong name lists all devices, a doubtful one those it may mean", "[cost][error]") {
    const auto wrong = findDevice("Abacus");
    REQUIRE_FALSE(wrong);
    for (const Device& device : devices())
        CHECK(wrong.error().message.find(device.name) != std::string::npos);
    CHECK(findDevice("a100").error().message == "'a100' may mean several devices: A100 SXM4 40GB, A100 SXM4 80GB.");
    CHECK_FALSE(findDevice(""));
}

TEST_CASE("roofline: the slower of arithmetic and memory decides, with equality at the ridge", "[cost][oracle]") {
    const Device device = *findDevice("A100 SXM4 40GB");
    CHECK(peakFlops(device) == 312e12);
    CHECK(bytesPerSecond(device) == 1555e9);
    CHECK(onChipBytes(device) == 167936.0);
    const Roofline memory = roofline(device, 1e9, 1555e9);
    CHECK(memory.seconds == 1.0);
    CHECK(memory.isMemoryBound);
    const Roofline arithmetic = roofline(device, 624e12, 1e9);
    CHECK(arithmetic.seconds == 2.0);
    CHECK_FALSE(arithmetic.isMemoryBound);
    CHECK(arithmetic.flopsPerByte == 624000.0);
    CHECK(roofline(device, ridgePoint(device) * 1e9, 1e9).seconds == Approx(1e9 / 1555e9));
    CHECK(roofline(device, 0.0, 0.0).seconds == 0.0);
    CHECK(roofline(device, 1.0, 0.0).flopsPerByte == 0.0);
}

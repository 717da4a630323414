#include "core/cost/measure.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>

#include "core/cost/heap_meter.h"
#include "tests/support/catch.h"
#include "tests/support/sanitizer.h"

using namespace attn;

namespace {

constexpr double kMiB = 1024.0 * 1024.0;
constexpr double kPlenty = 8.0 * 1024.0 * kMiB;

MeasureSettings settingsFor(std::vector<Index> ns) {
    MeasureSettings settings;
    settings.shape = {2, 1, 8, 8, 1};
    settings.ns = std::move(ns);
    settings.freeBytes = kPlenty;
    return settings;
}

/// Bytes of "VmHWM:" (peak) or "VmRSS:" (now) in /proc/self/status; 0 where there is none.
double residentBytes(const std::string& key) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (word == key) {
            double kib = 0.0;
            status >> kib;
            return kib * 1024.0;
        }
    return 0.0;
}

/// Makes the peak start again from what is resident now.
bool resetPeak() {
    std::ofstream refs("/proc/self/clear_refs");
    return static_cast<bool>(refs << "5" << std::flush);
}

}  // namespace

TEST_CASE("memoryStudy: what naive takes is what was counted, within 5 % above 1 MiB", "[cost][oracle]") {
    // 2 heads: 2 * 2 n^2 * 4 bytes is 1 MiB at n = 256.
    const MemoryStudy study = *memoryStudy(settingsFor({256, 300, 512}));
    for (const MemoryRow& row : study.rows) {
        CAPTURE(row.n);
        REQUIRE(row.naiveMeasuredBytes);
        CHECK(row.naiveCountedBytes >= kMiB);
        CHECK(*row.naiveMeasuredBytes == Approx(row.naiveCountedBytes).epsilon(0.05));
        CHECK(row.naiveWhy.empty());
        CHECK(*row.naiveSeconds > 0.0);
    }
}

TEST_CASE("memoryStudy: what flash takes is what was counted, within 5 % above 1 MiB", "[cost][oracle]") {
    // 32768 heads of width 1 make lse 1 MiB long at n = 8: few scores for so many rows.
    MeasureSettings settings = settingsFor({8, 10});
    settings.shape = {32768, 1, 1, 1, 1};
    settings.freeBytes = 16.0 * kMiB;
    const MemoryStudy study = *memoryStudy(settings);
    for (const MemoryRow& row : study.rows) {
        CAPTURE(row.n);
        REQUIRE(row.flashMeasuredBytes);
        CHECK(row.flashCountedBytes >= kMiB);
        CHECK(*row.flashMeasuredBytes == Approx(row.flashCountedBytes).epsilon(0.05));
    }
}

TEST_CASE("memoryStudy: below 1 MiB flash takes its count and at most the tiles it works in", "[cost][invariant]") {
    const MemoryStudy study = *memoryStudy(settingsFor({64, 128, 512}));
    for (const MemoryRow& row : study.rows) {
        const double tiles = *row.flashMeasuredBytes - row.flashCountedBytes;
        // None where the tiles are on the stack.
        CHECK(tiles >= 0.0);
        CHECK(tiles < 24.0 * 1024.0);
    }
    CHECK(*study.rows[2].flashMeasuredBytes - study.rows[2].flashCountedBytes ==
          Approx(*study.rows[1].flashMeasuredBytes - study.rows[1].flashCountedBytes).margin(64.0));
}

TEST_CASE("memoryStudy: the operating system sees the same peak", "[cost][oracle][own-process]") {
    if (HEADSCOPE_SANITIZED) {
        SUCCEED("the sanitizer's own memory would be counted");
        return;
    }
    // One untimed run first, so that code and the allocator's own pages are resident already.
    MeasureSettings settings = settingsFor({1024});
    const double counted = countMemory(settings.shape, 1024)->naive;
    REQUIRE(counted == 16.0 * kMiB);
    (void)memoryStudy(settingsFor({64}));
    if (!resetPeak() || residentBytes("VmHWM:") == 0.0) {
        WARN("this system does not tell the peak of the resident memory");
        return;
    }
    const double before = residentBytes("VmRSS:");
    const MemoryStudy study = *memoryStudy(settings);
    const MemoryCount shared = *countMemory(settings.shape, 1024);
    const double grown = residentBytes("VmHWM:") - before - shared.inputs - shared.outputs;
    // The kernel counts pages in batches per thread, up to a few hundred KiB out of date; Eigen packs beside it.
    CHECK(grown == Approx(*study.rows[0].naiveMeasuredBytes).margin(1.0 * kMiB));
}

TEST_CASE("memoryStudy: double is measured as double", "[cost]") {
    MeasureSettings settings = settingsFor({256});
    settings.shape.precision = Precision::F64;
    const MemoryStudy study = *memoryStudy(settings);
    CHECK(*study.rows[0].naiveMeasuredBytes == Approx(2.0 * kMiB).epsilon(0.05));
}

TEST_CASE("memoryStudy: what does not fit is not run and says so", "[cost][limit]") {
    MeasureSettings settings = settingsFor({32, 512});
    settings.freeBytes = kMiB;
    const MemoryStudy study = *memoryStudy(settings);
    CHECK(study.rows[0].naiveMeasuredBytes);
    CHECK_FALSE(study.rows[1].naiveMeasuredBytes);
    CHECK_FALSE(study.rows[1].naiveSeconds);
    CHECK(study.rows[1].naiveWouldNotFit);
    CHECK(study.rows[1].naiveWhy == "Naive at n = 512 would need 4.09 MiB; 1 MiB are free.");
    CHECK(study.rows[1].naiveCountedBytes == 4.0 * kMiB);
    CHECK(study.rows[1].flashMeasuredBytes);
    settings.freeBytes = 0.0;
    CHECK(memoryStudy(settings)->rows[0].flashWhy == "Flash at n = 32 would need 6.25 KiB; 0 bytes are free.");
}

TEST_CASE("memoryStudy: the inputs of the longest run count against a shorter naive one", "[cost][limit]") {
    // At n = 128 naive needs 272 KiB with its own inputs, but the inputs for n = 512 are 64 KiB long.
    MeasureSettings settings = settingsFor({128, 512});
    settings.freeBytes = 300.0 * 1024.0;
    settings.shape = {2, 2, 4, 4, 1};
    const MemoryStudy study = *memoryStudy(settings);
    CHECK(study.rows[0].naiveWouldNotFit);
    CHECK(study.rows[0].naiveWhy == "Naive at n = 128 would need 320 KiB; 300 KiB are free.");
    CHECK(study.rows[1].flashMeasuredBytes);
}

TEST_CASE("memoryStudy: reasons not to run are told apart", "[cost][error]") {
    MeasureSettings settings = settingsFor({64, 128});
    settings.measureUpTo = 64;
    const MemoryStudy bounded = *memoryStudy(settings);
    CHECK(bounded.rows[0].naiveMeasuredBytes);
    CHECK(bounded.rows[1].naiveWhy == "n = 128 is above the largest length chosen to measure, 64.");
    CHECK_FALSE(bounded.rows[1].naiveWouldNotFit);
    settings.measure = false;
    CHECK(memoryStudy(settings)->rows[0].flashWhy == "Not measured: only the count was asked for.");
}

TEST_CASE("memoryStudy: types of 16 bits run in float and say what they ran on", "[cost]") {
    MeasureSettings settings = settingsFor({256});
    settings.shape.precision = Precision::BF16;
    const MemoryStudy study = *memoryStudy(settings);
    // 2 heads, scores and weights, 4 bytes each: twice what is counted in 16 bits.
    CHECK(*study.rows[0].naiveMeasuredBytes == Approx(kMiB).epsilon(0.05));
    CHECK(study.rows[0].naiveCountedBytes == 0.5 * kMiB);
    CHECK_FALSE(study.flashKernel.empty());
    settings.measure = false;
    CHECK(memoryStudy(settings)->flashKernel.empty());
}

TEST_CASE("memoryStudy: a training step takes what was counted, within 5 % above 1 MiB", "[cost][oracle]") {
    MeasureSettings settings = settingsFor({256, 300});
    settings.shape.backward = true;
    const MemoryStudy study = *memoryStudy(settings);
    for (const MemoryRow& row : study.rows) {
        CAPTURE(row.n);
        CHECK(row.naiveCountedBytes >= kMiB);
        CHECK(*row.naiveMeasuredBytes == Approx(row.naiveCountedBytes).epsilon(0.05));
        // What does not grow with n is not counted: the plain form's two tiles.
        CHECK(*row.flashMeasuredBytes >= row.flashCountedBytes);
        CHECK(*row.flashMeasuredBytes <= row.flashCountedBytes + 64.0 * 1024.0);
    }
}

TEST_CASE("memoryStudy: hostile lists and sizes are refused", "[cost][error]") {
    CHECK(memoryStudy(settingsFor({})).error().message ==
          "The list of lengths has 0 entries but must have between 1 and 64.");
    CHECK(memoryStudy(settingsFor({64, -1})).error().message ==
          "The sequence length n is -1 but must be between 1 and 1099511627776.");
    MeasureSettings wide = settingsFor({Index{1} << 40});
    CHECK_FALSE(memoryStudy(wide)->rows[0].flashMeasuredBytes);
}

TEST_CASE("memoryStudy: rows arrive one by one, progress ends at 1, a stop is heard", "[cost]") {
    std::vector<std::size_t> sizes;
    double last = 0.0;
    bool grows = true;
    const Progress progress({}, [&](double fraction) {
        grows = grows && fraction >= last;
        last = fraction;
    });
    REQUIRE(memoryStudy(settingsFor({32, 64, 96}), progress,
                        [&](const MemoryStudy& study) { sizes.push_back(study.rows.size()); }));
    CHECK(sizes == std::vector<std::size_t>{1, 2, 3});
    CHECK(grows);
    CHECK(last == Approx(1.0));
    int asked = 0;
    const auto stopped = memoryStudy(settingsFor({256, 512}), Progress([&] { return ++asked > 2; }));
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().code == ErrorCode::Cancelled);
}

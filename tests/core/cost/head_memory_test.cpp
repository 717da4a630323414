#include "core/cost/head_memory.h"

#include "core/cost/memory.h"
#include "tests/support/core/cost_cases.h"

using namespace attn;
using attn::test::costCases;

TEST_CASE("headMemory: equals the independent counts in float16, both passes", "[cost][oracle]") {
    for (const auto& which : costCases("io_cases.json", "counts")) {
        const HeadSize size{which["nq"].get<Index>(), which["nk"].get<Index>(), which["d"].get<Index>(),
                            which["dv"].get<Index>()};
        CAPTURE(size.nq, size.nk, size.dk, size.dv);
        for (const auto& [algorithm, key] :
             {std::pair{Algorithm::Naive, "mem_naive_fp16"}, {Algorithm::Flash2, "mem_flash_fp16"}}) {
            const auto& want = which[key];
            const HeadMemory memory = *headMemory(algorithm, size, Precision::F16);
            CHECK(memory.inputs == want["inputs"].get<double>());
            CHECK(memory.output == want["output"].get<double>());
            CHECK(memory.extraForward == want["extra_forward"].get<double>());
            CHECK(memory.forwardPeak() == want["forward_peak"].get<double>());
            CHECK(memory.savedForBackward() == want["saved_for_backward"].get<double>());
            CHECK(memory.backwardPeak() == want["backward_peak"].get<double>());
        }
    }
}

TEST_CASE("headMemory: one matrix of scores by length, and lse beside it", "[cost][oracle]") {
    constexpr double kMiB = 1048576.0;
    const auto matrix = [](Index n) {
        return headMemory(Algorithm::Naive, {n, n, 64, 64}, Precision::F16, {true, false})->extraForward;
    };
    CHECK(matrix(1024) == 2.0 * kMiB);
    CHECK(matrix(4096) == 32.0 * kMiB);
    CHECK(matrix(16384) == 512.0 * kMiB);
    CHECK(matrix(65536) == 8192.0 * kMiB);
    CHECK(matrix(131072) == 32768.0 * kMiB);
    CHECK(headMemory(Algorithm::Flash2, {131072, 131072, 64, 64}, Precision::F16)->extraForward == 0.5 * kMiB);
    CHECK(headMemory(Algorithm::Flash1, {131072, 131072, 64, 64}, Precision::F16)->extraForward == kMiB);
}

TEST_CASE("headMemory: each type has its own width, statistics at least four bytes", "[cost][oracle]") {
    const HeadSize size{10, 20, 4, 6};
    for (const auto& [precision, e] :
         {std::pair{Precision::F64, 8.0}, {Precision::F32, 4.0}, {Precision::F16, 2.0}, {Precision::BF16, 2.0}}) {
        CAPTURE(precisionText(precision));
        const double s = e < 4.0 ? 4.0 : e;
        const HeadMemory naive = *headMemory(Algorithm::Naive, size, precision);
        CHECK(naive.inputs == (40.0 + 80.0 + 120.0) * e);
        CHECK(naive.output == 60.0 * e);
        CHECK(naive.extraForward == 400.0 * e);
        CHECK(naive.extraBackward == 600.0 * e);
        CHECK(headMemory(Algorithm::Flash2, size, precision)->extraForward == 10.0 * s);
        CHECK(headMemory(Algorithm::Flash2, size, precision)->extraBackward == 20.0 * s + (e < 4.0 ? 160.0 : 0.0));
        CHECK(headMemory(Algorithm::Flash1, size, precision)->extraBackward == 20.0 * s);
    }
}

TEST_CASE("headMemory: dropout keeps the dropped weights and a byte for each", "[cost][oracle]") {
    const HeadMemory memory = *headMemory(Algorithm::Naive, {10, 10, 4, 4}, Precision::F32, {false, true});
    CHECK(memory.extraForward == 3.0 * 400.0 + 100.0);
    CHECK(memory.extraSaved == 2.0 * 400.0 + 100.0);
    CHECK(memory.extraBackward == 4.0 * 400.0 + 100.0);
    CHECK(headMemory(Algorithm::Flash2, {10, 10, 4, 4}, Precision::F32, {false, true})->extraForward == 40.0);
}

TEST_CASE("headMemory: the largest sizes do not wrap, larger ones are refused", "[cost][limit]") {
    const Index huge = Index{1} << 40;
    CHECK(headMemory(Algorithm::Naive, {huge, huge, 1, 1}, Precision::F64)->extraForward ==
          16.0 * 1099511627776.0 * 1099511627776.0);
    CHECK(headMemory(Algorithm::Naive, {huge + 1, 1, 1, 1}, Precision::F64).error().message ==
          "The number of queries is 1099511627777 but must be between 0 and 1099511627776.");
}

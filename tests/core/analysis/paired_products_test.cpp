#include "core/analysis/paired_products.h"

#include <cmath>

#include "core/base/random.h"
#include "tests/support/catch.h"

using namespace attn;

TEST_CASE("pairedStudy: it prints what the demonstration really prints, far from 0.25", "[analysis]") {
    PairedSettings settings;
    settings.runs = 300;
    const auto study = pairedStudy(settings);
    REQUIRE(study);
    // Recorded with numpy, 1000 runs of the literal code. The spread of 300 runs is below a tenth of each mean.
    const struct {
        Index dk;
        double raw, scaled, rawMax, scaledMax;
    } want[] = {{1, 0.000937, 0.000937, 0.165, 0.165},
                {16, 0.000597, 0.000997, 0.544, 0.024},
                {64, 0.000368, 0.000997, 0.733, 0.019},
                {256, 0.000189, 0.000997, 0.866, 0.017},
                {1024, 0.000087, 0.000997, 0.940, 0.017}};
    REQUIRE(study->rows.size() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
        const PairedRow& row = study->rows[i];
        CAPTURE(row.dk);
        CHECK(row.dk == want[i].dk);
        CHECK(std::abs(row.raw.p1p.mean - want[i].raw) < 0.000035);
        CHECK(row.scaled.p1p.mean == Approx(want[i].scaled).epsilon(0.02));
        CHECK(row.raw.maxWeight.mean == Approx(want[i].rawMax).epsilon(0.12));
        CHECK(row.scaled.maxWeight.mean == Approx(want[i].scaledMax).epsilon(0.12));
        CHECK(row.raw.p1p.mean <= largestMeanP1p(1000));
        CHECK(row.scaled.first <= largestMeanP1p(1000));
    }
    CHECK(study->rows[4].raw.p1p.median < 0.00002);
    CHECK(study->rows[0].raw.first == study->rows[0].scaled.first);
}

TEST_CASE("pairedStudy: drawing lengths from chi-squared is drawing the entries", "[analysis][oracle]") {
    // The literal demonstration: every q and k entry by entry, one softmax over their products.
    constexpr Index kDk = 5, kProducts = 40, kRuns = 3000;
    Random random(11);
    double sum = 0.0;
    for (Index run = 0; run < kRuns; ++run) {
        std::vector<double> e;
        double total = 0.0;
        for (Index i = 0; i < kProducts; ++i) {
            double dot = 0.0;
            for (Index c = 0; c < kDk; ++c) {
                const double q = random.normal();
                dot += q * random.normal();
            }
            e.push_back(std::exp(dot));
            total += e.back();
        }
        for (const double x : e)
            sum += x / total * (1.0 - x / total) / static_cast<double>(kProducts);
    }
    PairedSettings settings;
    settings.dks = {kDk};
    settings.products = kProducts;
    settings.runs = kRuns;
    const auto study = pairedStudy(settings);
    REQUIRE(study);
    // One run spreads by about a third of its mean; both sides have 3000.
    CHECK(study->rows[0].raw.p1p.mean == Approx(sum / static_cast<double>(kRuns)).epsilon(0.04));
}

TEST_CASE("pairedStudy: the same settings give the same numbers, each d_k by itself", "[analysis]") {
    PairedSettings settings;
    settings.runs = 3;
    settings.dks = {4, 64};
    const auto both = pairedStudy(settings);
    settings.dks = {64};
    const auto one = pairedStudy(settings);
    REQUIRE((both && one));
    CHECK(both->rows[1].raw.first == one->rows[0].raw.first);
    settings.seed = 2;
    CHECK(pairedStudy(settings)->rows[0].raw.first != one->rows[0].raw.first);
}

TEST_CASE("pairedStudy: refuses what it cannot do, and stops when told", "[analysis]") {
    PairedSettings settings;
    settings.products = 1;
    CHECK(pairedStudy(settings).error().message == "The number of products is 1 but must be between 2 and 100000.");
    settings = {};
    settings.dks = {0};
    CHECK(pairedStudy(settings).error().message == "d_k is 0 but must be between 1 and 100000.");
    settings.dks = {};
    CHECK(pairedStudy(settings).error().code == ErrorCode::OutOfRange);
    settings = {};
    settings.runs = 100'000;
    CHECK(pairedStudy(settings).error().code == ErrorCode::TooLarge);
    CHECK(pairedStudy({}, Progress([] { return true; })).error().code == ErrorCode::Cancelled);
    CHECK(largestMeanP1p(1000) == Approx(0.000999));
    CHECK(largestMeanP1p(2) == 0.25);
    CHECK(largestMeanP1p(0) == 0.0);
}

#include "core/analysis/saturation.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "tests/support/catch.h"

using namespace attn;

namespace {

const SaturationStudy& defaultStudy() {
    static const SaturationStudy kStudy = *saturationStudy({});
    return kStudy;
}

/// Largest over smallest of one measure over the rows from d_k = 4 up.
template <class Measure>
double spreadFromFour(const Measure& measure) {
    double low = INFINITY;
    double high = 0.0;
    for (const SaturationRow& row : defaultStudy().rows)
        if (row.dk >= 4) {
            low = std::min(low, measure(row));
            high = std::max(high, measure(row));
        }
    return high / low - 1.0;
}

/// The study as one would write it down: every query and key drawn entry by entry.
RowSpread literalStudy(Index dk, Index keys, Index rows, double scale, std::uint64_t seed) {
    Random random(seed);
    std::vector<double> entropies, largest, products;
    for (Index row = 0; row < rows; ++row) {
        std::vector<double> q(static_cast<std::size_t>(dk));
        for (double& entry : q)
            entry = random.normal();
        std::vector<double> p;
        double sum = 0.0;
        for (Index key = 0; key < keys; ++key) {
            double dot = 0.0;
            for (const double entry : q)
                dot += entry * random.normal();
            p.push_back(std::exp(dot * scale));
            sum += p.back();
        }
        double entropy = 0.0, top = 0.0, product = 0.0;
        for (double& weight : p) {
            weight /= sum;
            entropy -= weight > 0.0 ? weight * std::log(weight) : 0.0;
            top = std::max(top, weight);
            product += weight * (1.0 - weight) / static_cast<double>(keys);
        }
        entropies.push_back(entropy);
        largest.push_back(top);
        products.push_back(product);
    }
    const auto spread = [](std::vector<double> values) {
        std::sort(values.begin(), values.end());
        double sum = 0.0;
        for (const double value : values)
            sum += value;
        const std::size_t half = values.size() / 2;
        return MeanMedian{sum / static_cast<double>(values.size()), 0.5 * (values[half - 1] + values[half])};
    };
    return {spread(entropies), spread(largest), spread(products)};
}

std::string refusal(const SaturationSettings& settings) {
    const auto study = saturationStudy(settings);
    REQUIRE_FALSE(study);
    return study.error().message;
}

}  // namespace

TEST_CASE("saturationStudy: the scaled means hardly move from d_k = 4 up", "[analysis][invariant]") {
    CHECK(spreadFromFour([](const SaturationRow& row) { return row.scaled.entropy.mean; }) < 0.05);
    CHECK(spreadFromFour([](const SaturationRow& row) { return row.scaled.p1p.mean; }) < 0.05);
    CHECK(spreadFromFour([](const SaturationRow& row) { return row.scaled.maxWeight.mean; }) < 0.10);
}

TEST_CASE("saturationStudy: the unscaled curves are monotone, means and medians", "[analysis][invariant]") {
    const auto& rows = defaultStudy().rows;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        CAPTURE(rows[i].dk);
        const RowSpread& before = rows[i - 1].raw;
        const RowSpread& now = rows[i].raw;
        CHECK(now.entropy.mean < before.entropy.mean);
        CHECK(now.entropy.median < before.entropy.median);
        CHECK(now.maxWeight.mean > before.maxWeight.mean);
        CHECK(now.maxWeight.median > before.maxWeight.median);
        CHECK(now.p1p.mean < before.p1p.mean);
        CHECK(now.p1p.median < before.p1p.median);
    }
}

TEST_CASE("saturationStudy: at d_k = 1 raw and scaled are the same numbers", "[analysis][limit]") {
    const SaturationRow& row = defaultStudy().rows.front();
    REQUIRE(row.dk == 1);
    CHECK(row.raw.entropy.mean == row.scaled.entropy.mean);
    CHECK(row.raw.maxWeight.median == row.scaled.maxWeight.median);
    CHECK(row.raw.p1p.mean == row.scaled.p1p.mean);
}

TEST_CASE("saturationStudy: agrees with an independent simulation of 4000 rows", "[analysis][oracle]") {
    // Both are samples. The file states the standard error of its means; ours has the same rows, hence the same one:
    // the difference has sqrt(2) times it, and five of those are allowed.
    struct Want {
        Index dk;
        double rawEntropy, rawEntropyError, scaledEntropy, scaledEntropyError, rawMax, rawMaxError, scaledMax,
            scaledMaxError, rawP1p, rawP1pError, scaledP1p, scaledP1pError;
    };
    const std::vector<Want> wanted{
        {1, 2.43499, .00663, 2.43499, .00663, .20776, .00245, .20776, .00245, .054502, .000110, .054502, .000110},
        {16, 0.90586, .00825, 2.36761, .00340, .68336, .00341, .24120, .00151, .026928, .000244, .054328, .0000542},
        {64, 0.40235, .00638, 2.35799, .00316, .84693, .00287, .24746, .00150, .013464, .000223, .054191, .0000533},
        {256, 0.18985, .00456, 2.35723, .00295, .92375, .00217, .24653, .00144, .006783, .000174, .054225, .0000500},
        {1024, 0.09946, .00338, 2.35395, .00296, .95826, .00168, .24659, .00144, .003693, .000135, .054196,
         .0000497}};
    for (const Want& want : wanted) {
        CAPTURE(want.dk);
        const auto& rows = defaultStudy().rows;
        const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.dk == want.dk; });
        REQUIRE(found != rows.end());
        const double allowed = 5.0 * std::sqrt(2.0);
        CHECK(found->raw.entropy.mean == Approx(want.rawEntropy).margin(allowed * want.rawEntropyError));
        CHECK(found->scaled.entropy.mean == Approx(want.scaledEntropy).margin(allowed * want.scaledEntropyError));
        CHECK(found->raw.maxWeight.mean == Approx(want.rawMax).margin(allowed * want.rawMaxError));
        CHECK(found->scaled.maxWeight.mean == Approx(want.scaledMax).margin(allowed * want.scaledMaxError));
        CHECK(found->raw.p1p.mean == Approx(want.rawP1p).margin(allowed * want.rawP1pError));
        CHECK(found->scaled.p1p.mean == Approx(want.scaledP1p).margin(allowed * want.scaledP1pError));
    }
}

TEST_CASE("saturationStudy: drawing every key entry by entry gives the same spread", "[analysis][oracle]") {
    // Two samples of 3000 rows: the standard error of each measure is below 0.9 % of its range, so 5 % of it is
    // over five of them for the difference; medians scatter a little more.
    const Index dk = GENERATE(Index(1), Index(4), Index(24));
    const bool isScaled = GENERATE(true, false);
    CAPTURE(dk, isScaled);
    const Index keys = 6;
    const double scale = isScaled ? 1.0 / std::sqrt(static_cast<double>(dk)) : 1.0;
    const RowSpread want = literalStudy(dk, keys, 3000, scale, 99);
    const SaturationStudy study = *saturationStudy({{dk}, keys, 3000, 5});
    const RowSpread& got = isScaled ? study.rows[0].scaled : study.rows[0].raw;
    const double entropyRange = std::log(static_cast<double>(keys));
    CHECK(got.entropy.mean == Approx(want.entropy.mean).margin(0.05 * entropyRange));
    CHECK(got.entropy.median == Approx(want.entropy.median).margin(0.07 * entropyRange));
    CHECK(got.maxWeight.mean == Approx(want.maxWeight.mean).margin(0.05));
    CHECK(got.maxWeight.median == Approx(want.maxWeight.median).margin(0.07));
    CHECK(got.p1p.mean == Approx(want.p1p.mean).margin(0.05 / static_cast<double>(keys)));
    CHECK(got.p1p.median == Approx(want.p1p.median).margin(0.07 / static_cast<double>(keys)));
}

TEST_CASE("saturationStudy: mean p(1-p) stays under (1 - 1/n)/n, far from a quarter", "[analysis][invariant]") {
    const double bound = (1.0 - 1.0 / 16.0) / 16.0;
    for (const SaturationRow& row : defaultStudy().rows) {
        CHECK(row.scaled.p1p.mean < bound);
        CHECK(row.raw.p1p.median < bound);
        CHECK(row.raw.p1p.mean > 0.0);
    }
}

TEST_CASE("saturationStudy: the same seed gives the same numbers, alone or in a list", "[analysis][determinism]") {
    const SaturationStudy alone = *saturationStudy({{64}, 16, 50, 3});
    const SaturationStudy listed = *saturationStudy({{4, 64, 4}, 16, 50, 3});
    CHECK(alone.rows[0].raw.entropy.mean == listed.rows[1].raw.entropy.mean);
    CHECK(alone.rows[0].scaled.p1p.median == listed.rows[1].scaled.p1p.median);
    CHECK(listed.rows[0].raw.entropy.mean == listed.rows[2].raw.entropy.mean);
    CHECK(saturationStudy({{64}, 16, 50, 4})->rows[0].raw.entropy.mean != alone.rows[0].raw.entropy.mean);
}

TEST_CASE("saturationStudy: one key and one row are allowed", "[analysis][limit]") {
    const SaturationStudy study = *saturationStudy({{8}, 1, 1, 1});
    CHECK(study.rows[0].raw.entropy.mean == 0.0);
    CHECK(study.rows[0].raw.maxWeight.median == 1.0);
    CHECK(study.rows[0].scaled.p1p.mean == 0.0);
}

TEST_CASE("saturationStudy: the widest heads stay finite", "[analysis][limit]") {
    const SaturationStudy study = *saturationStudy({{100'000}, 3, 4, 1});
    CHECK(std::isfinite(study.rows[0].raw.entropy.mean));
    CHECK(study.rows[0].raw.entropy.mean >= 0.0);
    CHECK(study.rows[0].raw.maxWeight.mean <= 1.0);
}

TEST_CASE("saturationStudy: hostile numbers are refused by name", "[analysis][error]") {
    CHECK(refusal({{}, 16, 10, 1}) == "The list of d_k has 0 entries but must have between 1 and 64.");
    CHECK(refusal({{0}, 16, 10, 1}) == "d_k is 0 but must be between 1 and 100000.");
    CHECK(refusal({{4, 100'001}, 16, 10, 1}) == "d_k is 100001 but must be between 1 and 100000.");
    CHECK(refusal({{4}, -3, 10, 1}) == "The number of keys is -3 but must be between 1 and 100000.");
    CHECK(refusal({{4}, 16, 1'000'001, 1}) == "The number of rows is 1000001 but must be between 1 and 1000000.");
    CHECK(refusal({{100'000}, 16, 1'000'000, 1}).find("100016000000 random numbers") != std::string::npos);
}

TEST_CASE("saturationStudy: stops when it is no longer wanted", "[analysis][error]") {
    double last = 0.0;
    const Progress progress([] { return true; }, [&](double fraction) { last = fraction; });
    const auto study = saturationStudy({}, progress);
    REQUIRE_FALSE(study);
    CHECK(study.error().code == ErrorCode::Cancelled);
    CHECK(last < 0.1);
}

TEST_CASE("spreadOfWeights: counts allowed keys only and leaves empty rows out", "[analysis][oracle]") {
    // Rows: (1/2, 1/2, masked), empty, (1, 0, 0) and (1/4, 1/4, 1/2).
    const auto weights =
        std::make_shared<const Tensor>(Tensor({1, 2, 2, 3}, {0.5, 0.5, 0, 0, 0, 0, 1, 0, 0, 0.25, 0.25, 0.5}));
    const BoolTensor allowed({1, 2, 2, 3}, {1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1});
    const auto all = spreadOfWeights(weights, &allowed);
    REQUIRE(all);
    const double ln2 = std::log(2.0);
    CHECK(all->entropy.mean == Approx((ln2 + 0.0 + 1.5 * ln2) / 3.0));
    CHECK(all->entropy.median == Approx(ln2));
    CHECK(all->maxWeight.mean == Approx(2.0 / 3.0));
    CHECK(all->p1p.mean == Approx((0.25 + 0.0 + (0.375 + 0.25) / 3.0) / 3.0));
    const auto second = spreadOfWeights(weights, &allowed, Index(1));
    CHECK(second->maxWeight.mean == Approx(0.75));
    CHECK(second->maxWeight.median == Approx(0.75));
    const auto unmasked = spreadOfWeights(weights, nullptr, Index(0));
    CHECK(unmasked->p1p.mean == Approx(0.5 / 3.0 / 2.0));
}

TEST_CASE("spreadOfWeights: floats that are nearly one-hot keep their digits, a sink's share counts", "[analysis]") {
    const Values sharp(std::make_shared<const TensorOf<float>>(Shape{1, 1, 1, 2}, std::vector<float>{1.0F, 1e-12F}));
    CHECK(spreadOfWeights(sharp, nullptr)->p1p.mean == Approx(1e-12).epsilon(1e-6).margin(0.0));
    const Values sink(std::make_shared<const Tensor>(Shape{1, 1, 1, 2}, std::vector<double>{0.5, 0.25}));
    CHECK(spreadOfWeights(sink, nullptr)->p1p.mean == Approx((0.25 + 0.1875) / 2));
}

TEST_CASE("saturationStudy: a median far below 1e-16 is still a number", "[analysis][limit]") {
    const auto study = saturationStudy({{50'000}, 2, 400, 1});
    REQUIRE(study);
    // Two keys: p (1 - p) is about exp(-|difference|), whose median is near exp(-sqrt(2 d_k) 0.67).
    CHECK(std::log(study->rows[0].raw.p1p.median) == Approx(-0.6745 * std::sqrt(2.0 * 50'000)).epsilon(0.2));
}

TEST_CASE("spreadOfWeights: a NaN is passed on, nothing gives nothing", "[analysis][limit]") {
    const auto weights = std::make_shared<const Tensor>(Tensor({1, 1, 2, 2}, {NAN, 1, 0.5, 0.5}));
    CHECK(std::isnan(spreadOfWeights(weights, nullptr)->entropy.mean));
    CHECK(std::isnan(spreadOfWeights(weights, nullptr)->maxWeight.median));
    CHECK_FALSE(spreadOfWeights(Values{}, nullptr));
    CHECK_FALSE(spreadOfWeights(std::make_shared<const Tensor>(Shape{1, 1, 0, 2}), nullptr));
    const BoolTensor none({1, 1, 2, 2}, std::uint8_t{0});
    CHECK_FALSE(spreadOfWeights(weights, &none));
}

TEST_CASE("saturationJson: every number reads back exactly", "[analysis][json]") {
    const SaturationStudy study = *saturationStudy({{1, 16}, 5, 20, 8});
    const auto json = nlohmann::json::parse(saturationJson(study));
    CHECK(json["format"] == "headscope/saturation");
    CHECK(json["version"] == 1);
    CHECK(json["keys"] == 5);
    CHECK(json["draws"] == 20);
    REQUIRE(json["rows"].size() == 2);
    CHECK(json["rows"][1]["d_k"] == 16);
    CHECK(json["rows"][1]["raw"]["entropy"][0].get<double>() == study.rows[1].raw.entropy.mean);
    CHECK(json["rows"][1]["scaled"]["max_weight"][1].get<double>() == study.rows[1].scaled.maxWeight.median);
    CHECK(json["rows"][0]["raw"]["p1p"][1].get<double>() == study.rows[0].raw.p1p.median);
}

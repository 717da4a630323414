#include "core/analysis/row_figures.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "tests/support/core/close.h"
#include "tests/support/core/golden.h"

using namespace attn;

namespace {

using Row = std::vector<double>;

RowFigures figures(const Row& row) {
    return rowFigures(row.data(), static_cast<Index>(row.size()), static_cast<Index>(row.size()));
}

double largestEigenvalue(const Row& row, double elsewhere = 0.0) {
    return largestJacobianEigenvalue(row.data(), static_cast<Index>(row.size()), elsewhere);
}

std::vector<Row> jacobian(const Row& p) {
    std::vector<Row> J(p.size(), Row(p.size()));
    for (std::size_t i = 0; i < p.size(); ++i)
        for (std::size_t j = 0; j < p.size(); ++j)
            J[i][j] = (i == j ? p[i] : 0.0) - p[i] * p[j];
    return J;
}

/// Largest eigenvalue by Jacobi's rotations, which share nothing with the secular equation.
double byRotations(std::vector<Row> A) {
    const std::size_t n = A.size();
    for (int sweep = 0; sweep < 30; ++sweep)
        for (std::size_t p = 0; p < n; ++p)
            for (std::size_t q = p + 1; q < n; ++q) {
                if (A[p][q] == 0.0)
                    continue;
                const double angle = 0.5 * std::atan2(2.0 * A[p][q], A[q][q] - A[p][p]);
                const double c = std::cos(angle);
                const double s = std::sin(angle);
                for (std::size_t k = 0; k < n; ++k) {
                    const double left = A[k][p];
                    A[k][p] = c * left - s * A[k][q];
                    A[k][q] = s * left + c * A[k][q];
                }
                for (std::size_t k = 0; k < n; ++k) {
                    const double up = A[p][k];
                    A[p][k] = c * up - s * A[q][k];
                    A[q][k] = s * up + c * A[q][k];
                }
            }
    double largest = A[0][0];
    for (std::size_t i = 1; i < n; ++i)
        largest = std::max(largest, A[i][i]);
    return largest;
}

Row randomRow(Random& random, std::size_t keys, double spread) {
    Row row(keys);
    double sum = 0.0;
    for (double& p : row)
        sum += p = std::exp(spread * random.normal());
    for (double& p : row)
        p /= sum;
    return row;
}

}  // namespace

TEST_CASE("largestJacobianEigenvalue: agrees with Jacobi's rotations, from flat to nearly one-hot",
          "[analysis][oracle]") {
    Random random(5);
    for (int round = 0; round < 300; ++round) {
        Row row = randomRow(random, 1 + static_cast<std::size_t>(round % 9), 0.02 * (round % 50) * (round % 50));
        if (round % 4 == 0 && row.size() > 2)
            row[1] = row[2] = (row[1] + row[2]) / 2;  // a tie, often of the largest
        if (round % 5 == 0 && row.size() > 2)
            row[1] = row[0] * (1.0 - 1e-14);
        double sum = 0.0;
        for (const double p : row)
            sum += p;
        for (double& p : row)
            p /= sum;
        CAPTURE(round, row);
        CHECK(largestEigenvalue(row) == Approx(byRotations(jacobian(row))).margin(1e-14).epsilon(1e-12));
    }
}

TEST_CASE("largestJacobianEigenvalue: uniform, tied, one-hot and lone rows", "[analysis][limit]") {
    for (const std::size_t n : {2U, 3U, 16U, 1000U})
        CHECK(largestEigenvalue(Row(n, 1.0 / static_cast<double>(n))) == Approx(1.0 / static_cast<double>(n)));
    CHECK(largestEigenvalue({0.5, 0.5}) == 0.5);
    CHECK(largestEigenvalue({0.4, 0.4, 0.2}) == 0.4);
    CHECK(largestEigenvalue({0.0, 1.0, 0.0}) == 0.0);
    CHECK(largestEigenvalue({1.0}) == 0.0);
    CHECK(largestEigenvalue({0.0, 0.0}) == 0.0);
    CHECK(largestEigenvalue({}) == 0.0);
    // Two keys: 2 p (1 - p), without losing digits when one of them is tiny.
    for (const double p : {1e-3, 1e-9, 1e-15, 1e-200})
        CHECK(largestEigenvalue({1.0 - p, p}) == Approx(2.0 * p * (1.0 - p)).margin(1e-15));
    CHECK(largestEigenvalue({0.75, 0.0, 0.25, 0.0}) == Approx(0.375).epsilon(1e-14));
}

TEST_CASE("rowFigures: agrees with double loops over the whole Jacobian", "[analysis][oracle]") {
    Random random(6);
    for (int round = 0; round < 100; ++round) {
        const Row row = randomRow(random, 1 + static_cast<std::size_t>(round % 20), 0.1 * round);
        double entropy = 0.0, diagonal = 0.0, trace = 0.0, squares = 0.0;
        const auto J = jacobian(row);
        for (std::size_t i = 0; i < row.size(); ++i) {
            entropy -= row[i] > 0.0 ? row[i] * std::log(row[i]) : 0.0;
            diagonal = std::max(diagonal, J[i][i]);
            trace += J[i][i];
            for (const double cell : J[i])
                squares += cell * cell;
        }
        const RowFigures got = figures(row);
        CAPTURE(round);
        CHECK(got.entropy == Approx(entropy).margin(1e-14));
        CHECK(got.perplexity == Approx(std::exp(entropy)));
        CHECK(got.maxWeight == *std::max_element(row.begin(), row.end()));
        CHECK(got.jacMaxDiag == Approx(diagonal).margin(1e-15));
        CHECK(got.jacTrace == Approx(trace).margin(1e-15));
        CHECK(got.jacFro == Approx(std::sqrt(squares)).margin(1e-15));
    }
}

TEST_CASE("rowFigures: near one-hot rows keep all their digits", "[analysis][limit]") {
    // J of (1 - e, e) is e (1 - e) times [[1, -1], [-1, 1]]: Frobenius norm and largest eigenvalue are 2 e (1 - e).
    for (const double e : {1e-4, 1e-8, 1e-12, 1e-17, 1e-40, 1e-140}) {
        const RowFigures got = figures({1.0 - e, e});
        const double variance = e * (1.0 - e);
        const auto near = [](double value) { return Approx(value).epsilon(1e-13).margin(0.0); };
        CAPTURE(e);
        CHECK(got.otherWeight == e);
        CHECK(got.jacMaxDiag == near(variance));
        CHECK(got.jacTrace == near(2.0 * variance));
        CHECK(got.jacFro == near(2.0 * variance));
        CHECK(got.jacSpec == near(2.0 * variance));
        CHECK(got.entropy == near(-e * std::log(e) - (1.0 - e) * std::log1p(-e)));
    }
    // Weights as floats give them: 1 to the last digit, and yet something is left over.
    const RowFigures floats = figures({1.0, 3e-10, 1e-10});
    CHECK(floats.jacTrace == Approx(8e-10).epsilon(1e-9).margin(0.0));
    CHECK(floats.jacSpec == Approx((4.0 + std::sqrt(7.0)) * 1e-10).epsilon(1e-8).margin(0.0));
}

TEST_CASE("rowFigures: the share of a sink is no key's, but no certainty either", "[analysis]") {
    Random random(8);
    for (int round = 0; round < 60; ++round) {
        Row row = randomRow(random, 1 + static_cast<std::size_t>(round % 7), 0.1 * round);
        const double sink = round % 2 == 0 ? row.back() : 1e-9 * random.uniform();
        if (round % 2 == 0)
            row.pop_back();
        for (double& p : row)
            p *= round % 2 == 0 ? 1.0 : 1.0 - sink;
        if (row.empty())
            continue;
        const auto J = jacobian(row);
        double trace = 0.0;
        for (std::size_t i = 0; i < row.size(); ++i)
            trace += J[i][i];
        const auto keys = static_cast<Index>(row.size());
        const RowFigures got = rowFigures(row.data(), keys, keys, true, sink);
        CAPTURE(round, sink);
        CHECK(got.jacTrace == Approx(trace).margin(1e-14));
        CHECK(got.jacSpec == Approx(byRotations(J)).margin(1e-14).epsilon(1e-12));
        CHECK(got.otherWeight == Approx(1.0 - got.maxWeight).margin(1e-15));
    }
    CHECK(largestEigenvalue({1.0}, 1e-20) == 1e-20);
}

TEST_CASE("rowFigures: recorded rows, and the norms only when wanted", "[analysis][oracle]") {
    const test::Golden golden("metric_cases.json");
    REQUIRE(golden.count("row_metrics") == 6);
    for (Index k = 0; k < 6; ++k) {
        const std::string at = "row_metrics." + std::to_string(k) + ".";
        const RowFigures got = figures(test::numbers(golden.tensor(at + "p")));
        const std::pair<const char*, double> pairs[] = {
            {"entropy_nats", got.entropy}, {"entropy_norm", got.entropyNorm}, {"perplexity", got.perplexity},
            {"max_weight", got.maxWeight}, {"jac_max_diag", got.jacMaxDiag},  {"jac_trace", got.jacTrace},
            {"jac_fro", got.jacFro},       {"jac_spec", got.jacSpec}};
        for (const auto& [name, value] : pairs) {
            CAPTURE(k, name);
            CHECK(value == Approx(golden.number(at + name)).epsilon(1e-13).margin(1e-15));
        }
    }
    const Row row{0.7, 0.2, 0.1};
    const RowFigures quick = rowFigures(row.data(), 3, 3, false);
    CHECK((quick.jacTrace == figures(row).jacTrace && quick.jacFro == 0.0 && quick.jacSpec == 0.0));
}

TEST_CASE("rowFigures: one-hot, uniform, empty and NaN rows", "[analysis][limit]") {
    const RowFigures hot = figures({0.0, 1.0, 0.0});
    CHECK((hot.entropy == 0.0 && !std::signbit(hot.entropy)));
    CHECK((hot.perplexity == 1.0 && hot.jacFro == 0.0 && hot.jacSpec == 0.0 && hot.maxWeight == 1.0));
    const RowFigures flat = figures({0.25, 0.25, 0.25, 0.25});
    CHECK(flat.entropyNorm == Approx(1.0));
    CHECK((flat.jacMaxDiag == 0.1875 && flat.jacTrace == 0.75 && flat.jacSpec == 0.25));
    const Row zeros(3);
    const RowFigures empty = rowFigures(zeros.data(), 3, 0);
    CHECK((empty.entropy == 0.0 && empty.perplexity == 1.0 && empty.maxWeight == 0.0 && empty.jacSpec == 0.0));
    const RowFigures none = rowFigures(nullptr, 0, 0);
    CHECK((none.entropy == 0.0 && none.perplexity == 1.0));
    const Row nans{NAN, 0.5};
    CHECK(std::isnan(rowFigures(nans.data(), 2, 2).entropyNorm));
    const RowFigures bad = rowFigures(nans.data(), 2, 1);
    CHECK(
        (bad.entropyNorm == 0.0 && std::isnan(bad.entropy) && std::isnan(bad.maxWeight) && std::isnan(bad.jacSpec)));
}

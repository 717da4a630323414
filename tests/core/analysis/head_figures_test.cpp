#include "core/analysis/head_figures.h"

#include <cmath>
#include <vector>

#include "tests/support/catch.h"

using namespace attn;

namespace {

void add(HeadFigures& head, const std::vector<double>& row, Index position, Index afterCopy = -1) {
    const auto keys = static_cast<Index>(row.size());
    head.addRow(row.data(), keys, rowFigures(row.data(), keys, keys), position, afterCopy);
}

}  // namespace

TEST_CASE("HeadFigures: means over the added rows", "[analysis]") {
    HeadFigures head;
    add(head, {1.0, 0.0, 0.0}, 0);
    add(head, {0.5, 0.25, 0.25}, 1, 2);
    CHECK(head.meanMaxWeight() == 0.75);
    CHECK(head.firstKeyScore() == 0.75);
    CHECK(head.currentTokenScore() == 0.625);
    CHECK(head.previousTokenScore() == 0.5);
    CHECK(head.nextTokenScore() == 0.125);
    CHECK(head.inductionScore() == 0.25);
    CHECK(head.meanDistance() == 0.375);
    CHECK(head.diagonality() == 0.625);
    CHECK(head.meanEntropy() == Approx(0.75 * std::log(2.0)));
}

TEST_CASE("HeadFigures: positions outside the keys have no own and no previous token", "[analysis]") {
    HeadFigures head;
    add(head, {0.25, 0.75}, 5);
    add(head, {0.25, 0.75}, -3);
    CHECK(head.currentTokenScore() == 0.0);
    CHECK(head.previousTokenScore() == 0.0);
    CHECK(head.meanDistance() == Approx((0.25 * 5 + 0.75 * 4 + 0.25 * 3 + 0.75 * 4) / 2));
    add(head, {0.25, 0.75}, 2);
    CHECK(head.previousTokenScore() == 0.75);
}

TEST_CASE("HeadFigures: no row, a lone key and NaN rows", "[analysis][limit]") {
    HeadFigures head;
    CHECK((head.meanEntropy() == 0.0 && head.diagonality() == 0.0 && head.inductionScore() == 0.0));
    add(head, {1.0}, 0);
    CHECK((head.diagonality() == 1.0 && head.meanDistance() == 0.0));
    add(head, {NAN}, 0);
    CHECK((std::isnan(head.meanDistance()) && std::isnan(head.meanMaxWeight())));
    CHECK(head.meanEntropy() == 0.0);
}

TEST_CASE("keysAfterCopies: the key after the last earlier copy", "[analysis]") {
    CHECK(keysAfterCopies({0, 1, 2, 0, 1, 0}) == std::vector<Index>{-1, -1, -1, 1, 2, 4});
    CHECK(keysAfterCopies({7, 7}) == std::vector<Index>{-1, 1});
    CHECK(keysAfterCopies({}).empty());
}

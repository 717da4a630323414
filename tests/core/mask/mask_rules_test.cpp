#include "core/mask/mask_rules.h"

#include <cmath>
#include <limits>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/core/plain_attention.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// "10000 11000": the rows of batch item b, head h.
std::string picture(const Mask& mask, const Dimensions& d, Index b = 0, Index h = 0) {
    const MaskRules rules(mask, d);
    std::string text;
    std::vector<std::uint8_t> cells(static_cast<std::size_t>(d.nk));
    for (Index i = 0; i < d.nq; ++i) {
        rules.fillRow(b, h, i, 0, d.nk, cells.data());
        text += i == 0 ? "" : " ";
        for (Index j = 0; j < d.nk; ++j) {
            text += cells[static_cast<std::size_t>(j)] ? '1' : '0';
            CHECK(rules.allows(b, h, i, j) == (cells[static_cast<std::size_t>(j)] == 1));
        }
    }
    return text;
}

Mask causal(Causal::Align align, std::vector<Index> offset = {}) {
    Mask mask;
    mask.causal = Causal{align, std::move(offset)};
    return mask;
}

}  // namespace

TEST_CASE("MaskRules: both causal alignments and an explicit offset", "[mask]") {
    CHECK(picture(causal(Causal::Align::TopLeft), oneHead(2, 5)) == "10000 11000");
    CHECK(picture(causal(Causal::Align::BottomRight), oneHead(2, 5)) == "11110 11111");
    CHECK(picture(causal(Causal::Align::TopLeft), oneHead(5, 2)) == "10 11 11 11 11");
    CHECK(picture(causal(Causal::Align::BottomRight), oneHead(5, 2)) == "00 00 00 10 11");
    CHECK(picture(causal(Causal::Align::Offset, {1}), oneHead(3, 4)) == "1100 1110 1111");
    CHECK(picture(causal(Causal::Align::Offset, {-2}), oneHead(3, 3)) == "000 000 100");
}

TEST_CASE("MaskRules: an offset may differ for each batch item", "[mask]") {
    Dimensions d = oneHead(2, 3);
    d.batch = 2;
    const Mask mask = causal(Causal::Align::Offset, {0, 1});
    CHECK(picture(mask, d, 0) == "100 110");
    CHECK(picture(mask, d, 1) == "110 111");
}

TEST_CASE("MaskRules: a causal window of W keys holds W keys, itself included", "[mask]") {
    Mask mask = causal(Causal::Align::TopLeft);
    mask.window = Window{2, 0, 1, {}};
    CHECK(picture(mask, oneHead(6, 6)) == "100000 110000 111000 011100 001110 000111");
}

TEST_CASE("MaskRules: the window follows the causal alignment unless it has an offset of its own", "[mask]") {
    Mask mask = causal(Causal::Align::BottomRight);
    mask.window = Window{2, 0, 1, {}};
    CHECK(picture(mask, oneHead(2, 7)) == "0001110 0000111");
    mask.causal = Causal{Causal::Align::Offset, {3}};
    CHECK(picture(mask, oneHead(2, 7)) == "0111000 0011100");
    mask.window->offset = {0};
    CHECK(picture(mask, oneHead(2, 7)) == "1000000 1100000");
    mask.causal.reset();
    mask.window = Window{0, 1, 1, {}};
    CHECK(picture(mask, oneHead(2, 4)) == "1100 0110");
}

TEST_CASE("MaskRules: a window may be dilated and open on a side", "[mask]") {
    Mask mask;
    mask.window = Window{1, 1, 2, {}};
    CHECK(picture(mask, oneHead(5, 5)) == "10100 01010 10101 01010 00101");
    mask.window = Window{-1, 0, 3, {}};
    CHECK(picture(mask, oneHead(5, 5)) == "10000 01000 00100 10010 01001");
    mask.window = Window{-1, 1, 1, {}};
    CHECK(picture(mask, oneHead(3, 4)) == "1100 1110 1111");
}

TEST_CASE("MaskRules: bounds and offsets of any size do not overflow", "[mask][limit]") {
    const Index huge = std::numeric_limits<Index>::max();
    Mask mask = causal(Causal::Align::Offset, {huge});
    mask.window = Window{1, 1, 1, {}};
    CHECK(picture(mask, oneHead(2, 2)) == "00 00");
    mask.window = Window{huge, huge, huge, {0}};
    CHECK(picture(mask, oneHead(2, 2)) == "10 01");
    mask.window = Window{huge, huge, 1, {0}};
    CHECK(picture(mask, oneHead(2, 2)) == "11 11");
    mask.causal->offset = {std::numeric_limits<Index>::min()};
    CHECK(picture(mask, oneHead(2, 2)) == "00 00");
}

TEST_CASE("MaskRules: global tokens attend to all and are attended by all", "[mask]") {
    Mask mask;
    mask.window = Window{1, 1, 1, {}};
    mask.globalTokens = {0, 8};
    CHECK(picture(mask, oneHead(9, 9)) ==
          "111111111 111000001 111100001 101110001 100111001 100011101 100001111 100000111 111111111");
    mask.causal = Causal{Causal::Align::TopLeft, {}};
    CHECK(picture(mask, oneHead(9, 9)) ==
          "100000000 110000000 111000000 101100000 100110000 100011000 100001100 100000110 111111111");
    mask.window.reset();
    mask.causal.reset();
    CHECK(picture(mask, oneHead(2, 2)) == "11 11");
}

TEST_CASE("MaskRules: padding takes away columns, never rows", "[mask]") {
    Mask mask;
    mask.keyPadding = flags({1, 6}, {1, 1, 1, 1, 0, 0});
    CHECK(picture(mask, oneHead(6, 6)) == "111100 111100 111100 111100 111100 111100");
}

TEST_CASE("MaskRules: only -inf in the bias forbids", "[mask]") {
    Mask mask;
    mask.bias = tensor({5}, {-kInf, kInf, NAN, -1e300, 0.0});
    CHECK(picture(mask, oneHead(1, 5)) == "01111");
}

TEST_CASE("MaskRules: explicit masks and biases of rank 1 to 4 broadcast from the right", "[mask]") {
    Dimensions d = oneHead(2, 2);
    d.batch = 2;
    d.heads = 2;
    Mask mask;
    mask.explicitAllow = flags({2}, {0, 1});
    CHECK(picture(mask, d, 1, 1) == "01 01");
    mask.explicitAllow = flags({2, 1}, {0, 1});
    CHECK(picture(mask, d, 1, 1) == "00 11");
    mask.explicitAllow = flags({2, 1, 2}, {0, 1, 1, 0});
    CHECK(picture(mask, d, 1, 0) == "01 01");
    CHECK(picture(mask, d, 0, 1) == "10 10");
    CHECK_FALSE(MaskRules(mask, d).sameForAllHeads());
    mask.explicitAllow = flags({2, 1, 1, 2}, {0, 1, 1, 0});
    CHECK(picture(mask, d, 0, 1) == "01 01");
    CHECK(picture(mask, d, 1, 0) == "10 10");
    CHECK(MaskRules(mask, d).sameForAllHeads());
}

TEST_CASE("MaskRules: paint overrides every rule, and a painted key forgets a bias of -inf", "[mask]") {
    Mask mask = causal(Causal::Align::TopLeft);
    mask.keyPadding = flags({1, 3}, {1, 1, 0});
    mask.bias = tensor({3}, {0.5, -kInf, 2.0});
    mask.paint.allow = {{0, 1}, {0, 2}};
    mask.paint.forbid = {{2, 0}};
    CHECK(picture(mask, oneHead(3, 3)) == "111 100 000");
    double logits[] = {1.0, 1.0, 1.0};
    MaskRules(mask, oneHead(3, 3)).addBias(0, 0, 0, 0, 3, logits);
    CHECK(logits[0] == 1.5);
    CHECK(logits[1] == 1.0);
    CHECK(logits[2] == 3.0);
}

TEST_CASE("MaskRules: rules that forbid nothing are known as such", "[mask]") {
    Mask mask;
    CHECK(MaskRules(mask, oneHead(2, 2)).forbidsNothing());
    mask.keyPadding = flags({1, 2}, {1, 1});
    mask.bias = tensor({2}, {-1.0, 1.0});
    mask.window = Window{-1, -1, 1, {}};
    mask.causal = Causal{Causal::Align::Offset, {1}};
    CHECK(MaskRules(mask, oneHead(2, 2)).forbidsNothing());
    CHECK(picture(mask, oneHead(2, 2)) == "11 11");
    mask.paint.forbid = {{1, 1}};
    CHECK_FALSE(MaskRules(mask, oneHead(2, 2)).forbidsNothing());
}

TEST_CASE("MaskRules: rows, tiles and single cells of 500 random masks agree", "[mask][oracle]") {
    Random random(7);
    std::size_t seen[3] = {};
    for (int round = 0; round < 500; ++round) {
        const Index nq = 1 + round % 7;
        const Index nk = 1 + round % 5 + round % 3;
        Dimensions d = oneHead(nq, nk);
        d.batch = 2;
        d.heads = 2;
        const MaskRules rules(randomMask(random, 2, 2, nq, nk), d);
        const Index rows = 1 + round % 3;
        const Index keys = 1 + round % 4;
        std::vector<std::uint8_t> cells(static_cast<std::size_t>(rows * keys));
        for (Index i = 0; i < nq; i += rows)
            for (Index j = 0; j < nk; j += keys) {
                const Index i1 = std::min(i + rows, nq);
                const Index j1 = std::min(j + keys, nk);
                const Coverage coverage = rules.fillTile(round % 2, i % 2, i, i1, j, j1, cells.data());
                ++seen[static_cast<std::size_t>(coverage)];
                Index allowed = 0;
                bool same = true;
                for (Index r = i; r < i1; ++r)
                    for (Index c = j; c < j1; ++c) {
                        const bool allows = rules.allows(round % 2, i % 2, r, c);
                        const auto at = static_cast<std::size_t>((r - i) * (j1 - j) + c - j);
                        allowed += allows;
                        same = same && (coverage != Coverage::Mixed || cells[at] == allows);
                    }
                CAPTURE(round, i, j);
                CHECK(same);
                CHECK((allowed == 0) == (coverage == Coverage::Empty));
                CHECK((allowed == (i1 - i) * (j1 - j)) == (coverage == Coverage::Full));
            }
    }
    CHECK((seen[0] > 100 && seen[1] > 100 && seen[2] > 100));
}

TEST_CASE("MaskRules: the bits of a tile are its cells, over 500 random masks", "[mask][oracle]") {
    Random random(17);
    std::size_t seen[3] = {};
    for (int round = 0; round < 500; ++round) {
        const Index nq = 1 + round % 9;
        const Index nk = 1 + round % 150;
        Dimensions d = oneHead(nq, nk);
        d.batch = 2;
        d.heads = 2;
        const MaskRules rules(randomMask(random, 2, 2, nq, nk), d);
        const Index rows = 1 + round % 4;
        const Index keys = round % 2 ? 64 : 1 + round % 64;
        for (Index i = 0; i < nq; i += rows)
            for (Index j = 0; j < nk; j += keys) {
                const Index i1 = std::min(i + rows, nq);
                const Index j1 = std::min(j + keys, nk);
                std::uint64_t bits[4];
                const Coverage coverage = rules.fillBits(round % 2, i % 2, i, i1, j, j1, bits);
                ++seen[static_cast<std::size_t>(coverage)];
                Index allowed = 0;
                bool same = true;
                for (Index r = i; r < i1; ++r)
                    for (Index c = j; c < j1; ++c) {
                        const bool allows = rules.allows(round % 2, i % 2, r, c);
                        allowed += allows;
                        same = same && (coverage != Coverage::Mixed || (bits[r - i] >> (c - j) & 1) == allows);
                    }
                CAPTURE(round, i, j);
                CHECK(same);
                CHECK((allowed == 0) == (coverage == Coverage::Empty));
                CHECK((allowed == (i1 - i) * (j1 - j)) == (coverage == Coverage::Full));
            }
    }
    CHECK((seen[0] > 100 && seen[1] > 100 && seen[2] > 100));
}

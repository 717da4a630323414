#include "ui/matrix/number_text.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "core/base/random.h"
#include "tests/support/catch.h"

using namespace attn;
using namespace attn::ui;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

QString q(const char* text) { return QString::fromUtf8(text); }

Matrix block(const char* text) {
    const auto read = parseBlock(q(text));
    INFO(text << (read ? "" : read.error().message.c_str()));
    REQUIRE(read);
    return *read;
}

std::string refusal(const QString& text) {
    const auto read = parseBlock(text);
    REQUIRE_FALSE(read);
    return read.error().message;
}

}  // namespace

TEST_CASE("numberText: whole numbers are bare, others have the asked decimals", "[matrix]") {
    CHECK(numberText(1.0, 3) == q("1"));
    CHECK(numberText(-12.0, 3) == q("−12"));
    CHECK(numberText(-0.0, 3) == q("0"));
    CHECK(numberText(0.5, 3) == q("0.500"));
    CHECK(numberText(-0.125, 2) == q("−0.12"));
    CHECK(numberText(1e-9, 2) == q("0.00"));
    CHECK(numberText(kNaN, 2) == q("NaN"));
    CHECK(numberText(kInf, 2) == q("+∞"));
    CHECK(numberText(-kInf, 2) == q("−∞"));
    CHECK(numberText(1e300, 2) == q("1e300"));
}

TEST_CASE("shortNumberText: a narrow place drops decimals, then uses an exponent, and never lies", "[matrix]") {
    CHECK(shortNumberText(12.345, 3, 5) == q("12.345"));
    CHECK(shortNumberText(123.456, 3, 5) == q("123.46"));
    CHECK(shortNumberText(123456.7, 3, 5) == q("1.23e5"));
    CHECK(shortNumberText(-123456.0, 3, 5) == q("−1.2e5"));
    CHECK(shortNumberText(-1e-300, 3, 5) == q("−0.000"));
    CHECK(shortNumberText(-1e300, 3, 4).isEmpty());
}

TEST_CASE("exactText: every double reads back bit for bit", "[matrix]") {
    Random random(7);
    for (int i = 0; i < 20000; ++i) {
        const std::uint64_t bits = random.next();
        double value;
        std::memcpy(&value, &bits, sizeof value);
        if (std::isnan(value))
            continue;
        for (const QString& text : {exactText(value), plainText(value)}) {
            const auto back = parseNumber(text);
            REQUIRE(back);
            REQUIRE(std::memcmp(&*back, &value, sizeof value) == 0);
        }
    }
    CHECK(plainText(100000) == q("100000"));
    CHECK(plainText(-0.0001) == q("-0.0001"));
    CHECK(exactText(-1e-7) == q("−1e−7"));
}

TEST_CASE("parseNumber: takes what people type and refuses the rest", "[matrix]") {
    CHECK(parseNumber(q(" 1,5 ")) == 1.5);
    CHECK(parseNumber(q("−2.5")) == -2.5);
    CHECK(parseNumber(q("+.5")) == 0.5);
    CHECK(parseNumber(q("5.")) == 5.0);
    CHECK(parseNumber(q("1e-3")) == 1e-3);
    CHECK(parseNumber(q("1E−3")) == 1e-3);
    CHECK(parseNumber(q("-inf")) == -kInf);
    CHECK(parseNumber(q("∞")) == kInf);
    CHECK(parseNumber(q("−∞")) == -kInf);
    REQUIRE(parseNumber(q("nan")));
    CHECK(std::isnan(*parseNumber(q("NaN"))));
    for (const char* junk : {"", " ", "1.2.3", "1,2,3", "1,234.5", "0x10", "1 2", "5%", "--5", "+-5", "e5", "1e", "nan(1)",
                             "infinit", "1e999", "#NUM!", "one", "1d3", "٣"}) {
        INFO(junk);
        CHECK_FALSE(parseNumber(q(junk)));
    }
}

TEST_CASE("parseBlock: the separator of columns decides what a comma is", "[matrix]") {
    CHECK(block("1\t2\n3\t4").values == std::vector<double>{1, 2, 3, 4});
    CHECK(block("1,5\t−2\r\n3\t4,25\r\n").values == std::vector<double>{1.5, -2, 3, 4.25});
    CHECK(block("1,5;2,5\n3;4").cols == 2);
    CHECK(block("1,5 2,5").values == std::vector<double>{1.5, 2.5});
    CHECK(block("1, 2, 3").cols == 3);
    CHECK(block("1,2,3\n4,5,6").rows == 2);
    CHECK(block("0.5,1").values == std::vector<double>{0.5, 1});
    CHECK(block("  1   2\n 10  20").cols == 2);
    CHECK(block("\"1,5\",\"2\"").values == std::vector<double>{1.5, 2});
    // One comma a line and nothing else: a column with decimal commas, as a spreadsheet copies it.
    CHECK(block("1,5\n2,5").values == std::vector<double>{1.5, 2.5});
    CHECK(block("1,234").values == std::vector<double>{1.234});
    CHECK(block("\xEF\xBB\xBF" "7").values == std::vector<double>{7});
    CHECK(std::isinf(block("inf\tNaN").values[0]));
}

TEST_CASE("parseBlock: what is not a block of numbers is refused with its place", "[matrix]") {
    CHECK(refusal(q("1\t2\n3\tcat")) == "Row 1, column 1 of the block is not a number: “cat”.");
    CHECK(refusal(q("1\t2\n3")) == "Row 1 of the block has 1 numbers but row 0 has 2.");
    CHECK(refusal(q("1\t\t3")) == "Row 0, column 1 of the block is empty.");
    CHECK(refusal(q("5%")) == "Row 0, column 0 of the block is not a number: “5%”.");
    CHECK(refusal(q("1.5\t1,234")) ==
          "Row 0, column 1 of the block has another decimal sign than the numbers before it: “1,234”.");
    CHECK(refusal(QString()) == "The clipboard holds no numbers.");
    CHECK(refusal(q("\n\n")) == "The clipboard holds no numbers.");
    CHECK(refusal(QString(kMaxBlockChars + 1, u'1')).find("67108865 characters") != std::string::npos);
    CHECK(refusal(QString(1000, u'x')).size() < 150);
}

TEST_CASE("blockText: a block comes back with the same doubles", "[matrix]") {
    Matrix values(3, 4);
    Random random(3);
    for (double& value : values.values)
        value = random.normal() * 1e-3;
    values(0, 1) = kInf;
    values(2, 3) = -0.0;
    const auto back = parseBlock(blockText(values));
    REQUIRE(back);
    CHECK(*back == values);
    CHECK(std::signbit((*back)(2, 3)));
}

TEST_CASE("reachOf: tells a number that no double holds from what is no number", "[matrix]") {
    for (const char* large : {"1e400", "-1e400", " 1,5e309 ", "−9e999"}) {
        INFO(large);
        CHECK(reachOf(q(large)) == NumberReach::TooLarge);
    }
    CHECK(reachOf(q("1e-400")) == NumberReach::TooSmall);
    CHECK(reachOf(q("-1e-9999")) == NumberReach::TooSmall);
    for (const char* other : {"", "cat", "1e", "1.5", "1e308", "inf", "1e400x"}) {
        INFO(other);
        CHECK(reachOf(q(other)) == NumberReach::Fits);
    }
}

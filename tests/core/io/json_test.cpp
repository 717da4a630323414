#include "core/io/json.h"

#include <cmath>
#include <limits>

#include "tests/support/catch.h"

using namespace attn;

namespace {

std::string written(double value) {
    std::string text;
    appendJsonNumber(text, value);
    return text;
}

}  // namespace

TEST_CASE("appendJsonNumber: what is written reads back to the same bits", "[io][invariant]") {
    for (const double value : {0.0, -0.0, 0.1, 1.0 / 3.0, -1e300, 5e-324, 1e-7, 9007199254740993.0, 123456789.0,
                               std::numeric_limits<double>::max(), std::numeric_limits<double>::min()}) {
        const auto read = parseJson("[" + written(value) + "]");
        REQUIRE(read);
        CHECK(read->numbers[0] == value);
        CHECK(std::signbit(read->numbers[0]) == std::signbit(value));
    }
    CHECK(written(1.0) == "1");
    CHECK(written(NAN) == "\"NaN\"");
    CHECK(written(-INFINITY) == "\"-Infinity\"");
}

TEST_CASE("appendJsonText: quotes, controls and bad bytes are safe, the rest is literal", "[io]") {
    std::string text;
    appendJsonText(text, std::string("a\"\\\n\0<b>\xff日", 12));
    CHECK(text == "\"a\\\"\\\\\\n\\u0000<b>\xEF\xBF\xBD日\"");
}

TEST_CASE("parseJson: numbers, words and flags of one array share one list", "[io]") {
    const auto json =
        parseJson(R"({"a": [1, "NaN", -2.5e1], "b": [true, false], "c": ["NaN", "x"], "d": [[1], [2]]})");
    REQUIRE(json);
    const Json& a = *json->find("a");
    CHECK((a.kind == Json::Kind::Numbers && a.numbers.size() == 3 && std::isnan(a.numbers[1]) &&
           a.numbers[2] == -25.0));
    CHECK((a.hasNumbers && a.hasWords && !a.hasBools));
    CHECK((json->find("b")->hasBools && json->find("b")->numbers[0] == 1.0));
    CHECK((json->find("c")->items[0].text == "NaN" && json->find("c")->items[1].text == "x"));
    CHECK(json->find("d")->items[1].numbers[0] == 2.0);
    CHECK(json->find("e") == nullptr);
}

TEST_CASE("parseJson: values of x- keys are kept as compact text", "[io]") {
    const auto json =
        parseJson(R"({"x-a": {"k": [1.50, "[", {}, null], "k": true}, "b": {"x-c": 12345678901234567890}})");
    REQUIRE(json);
    CHECK(json->find("x-a")->text == R"({"k":[1.50,"[",{},null],"k":true})");
    CHECK(json->find("b")->find("x-c")->text == "12345678901234567890");
    CHECK(*compactJson(" [ 1 , { \"a\" : \"b\" } ] ") == R"([1,{"a":"b"}])");
    CHECK_FALSE(compactJson("{"));
}

TEST_CASE("parseJson: one object may not have endless keys, one array no mixture", "[io][error]") {
    std::string many = "{";
    for (int i = 0; i < 300; ++i)
        many += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":0";
    CHECK(parseJson(many + "}").error().message == "An object has more than 256 keys.");
    for (const char* text : {R"({"a": [1, "x"]})", R"({"a": [1, [2]]})", R"({"a": [[2], 1]})", R"({"a": [1, null]})",
                             R"({"a": [true, {}]})", R"({"a": ["NaN", null]})"})
        CHECK(parseJson(text).error().message == "\"a\" mixes numbers with other values.");
}

TEST_CASE("parseJson: a byte order mark is passed over", "[io]") {
    CHECK(parseJson("\xEF\xBB\xBF{\"a\": 1}"));
}

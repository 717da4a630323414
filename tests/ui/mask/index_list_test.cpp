#include "ui/mask/index_list.h"

#include "tests/support/catch.h"

using namespace attn;
using namespace attn::ui;

namespace {

std::vector<Index> parsed(const char* text, Index count) {
    const auto numbers = parseIndexList(QString::fromUtf8(text), count, QStringLiteral("token"));
    CAPTURE(text);
    REQUIRE(numbers);
    return *numbers;
}

std::string refusal(const QString& text, Index count) {
    const auto numbers = parseIndexList(text, count, QStringLiteral("token"));
    REQUIRE_FALSE(numbers);
    return numbers.error().message;
}

}  // namespace

TEST_CASE("parseIndexList: numbers and ranges, sorted and without repeats", "[mask]") {
    CHECK(parsed("", 8).empty());
    CHECK(parsed(" , ;", 8).empty());
    CHECK(parsed("5, 0 3;3", 8) == std::vector<Index>{0, 3, 5});
    CHECK(parsed("2-4, 3 – 5", 8) == std::vector<Index>{2, 3, 4, 5});
    CHECK(parsed("0-7 0-7 0-7 0-7", 8).size() == 8);
}

TEST_CASE("parseIndexList: refuses what is no list, with the reason", "[mask]") {
    CHECK(refusal(QStringLiteral("1, x"), 8) == "“x” is not a number or a range such as 2-5.");
    CHECK(refusal(QStringLiteral("8"), 8) == "There is no token 8: they are numbered 0 to 7.");
    CHECK(refusal(QStringLiteral("0-900000000000"), 8) == "There is no token 900000000000: they are numbered 0 to 7.");
    CHECK(refusal(QStringLiteral("0"), 0) == "There is no token 0: there are none.");
    for (const char* bad : {"-1", "4-2", "1-", "1.5", "1e3", "99999999999999999999", "+1", "1-2-3"}) {
        CAPTURE(bad);
        CHECK_FALSE(parseIndexList(QString::fromUtf8(bad), 8, QStringLiteral("token")));
    }
    CHECK(refusal(QString(20001, u'1'), 8).find("20001") != std::string::npos);
    CHECK(refusal(QString(500, u'x'), 8).size() < 120);
}

TEST_CASE("indexListText: reads back as the same numbers", "[mask]") {
    const std::vector<Index> numbers{0, 1, 3, 4, 5, 6, 9};
    const QString text = indexListText(numbers);
    CHECK(text == QStringLiteral("0, 1, 3-6, 9"));
    CHECK(*parseIndexList(text, 10, QStringLiteral("key")) == numbers);
}

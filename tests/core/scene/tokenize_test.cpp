#include "core/scene/tokenize.h"

#include "tests/support/catch.h"

using namespace attn;
using List = std::vector<std::string>;

TEST_CASE("tokenize: words and punctuation come apart", "[scene]") {
    CHECK(*tokenize("The cat sat.") == List{"The", "cat", "sat", "."});
    CHECK(*tokenize("Don't stop, well-known \"x\"!") ==
          List{"Don't", "stop", ",", "well-known", "\"", "x", "\"", "!"});
    CHECK(*tokenize("3.14 and 1,000. 'so'") == List{"3.14", "and", "1,000", ".", "'", "so", "'"});
    CHECK(*tokenize("<b>a</b> &lt;") == List{"<", "b", ">", "a", "<", "/", "b", ">", "&", "lt", ";"});
    CHECK(*tokenize("...") == List{".", ".", "."});
}

TEST_CASE("tokenize: words of any script stay whole", "[scene]") {
    CHECK(*tokenize("注意 한국\tمرحبا\nשלום नमस्ते 👩‍🏫 e\u0301") ==
          List{"注意", "한국", "مرحبا", "שלום", "नमस्ते", "👩‍🏫", "e\u0301"});
    CHECK(*tokenize("a\u00a0b\u3000c\u2028d") == List{"a", "b", "c", "d"});
}

TEST_CASE("tokenize: nothing but space is no token", "[scene][limit]") {
    CHECK(tokenize("")->empty());
    CHECK(tokenize(" \n\t ")->empty());
}

TEST_CASE("tokenize: too long a sentence is refused with both numbers", "[scene][error]") {
    std::string text;
    for (int i = 0; i < 4096; ++i)
        text += "a ";
    CHECK(tokenize(text)->size() == 4096);
    const auto refused = tokenize(text + "b");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message == "The sentence has 4097 tokens; at most 4096 are taken.");
}

TEST_CASE("validUtf8: only well-formed sequences survive", "[scene][error]") {
    const std::string bad = "\xEF\xBF\xBD";
    CHECK(validUtf8("a\xffz") == "a" + bad + "z");
    CHECK(validUtf8("\xc0\xaf") == bad + bad);                      // not the shortest form
    CHECK(validUtf8("\xed\xa0\x80") == bad + bad + bad);            // a surrogate
    CHECK(validUtf8("\xf4\x90\x80\x80") == bad + bad + bad + bad);  // beyond U+10FFFF
    CHECK(validUtf8("\xe2\x82") == bad + bad);                      // ends too early
    CHECK(validUtf8("\u20ac\U0001F600") == "\u20ac\U0001F600");
}

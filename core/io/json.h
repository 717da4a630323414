#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/tensor.h"

namespace attn {

struct JsonMember;

/// One value of a parsed JSON text. Arrays of numbers (the words "NaN", "Infinity" and "-Infinity" among them) and of
/// true and false take 8 bytes for each element, and no node.
struct Json {
    enum class Kind { Null, Bool, Number, String, Numbers, Array, Object, Raw };
    Kind kind = Kind::Null;
    bool flag = false;                                            ///< Bool
    bool hasNumbers = false, hasBools = false, hasWords = false;  ///< Numbers: what stood in the array.
    double number = 0.0;                                          ///< Number
    std::string text;                                             ///< String; Raw: compact JSON text.
    std::vector<double> numbers;                                  ///< Numbers; true = 1.
    std::vector<Json> items;                                      ///< Array
    std::vector<JsonMember> members;                              ///< Object, in the order of the text, no key twice.

    /// Null where there is no such member.
    const Json* find(std::string_view key) const;
};

struct JsonMember {
    std::string key;
    Json value;
};

/// Parses one JSON text. The values of keys "x-...", and of `rawKeys`, are kept as compact text instead.
///
/// Errors    Malformed with the byte position (a key that stands twice, a depth beyond 64, ...); TooLarge beyond 2^27
///           numbers, 2^21 other values or 256 keys in one object. Any bytes are safe input.
Result<Json> parseJson(std::string_view text, const std::vector<std::string>& rawKeys = {});

/// `text` without white space between its parts. Errors as parseJson().
Result<std::string> compactJson(std::string_view text);

/// NaN and infinities as numbers: "NaN", "Infinity", "-Infinity"; false for any other text.
bool numberFromWord(std::string_view word, double& value);

/// Appends `text` in quotation marks; bytes that are not UTF-8 become U+FFFD.
void appendJsonText(std::string& out, std::string_view text);
/// Appends the shortest form that reads back to the same double; non-finite numbers as their words, in quotation
/// marks.
void appendJsonNumber(std::string& out, double value);

}  // namespace attn

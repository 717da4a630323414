#pragma once
#include <QString>
#include <optional>

#include "core/base/result.h"
#include "core/base/tensor.h"

namespace attn::ui {

/// A number as a cell shows it: true minus, whole numbers bare, the others with `decimals` decimals, "NaN", "+∞", "−∞".
/// A whole number is never written with decimals, so "0.00" is a small number and "0" is zero.
QString numberText(double value, int decimals);

/// A number as a narrow place shows it: as above, with fewer decimals, or with an exponent, so that it has at most
/// `maxChars` characters, the decimal point not counted; empty when nothing that short is true to it.
QString shortNumberText(double value, int decimals, int maxChars);

/// Every digit of `value`: the shortest text that reads back as the same double. `exactText` is for people (true
/// minus), `plainText` for editors and the clipboard ("-1.5", "NaN", "-inf").
QString exactText(double value);
QString plainText(double value);

/// What a person typed: "." or "," as the decimal sign, "-" or a true minus, an exponent, NaN, inf, ∞.
/// Nothing for anything else: no digits, hex, two decimal signs, thousands signs, %, more than a double holds.
std::optional<double> parseNumber(const QString& text);

/// A number is written that is too large for a double (1e400), or, not being 0, too close to 0 (1e-400).
enum class NumberReach { Fits, TooLarge, TooSmall };
NumberReach reachOf(const QString& text);

constexpr qsizetype kMaxBlockChars = qsizetype(64) * 1024 * 1024;
constexpr Index kMaxBlockCells = Index(16) * 1024 * 1024;

/// A block of numbers from a spreadsheet or a text file. Rows are lines; an empty line at the end is ignored.
///
/// Columns   are separated by the first of these that occurs outside quotes: tab, semicolon, space, comma.
///           A comma beside a space or a quote ("1, 2") separates. Where commas are the only signs, they separate columns if
///           a line holds two of them or a "." occurs anywhere; else they are decimal signs: a spreadsheet puts tabs
///           between columns, so "1,5" alone, or one under another, is a column of 1.5.
/// Numbers   as parseNumber, each perhaps in double quotes. One block has one decimal sign.
/// Errors    Malformed with row, column and the text; TooLarge past kMaxBlockChars or kMaxBlockCells.
Result<Matrix> parseBlock(const QString& text);

/// Tabs and newlines, every digit: parseBlock gives back the same doubles.
QString blockText(const Matrix& block);

}  // namespace attn::ui

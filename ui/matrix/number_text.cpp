#include "ui/matrix/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace attn::ui {
namespace {

constexpr QChar kMinus(0x2212);

/// Digits of a finite value by std::to_chars, "-" as the sign.
template <class... Style>
QString digits(double value, Style... style) {
    std::array<char, 400> buffer;  // the longest fixed text of a double has 309 digits before the point
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, style...).ptr;
    return QString::fromLatin1(buffer.data(), end - buffer.data());
}

QString withTrueMinus(QString text) { return text.replace(QLatin1Char('-'), kMinus); }

/// "1.2e+05" as "1.2e5".
QString withShortExponent(const QString& text) {
    const qsizetype e = text.indexOf(QLatin1Char('e'));
    if (e < 0)
        return text;
    const int exponent = text.mid(e + 1).toInt();
    return text.left(e + 1) + QString::number(exponent);
}

QString wordOf(double value) {
    if (std::isnan(value))
        return QStringLiteral("NaN");
    return value > 0 ? QStringLiteral("+∞") : QStringLiteral("−∞");
}

std::optional<double> parseWord(const QString& lower) {
    const bool isNegative = lower.startsWith(QLatin1Char('-'));
    const QString bare = isNegative || lower.startsWith(QLatin1Char('+')) ? lower.mid(1) : lower;
    if (bare == QLatin1String("nan"))
        return std::numeric_limits<double>::quiet_NaN();
    if (bare == QLatin1String("inf") || bare == QLatin1String("infinity") || bare == QString(QChar(0x221E)))
        return isNegative ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    return std::nullopt;
}

}  // namespace

QString numberText(double value, int decimals) {
    if (!std::isfinite(value))
        return wordOf(value);
    constexpr double kLongest = 1e15;  // past this a fixed text shows digits that the double does not hold
    if (std::abs(value) >= kLongest)
        return exactText(value);
    const bool isWhole = value == std::trunc(value);
    return withTrueMinus(digits(value == 0 ? 0.0 : value, std::chars_format::fixed, isWhole ? 0 : std::max(decimals, 0)));
}

QString shortNumberText(double value, int decimals, int maxChars) {
    const auto fits = [maxChars](const QString& text) { return text.size() - text.count(u'.') <= maxChars; };
    QString text = numberText(value, decimals);
    if (!std::isfinite(value))
        return fits(text) ? text : QString();
    for (int fewer = decimals - 1; !fits(text) && fewer >= 0; --fewer)
        text = numberText(value, fewer);
    for (int places = 3; !fits(text) && places >= 0; --places)
        text = withTrueMinus(withShortExponent(digits(value, std::chars_format::scientific, places)));
    return fits(text) ? text : QString();
}

QString plainText(double value) {
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("inf") : QStringLiteral("-inf");
    const double size = std::abs(value);
    // Plain std::to_chars writes 100000 as 1e+05.
    if (size == 0 || (size >= 1e-5 && size < 1e15))
        return digits(value, std::chars_format::fixed);
    return withShortExponent(digits(value));
}

QString exactText(double value) { return std::isfinite(value) ? withTrueMinus(plainText(value)) : wordOf(value); }

namespace {

/// The text as std::from_chars reads it; empty where it is no decimal number.
QByteArray decimalOf(QString clean) {
    clean.replace(kMinus, QLatin1Char('-'));
    if (clean.count(QLatin1Char(',')) + clean.count(QLatin1Char('.')) > 1)
        return {};
    clean.replace(QLatin1Char(','), QLatin1Char('.'));
    // std::from_chars knows no "+", and would take the words that are refused here ("nan(1)").
    if (clean.startsWith(QLatin1Char('+')) && !clean.startsWith(QLatin1String("+-")))
        clean.remove(0, 1);
    for (const QChar c : clean)
        if (!(c >= QLatin1Char('0') && c <= QLatin1Char('9')) && !QStringLiteral("+-.eE").contains(c))
            return {};
    return clean.toLatin1();
}

}  // namespace

std::optional<double> parseNumber(const QString& text) {
    QString clean = text.trimmed();
    clean.replace(kMinus, QLatin1Char('-'));
    if (const auto word = parseWord(clean.toLower()))
        return word;
    const QByteArray bytes = decimalOf(clean);
    double value = 0;
    const auto [end, error] = std::from_chars(bytes.constData(), bytes.constData() + bytes.size(), value);
    if (error != std::errc() || end != bytes.constData() + bytes.size())
        return std::nullopt;
    return value;
}

NumberReach reachOf(const QString& text) {
    const QByteArray bytes = decimalOf(text.trimmed());
    double value = 0;
    const auto [end, error] = std::from_chars(bytes.constData(), bytes.constData() + bytes.size(), value);
    if (error != std::errc::result_out_of_range || end != bytes.constData() + bytes.size())
        return NumberReach::Fits;
    // from_chars does not say which end was passed: the place of the first digit that counts does.
    const qsizetype e = bytes.toLower().indexOf('e');
    const QByteArray digits = bytes.left(e < 0 ? bytes.size() : e);
    const qsizetype point = digits.contains('.') ? digits.indexOf('.') : digits.size();
    qsizetype first = 0;
    while (first < digits.size() && (digits[first] < '1' || digits[first] > '9'))
        ++first;
    const double exponent = e < 0 ? 0.0 : bytes.mid(e + 1).toDouble();
    return exponent + static_cast<double>(point - first) > 0.0 ? NumberReach::TooLarge : NumberReach::TooSmall;
}

}  // namespace attn::ui

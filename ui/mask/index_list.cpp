#include "ui/mask/index_list.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <optional>

namespace attn::ui {

namespace {

constexpr qsizetype kMostChars = 20000;
constexpr qsizetype kMostEchoed = 20;

QString translated(const char* text) { return QCoreApplication::translate("IndexList", text); }

std::optional<qlonglong> number(QStringView text) {
    bool isNumber = false;
    const qlonglong value = text.toLongLong(&isNumber);
    const bool isDigits = std::all_of(text.begin(), text.end(), [](QChar sign) { return sign >= u'0' && sign <= u'9'; });
    return isNumber && isDigits ? std::optional(value) : std::nullopt;
}

Error malformed(const QString& word) {
    const QString shown = word.size() > kMostEchoed ? word.left(kMostEchoed) + u'…' : word;
    return {ErrorCode::Malformed,
            translated("“%1” is not a number or a range such as 2-5.").arg(shown).toStdString()};
}

Error outOfRange(qlonglong value, Index count, const QString& noun) {
    const QString text = count == 0
                             ? translated("There is no %1 %2: there are none.").arg(noun).arg(value)
                             : translated("There is no %1 %2: they are numbered 0 to %3.").arg(noun).arg(value).arg(count - 1);
    return {ErrorCode::OutOfRange, text.toStdString()};
}

}  // namespace

Result<std::vector<Index>> parseIndexList(const QString& text, Index count, const QString& noun) {
    if (text.size() > kMostChars)
        return Error{ErrorCode::TooLarge, translated("A list of %1 characters is longer than %2.")
                                              .arg(text.size()).arg(kMostChars).toStdString()};
    static const QRegularExpression kBetween(QStringLiteral("[,;\\s]+"));
    // A range may be written with a hyphen or a dash, with spaces around it.
    static const QRegularExpression kDash(QStringLiteral("\\s*[-–]\\s*"));
    QString plain = text;
    plain.replace(kDash, QStringLiteral("-"));
    std::vector<Index> numbers;
    for (const QString& word : plain.split(kBetween, Qt::SkipEmptyParts)) {
        const qsizetype dash = word.indexOf(u'-');
        const auto first = number(QStringView(word).left(dash < 0 ? word.size() : dash));
        const auto last = dash < 0 ? first : number(QStringView(word).mid(dash + 1));
        if (!first || !last || *first > *last)
            return malformed(word);
        if (*last >= count)
            return outOfRange(*first >= count ? *first : *last, count, noun);
        for (qlonglong i = *first; i <= *last; ++i)
            numbers.push_back(static_cast<Index>(i));
        // Overlapping ranges must not pile up.
        if (static_cast<Index>(numbers.size()) > 2 * count) {
            std::sort(numbers.begin(), numbers.end());
            numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
        }
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

QString indexListText(const std::vector<Index>& sorted) {
    QStringList parts;
    for (std::size_t i = 0; i < sorted.size();) {
        std::size_t end = i + 1;
        while (end < sorted.size() && sorted[end] == sorted[end - 1] + 1)
            ++end;
        if (end - i >= 3) {
            parts << QStringLiteral("%1-%2").arg(sorted[i]).arg(sorted[end - 1]);
            i = end;
        } else {
            parts << QString::number(sorted[i++]);
        }
    }
    return parts.join(QStringLiteral(", "));
}

}  // namespace attn::ui

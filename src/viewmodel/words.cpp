#include "src/viewmodel/words.h"

#include <QHash>
#include <charconv>
#include <cmath>

#include "ui/tokens/token_text.h"

namespace attn::app {

namespace {

constexpr int kLongestQuote = 32;  ///< Characters; a longer token loses its middle.

QString withTrueMinus(QString text) { return text.replace(u'-', QChar(0x2212)); }

QString wordOfNonFinite(double value) {
    if (std::isnan(value))
        return QStringLiteral("NaN");
    return value > 0 ? QStringLiteral("+∞") : QStringLiteral("−∞");
}

template <class T>
QString shortestText(T value) {
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    return withTrueMinus(QString::fromLatin1(buffer, end - buffer));
}

std::vector<ui::AxisLabel> axisLabels(const std::vector<std::string>& texts) {
    QHash<QString, int> seen;
    std::vector<ui::AxisLabel> labels;
    labels.reserve(texts.size());
    for (const std::string& text : texts) {
        labels.push_back({QString::fromStdString(text), static_cast<Index>(labels.size()), false});
        ++seen[labels.back().text];
    }
    for (ui::AxisLabel& label : labels)
        label.isRepeated = seen.value(label.text) > 1;
    return labels;
}

bool fits(const std::vector<std::string>& labels, Index count) {
    return !labels.empty() && static_cast<Index>(labels.size()) == count;
}

}  // namespace

QString fixedText(double value, int decimals) {
    if (!std::isfinite(value))
        return wordOfNonFinite(value);
    // A number that fills a line is shown by its exponent.
    const bool isLarge = std::abs(value) >= 1e9;
    QString text = QString::number(value, isLarge ? 'e' : 'f', decimals);
    const bool isZero = text.startsWith(u'-') && text.count(u'0') + text.count(u'.') == text.size() - 1;
    return isZero ? text.mid(1) : withTrueMinus(text);
}

QString factorText(double value, int decimals) {
    const double size = std::abs(value);
    if (!std::isfinite(value) || size == 0.0 || (size >= 1e-3 && size < 1e6))
        return fixedText(value, decimals);
    return withTrueMinus(QString::number(value, 'g', 4).remove(u'+'));
}

QString exactText(double value, Precision precision) {
    if (!std::isfinite(value))
        return wordOfNonFinite(value);
    const auto narrow = static_cast<float>(value);
    const bool isNarrow = precision != Precision::F64 && static_cast<double>(narrow) == value;
    return isNarrow ? shortestText(narrow) : shortestText(value);
}

QString countWord(Index count) {
    switch (count) {
    case 0: return Words::tr("no");
    case 1: return Words::tr("one");
    case 2: return Words::tr("two");
    case 3: return Words::tr("three");
    case 4: return Words::tr("four");
    case 5: return Words::tr("five");
    case 6: return Words::tr("six");
    case 7: return Words::tr("seven");
    case 8: return Words::tr("eight");
    case 9: return Words::tr("nine");
    case 10: return Words::tr("ten");
    case 11: return Words::tr("eleven");
    case 12: return Words::tr("twelve");
    default: return QString::number(count);
    }
}

QString counted(Index count, const char* noun) {
    const bool isOne = count == 1;
    const QByteArray word(noun);
    QString text;
    if (word == "token")
        text = isOne ? Words::tr("token") : Words::tr("tokens");
    else if (word == "query")
        text = isOne ? Words::tr("query") : Words::tr("queries");
    else if (word == "key")
        text = isOne ? Words::tr("key") : Words::tr("keys");
    else if (word == "head")
        text = isOne ? Words::tr("head") : Words::tr("heads");
    else if (word == "row")
        text = isOne ? Words::tr("row") : Words::tr("rows");
    else if (word == "cell")
        text = isOne ? Words::tr("cell") : Words::tr("cells");
    else
        text = isOne ? Words::tr("value") : Words::tr("values");
    return countWord(count) + u' ' + text;
}

QString listWords(const std::vector<Index>& numbers, int most) {
    const auto count = static_cast<Index>(numbers.size());
    if (count > 2 && numbers.back() - numbers.front() == count - 1)
        return Words::tr("%1 to %2").arg(numbers.front()).arg(numbers.back());
    QStringList shown;
    for (Index i = 0; i < count && i < most; ++i)
        shown.append(QString::number(numbers[static_cast<std::size_t>(i)]));
    if (count > most)
        return Words::tr("%1 and %2 more").arg(shown.join(QStringLiteral(", "))).arg(count - most);
    const QString last = shown.isEmpty() ? QString() : shown.takeLast();
    return shown.isEmpty() ? last : Words::tr("%1 and %2").arg(shown.join(QStringLiteral(", ")), last);
}

QString quoted(const QString& token) { return QStringLiteral("“") + ui::chipText(token, kLongestQuote) + QStringLiteral("”"); }

QString queryText(const Scene& scene, Index query) {
    return scene.tokens.empty() ? QStringLiteral("q%1").arg(query)
                                : quoted(QString::fromStdString(tokenLabel(scene, query)));
}

namespace {

/// Those that name the keys; scenes that give more than embeddings name a context without X_kv.
const std::vector<std::string>& keyTokens(const Scene& scene) {
    const bool isContext = scene.Xkv || (scene.kind != Kind::Mha && !scene.contextTokens.empty());
    return isContext ? scene.contextTokens : scene.tokens;
}

}  // namespace

QString keyName(const Scene& scene, Index key) {
    return keyTokens(scene).empty()
               ? QStringLiteral("k%1").arg(key)
               : QString::fromStdString(contextLabel(scene, key));
}

QString keyText(const Scene& scene, Index key) {
    const bool isNamed = !keyTokens(scene).empty();
    return isNamed ? quoted(keyName(scene, key)) : keyName(scene, key);
}

std::vector<ui::AxisLabel> queryLabels(const Scene& scene, Index nq) {
    return fits(scene.tokens, nq) ? axisLabels(scene.tokens) : std::vector<ui::AxisLabel>();
}

std::vector<ui::AxisLabel> keyLabels(const Scene& scene, Index nk) {
    const auto& labels = keyTokens(scene);
    return fits(labels, nk) ? axisLabels(labels) : std::vector<ui::AxisLabel>();
}

ui::Axis queryAxis(const Scene& scene, Index nq) {
    return {Words::tr("query (attends)"), ui::AxisRole::Query, QStringLiteral("q"), queryLabels(scene, nq)};
}

ui::Axis keyAxis(const Scene& scene, Index nk) {
    return {Words::tr("key (attended)"), ui::AxisRole::Key, QStringLiteral("k"), keyLabels(scene, nk)};
}

}  // namespace attn::app

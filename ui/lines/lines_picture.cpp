#include "ui/lines/lines_picture.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"

namespace attn::ui {
namespace {

constexpr std::size_t kMostNamed = 6;

QString say(const char* text) {
    return QCoreApplication::translate("Lines", text);
}

/// q2 “cat”, or q2 where the token has no text.
QString nameOf(const Axis& axis, Index index) {
    QString name = axis.letter + QString::number(index);
    if (index >= 0 && index < static_cast<Index>(axis.labels.size()))
        name += QStringLiteral(" “") + visibleToken(axis.labels[static_cast<std::size_t>(index)].text) +
                QStringLiteral("”");
    return name;
}

/// Faults first, as they must not be missed; then the largest.
bool comesBefore(const AttentionLine& a, const AttentionLine& b) {
    const bool isFault = !std::isfinite(a.weight), isOtherFault = !std::isfinite(b.weight);
    return isFault != isOtherFault ? isFault : !isFault && a.weight > b.weight;
}

}  // namespace

bool LinesPicture::hasFault() const {
    return std::any_of(lines.begin(), lines.end(),
                       [](const AttentionLine& line) { return !std::isfinite(line.weight); });
}

QString tokenSentence(const LinesPicture& picture, const LinesToken& token) {
    const Index count = token.isKey ? picture.keyCount : picture.queryCount;
    if (token.index < 0 || token.index >= count)
        return {};
    std::vector<AttentionLine> own;
    for (const AttentionLine& line : picture.lines)
        if ((token.isKey ? line.key : line.query) == token.index)
            own.push_back(line);
    std::stable_sort(own.begin(), own.end(), comesBefore);
    QStringList parts;
    for (std::size_t i = 0; i < std::min(own.size(), kMostNamed); ++i) {
        const AttentionLine& line = own[i];
        QString part = token.isKey ? nameOf(picture.queries, line.query) : nameOf(picture.keys, line.key);
        if (picture.heads.size() > 1)
            part += QStringLiteral(" (") + picture.heads[static_cast<std::size_t>(line.head)].name + u')';
        parts << part + u' ' + exactNumber(line.weight);
    }
    if (own.size() > kMostNamed)
        parts << say(QT_TRANSLATE_NOOP("Lines", "and %1 more")).arg(own.size() - kMostNamed);
    // Joined without arg(): a token may itself hold "%1".
    const QString name = nameOf(token.isKey ? picture.keys : picture.queries, token.index);
    if (parts.isEmpty())
        return name + QStringLiteral(", ") + say(QT_TRANSLATE_NOOP("Lines", "no line"));
    return name + (token.isKey ? QStringLiteral(" ← ") : QStringLiteral(" → ")) + parts.join(QStringLiteral(", "));
}

}  // namespace attn::ui

#include "ui/tokens/token_text.h"

namespace attn::ui {
namespace {

/// Signs without a glyph of their own, or that turn the direction of what follows.
bool isInvisible(QChar c) {
    const auto category = c.category();
    return category == QChar::Other_Control || category == QChar::Other_Format ||
           category == QChar::Separator_Line || category == QChar::Separator_Paragraph ||
           (category == QChar::Separator_Space && c != u' ');
}

}  // namespace

QString chipText(const QString& token) {
    if (token.isEmpty())
        return QStringLiteral("“”");
    QString shown;
    shown.reserve(token.size());
    for (const QChar c : token) {
        if (c == u' ')
            shown += QChar(0x2423);
        else if (c == u'\t')
            shown += QChar(0x21E5);
        else if (c == u'\n')
            shown += QChar(0x21B5);
        else if (c == QChar(0x200D) || !isInvisible(c))  // the joiner holds emoji together
            shown += c;
        else
            shown += QStringLiteral("⟨U+%1⟩").arg(c.unicode(), 4, 16, QLatin1Char('0')).toUpper();
    }
    return shown;
}

QString chipText(const QString& token, int maxChars) {
    const QString shown = chipText(token);
    if (shown.size() <= maxChars || maxChars < 3)
        return shown;
    const qsizetype head = maxChars / 2;
    return shown.left(head) + QChar(0x2026) + shown.right(maxChars - 1 - head);
}

}  // namespace attn::ui

#include "ui/tokens/token_text.h"

#include "ui/figure/visible_signs.h"

namespace attn::ui {

QString chipText(const QString& token) {
    return token.isEmpty() ? QStringLiteral("“”") : visibleSigns(token).replace(u' ', QChar(0x2423));
}

QString chipText(const QString& token, int maxChars) {
    const QString shown = chipText(token);
    if (shown.size() <= maxChars || maxChars < 3)
        return shown;
    const qsizetype head = maxChars / 2;
    return shown.left(head) + QChar(0x2026) + shown.right(maxChars - 1 - head);
}

}  // namespace attn::ui

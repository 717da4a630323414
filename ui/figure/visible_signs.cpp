#include "ui/figure/visible_signs.h"

namespace attn::ui {
namespace {

bool isJoiner(QChar sign) {
    return sign == QChar(0x200C) || sign == QChar(0x200D);
}

bool isInvisible(QChar sign) {
    const auto category = sign.category();
    return category == QChar::Other_Control || category == QChar::Other_Format || category == QChar::Separator_Line ||
           category == QChar::Separator_Paragraph || (category == QChar::Separator_Space && sign != u' ');
}

}  // namespace

QString visibleSigns(const QString& text) {
    QString shown;
    shown.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar sign = text[i];
        if (sign.isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate()) {
            shown += sign;
            shown += text[++i];
        } else if (sign.isSurrogate() || sign.isNonCharacter())
            shown += QChar(QChar::ReplacementCharacter);
        else if (sign == u'\t')
            shown += QChar(0x21E5);
        else if (sign == u'\n')
            shown += QChar(0x21B5);
        else if (isJoiner(sign) || !isInvisible(sign))
            shown += sign;
        else
            shown += QStringLiteral("⟨U+%1⟩").arg(sign.unicode(), 4, 16, QLatin1Char('0')).toUpper();
    }
    return shown;
}

}  // namespace attn::ui

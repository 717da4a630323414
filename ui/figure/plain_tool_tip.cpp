#include "ui/figure/plain_tool_tip.h"

namespace attn::ui {

QString plainToolTip(const QString& text) {
    return QStringLiteral("<span style=\"white-space:pre\">%1</span>").arg(text.toHtmlEscaped());
}

}  // namespace attn::ui

#include "ui/theme/style.h"

#include <QApplication>
#include <QPalette>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/theme/flat_style.h"
#include "ui/theme/focus_ring.h"

namespace attn::ui {
namespace {

ThemeKind g_kind = ThemeKind::Light;

QPalette paletteOf(const Theme& t) {
    QPalette palette;
    // Docks, bars and dialogs are one surface; only what stands around a figure has the window's ground.
    palette.setColor(QPalette::Window, t.surface);
    palette.setColor(QPalette::WindowText, t.text);
    palette.setColor(QPalette::Base, t.surface);
    palette.setColor(QPalette::AlternateBase, t.sunken);
    palette.setColor(QPalette::Text, t.text);
    palette.setColor(QPalette::BrightText, t.onAccent);
    palette.setColor(QPalette::PlaceholderText, t.disabledText);
    palette.setColor(QPalette::Button, t.surface);
    palette.setColor(QPalette::ButtonText, t.text);
    palette.setColor(QPalette::Highlight, t.accentGround);
    palette.setColor(QPalette::HighlightedText, t.text);
    palette.setColor(QPalette::Link, t.accent);
    palette.setColor(QPalette::LinkVisited, t.accent);
    palette.setColor(QPalette::ToolTipBase, t.surface);
    palette.setColor(QPalette::ToolTipText, t.text);
    palette.setColor(QPalette::Light, t.raised);
    palette.setColor(QPalette::Midlight, t.raised);
    palette.setColor(QPalette::Mid, t.hairline);
    palette.setColor(QPalette::Dark, t.strongLine);
    palette.setColor(QPalette::Shadow, t.strongLine);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText,
                            QPalette::BrightText, QPalette::Link, QPalette::LinkVisited, QPalette::ToolTipText})
        palette.setColor(QPalette::Disabled, role, t.disabledText);
    palette.setColor(QPalette::Disabled, QPalette::Base, t.window);
    palette.setColor(QPalette::Disabled, QPalette::Button, t.window);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, t.raised);
    return palette;
}

}  // namespace

void applyTheme(QApplication& app, ThemeKind kind) {
    g_kind = kind;
    const Theme& t = theme(kind);
    // A desktop gives some classes a font of their own, which would win over the program's.
    const QFont body = bodyFont();
    app.setFont(body);
    for (const char* name :
         {"QMenu", "QMenuBar", "QToolButton", "QMessageBox", "QMessageBoxLabel", "QDockWidgetTitle", "QHeaderView"})
        app.setFont(body, name);
    for (const char* name : {"QStatusBar", "QTipLabel"})
        app.setFont(bodyFont(type::kLabel), name);
    QToolTip::setFont(bodyFont(type::kLabel));
    app.setPalette(paletteOf(t));
    QToolTip::setPalette(paletteOf(t));
    app.setStyle(new FlatStyle);
    if (!app.findChild<FocusRing*>(QString(), Qt::FindDirectChildrenOnly))
        new FocusRing(&app);
}

const Theme& currentTheme() {
    return theme(g_kind);
}

ThemeKind systemTheme() {
    const QPalette palette = QApplication::palette();
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness()
               ? ThemeKind::Dark
               : ThemeKind::Light;
}

int screenUnit() {
    return std::max(1, static_cast<int>(std::floor(fontScale() + 0.25)));
}

int scaled(int pixels) {
    return static_cast<int>(std::lround(pixels * fontScale()));
}

}  // namespace attn::ui

#pragma once
#include <QString>

namespace attn::app {

enum class ThemeChoice { FollowDesktop, Light, Dark };

/// What is remembered between starts. Every reader checks what it finds: the file may hold anything.
namespace settings {

/// Where the docks stand, as Docks::saved() says it.
inline const QString kArrangement = QStringLiteral("window/arrangement");

ThemeChoice themeChoice();
void setThemeChoice(ThemeChoice choice);
int fontPercent();  ///< 100, 115, 130 or 150
void setFontPercent(int percent);

}  // namespace settings
}  // namespace attn::app

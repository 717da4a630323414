#include "src/window/settings.h"

#include <QSettings>

namespace attn::app::settings {
namespace {

const QString kTheme = QStringLiteral("look/theme");
const QString kFont = QStringLiteral("look/fontPercent");

}  // namespace

ThemeChoice themeChoice() {
    const QString word = QSettings().value(kTheme).toString();
    if (word == QStringLiteral("light"))
        return ThemeChoice::Light;
    if (word == QStringLiteral("dark"))
        return ThemeChoice::Dark;
    return ThemeChoice::FollowDesktop;
}

void setThemeChoice(ThemeChoice choice) {
    if (choice == ThemeChoice::FollowDesktop)
        QSettings().remove(kTheme);
    else
        QSettings().setValue(kTheme, choice == ThemeChoice::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
}

int fontPercent() {
    const int percent = QSettings().value(kFont).toInt();
    return percent == 115 || percent == 130 || percent == 150 ? percent : 100;
}

void setFontPercent(int percent) { QSettings().setValue(kFont, percent); }

}  // namespace attn::app::settings

#include "src/window/appearance_commands.h"

#include <QWidget>

#include "src/window/settings.h"

namespace attn::app {

void connectAppearanceCommands(Actions& actions, Appearance& appearance, QWidget* window) {
    const auto on = [&](Actions::Id id, auto&& what) { QObject::connect(actions[id], &QAction::triggered, window, what); };
    on(Actions::ThemeDesktop, [&appearance] { appearance.choose(ThemeChoice::FollowDesktop); });
    on(Actions::ThemeLight, [&appearance] { appearance.choose(ThemeChoice::Light); });
    on(Actions::ThemeDark, [&appearance] { appearance.choose(ThemeChoice::Dark); });
    on(Actions::ToggleTheme, [&appearance] {
        appearance.choose(appearance.kind() == ui::ThemeKind::Dark ? ThemeChoice::Light : ThemeChoice::Dark);
    });
    for (const auto& [id, percent] : {std::pair{Actions::Font100, 100}, {Actions::Font115, 115}, {Actions::Font130, 130}, {Actions::Font150, 150}})
        on(id, [&appearance, size = percent] { appearance.setFontPercent(size); });

    const auto show = [&actions, &appearance] {
        const ThemeChoice choice = appearance.choice();
        actions[choice == ThemeChoice::Light  ? Actions::ThemeLight
                : choice == ThemeChoice::Dark ? Actions::ThemeDark
                                              : Actions::ThemeDesktop]->setChecked(true);
        const int percent = settings::fontPercent();
        actions[percent == 115 ? Actions::Font115 : percent == 130 ? Actions::Font130 : percent == 150 ? Actions::Font150 : Actions::Font100]
            ->setChecked(true);
    };
    QObject::connect(&appearance, &Appearance::changed, window, show);
    show();
}

}  // namespace attn::app

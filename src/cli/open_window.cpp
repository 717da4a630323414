#include "src/cli/open_window.h"

#include <QScreen>
#include <cstdio>
#include <memory>

#include "src/cli/gui_app.h"
#include "src/document/settings_store.h"
#include "src/window/appearance.h"
#include "src/window/files.h"
#include "src/window/main_window.h"

namespace attn::app {

int openWindow(const std::vector<std::string>& files) {
    if (qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") &&
        qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        std::fprintf(stderr, "headscope: There is no display to open a window on; `headscope render --help` tells how to draw into a file.\n");
        return 1;
    }
    GuiApp gui(GuiApp::Mode::Window);
    Appearance appearance;
    appearance.apply();
    PersonalSettings store;
    std::vector<std::unique_ptr<MainWindow>> windows;
    for (std::size_t i = 0; i < std::max<std::size_t>(files.size(), 1); ++i) {
        auto window = std::make_unique<MainWindow>(appearance);
        window->resize(QSize(1280, 800).boundedTo(window->screen()->availableSize()));
        window->rememberArrangement(store);
        window->files().openExample(examples().front().resource);
        window->show();
        if (i < files.size())
            window->files().open(QString::fromLocal8Bit(files[i].c_str()));
        windows.push_back(std::move(window));
    }
    return QApplication::exec();
}

}  // namespace attn::app

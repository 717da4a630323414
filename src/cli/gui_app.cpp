#include "src/cli/gui_app.h"

#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QHashSeed>

#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace attn::app {

int GuiApp::prepare(Mode mode) {
    // The order of fonts in a PDF follows that of a hash.
    QHashSeed::setDeterministicGlobalSeed();
    // Without a session (a container, a build server) Qt takes this folder anyway, but says so on standard error.
    if (qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR"))
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(QDir::tempPath() + QStringLiteral("/runtime-headscope-%1").arg(getuid())));
    if (mode == Mode::Hidden) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        for (const char* scale : {"QT_SCALE_FACTOR", "QT_SCREEN_SCALE_FACTORS", "QT_FONT_DPI", "QT_ENABLE_HIGHDPI_SCALING"})
            qunsetenv(scale);
    }
    QCoreApplication::setApplicationName(QStringLiteral("Headscope"));
    QCoreApplication::setOrganizationName(QStringLiteral("Headscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(HEADSCOPE_VERSION));
    return 1;
}

GuiApp::GuiApp(Mode mode) : m_count(prepare(mode)), m_application(m_count, m_words) {
    ui::loadFonts();
    ui::applyTheme(m_application, ui::ThemeKind::Light);
}

}  // namespace attn::app

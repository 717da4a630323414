// Creates the one QApplication of a test program, offscreen unless a platform is named.
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <QApplication>
#include <QHashSeed>
#include <memory>

#include "tests/support/catch.h"
#include "ui/theme/theme.h"

namespace {

struct QtListener : Catch::TestEventListenerBase {
    using TestEventListenerBase::TestEventListenerBase;

    void testRunStarting(const Catch::TestRunInfo&) override {
        static int count = 1;
        static char name[] = "tests";
        static char* words[] = {name, nullptr};
        if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
            qputenv("QT_QPA_PLATFORM", "offscreen");
        QHashSeed::setDeterministicGlobalSeed();  // As main does: the order of fonts in a PDF depends on it.
        app = std::make_unique<QApplication>(count, words);
        attn::ui::loadFonts();
    }
    void testRunEnded(const Catch::TestRunStats&) override { app.reset(); }

    std::unique_ptr<QApplication> app;
};

}  // namespace

CATCH_REGISTER_LISTENER(QtListener)

#include "src/cli/command_line.h"

#include <CLI/CLI.hpp>

namespace attn::app {

int runCommandLine(int argc, char** argv) {
    CLI::App app("Headscope: a desktop laboratory for self-attention", "headscope");
    app.set_version_flag("--version", HEADSCOPE_VERSION);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return 0;
}

}  // namespace attn::app

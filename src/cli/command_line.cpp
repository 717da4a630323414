#include "src/cli/command_line.h"

#include "src/cli/commands.h"
#include "src/cli/open_window.h"

namespace attn::app {

int runCommandLine(int argc, char** argv) {
    CLI::App app("Headscope: a desktop laboratory for self-attention", "headscope");
    app.set_version_flag("--version", HEADSCOPE_VERSION);
    app.set_help_all_flag("--help-all", "Show the help of every command");
    app.require_subcommand(0, 1);
    app.get_formatter()->column_width(34);

    std::vector<std::string> files;
    app.add_option("FILE", files, "Scene files to open in the window (without one: the worked example)");

    Outcome outcome;
    addEvaluate(app, outcome);
    addRender(app, outcome);
    addMemory(app, outcome);
    addSaturation(app, outcome);
    addConvert(app, outcome);
    addScreenshot(app, outcome);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    if (!app.get_subcommands().empty())
        return outcome.status;
    return openWindow(files);
}

}  // namespace attn::app

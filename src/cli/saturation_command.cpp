#include <cstdio>

#include "core/analysis/saturation.h"
#include "src/cli/commands.h"

namespace attn::app {
namespace {

struct SaturationWords {
    SaturationSettings settings;
    bool json = false;
};

std::string tableText(const SaturationStudy& study) {
    std::string text = "Mean over rows (median in brackets); p(1-p) is the mean over the keys of a row.\n";
    char line[256];
    std::snprintf(line, sizeof line, "%6s  %8s  %18s  %18s  %22s\n", "d_k", "", "entropy, nats", "largest weight", "p(1-p)");
    text += line;
    for (const SaturationRow& row : study.rows)
        for (const auto& [name, spread] : {std::pair{"raw", &row.raw}, {"scaled", &row.scaled}}) {
            std::snprintf(line, sizeof line, "%6lld  %8s  %8.4f (%7.4f)  %8.4f (%7.4f)  %10.6f (%9.6f)\n", static_cast<long long>(row.dk), name,
                          spread->entropy.mean, spread->entropy.median, spread->maxWeight.mean, spread->maxWeight.median, spread->p1p.mean,
                          spread->p1p.median);
            text += line;
        }
    return text;
}

}  // namespace

void addSaturation(CLI::App& app, Outcome& outcome) {
    auto words = std::make_shared<SaturationWords>();
    SaturationSettings& settings = words->settings;
    CLI::App* command = app.add_subcommand("saturation", "How the softmax saturates with the width of a head");
    command->add_option("--dk", settings.dks, "Widths of a head, such as 1,4,16")->delimiter(',')->check(wholeCount());
    command->add_option("--keys", settings.keys, "Keys of a row")->capture_default_str()->check(wholeCount());
    command->add_option("--rows", settings.rows, "Rows drawn for each width")->capture_default_str()->check(wholeCount());
    command->add_option("--seed", settings.seed, "Seed of the random numbers")->capture_default_str()->check(wholeSeed());
    command->add_flag("--json", words->json, "As JSON");
    command->callback([words, &outcome] {
        const auto study = saturationStudy(words->settings, terminalProgress());
        if (!study)
            return outcome.fail("saturation", study.error());
        if (const auto done = deliver({}, words->json ? saturationJson(*study) : tableText(*study)); !done)
            outcome.fail("saturation", done.error());
    });
}

}  // namespace attn::app

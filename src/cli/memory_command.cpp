#include <cstdio>
#include <map>

#include "core/base/text.h"
#include "core/cost/measure.h"
#include "core/evaluate/evaluate.h"
#include "src/cli/commands.h"

namespace attn::app {
namespace {

const std::map<std::string, Precision> kTypes{{"f32", Precision::F32}, {"f16", Precision::F16}, {"bf16", Precision::BF16}};

struct MemoryWords {
    std::vector<Index> ns;
    Index heads = 8;
    Index kvHeads = 0;  ///< 0: as many as heads
    Index headDim = 64;
    Index batch = 1;
    std::string dtype = "f32";
    std::string device;
    bool backward = false;
    bool measure = false;
    bool json = false;
};

/// "1 GiB", "not run: ..." or "-".
std::string sideText(const std::optional<double>& bytes, const std::optional<double>& seconds) {
    if (!bytes)
        return "-";
    char time[32];
    std::snprintf(time, sizeof time, ", %.3g s", seconds.value_or(0.0));
    return bytesText(*bytes) + time;
}

std::string tableText(const MemoryStudy& study) {
    std::string text = "Memory beyond Q, K, V and the output.\n";
    char line[256];
    std::snprintf(line, sizeof line, "%10s  %16s  %16s  %24s  %24s\n", "n", "naive, counted", "flash, counted", "naive, measured",
                  "flash, measured");
    text += line;
    std::string reasons;
    for (const MemoryRow& row : study.rows) {
        std::snprintf(line, sizeof line, "%10lld  %16s  %16s  %24s  %24s\n", static_cast<long long>(row.n),
                      bytesText(row.naiveCountedBytes).c_str(), bytesText(row.flashCountedBytes).c_str(),
                      sideText(row.naiveMeasuredBytes, row.naiveSeconds).c_str(), sideText(row.flashMeasuredBytes, row.flashSeconds).c_str());
        text += line;
        if (row.naiveWouldNotFit)
            reasons += row.naiveWhy + "\n";
        if (row.flashWouldNotFit)
            reasons += row.flashWhy + "\n";
    }
    return text + reasons;
}

Result<std::string> memoryText(const MemoryWords& words) {
    if (!words.device.empty())
        return Error{ErrorCode::NotSupported, "Traffic on a device (--device " + words.device + ") is not yet supported."};
    MeasureSettings settings;
    settings.shape = {words.heads, words.kvHeads == 0 ? words.heads : words.kvHeads, words.headDim, words.headDim, words.batch,
                      kTypes.at(words.dtype), words.backward};
    if (!words.ns.empty())
        settings.ns = words.ns;
    settings.measure = words.measure;
    settings.freeBytes = memoryLimit();
    const auto study = memoryStudy(settings, words.measure ? terminalProgress() : Progress());
    if (!study)
        return study.error();
    return words.json ? memoryJson(*study) : tableText(*study);
}

}  // namespace

void addMemory(CLI::App& app, Outcome& outcome) {
    auto words = std::make_shared<MemoryWords>();
    CLI::App* command = app.add_subcommand("memory", "Memory of naive and flash attention over the sequence length");
    command->add_option("--n", words->ns, "Sequence lengths, such as 128,1024")->delimiter(',');
    command->add_option("--heads", words->heads, "Query heads")->capture_default_str();
    command->add_option("--kv-heads", words->kvHeads, "Key-value heads (without it: as many as heads)");
    command->add_option("--head-dim", words->headDim, "Width of a head")->capture_default_str();
    command->add_option("--batch", words->batch, "Batch items")->capture_default_str();
    command->add_option("--dtype", words->dtype, "f32, f16 or bf16")->capture_default_str()->check(CLI::IsMember(kTypes));
    command->add_flag("--backward", words->backward, "The peak of a training step instead of the forward pass");
    command->add_flag("--measure", words->measure, "Really run both on this machine, where they fit");
    command->add_option("--device", words->device, "A device preset (not yet supported)");
    command->add_flag("--json", words->json, "As JSON");
    command->callback([words, &outcome] {
        const auto text = memoryText(*words);
        if (!text)
            outcome.fail("memory", text.error());
        else if (const auto done = deliver({}, *text); !done)
            outcome.fail("memory", done.error());
    });
}

}  // namespace attn::app

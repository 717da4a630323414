#include <algorithm>
#include <cstdio>
#include <map>
#include <optional>

#include "core/base/text.h"
#include "core/cost/device_report.h"
#include "core/cost/measure.h"
#include "core/evaluate/evaluate.h"
#include "src/cli/commands.h"

namespace attn::app {
namespace {

const std::map<std::string, Precision> kTypes{{"f32", Precision::F32}, {"f16", Precision::F16}, {"bf16", Precision::BF16}};

constexpr const char* kList = "list";

struct MemoryWords {
    std::vector<Index> ns;
    Index heads = 8;
    std::optional<Index> kvHeads;  ///< Without it: as many as heads.
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

/// What ran, and in which numbers.
std::string kernelText(const MemoryStudy& study) {
    const std::string kernel = study.flashKernel == "plain" ? "the plain kernel" : "the " + study.flashKernel + " kernel";
    std::string text = "Measured on one thread; flash ran on " + kernel +
                       (study.shape.backward ? "; seconds are of forward and backward.\n" : ".\n");
    if (elementBytes(study.shape.precision) == 2)
        text += "Measured in float32, on inputs rounded to " + precisionText(study.shape.precision) +
                ": the bytes measured are those of float32.\n";
    return text;
}

std::string tableText(const MemoryStudy& study, bool wasMeasured) {
    const MemoryShape& shape = study.shape;
    std::string text = "Memory in " + precisionText(shape.precision) + " beyond Q, K, V and the output" +
                       (shape.backward ? " and their gradients, backward" : "") + "; beside it K and V themselves (" +
                       std::to_string(shape.kvHeads) + (shape.kvHeads == 1 ? " head" : " heads") + ", one layer).\n";
    char line[256];
    constexpr const char* kRow = "%10s  %16s  %16s  %24s  %24s  %12s\n";
    std::snprintf(line, sizeof line, kRow, "n", "naive, counted", "flash, counted", "naive, measured", "flash, measured", "K and V");
    text += line;
    std::string reasons;
    for (const MemoryRow& row : study.rows) {
        std::snprintf(line, sizeof line, kRow, std::to_string(row.n).c_str(), bytesText(row.naiveCountedBytes).c_str(),
                      bytesText(row.flashCountedBytes).c_str(), sideText(row.naiveMeasuredBytes, row.naiveSeconds).c_str(),
                      sideText(row.flashMeasuredBytes, row.flashSeconds).c_str(), bytesText(keyValueBytes(shape, row.n)).c_str());
        text += line;
        if (wasMeasured && row.naiveWouldNotFit)
            reasons += row.naiveWhy + "\n";
        if (wasMeasured && row.flashWouldNotFit)
            reasons += row.flashWhy + "\n";
    }
    if (wasMeasured && !study.flashKernel.empty())
        text += kernelText(study);
    return text + reasons;
}

std::string number(const char* format, double value) {
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

/// "0.3 us", "4.05 ms", "12.6 s"
std::string secondsText(double seconds) {
    if (seconds < 1e-3)
        return number("%.3g us", seconds * 1e6);
    return seconds < 1.0 ? number("%.3g ms", seconds * 1e3) : number("%.3g s", seconds);
}

std::string tileText(const TileSize& tile) {
    return "tiles of " + std::to_string(tile.queryRows) + " queries x " + std::to_string(tile.keyRows) + " keys";
}

std::string deviceText(const Device& device) {
    return number("%.4g GB/s, ", device.bandwidthGbPerSecond) + number("%.4g TFLOP/s, ", device.tensorTeraflops) +
           bytesText(onChipBytes(device)) + " on chip, " + number("ridge at %.1f FLOP/byte", ridgePoint(device)) + " (" +
           sourceMarkText(device.mark) + ")";
}

std::string deviceTable(const DeviceReport& report, const MemoryShape& shape) {
    std::string text = std::string("\n") + report.device.name + ": " + deviceText(report.device) + ".\n" +
                       "Bytes between chip and memory, and the least time for them and for the products" +
                       (shape.backward ? ", forward and backward.\n" : ", forward.\n");
    char line[256];
    constexpr const char* kRow = "%10s  %14s  %14s  %14s  %12s  %12s  %12s\n";
    std::snprintf(line, sizeof line, kRow, "n", "naive", "flash", "first flash", "naive, time", "flash, time", "first, time");
    text += line;
    for (const DeviceRow& row : report.rows) {
        std::snprintf(line, sizeof line, kRow, std::to_string(row.n).c_str(), bytesText(row.naive.trafficBytes).c_str(),
                      bytesText(row.flash.trafficBytes).c_str(), bytesText(row.flash1.trafficBytes).c_str(),
                      secondsText(row.naive.least.seconds).c_str(), secondsText(row.flash.least.seconds).c_str(),
                      secondsText(row.flash1.least.seconds).c_str());
        text += line;
    }
    text += "Flash: FlashAttention-2, " + tileText(report.flashTile) + ". First flash: the first paper's order, " +
            tileText(report.flash1Tile) + (shape.backward ? ", as in both backward passes.\n" : ".\n");
    if (shape.precision == Precision::F32)
        text += "The rate is that of 16-bit products: in f32 the products take longer than these times allow for.\n";
    return text;
}

std::string deviceList() {
    std::size_t width = 0;
    for (const Device& device : devices())
        width = std::max(width, std::string(device.name).size());
    std::string text;
    for (const Device& device : devices()) {
        std::string name = device.name;
        name.resize(width + 2, ' ');
        text += name + deviceText(device) + "\n";
    }
    return text;
}

Result<std::string> memoryText(const MemoryWords& words) {
    if (words.device == kList)
        return words.json ? devicesJson() : deviceList();
    MeasureSettings settings;
    settings.shape = {words.heads, words.kvHeads.value_or(words.heads), words.headDim, words.headDim, words.batch,
                      kTypes.at(words.dtype), words.backward};
    if (!words.ns.empty())
        settings.ns = words.ns;
    settings.measure = words.measure;
    settings.freeBytes = memoryLimit();
    std::optional<DeviceReport> report;
    if (!words.device.empty()) {
        const auto device = findDevice(words.device);
        if (!device)
            return device.error();
        auto made = deviceReport(*device, settings.shape, settings.ns);
        if (!made)
            return made.error();
        report = *std::move(made);
    }
    const auto study = memoryStudy(settings, words.measure ? terminalProgress() : Progress());
    if (!study)
        return study.error();
    if (words.json)
        return report ? memoryJson(*study, *report) : memoryJson(*study);
    return tableText(*study, words.measure) + (report ? deviceTable(*report, settings.shape) : std::string());
}

/// Empty for a preset or "list", else what is wrong: CLI11 then ends with status 2.
std::string deviceFault(const std::string& name) {
    if (name == kList)
        return {};
    const auto device = findDevice(name);
    return device ? std::string() : device.error().message;
}

}  // namespace

void addMemory(CLI::App& app, Outcome& outcome) {
    auto words = std::make_shared<MemoryWords>();
    CLI::App* command = app.add_subcommand("memory", "Memory of naive and flash attention over the sequence length");
    command->add_option("--n", words->ns, "Sequence lengths, such as 128,1024")->delimiter(',')->check(wholeCount());
    command->add_option("--heads", words->heads, "Query heads")->capture_default_str()->check(wholeCount());
    command->add_option("--kv-heads", words->kvHeads, "Key-value heads, which heads share in groups (without it: as many as heads)")->check(wholeCount());
    command->add_option("--head-dim", words->headDim, "Width of a head")->capture_default_str()->check(wholeCount());
    command->add_option("--batch", words->batch, "Batch items")->capture_default_str()->check(wholeCount());
    command->add_option("--dtype", words->dtype, "f32, f16 or bf16")->capture_default_str()->check(CLI::IsMember(kTypes));
    command->add_flag("--backward", words->backward, "The peak of a training step instead of the forward pass; with --device and --measure both passes");
    command->add_flag("--measure", words->measure, "Really run both on this machine, where they fit");
    command->add_option("--device", words->device,
                        "Also the memory traffic and the least time on a device: a preset such as \"A100 SXM4 40GB\", "
                        "or a part of its name; \"list\" shows all")
        ->check(CLI::Validator(deviceFault, "NAME"));
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

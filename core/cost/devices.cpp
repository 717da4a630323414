#include "core/cost/devices.h"

#include <algorithm>

namespace attn {
namespace {

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

std::string namesOf(const std::vector<const Device*>& found) {
    std::string names;
    for (const Device* device : found)
        names += (names.empty() ? "" : ", ") + std::string(device->name);
    return names;
}

}  // namespace

const std::vector<Device>& devices() {
    // clang-format off
    static const std::vector<Device> kDevices{
        // name, capability, multiprocessors, KiB shared / per block / with L1, GB, GB/s, TFLOP/s
        {"Tesla V100 SXM2 32GB", "7.0", 80, 96, 96, 128, 32, 900.0, 125.0, SourceMark::Known},
        {"Tesla T4", "7.5", 40, 64, 64, 96, 16, 320.0, 65.0, SourceMark::Known},
        {"A100 SXM4 40GB", "8.0", 108, 164, 163, 192, 40, 1555.0, 312.0, SourceMark::Seen},
        {"A100 SXM4 80GB", "8.0", 108, 164, 163, 192, 80, 2039.0, 312.0, SourceMark::Seen},
        {"GeForce RTX 3090", "8.6", 82, 100, 99, 128, 24, 936.0, 71.0, SourceMark::Seen},
        {"A10", "8.6", 72, 100, 99, 128, 24, 600.0, 125.0, SourceMark::Known},
        {"GeForce RTX 4090", "8.9", 128, 100, 99, 128, 24, 1008.0, 165.2, SourceMark::Seen},
        {"L4", "8.9", 58, 100, 99, 128, 24, 300.0, 121.0, SourceMark::Known},
        {"L40S", "8.9", 142, 100, 99, 128, 48, 864.0, 362.0, SourceMark::Known},
        {"H100 PCIe 80GB", "9.0", 114, 228, 227, 256, 80, 2000.0, 756.0, SourceMark::Seen},
        {"H100 SXM5 80GB", "9.0", 132, 228, 227, 256, 80, 3350.0, 989.4, SourceMark::Seen},
        {"H200 SXM 141GB", "9.0", 132, 228, 227, 256, 141, 4800.0, 989.4, SourceMark::Known},
        {"B200 SXM", "10.0", 148, 228, 227, 256, 180, 8000.0, 2250.0, SourceMark::Known},
        {"GeForce RTX 5090", "12.0", 170, 100, 99, 128, 32, 1792.0, 209.5, SourceMark::Known},
    };
    // clang-format on
    return kDevices;
}

Result<Device> findDevice(const std::string& name) {
    const std::string wanted = lowered(name);
    std::vector<const Device*> all;
    std::vector<const Device*> found;
    for (const Device& device : devices()) {
        const std::string candidate = lowered(device.name);
        if (candidate == wanted)
            return device;
        all.push_back(&device);
        if (!wanted.empty() && candidate.find(wanted) != std::string::npos)
            found.push_back(&device);
    }
    if (found.size() == 1)
        return *found.front();
    if (found.empty())
        return Error{ErrorCode::OutOfRange,
                     "No device is named '" + name + "'; the presets are: " + namesOf(all) + "."};
    return Error{ErrorCode::OutOfRange, "'" + name + "' may mean several devices: " + namesOf(found) + "."};
}

double peakFlops(const Device& device) {
    return device.tensorTeraflops * 1e12;
}
double bytesPerSecond(const Device& device) {
    return device.bandwidthGbPerSecond * 1e9;
}
double onChipBytes(const Device& device) {
    return device.sharedKibPerMultiprocessor * 1024.0;
}
double ridgePoint(const Device& device) {
    return peakFlops(device) / bytesPerSecond(device);
}

Roofline roofline(const Device& device, double flops, double bytes) {
    const double arithmetic = flops / peakFlops(device);
    const double memory = bytes / bytesPerSecond(device);
    return {std::max(arithmetic, memory), memory >= arithmetic, bytes > 0.0 ? flops / bytes : 0.0};
}

}  // namespace attn

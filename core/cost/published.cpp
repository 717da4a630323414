#include "core/cost/published.h"

namespace attn {
namespace {

Result<void> check(const TrainingShape& shape, Index n) {
    constexpr Index kMaxSize = Index{1} << 40;
    for (const Index value : {shape.batch, shape.heads, shape.headDim, shape.elementBytes, n})
        if (value < 1 || value > kMaxSize)
            return Error{ErrorCode::OutOfRange,
                         "A size is " + std::to_string(value) + " but must be between 1 and 1099511627776."};
    return {};
}

double headCount(const TrainingShape& shape) {
    return static_cast<double>(shape.batch) * static_cast<double>(shape.heads);
}

}  // namespace

const std::vector<PublishedMemory>& publishedPytorchMemory() {
    static const std::vector<PublishedMemory> kRows{{128, 36},    {256, 104},   {512, 336},
                                                    {1024, 1184}, {2048, 4416}, {4096, 17024}};
    return kRows;
}

const std::vector<PublishedMemory>& publishedFlashMemory() {
    static const std::vector<PublishedMemory> kRows{{128, 22},     {256, 44},     {512, 104},   {1024, 209},
                                                    {2048, 418},   {4096, 836},   {8192, 1672}, {16384, 3344},
                                                    {32768, 6688}, {65536, 13376}};
    return kRows;
}

Result<double> pytorchTrainingBytes(const TrainingShape& shape, Index n) {
    if (const auto checked = check(shape, n); !checked)
        return checked.error();
    const auto N = static_cast<double>(n);
    const auto d = static_cast<double>(shape.headDim);
    return headCount(shape) * static_cast<double>(shape.elementBytes) * (4.0 * N * N + 10.0 * N * d);
}

Result<double> flashTrainingBytes(const TrainingShape& shape, Index n) {
    if (const auto checked = check(shape, n); !checked)
        return checked.error();
    const auto N = static_cast<double>(n);
    const auto d = static_cast<double>(shape.headDim);
    const double rowsOfWidthD = n <= 256 ? 11.0 : 13.0;
    return headCount(shape) * (rowsOfWidthD * N * d * static_cast<double>(shape.elementBytes) + 8.0 * N);
}

Result<double> unfusedTrainingTraffic(const TrainingShape& shape, Index n) {
    if (const auto checked = check(shape, n); !checked)
        return checked.error();
    const auto N = static_cast<double>(n);
    const auto d = static_cast<double>(shape.headDim);
    return headCount(shape) * static_cast<double>(shape.elementBytes) * (18.0 * N * N + 12.0 * N * d);
}

}  // namespace attn

#include "core/cost/memory.h"

#include "core/cost/head_memory.h"

namespace attn {
namespace {

constexpr Index kMaxN = Index{1} << 40;
constexpr Index kMaxSize = Index{1} << 20;

Result<void> check(const MemoryShape& shape, Index n) {
    struct Size {
        const char* name;
        Index value;
        Index limit;
    };
    for (const auto& [name, value, limit] :
         {Size{"The sequence length n", n, kMaxN}, Size{"The number of heads", shape.heads, kMaxSize},
          Size{"The number of key-value heads", shape.kvHeads, kMaxSize}, Size{"The batch", shape.batch, kMaxSize},
          Size{"The head width d_k", shape.dk, kMaxSize}, Size{"The value width d_v", shape.dv, kMaxSize}})
        if (value < 1 || value > limit)
            return Error{ErrorCode::OutOfRange, std::string(name) + " is " + std::to_string(value) +
                                                    " but must be between 1 and " + std::to_string(limit) + "."};
    if (shape.heads % shape.kvHeads != 0)
        return Error{ErrorCode::OutOfRange, std::to_string(shape.heads) + " heads cannot share " +
                                                std::to_string(shape.kvHeads) +
                                                " key-value heads evenly: the second must divide the first."};
    return {};
}

}  // namespace

Index elementBytes(Precision precision) {
    return precision == Precision::F64 ? 8 : precision == Precision::F32 ? 4 : 2;
}

std::string precisionText(Precision precision) {
    switch (precision) {
        case Precision::F64:
            return "float64";
        case Precision::F32:
            return "float32";
        case Precision::F16:
            return "float16";
        case Precision::BF16:
            return "bfloat16";
    }
    return "float32";
}

Result<MemoryCount> countMemory(const MemoryShape& shape, Index n) {
    if (const auto checked = check(shape, n); !checked)
        return checked.error();
    const HeadSize head{n, n, shape.dk, shape.dv};
    const auto naive = headMemory(Algorithm::Naive, head, shape.precision);
    if (!naive)
        return naive.error();
    const auto flash = headMemory(Algorithm::Flash2, head, shape.precision);
    if (!flash)
        return flash.error();
    const auto N = static_cast<double>(n);
    const auto B = static_cast<double>(shape.batch);
    const auto H = static_cast<double>(shape.heads);
    const auto dk = static_cast<double>(shape.dk);
    // Keys and values are shared by the heads of a group, so the inputs are not H times those of a head.
    const double qkv = B * N * H * dk * static_cast<double>(elementBytes(shape.precision)) + keyValueBytes(shape, n);
    const double output = B * H * naive->output;

    if (!shape.backward)
        return MemoryCount{B * H * naive->extraForward, B * H * flash->extraForward, qkv, output};
    return MemoryCount{B * H * naive->extraBackward, B * H * flash->extraBackward, qkv + output, output + qkv};
}

double keyValueBytes(const MemoryShape& shape, Index n) {
    return static_cast<double>(shape.batch) * static_cast<double>(n) * static_cast<double>(shape.kvHeads) *
           (static_cast<double>(shape.dk) + static_cast<double>(shape.dv)) *
           static_cast<double>(elementBytes(shape.precision));
}

}  // namespace attn

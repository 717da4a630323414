// Matrix products of our own beside Eigen's at its best. See README.md.
#include <cstdio>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/product/product.h"
#include "tests/bench/eigen/opponent.h"
#include "tests/bench/rounds.h"

namespace attn::bench {
namespace {

struct Size {
    Index m, k, n;
    bool isATransposed, isBTransposed;

    std::string text() const {
        return std::to_string(m) + "x" + std::to_string(k) + (isATransposed ? "T" : "") + "*" + std::to_string(k) +
               "x" + std::to_string(n) + (isBTransposed ? "T" : "");
    }
    double operations() const {
        return 2.0 * static_cast<double>(m) * static_cast<double>(k) * static_cast<double>(n);
    }
    double numbers() const { return static_cast<double>(m * k + k * n + m * n); }
};

// Squares; projections of 128 and 1024 tokens; the two products of a head, and those of its backward pass.
constexpr Size kSizes[] = {
    {64, 64, 64, false, false},       {128, 128, 128, false, false},    {512, 512, 512, false, false},
    {1024, 1024, 1024, false, false}, {2048, 2048, 2048, false, false}, {128, 512, 512, false, false},
    {1024, 512, 512, false, false},   {1, 512, 512, false, false},      {1024, 64, 1024, false, true},
    {1024, 1024, 64, false, false},   {512, 512, 512, false, true},     {512, 512, 512, true, false},
    {1024, 64, 64, true, false},
};

template <class T>
struct Numbers {
    std::vector<T> A, B, C;

    explicit Numbers(const Size& size) : A(normal(size.m * size.k)), B(normal(size.k * size.n)) {
        C.resize(static_cast<std::size_t>(size.m * size.n));
    }
    static std::vector<T> normal(Index count) {
        Random random(3);
        std::vector<T> values(static_cast<std::size_t>(count));
        for (T& value : values)
            value = static_cast<T>(random.normal());
        return values;
    }
};

template <class T>
Factor<T> factorOf(const std::vector<T>& values, Index rows, Index cols, bool isTransposed) {
    return isTransposed ? transposed<T>({values.data(), cols, rows}) : stored<T>({values.data(), rows, cols});
}

template <class T>
void ours(benchmark::State& state, const Size& size, KernelTarget target) {
    Numbers<T> numbers(size);
    const Factor<T> A = factorOf(numbers.A, size.m, size.k, size.isATransposed);
    const Factor<T> B = factorOf(numbers.B, size.k, size.n, size.isBTransposed);
    const double peakShare = sizeof(T) == 8 ? 2.0 : 1.0;  // a vector holds half as many doubles
    measure(
        state, size.operations() * peakShare, size.numbers() * sizeof(T),
        [&] {
            multiply<T>(A, B, {numbers.C.data(), size.m, size.n}, Sum::Replaces, target);
        },
        target);
    state.counters["GFs"] = state.counters["GFs"] / peakShare;
}

template <class T>
void eigens(benchmark::State& state, const Size& size) {
    Numbers<T> numbers(size);
    const double peakShare = sizeof(T) == 8 ? 2.0 : 1.0;
    measure(state, size.operations() * peakShare, size.numbers() * sizeof(T), [&] {
        if constexpr (sizeof(T) == 4)
            eigenMultiplyFloat(size.m, size.k, size.n, numbers.A.data(), size.isATransposed, numbers.B.data(),
                               size.isBTransposed, numbers.C.data());
        else
            eigenMultiplyDouble(size.m, size.k, size.n, numbers.A.data(), size.isATransposed, numbers.B.data(),
                                size.isBTransposed, numbers.C.data());
    });
    state.counters["GFs"] = state.counters["GFs"] / peakShare;
}

template <class T>
void addAll(const char* type) {
    for (const Size& size : kSizes) {
        const std::string name = std::string(type) + " " + size.text() + " ";
        for (const KernelTarget target : availableTargets())
            if (target != KernelTarget::Scalar)
                benchmark::RegisterBenchmark((name + targetName(target)).c_str(), ours<T>, size, target)
                    ->UseManualTime();
        benchmark::RegisterBenchmark((name + "Eigen").c_str(), eigens<T>, size)->UseManualTime();
    }
}

}  // namespace
}  // namespace attn::bench

int main(int count, char** words) {
    attn::bench::addAll<float>("float");
    attn::bench::addAll<double>("double");
    benchmark::Initialize(&count, words);
    if (benchmark::ReportUnrecognizedArguments(count, words))
        return 2;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}

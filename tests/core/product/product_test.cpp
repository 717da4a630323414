#include "core/product/product.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/random.h"
#include "core/cost/heap_meter.h"
#include "tests/support/catch.h"

using namespace attn;

namespace {

template <class T>
struct Stored {
    Index rows, cols;
    std::vector<T> values;

    Stored(Index rowCount, Index colCount, Random& random) : Stored(rowCount, colCount) {
        for (T& value : values)
            value = static_cast<T>(random.normal());
    }
    Stored(Index rowCount, Index colCount)
        : rows(rowCount), cols(colCount), values(static_cast<std::size_t>(rowCount * colCount)) {}
    T& at(Index i, Index j) { return values[static_cast<std::size_t>(i * cols + j)]; }
    T at(Index i, Index j) const { return values[static_cast<std::size_t>(i * cols + j)]; }
    View<const T> view() const { return {values.data(), rows, cols}; }
    View<T> view() { return {values.data(), rows, cols}; }
};

template <class T>
Factor<T> factorOf(const Stored<T>& numbers, Form form) {
    return {numbers.view(), form};
}

template <class T>
Stored<T> storedFor(Index rows, Index cols, Form form, Random& random) {
    return form == Form::AsStored ? Stored<T>(rows, cols, random) : Stored<T>(cols, rows, random);
}

template <class T>
T numberAt(const Factor<T>& factor, Index i, Index j) {
    const View<const T>& numbers = factor.numbers;
    return factor.form == Form::AsStored ? numbers.row(i)[j] : numbers.row(j)[i];
}

/// Largest difference from plain sums in double, in units of what rounding may do to such a sum.
template <class T>
double worstError(const Factor<T>& A, const Factor<T>& B, const Stored<T>& before, const Stored<T>& C) {
    double worst = 0.0;
    for (Index i = 0; i < C.rows; ++i)
        for (Index j = 0; j < C.cols; ++j) {
            double sum = before.at(i, j);
            double size = std::abs(sum);
            for (Index k = 0; k < A.cols(); ++k) {
                const double product =
                    static_cast<double>(numberAt(A, i, k)) * static_cast<double>(numberAt(B, k, j));
                sum += product;
                size += std::abs(product);
            }
            const double unit =
                static_cast<double>(std::numeric_limits<T>::epsilon()) * (size + std::numeric_limits<double>::min());
            const double error = std::abs(static_cast<double>(C.at(i, j)) - sum) / unit;
            worst = error <= worst ? worst : error;
        }
    return worst;
}

template <class T>
bool sameBits(const T* a, const T* b, Index count) {
    return std::equal(a, a + count, b);
}

Index below(Random& random, Index n) {
    return static_cast<Index>(random.uniform() * static_cast<double>(n));
}

}  // namespace

TEMPLATE_TEST_CASE("multiply: every target and form agrees with plain sums, at every size", "[product][oracle]",
                   float, double) {
    for (const KernelTarget target : availableTargets()) {
        Random random(3);
        for (int round = 0; round < 160; ++round) {
            const Index m = below(random, round % 4 == 0 ? 90 : 20);
            const Index k = below(random, round % 5 == 0 ? 900 : 40);
            const Index n = below(random, round % 3 == 0 ? 300 : 70);
            const Form formA = round % 2 == 0 ? Form::AsStored : Form::Transposed;
            const Form formB = round / 2 % 2 == 0 ? Form::AsStored : Form::Transposed;
            const auto A = storedFor<TestType>(m, k, formA, random);
            const auto B = storedFor<TestType>(k, n, formB, random);
            Stored<TestType> C(m, n, random);
            const bool adds = round % 7 < 3;
            const Stored<TestType> before = adds ? C : Stored<TestType>(m, n);
            CAPTURE(targetName(target), round, m, k, n, adds);
            multiply<TestType>(factorOf(A, formA), factorOf(B, formB), C.view(), adds ? Sum::AddsTo : Sum::Replaces,
                               target);
            // A sum of k roundings; they cancel more than not.
            CHECK(worstError(factorOf(A, formA), factorOf(B, formB), before, C) <=
                  2.0 + 0.1 * static_cast<double>(k));
        }
    }
}

TEMPLATE_TEST_CASE("multiply: a row or column by itself, in a block and in the whole is the same bit for bit",
                   "[product][invariant]", float, double) {
    for (const KernelTarget target : availableTargets())
        for (const Form form : {Form::AsStored, Form::Transposed}) {
            Random random(5);
            for (const Index k : {1, 64, 384, 385, 800}) {
                const Index m = 61;
                const Index n = GENERATE(1, 16, 100, 600);
                const Stored<TestType> A(m, k, random);
                const auto B = storedFor<TestType>(k, n, form, random);
                Stored<TestType> whole(m, n);
                multiply<TestType>(stored<TestType>(A.view()), factorOf(B, form), whole.view(), Sum::Replaces,
                                   target);
                const PackedFactor<TestType> packed(factorOf(B, form), {}, target);
                CAPTURE(targetName(target), k, n);
                for (const Index rows : {1, 2, 5, 8, 30, 61})
                    for (Index start = 0; start + rows <= m; start += rows) {
                        Stored<TestType> part(rows, n);
                        const View<const TestType> some{A.view().row(start), rows, k};
                        multiply<TestType>(stored<TestType>(some), factorOf(B, form), part.view(), Sum::Replaces,
                                           target);
                        CHECK(sameBits(part.values.data(), whole.view().row(start), rows * n));
                        multiply<TestType>(stored<TestType>(some), packed, part.view());
                        CHECK(sameBits(part.values.data(), whole.view().row(start), rows * n));
                    }
                for (const Index j : {Index(0), n / 2, n - 1}) {
                    Stored<TestType> column(k, 1);
                    for (Index c = 0; c < k; ++c)
                        column.at(c, 0) = numberAt(factorOf(B, form), c, j);
                    Stored<TestType> alone(m, 1);
                    multiply<TestType>(stored<TestType>(A.view()), stored<TestType>(column.view()), alone.view(),
                                       Sum::Replaces, target);
                    for (Index i = 0; i < m; ++i)
                        CHECK(alone.at(i, 0) == whole.at(i, j));
                }
                // The transpose of A is packed on the way: that changes no order.
                Stored<TestType> turned(k, m);
                for (Index i = 0; i < m; ++i)
                    for (Index c = 0; c < k; ++c)
                        turned.at(c, i) = A.at(i, c);
                Stored<TestType> again(m, n);
                multiply<TestType>(transposed<TestType>(turned.view()), factorOf(B, form), again.view(),
                                   Sum::Replaces, target);
                CHECK(sameBits(again.values.data(), whole.values.data(), m * n));
            }
        }
}

TEMPLATE_TEST_CASE("multiply: NaN and infinity spread to their row or column, and no further", "[product][limit]",
                   float, double) {
    const TestType inf = std::numeric_limits<TestType>::infinity();
    for (const KernelTarget target : availableTargets())
        for (const Index m : {3, 40}) {
            Stored<TestType> A(m, 50);
            Stored<TestType> B(50, 70);
            std::fill(A.values.begin(), A.values.end(), TestType(1));
            std::fill(B.values.begin(), B.values.end(), TestType(1));
            A.at(1, 7) = std::numeric_limits<TestType>::quiet_NaN();
            A.at(2, 9) = 0;
            B.at(9, 69) = inf;
            B.at(3, 30) = -inf;
            Stored<TestType> C(m, 70);
            multiply<TestType>(stored<TestType>(A.view()), stored<TestType>(B.view()), C.view(), Sum::Replaces,
                               target);
            CAPTURE(targetName(target), m);
            for (Index j = 0; j < 70; ++j)
                CHECK(std::isnan(C.at(1, j)));
            CHECK(C.at(0, 69) == inf);
            CHECK(C.at(0, 30) == -inf);
            // 0 x infinity
            CHECK(std::isnan(C.at(2, 69)));
            CHECK(C.at(2, 68) == 49);
            CHECK(C.at(0, 0) == 50);
        }
}

TEST_CASE("multiply: sums of nothing are zero, and adding them changes nothing", "[product][limit]") {
    std::vector<float> C{1.0F, 2.0F};
    multiply<float>(stored<float>({nullptr, 1, 0}), stored<float>({nullptr, 0, 2}), {C.data(), 1, 2}, Sum::AddsTo);
    CHECK(C == std::vector<float>{1.0F, 2.0F});
    multiply<float>(stored<float>({nullptr, 1, 0}), stored<float>({nullptr, 0, 2}), {C.data(), 1, 2});
    CHECK(C == std::vector<float>{0.0F, 0.0F});
    multiply<float>(stored<float>({nullptr, 0, 3}), stored<float>({nullptr, 3, 0}), {nullptr, 0, 0});
}

TEST_CASE("multiply: takes one block of at most 1 MiB from the heap, and none for few rows", "[product][limit]") {
    if (!HeapMeter::isSupported())
        return;
    Random random(1);
    const Stored<float> A(40, 700, random);
    const Stored<float> B(700, 1500, random);
    Stored<float> C(40, 1500);
    const auto heapOf = [&](Index rows) {
        const HeapMeter meter;
        multiply<float>(stored<float>({A.values.data(), rows, 700}), stored<float>(B.view()),
                        {C.values.data(), rows, 1500});
        return meter.peakBytes();
    };
    heapOf(1);  // what is made once in a process
    CHECK(heapOf(1) == 0.0);
    CHECK(heapOf(23) == 0.0);
    CHECK(heapOf(40) > 0.0);
    CHECK(heapOf(40) <= (1 << 20) + 8192);
}

#include "core/base/exponential.h"

#include <cassert>
#include <cstdint>
#include <limits>

#include "core/base/vector_dispatch.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/base/exponential.cpp"
#include "hwy/foreach_target.h"
//
#include "core/base/exponential_inl.h"

HWY_BEFORE_NAMESPACE();
namespace attn::rows {
namespace HWY_NAMESPACE {

float exponentialFloats(const float* x, float shift, Index count, float* out) {
    return exponentialRow(x, shift, count, out);
}
double exponentialDoubles(const double* x, double shift, Index count, double* out) {
    return exponentialRow(x, shift, count, out);
}
float largestFloat(const float* x, Index count) {
    return largestOf(x, count);
}
double largestDouble(const double* x, Index count) {
    return largestOf(x, count);
}
float sumFloats(const float* x, const float* y, Index count) {
    return sumOfProductsRow(x, y, count);
}
double sumDoubles(const double* x, const double* y, Index count) {
    return sumOfProductsRow(x, y, count);
}
void scaleFloats(const float* x, float factor, Index count, float* out) {
    scaleRow(x, factor, count, out);
}
void scaleDoubles(const double* x, double factor, Index count, double* out) {
    scaleRow(x, factor, count, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace attn::rows
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

namespace rows {
namespace {

template <class T>
struct Functions {
    T (*exponentials)(const T*, T, Index, T*);
    T (*largest)(const T*, Index);
    void (*scaled)(const T*, T, Index, T*);
    T (*sumOfProducts)(const T*, const T*, Index);
};

struct Kernel {
    KernelTarget target;
    Functions<float> floats;
    Functions<double> doubles;
};

#define HEADSCOPE_KERNEL(TARGET, IN)                                            \
    {TARGET,                                                                    \
     {IN(exponentialFloats), IN(largestFloat), IN(scaleFloats), IN(sumFloats)}, \
     {IN(exponentialDoubles), IN(largestDouble), IN(scaleDoubles), IN(sumDoubles)}},
constexpr Kernel kKernels[] = {HEADSCOPE_EACH_TARGET(HEADSCOPE_KERNEL)};
#undef HEADSCOPE_KERNEL

template <class T>
const Functions<T>& functionsFor(KernelTarget target) {
    return functionsOf<T>(kKernels, target);
}

}  // namespace
}  // namespace rows

template <class T>
T exponentials(const T* x, T shift, Index count, T* out, KernelTarget target) {
    return rows::functionsFor<T>(target).exponentials(x, shift, count, out);
}

template <class T>
T largest(const T* x, Index count, KernelTarget target) {
    return rows::functionsFor<T>(target).largest(x, count);
}

template <class T>
void scaleNumbers(const T* x, T factor, Index count, T* out, KernelTarget target) {
    rows::functionsFor<T>(target).scaled(x, factor, count, out);
}

template <class T>
T sumOfProducts(const T* x, const T* y, Index count, KernelTarget target) {
    return rows::functionsFor<T>(target).sumOfProducts(x, y, count);
}

template float exponentials<float>(const float*, float, Index, float*, KernelTarget);
template double exponentials<double>(const double*, double, Index, double*, KernelTarget);
template float largest<float>(const float*, Index, KernelTarget);
template double largest<double>(const double*, Index, KernelTarget);
template float sumOfProducts<float>(const float*, const float*, Index, KernelTarget);
template double sumOfProducts<double>(const double*, const double*, Index, KernelTarget);
template void scaleNumbers<float>(const float*, float, Index, float*, KernelTarget);
template void scaleNumbers<double>(const double*, double, Index, double*, KernelTarget);

}  // namespace attn
#endif

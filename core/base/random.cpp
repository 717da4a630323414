#include "core/base/random.h"

#include <array>
#include <cmath>

// Only +, -, *, / and sqrt are used, and this file is compiled without fused multiply-add: those round alike on every
// platform, whereas log and erfc of two C libraries differ in their last digit.

namespace attn {

namespace {

using Coefficients = std::array<double, 8>;  // highest power first

constexpr Coefficients kMiddleTop = {2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4,
                                     4.5921953931549871457e+4, 1.3731693765509461125e+4, 1.9715909503065514427e+3,
                                     1.3314166789178437745e+2, 3.3871328727963666080e+0};
constexpr Coefficients kMiddleBottom = {
    5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4,
    5.3941960214247511077e+3, 6.8718700749205790830e+2, 4.2313330701600911252e+1, 1.0};
constexpr Coefficients kTailTop = {7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
                                   1.27045825245236838258e+0, 3.64784832476320460504e+0, 5.76949722146069140550e+0,
                                   4.63033784615654529590e+0, 1.42343711074968357734e+0};
constexpr Coefficients kTailBottom = {
    1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
    6.89767334985100004550e-1, 1.67638483018380384940e+0, 2.05319162663775882187e+0, 1.0};
constexpr Coefficients kFarTop = {2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
                                  2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e+0,
                                  5.46378491116411436990e+0, 6.65790464350110377720e+0};
constexpr Coefficients kFarBottom = {
    2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
    1.48753612908506148525e-2,  1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0};

double polynomial(const Coefficients& coefficients, double x) {
    double sum = 0.0;
    for (const double c : coefficients)
        sum = sum * x + c;
    return sum;
}

/// -ln(x) for x in (0, 1): ln(m 2^e) = e ln 2 + 2 artanh((m - 1) / (m + 1)) with m near 1.
double minusLog(double x) {
    int exponent = 0;
    double mantissa = std::frexp(x, &exponent);
    if (mantissa < 0.70710678118654752) {
        mantissa *= 2.0;
        --exponent;
    }
    const double s = (mantissa - 1.0) / (mantissa + 1.0);
    const double square = s * s;
    double series = 0.0;
    for (int power = 23; power >= 1; power -= 2)
        series = series * square + 1.0 / power;
    return -(exponent * 0.69314718055994530942 + 2.0 * s * series);
}

/// The quantile of `p` in (0, 1/2): a number <= 0.
double lowerQuantile(double p) {
    const double q = p - 0.5;
    if (q >= -0.425) {
        const double r = 0.180625 - q * q;
        return q * polynomial(kMiddleTop, r) / polynomial(kMiddleBottom, r);
    }
    const double r = std::sqrt(minusLog(p));
    if (r <= 5.0)
        return -polynomial(kTailTop, r - 1.6) / polynomial(kTailBottom, r - 1.6);
    return -polynomial(kFarTop, r - 5.0) / polynomial(kFarBottom, r - 5.0);
}

}  // namespace

std::uint64_t Random::next() {
    m_state += 0x9E3779B97F4A7C15U;
    std::uint64_t z = m_state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

double Random::uniform() {
    return static_cast<double>(next() >> 11) * 0x1p-53;
}

double uniformAt(std::uint64_t seed, std::uint64_t index) {
    return Random(seed + index * 0x9E3779B97F4A7C15U).uniform();
}

double Random::normal() {
    // The upper half is the mirror of the lower one: near 1, (bits + 0.5) / 2^53 would round to 1 itself.
    const std::uint64_t bits = next() >> 11;
    const std::uint64_t half = std::uint64_t(1) << 52;
    if (bits < half)
        return lowerQuantile((static_cast<double>(bits) + 0.5) * 0x1p-53);
    return -lowerQuantile((static_cast<double>(2 * half - 1 - bits) + 0.5) * 0x1p-53);
}

Tensor randomTensor(const Shape& shape, Distribution distribution, std::uint64_t seed, double scale) {
    Tensor tensor(shape);
    Random random(seed);
    for (Index i = 0; i < tensor.size(); ++i)
        tensor[i] = scale * (distribution == Distribution::Normal ? random.normal() : 2.0 * random.uniform() - 1.0);
    return tensor;
}

}  // namespace attn

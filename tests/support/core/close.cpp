#include "tests/support/core/close.h"

#include <cmath>
#include <sstream>

namespace attn::test {

AllClose::AllClose(std::vector<double> wanted, double relative, double absolute)
    : m_wanted(std::move(wanted)), m_relative(relative), m_absolute(absolute) {}

bool AllClose::match(const std::vector<double>& got) const {
    std::ostringstream worst;
    worst.precision(17);
    if (got.size() != m_wanted.size()) {
        worst << "has " << got.size() << " elements instead of " << m_wanted.size();
        m_worst = worst.str();
        return false;
    }
    double largestExcess = 0.0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        const double want = m_wanted[i];
        const bool same = got[i] == want || (std::isnan(got[i]) && std::isnan(want));
        double excess = std::abs(got[i] - want) - (m_absolute + m_relative * std::abs(want));
        if (!same && !std::isfinite(excess))
            excess = INFINITY;
        if (!same && excess > largestExcess) {
            largestExcess = excess;
            worst.str({});
            worst << "element " << i << " is " << got[i] << " instead of " << want;
        }
    }
    m_worst = worst.str();
    return largestExcess == 0.0;
}

std::string AllClose::describe() const { return m_worst.empty() ? "is close to what is wanted" : m_worst; }

std::vector<double> numbers(const Tensor& tensor) { return {tensor.data(), tensor.data() + tensor.size()}; }
std::vector<double> numbers(const Values& values) { return numbers(values.toTensor()); }

}  // namespace attn::test

#pragma once
#include <string>
#include <vector>

#include "core/base/tensor.h"
#include "tests/support/catch.h"

namespace attn::test {

/// Matches an array whose every element is within absolute + relative * |wanted| of the wanted one.
/// NaN matches only NaN, an infinity only itself. A failure names the worst element.
class AllClose : public Catch::MatcherBase<std::vector<double>> {
  public:
    AllClose(std::vector<double> wanted, double relative, double absolute);
    bool match(const std::vector<double>& got) const override;
    std::string describe() const override;

  private:
    std::vector<double> m_wanted;
    double m_relative;
    double m_absolute;
    mutable std::string m_worst;
};

std::vector<double> numbers(const Tensor& tensor);
std::vector<double> numbers(const Values& values);

}  // namespace attn::test

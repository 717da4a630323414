#pragma once
#include <string>
#include <vector>

#include "core/base/view.h"

namespace attn::test {

/// One file of tests/golden as a tree that tests walk by dotted names; its reader shares nothing with the program's.
class Golden {
  public:
    /// `file` is below tests/golden: "scenes/061_linear_full.json". A file that cannot be read fails the test.
    explicit Golden(const std::string& file);

    /// "expected.grads.dQ", "row_metrics.0.p"; a plain number has an empty shape. A name that is not there fails the
    /// test.
    Tensor tensor(const std::string& name) const;
    double number(const std::string& name) const { return tensor(name)[0]; }
    /// There, and not null.
    bool has(const std::string& name) const;
    /// How many items the array has.
    Index count(const std::string& name) const;

  private:
    std::string m_text;
};

/// Block `at` of a tensor whose last two axes are (rows x cols), as T.
template <class T>
struct Slice {
    std::vector<T> values;
    Index rows = 0, cols = 0;

    Slice(const Tensor& tensor, Index at) : rows(tensor.dim(tensor.rank() - 2)), cols(tensor.dim(tensor.rank() - 1)) {
        for (Index e = at * rows * cols; e < (at + 1) * rows * cols; ++e)
            values.push_back(static_cast<T>(tensor[e]));
    }
    Slice(Index rowCount, Index colCount)
        : values(static_cast<std::size_t>(rowCount * colCount), T(-77)), rows(rowCount), cols(colCount) {}

    View<T> view() { return {values.data(), rows, cols}; }
    View<const T> view() const { return {values.data(), rows, cols}; }
};

/// `count` numbers of `tensor` from block `at` of that size.
inline std::vector<double> part(const Tensor& tensor, Index at, Index count) {
    return {tensor.data() + at * count, tensor.data() + (at + 1) * count};
}

template <class T>
std::vector<double> asDoubles(const std::vector<T>& values) {
    return {values.begin(), values.end()};
}

}  // namespace attn::test

#pragma once
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace attn {

using Index = std::ptrdiff_t;
using Shape = std::vector<Index>;

/// Number of elements of `shape`: the product of its sizes, 1 for a scalar.
/// Units     elements; sizes are >= 0 and their product is known to fit (readers check before).
Index elementCount(const Shape& shape);

/// "3 x 4", or "scalar" for an empty shape.
std::string shapeText(const Shape& shape);

/// A dense row-major array of any rank: the last index runs fastest.
template <class T>
class TensorOf {
  public:
    TensorOf() = default;
    explicit TensorOf(Shape shape, T fill = T{})
        : m_shape(std::move(shape)), m_values(static_cast<std::size_t>(elementCount(m_shape)), fill) {}
    TensorOf(Shape shape, std::vector<T> values) : m_shape(std::move(shape)), m_values(std::move(values)) {
        assert(static_cast<Index>(m_values.size()) == elementCount(m_shape));
    }

    const Shape& shape() const { return m_shape; }
    Index rank() const { return static_cast<Index>(m_shape.size()); }
    Index dim(Index axis) const { return m_shape[static_cast<std::size_t>(axis)]; }
    Index size() const { return static_cast<Index>(m_values.size()); }

    T* data() { return m_values.data(); }
    const T* data() const { return m_values.data(); }
    T& operator[](Index flat) { return m_values[static_cast<std::size_t>(flat)]; }
    const T& operator[](Index flat) const { return m_values[static_cast<std::size_t>(flat)]; }

    bool operator==(const TensorOf&) const = default;

  private:
    Shape m_shape{0};
    std::vector<T> m_values;
};

using Tensor = TensorOf<double>;
using BoolTensor = TensorOf<std::uint8_t>;  ///< 1 = true, 0 = false.
using TensorPtr = std::shared_ptr<const Tensor>;
using BoolTensorPtr = std::shared_ptr<const BoolTensor>;

/// Numbers that are made from others when they are asked for, and kept nowhere.
class MadeValues {
  public:
    virtual ~MadeValues() = default;
    virtual const Shape& shape() const = 0;
    /// Writes `count` numbers from `first` on to `out`. Safe from any thread.
    virtual void copyTo(Index first, Index count, double* out) const = 0;
};

/// A result in the type it was computed in, shared and never changed: copying it copies a pointer.
/// Two stages that are equal by construction (no mask: masked = scaled) share one array.
class Values {
  public:
    Values() = default;
    Values(std::shared_ptr<const TensorOf<float>> tensor) : m_tensor(std::move(tensor)) {}
    Values(std::shared_ptr<const TensorOf<double>> tensor) : m_tensor(std::move(tensor)) {}
    Values(std::shared_ptr<const MadeValues> made) : m_tensor(std::move(made)) {}

    /// False for a stage that was not computed.
    bool has() const { return m_tensor.index() != 0; }
    const Shape& shape() const;
    Index size() const;
    double at(Index flat) const {
        if (const auto* wide = std::get_if<2>(&m_tensor))
            return (**wide)[flat];
        if (const auto* narrow = std::get_if<1>(&m_tensor))
            return static_cast<double>((**narrow)[flat]);
        double value = 0.0;
        copyTo(flat, 1, &value);
        return value;
    }
    /// The array itself; null when the numbers are of another type or made when asked for.
    template <class T>
    std::shared_ptr<const TensorOf<T>> tensor() const {
        const auto* held = std::get_if<std::shared_ptr<const TensorOf<T>>>(&m_tensor);
        return held ? *held : nullptr;
    }
    /// The same numbers as doubles; exact.
    Tensor toTensor() const;
    /// Writes `count` numbers from `first` on as doubles to `out`; quicker than `at` one by one.
    void copyTo(Index first, Index count, double* out) const;

  private:
    std::variant<std::monostate, std::shared_ptr<const TensorOf<float>>, std::shared_ptr<const TensorOf<double>>,
                 std::shared_ptr<const MadeValues>>
        m_tensor;
};

/// A plain matrix of doubles for pictures: (rows x cols), row-major.
struct Matrix {
    Index rows = 0;
    Index cols = 0;
    std::vector<double> values;

    Matrix() = default;
    Matrix(Index rowCount, Index colCount, double fill = 0.0)
        : rows(rowCount), cols(colCount), values(static_cast<std::size_t>(rowCount * colCount), fill) {}

    double& operator()(Index row, Index col) { return values[static_cast<std::size_t>(row * cols + col)]; }
    double operator()(Index row, Index col) const { return values[static_cast<std::size_t>(row * cols + col)]; }
    bool operator==(const Matrix&) const = default;
};

/// Equal shape and equal values, where NaN equals NaN; two null pointers are identical.
bool identical(const TensorPtr& a, const TensorPtr& b);
bool identical(const BoolTensorPtr& a, const BoolTensorPtr& b);

}  // namespace attn

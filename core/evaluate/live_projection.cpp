#include "core/evaluate/live_projection.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/evaluate/projection.h"
#include "core/position/sinusoidal.h"
#include "core/product/product.h"

namespace attn {

namespace {

/// Of so many inputs of a row, one that changed is worth a sum of its own.
constexpr Index kFewestCells = 8;
constexpr double kMostMoved = 16.0;

}  // namespace

template <class T>
const T* HeldMatrix<T>::of(const TensorPtr& tensor) {
    if (!tensor)
        return nullptr;
    if constexpr (std::is_same_v<T, double>) {
        m_source = tensor;
        return tensor->data();
    } else {
        if (m_source != tensor)
            m_numbers = numbersAs<T>(*tensor);
        m_source = tensor;
        return m_numbers->data();
    }
}

/// Where a projection comes from and goes to.
template <class T>
struct LiveProjection<T>::Place {
    const Tensor& input;      ///< [B, n, width]
    TensorOf<T>& positioned;  ///< the same with sinusoids; empty without
    const TensorPtr& source;  ///< of the matrix
    const T* matrix;          ///< [width, heads * d]
    const T* bias;            ///< [heads * d] or null
    TensorOf<T>& projected;   ///< [B, heads, n, d]
    TensorOf<T>* rotated;     ///< null for values
    Index firstPosition;
    Index n() const { return input.dim(1); }
    Index width() const { return input.dim(2); }
    Index heads() const { return projected.dim(1); }
    Index d() const { return projected.dim(3); }
};

template <class T>
typename LiveProjection<T>::Place LiveProjection<T>::place(Target target) {
    const Scene& scene = m_numbers.scene;
    const bool isCross = m_numbers.dims.isCross;
    const Tensor& keys = isCross ? *scene.Xkv : *scene.X;
    TensorOf<T>& positionedKeys = isCross ? m_numbers.XkvPos : m_numbers.Xpos;
    switch (target) {
        case Target::Q:
            return {*scene.X,          m_numbers.Xpos, scene.Wq,        m_Wq.of(scene.Wq),
                    m_bq.of(scene.bq), m_numbers.Q,    &m_numbers.Qrot, scene.position.qOffset};
        case Target::K:
            return {keys,
                    positionedKeys,
                    scene.Wk,
                    m_Wk.of(scene.Wk),
                    m_bk.of(scene.bk),
                    m_numbers.K,
                    &m_numbers.Krot,
                    scene.position.kOffset};
        case Target::V:
            break;
    }
    return {keys,    positionedKeys,        scene.Wv, m_Wv.of(scene.Wv), m_bv.of(scene.bv), m_numbers.V,
            nullptr, scene.position.kOffset};
}

/// The input rows in T, with positions where the scene adds them.
template <class T>
std::vector<T> LiveProjection<T>::inputs(const Place& place, const std::vector<Index>& rows) {
    const Index width = place.width();
    std::vector<T> numbers;
    numbers.reserve(rows.size() * static_cast<std::size_t>(width));
    for (const Index row : rows) {
        const double* x = place.input.data() + row * width;
        numbers.insert(numbers.end(), x, x + width);
        if (place.positioned.size() == 0)
            continue;
        // Self-attention has one X for queries and keys, and it stands where the queries do.
        const bool isOfKeys = &place.positioned == &m_numbers.XkvPos;
        const Position& position = m_numbers.scene.position;
        const Index first = isOfKeys ? position.kOffset : position.qOffset;
        const Tensor table = sinusoidalPositions(first + row % place.n(), 1, width, position.base);
        T* const added = &*(numbers.end() - width);
        for (Index c = 0; c < width; ++c)
            added[c] += static_cast<T>(table[c]);
        std::copy_n(added, width, place.positioned.data() + row * width);
    }
    return numbers;
}

/// One row of one head, rotated where the scene rotates. False when a number is not finite.
template <class T>
bool LiveProjection<T>::store(const Place& place, Index row, Index head, const T* numbers) {
    const Index d = place.d();
    const Index i = row % place.n();
    const Index at = (row / place.n() * place.heads() + head) * place.n() + i;
    std::copy_n(numbers, d, place.projected.data() + at * d);
    if (place.rotated && place.rotated->size() > 0) {
        T* const rotated = place.rotated->data() + at * d;
        std::copy_n(numbers, d, rotated);
        rotaryOf(m_numbers.scene.position, d, place.firstPosition + i, 1).rotate(View<T>{rotated, 1, d});
    }
    return std::all_of(numbers, numbers + d, [](T number) { return std::isfinite(number); });
}

/// Adds to the sums of the last row what the change of its input brings. False when it has to be multiplied anew.
template <class T>
bool LiveProjection<T>::moveLastRow(const Place& to, LastRow& last, Index row, const std::vector<T>& input) {
    if (last.row != row || last.matrix != to.source || last.input.size() != input.size())
        return false;
    const Index columns = to.heads() * to.d();
    Index changed = 0;
    for (Index k = 0; k < to.width(); ++k)
        changed += last.input[static_cast<std::size_t>(k)] != input[static_cast<std::size_t>(k)];
    if (changed * kFewestCells > to.width())
        return false;
    for (Index k = 0; k < to.width(); ++k) {
        const double change =
            double(input[static_cast<std::size_t>(k)]) - double(last.input[static_cast<std::size_t>(k)]);
        if (change == 0.0)
            continue;
        const T* const weights = to.matrix + k * columns;
        double largest = 0.0;
        for (Index c = 0; c < columns; ++c) {
            const double product = change * double(weights[c]);
            last.sums[static_cast<std::size_t>(c)] += product;
            largest = std::max(largest, std::abs(product));
        }
        last.moved += largest;
    }
    double largest = 0.0;
    for (const double sum : last.sums)
        largest = std::max(largest, std::abs(sum));
    last.input = input;
    return last.moved <= kMostMoved * largest;
}

template <class T>
bool LiveProjection<T>::bringRows(Target target, const std::vector<Index>& rows) {
    if (rows.empty())
        return true;
    const Place to = place(target);
    const auto count = static_cast<Index>(rows.size());
    const Index columns = to.heads() * to.d();
    const std::vector<T> x = inputs(to, rows);
    std::vector<T> made(static_cast<std::size_t>(count * columns));
    LastRow& last = m_lastRows[static_cast<int>(target)];
    if (count == 1 && moveLastRow(to, last, rows.front(), x)) {
        std::transform(last.sums.begin(), last.sums.end(), made.begin(),
                       [](double sum) { return static_cast<T>(sum); });
    } else {
        multiply<T>(stored<T>({x.data(), count, to.width()}), stored<T>({to.matrix, to.width(), columns}),
                    {made.data(), count, columns});
        last = {};
        if (count == 1)
            last = {rows.front(), to.source, x, {made.begin(), made.end()}};
    }
    bool areFinite = true;
    for (Index r = 0; r < count; ++r) {
        T* const row = made.data() + r * columns;
        for (Index c = 0; to.bias && c < columns; ++c)
            row[c] += to.bias[c];
        for (Index head = 0; head < to.heads(); ++head)
            areFinite = store(to, rows[static_cast<std::size_t>(r)], head, row + head * to.d()) && areFinite;
    }
    return areFinite;
}

template <class T>
bool LiveProjection<T>::bringHeads(Target target, const std::vector<Index>& heads) {
    if (heads.empty())
        return true;
    const Place to = place(target);
    const Index count = to.input.dim(0) * to.n();
    const Index d = to.d();
    std::vector<Index> rows(static_cast<std::size_t>(count));
    std::iota(rows.begin(), rows.end(), Index(0));
    const std::vector<T> x = inputs(to, rows);
    std::vector<T> columns(static_cast<std::size_t>(to.width() * d));
    std::vector<T> made(static_cast<std::size_t>(count * d));
    bool areFinite = true;
    for (const Index head : heads) {
        for (Index k = 0; k < to.width(); ++k)
            std::copy_n(to.matrix + (k * to.heads() + head) * d, d, columns.data() + k * d);
        multiply<T>(stored<T>({x.data(), count, to.width()}), stored<T>({columns.data(), to.width(), d}),
                    {made.data(), count, d});
        for (Index row = 0; row < count; ++row) {
            T* const numbers = made.data() + row * d;
            for (Index c = 0; to.bias && c < d; ++c)
                numbers[c] += to.bias[head * d + c];
            areFinite = store(to, row, head, numbers) && areFinite;
        }
    }
    return areFinite;
}

template class HeldMatrix<float>;
template class HeldMatrix<double>;
template class LiveProjection<float>;
template class LiveProjection<double>;

}  // namespace attn

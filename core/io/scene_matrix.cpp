#include "core/io/scene_matrix.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace attn {

namespace {

/// What the entries of an axis are.
enum class Axis { Query, Key, Head, Number };

struct Axes {
    Axis rows = Axis::Number;
    Axis cols = Axis::Number;
};

/// The last two axes of a tensor, by its name.
Axes axesOf(std::string key) {
    for (const std::string_view group : {"grads.d", "row_metrics.", "head_metrics."})
        if (key.rfind(group, 0) == 0) {
            if (group == "row_metrics.")
                return {Axis::Head, Axis::Query};
            if (group == "head_metrics.")
                return {Axis::Number, Axis::Head};
            key.erase(0, group.size());
        }
    static constexpr std::array kPairs{"scores", "scaled",  "capped",          "bias",   "allowed",
                                       "masked", "weights", "weights_dropped", "kernel", "logits"};
    static constexpr std::array kQueries{
        "X",      "X_pos",   "Q",      "Q_rot", "phi_Q", "S", "proj_s", "head_out", "head_out_dropped",
        "concat", "context", "output", "dOut"};
    static constexpr std::array kKeys{"X_kv", "X_kv_pos", "K", "V", "K_rot", "phi_K", "Hs", "proj_h"};
    static constexpr std::array kRows{"row_max", "row_sum", "lse", "sink_weight", "denominator", "grads.D"};
    const auto isOneOf = [&key](const auto& names) {
        return std::find(names.begin(), names.end(), key) != names.end();
    };
    if (isOneOf(kPairs) || key == "A")
        return {Axis::Query, Axis::Key};
    if (isOneOf(kQueries))
        return {Axis::Query, Axis::Number};
    if (isOneOf(kKeys))
        return {Axis::Key, Axis::Number};
    if (isOneOf(kRows))
        return {Axis::Head, Axis::Query};
    return {};
}

std::vector<std::string> labelsOf(const Scene& scene, Axis axis, Index count) {
    std::vector<std::string> labels;
    for (Index i = 0; i < count; ++i)
        labels.push_back(axis == Axis::Query  ? tokenLabel(scene, i)
                         : axis == Axis::Key  ? contextLabel(scene, i)
                         : axis == Axis::Head ? "head " + std::to_string(i)
                                              : std::to_string(i));
    return labels;
}

const char* titleOf(Axis axis) {
    static constexpr const char* kTitles[] = {"query", "key", "head", ""};
    return kTitles[static_cast<int>(axis)];
}

Error outOfRange(const std::string& key, const char* what, Index given, Index count) {
    return {ErrorCode::OutOfRange, "There is no " + std::string(what) + " " + std::to_string(given) + ": " + key +
                                       " has " + std::to_string(count) + ", counted from 0."};
}

}  // namespace

Result<LabelledMatrix> labelledMatrix(const Scene& scene, const NamedTensor& tensor, Index batch, Index head) {
    const Shape& shape = tensor.shape;
    const std::size_t rank = shape.size();
    if (rank > 4)
        return Error{ErrorCode::OutOfRange,
                     tensor.key + " has " + std::to_string(rank) + " axes; a matrix is cut from four at most."};
    const Index rows = rank < 2 ? 1 : shape[rank - 2];
    const Index cols = rank < 1 ? 1 : shape[rank - 1];
    Index first = 0;
    if (rank >= 3) {
        if (batch < 0 || batch >= shape[0])
            return outOfRange(tensor.key, "batch item", batch, shape[0]);
        first = batch;
    }
    if (rank == 4) {
        if (head < 0 || head >= shape[1])
            return outOfRange(tensor.key, "head", head, shape[1]);
        first = batch * shape[1] + head;
    }
    LabelledMatrix matrix;
    matrix.cells = Matrix(rows, cols);
    tensor.copy(first * rows * cols, rows * cols, matrix.cells.values.data());
    const Axes axes = axesOf(tensor.key);
    matrix.rowLabels = labelsOf(scene, axes.rows, rows);
    matrix.colLabels = labelsOf(scene, axes.cols, cols);
    matrix.rowTitle = titleOf(axes.rows);
    matrix.colTitle = titleOf(axes.cols);
    return matrix;
}

}  // namespace attn

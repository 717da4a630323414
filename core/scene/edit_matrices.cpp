#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/scene/edit.h"
#include "core/scene/edit_modifiers.h"
#include "core/scene/validate.h"

namespace attn {

namespace {

constexpr Index kLargestSize = Index(1) << 20;  // so that a product of three is no overflow
constexpr double kMostBytes = 1073741824.0;

struct Slot {
    const char* name;
    TensorPtr Scene::*member;
};

const Slot& slotOf(MatrixId id) {
    static constexpr std::array<Slot, 10> kSlots = {{{"X", &Scene::X},
                                                     {"X_kv", &Scene::Xkv},
                                                     {"W_q", &Scene::Wq},
                                                     {"W_k", &Scene::Wk},
                                                     {"W_v", &Scene::Wv},
                                                     {"W_o", &Scene::Wo},
                                                     {"b_q", &Scene::bq},
                                                     {"b_k", &Scene::bk},
                                                     {"b_v", &Scene::bv},
                                                     {"b_o", &Scene::bo}}};
    return kSlots[static_cast<std::size_t>(id)];
}

bool isInput(MatrixId id) {
    return id == MatrixId::X || id == MatrixId::Xkv;
}
bool isWeight(MatrixId id) {
    return !isInput(id) && id <= MatrixId::Wo;
}

/// Where table `batch` starts in the tensor's numbers.
Index tableStart(const MatrixSize& size, MatrixId id, Index batch) {
    return isInput(id) ? batch * size.rows * size.cols : 0;
}

Result<MatrixSize> presentSize(const Scene& scene, MatrixId id, Index batch) {
    if (!matrixOf(scene, id))
        return Error{ErrorCode::OutOfRange, "The scene has no " + matrixName(id) + "."};
    const MatrixSize size = matrixSize(scene, id);
    if (isInput(id) && (batch < 0 || batch >= size.batches))
        return Error{ErrorCode::OutOfRange, "Batch item " + std::to_string(batch) + " is out of range: there are " +
                                                std::to_string(size.batches) + "."};
    return size;
}

/// Each table of each matrix gets numbers of its own from one seed.
void fillTable(double* table, const MatrixSize& size, MatrixId id, Index batch, Fill fill, std::uint64_t seed) {
    const auto number = static_cast<std::uint64_t>(id) + 16U * static_cast<std::uint64_t>(isInput(id) ? batch : 0);
    Random random(Random(seed + number * 0xD1342543DE82EF95U).next());
    const double scale = isWeight(id) ? 1.0 / std::sqrt(static_cast<double>(std::max<Index>(size.rows, 1))) : 1.0;
    for (Index r = 0; r < size.rows; ++r)
        for (Index c = 0; c < size.cols; ++c) {
            double value = 0.0;
            if (fill == Fill::Random)
                value = scale * random.normal();
            else if (fill == Fill::Identity && r == c)
                value = 1.0;
            table[r * size.cols + c] = value;
        }
}

Scene withTensor(const Scene& scene, MatrixId id, Tensor tensor) {
    Scene next = scene;
    next.*slotOf(id).member = std::make_shared<const Tensor>(std::move(tensor));
    return next;
}

}  // namespace

std::string matrixName(MatrixId id) {
    return slotOf(id).name;
}

TensorPtr matrixOf(const Scene& scene, MatrixId id) {
    return scene.*slotOf(id).member;
}

MatrixSize matrixSize(const Scene& scene, MatrixId id) {
    const TensorPtr tensor = matrixOf(scene, id);
    if (!tensor || tensor->rank() < 1 || tensor->rank() > 3)
        return {};
    const Index rank = tensor->rank();
    return {rank == 3 ? tensor->dim(0) : 1, rank >= 2 ? tensor->dim(rank - 2) : 1, tensor->dim(rank - 1)};
}

Matrix matrixValues(const Scene& scene, MatrixId id, Index batch) {
    const auto size = presentSize(scene, id, batch);
    if (!size)
        return {};
    Matrix matrix(size->rows, size->cols);
    const double* start = matrixOf(scene, id)->data() + tableStart(*size, id, batch);
    std::copy(start, start + size->rows * size->cols, matrix.values.begin());
    return matrix;
}

Result<Scene> setCell(const Scene& scene, MatrixId id, Index batch, Index row, Index col, double value) {
    return setBlock(scene, id, batch, row, col, Matrix(1, 1, value));
}

Result<Scene> setBlock(const Scene& scene, MatrixId id, Index batch, Index row, Index col, const Matrix& block) {
    const auto size = presentSize(scene, id, batch);
    if (!size)
        return size.error();
    if (row < 0 || col < 0 || block.rows > size->rows - row || block.cols > size->cols - col)
        return Error{ErrorCode::OutOfRange, "A block of " + shapeText({block.rows, block.cols}) +
                                                " does not fit at row " + std::to_string(row + 1) + ", column " +
                                                std::to_string(col + 1) + " of " + matrixName(id) + ", which is " +
                                                shapeText({size->rows, size->cols}) + "."};
    Tensor tensor = *matrixOf(scene, id);
    const Index start = tableStart(*size, id, batch);
    for (Index r = 0; r < block.rows; ++r)
        for (Index c = 0; c < block.cols; ++c)
            tensor[start + (row + r) * size->cols + col + c] = block(r, c);
    return withTensor(scene, id, std::move(tensor));
}

Result<Scene> fillMatrix(const Scene& scene, MatrixId id, Index batch, Fill fill, std::uint64_t seed) {
    const auto size = presentSize(scene, id, batch);
    if (!size)
        return size.error();
    Tensor tensor = *matrixOf(scene, id);
    const Index start = tableStart(*size, id, batch);
    fillTable(tensor.data() + start, *size, id, batch, fill, seed);
    return withTensor(scene, id, std::move(tensor));
}

Result<Scene> addMatrix(const Scene& scene, MatrixId id) {
    const auto d = editableSizes(scene);
    if (!d)
        return d.error();
    if (id < MatrixId::Wo)
        return Error{ErrorCode::OutOfRange, matrixName(id) + " cannot be added; only W_o and the biases can."};
    if (matrixOf(scene, id))
        return Error{ErrorCode::OutOfRange, "The scene has " + matrixName(id) + " already."};
    const Index joined = d->heads * d->dv;
    switch (id) {
        case MatrixId::bq:
            return withTensor(scene, id, Tensor({d->heads * d->dk}));
        case MatrixId::bk:
            return withTensor(scene, id, Tensor({d->kvHeads * d->dk}));
        case MatrixId::bv:
            return withTensor(scene, id, Tensor({d->kvHeads * d->dv}));
        case MatrixId::bo:
            return withTensor(scene, id, Tensor({d->dOut}));
        default:
            return fillMatrix(withTensor(scene, id, Tensor({joined, joined})), id, 0, Fill::Identity);
    }
}

Result<Scene> removeMatrix(const Scene& scene, MatrixId id) {
    const auto d = editableSizes(scene);
    if (!d)
        return d.error();
    if (id < MatrixId::Wo)
        return Error{ErrorCode::OutOfRange, matrixName(id) + " cannot be removed; only W_o and the biases can."};
    Scene next = scene;
    next.*slotOf(id).member = nullptr;
    if (id == MatrixId::Wo && d->dOut != d->heads * d->dv) {
        next.bo = nullptr;
        next.dOut = nullptr;
        fitLoss(next, d->heads * d->dv);
    }
    return next;
}

Result<Scene> newScene(const NewScene& sizes, std::uint64_t seed) {
    const bool isCross = sizes.contextTokens >= 0;
    const Index dKv = isCross ? sizes.dKv : sizes.dModel;
    struct Size {
        Index value, smallest;
        const char* what;
    };
    const Size all[] = {{sizes.batch, 1, "The batch size"},
                        {sizes.tokens, 0, "The number of tokens"},
                        {isCross ? sizes.contextTokens : 0, 0, "The number of context tokens"},
                        {sizes.dModel, 1, "The model width"},
                        {dKv, 1, "The context width"},
                        {sizes.heads, 1, "The number of heads"},
                        {sizes.kvHeads, 1, "The number of key-value heads"},
                        {sizes.dk, 1, "The key width"},
                        {sizes.dv, 1, "The value width"}};
    for (const auto& [value, smallest, what] : all)
        if (value < smallest || value > kLargestSize)
            return Error{ErrorCode::OutOfRange, std::string(what) + " is " + std::to_string(value) +
                                                    "; it must be from " + std::to_string(smallest) + " to " +
                                                    std::to_string(kLargestSize) + "."};
    std::vector<std::pair<MatrixId, Shape>> shapes = {{MatrixId::X, {sizes.batch, sizes.tokens, sizes.dModel}},
                                                      {MatrixId::Wq, {sizes.dModel, sizes.heads * sizes.dk}},
                                                      {MatrixId::Wk, {dKv, sizes.kvHeads * sizes.dk}},
                                                      {MatrixId::Wv, {dKv, sizes.kvHeads * sizes.dv}}};
    if (isCross)
        shapes.push_back({MatrixId::Xkv, {sizes.batch, sizes.contextTokens, dKv}});
    if (sizes.hasOutput)
        shapes.push_back({MatrixId::Wo, {sizes.heads * sizes.dv, sizes.dModel}});
    for (const auto& [id, shape] : shapes) {
        const double bytes = static_cast<double>(elementCount(shape)) * sizeof(double);
        if (bytes > kMostBytes)
            return Error{ErrorCode::TooLarge, matrixName(id) + " of shape " + shapeText(shape) + " would take " +
                                                  bytesText(bytes) + "; at most " + bytesText(kMostBytes) +
                                                  " are edited."};
    }
    Scene scene;
    scene.heads = sizes.heads;
    scene.kvHeads = sizes.kvHeads;
    for (const auto& [id, shape] : shapes) {
        Tensor tensor(shape);
        const Index tables = isInput(id) ? shape[0] : 1;
        const MatrixSize size{tables, shape[shape.size() - 2], shape.back()};
        for (Index table = 0; table < tables; ++table)
            fillTable(tensor.data() + tableStart(size, id, table), size, id, table, Fill::Random, seed);
        scene = withTensor(scene, id, std::move(tensor));
    }
    if (auto dims = validate(scene); !dims)
        return dims.error();
    return scene;
}

}  // namespace attn

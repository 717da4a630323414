#include "ui/matrix/matrix_picture.h"

#include <cassert>

namespace attn::ui {

SharedMatrix::SharedMatrix(TensorPtr values, Index batch) : tensor(std::move(values)) {
    if (!tensor)
        return;
    const Index rank = tensor->rank();
    assert(rank >= 1 && rank <= 3);
    cols = tensor->dim(rank - 1);
    rows = rank == 1 ? 1 : tensor->dim(rank - 2);
    first = rank == 3 ? batch * rows * cols : 0;
    assert(first + rows * cols <= tensor->size());
}

SharedMatrix::SharedMatrix(const Matrix& values)
    : SharedMatrix(std::make_shared<const Tensor>(Shape{values.rows, values.cols}, values.values)) {}

QString sizeText(const SharedMatrix& cells) {
    return QStringLiteral("%1 × %2").arg(cells.rows).arg(cells.cols);
}

}  // namespace attn::ui

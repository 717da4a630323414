#include "core/analysis/rollout.h"

#include <string>

namespace attn {

namespace {

Matrix withResidual(Matrix A) {
    for (Index i = 0; i < A.rows; ++i) {
        A(i, i) += 1.0;
        double sum = 0.0;
        for (Index j = 0; j < A.cols; ++j)
            sum += A(i, j);
        for (Index j = 0; j < A.cols; ++j)
            A(i, j) /= sum;
    }
    return A;
}

Matrix product(const Matrix& left, const Matrix& right) {
    Matrix result(left.rows, right.cols);
    for (Index i = 0; i < left.rows; ++i)
        for (Index k = 0; k < left.cols; ++k) {
            // A position that is not mixed in must not spread its NaN.
            if (left(i, k) == 0.0)
                continue;
            for (Index j = 0; j < right.cols; ++j)
                result(i, j) += left(i, k) * right(k, j);
        }
    return result;
}

}  // namespace

Matrix headMean(const double* weights, Index heads, Index nq, Index nk) {
    Matrix mean(nq, nk);
    for (Index e = 0; e < heads * nq * nk; ++e)
        mean.values[static_cast<std::size_t>(e % (nq * nk))] += weights[e];
    for (double& value : mean.values)
        value /= heads > 0 ? static_cast<double>(heads) : 1.0;
    return mean;
}

Result<std::vector<Matrix>> attentionRollout(const std::vector<Matrix>& layers, Residual residual) {
    std::vector<Matrix> rollout;
    for (const Matrix& layer : layers) {
        const Index n = layers.front().rows;
        if (layer.rows != n || layer.cols != n)
            return Error{ErrorCode::ShapeMismatch,
                         "Layer " + std::to_string(rollout.size()) + " is " + std::to_string(layer.rows) + " x " +
                             std::to_string(layer.cols) + " but a rollout needs every layer to be " +
                             std::to_string(n) + " x " + std::to_string(n) + "."};
        const Matrix mixed = residual == Residual::Kept ? withResidual(layer) : layer;
        rollout.push_back(rollout.empty() ? mixed : product(mixed, rollout.back()));
    }
    return rollout;
}

}  // namespace attn

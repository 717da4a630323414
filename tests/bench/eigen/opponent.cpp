#include "tests/bench/eigen/opponent.h"

#include <Eigen/Core>

namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using In = Eigen::Map<const Matrix<T>>;
template <class T>
using Out = Eigen::Map<Matrix<T>>;

template <class T>
void multiply(Eigen::Index m, Eigen::Index k, Eigen::Index n, const T* A, bool isATransposed, const T* B,
              bool isBTransposed, T* C) {
    Out<T> product(C, m, n);
    if (isATransposed && isBTransposed)
        product.noalias() = In<T>(A, k, m).transpose() * In<T>(B, n, k).transpose();
    else if (isATransposed)
        product.noalias() = In<T>(A, k, m).transpose() * In<T>(B, k, n);
    else if (isBTransposed)
        product.noalias() = In<T>(A, m, k) * In<T>(B, n, k).transpose();
    else
        product.noalias() = In<T>(A, m, k) * In<T>(B, k, n);
}

}  // namespace

void eigenMultiplyFloat(std::ptrdiff_t m, std::ptrdiff_t k, std::ptrdiff_t n, const float* A, bool isATransposed,
                        const float* B, bool isBTransposed, float* C) {
    multiply(m, k, n, A, isATransposed, B, isBTransposed, C);
}

void eigenMultiplyDouble(std::ptrdiff_t m, std::ptrdiff_t k, std::ptrdiff_t n, const double* A, bool isATransposed,
                         const double* B, bool isBTransposed, double* C) {
    multiply(m, k, n, A, isATransposed, B, isBTransposed, C);
}

void eigenNaiveFloat(std::ptrdiff_t n, std::ptrdiff_t d, const float* Q, const float* K, const float* V, float scale,
                     float* scores, float* O) {
    Out<float> S(scores, n, n);
    S.noalias() = In<float>(Q, n, d) * In<float>(K, n, d).transpose();
    for (Eigen::Index i = 0; i < n; ++i) {
        auto row = S.row(i).array();
        row *= scale;
        row = (row - row.maxCoeff()).exp();
        row /= row.sum();
    }
    Out<float>(O, n, d).noalias() = S * In<float>(V, n, d);
}

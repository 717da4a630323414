#pragma once
#include <cstddef>

// What Eigen does at its best, to compare with: a library of its own, compiled for the machine that it is built on,
// whose symbols are hidden. Eigen compiled with different flags must not meet in one program. All matrices are
// row-major. Scores are a matrix of (nq x nk) that is made for the occasion.

#define HEADSCOPE_OPPONENT extern "C" __attribute__((visibility("default")))

/// C = A B with A (m x k) or its transpose (k x m) stored, B (k x n) or its transpose (n x k) stored.
HEADSCOPE_OPPONENT void eigenMultiplyFloat(std::ptrdiff_t m, std::ptrdiff_t k, std::ptrdiff_t n, const float* A,
                                           bool isATransposed, const float* B, bool isBTransposed, float* C);
HEADSCOPE_OPPONENT void eigenMultiplyDouble(std::ptrdiff_t m, std::ptrdiff_t k, std::ptrdiff_t n, const double* A,
                                            bool isATransposed, const double* B, bool isBTransposed, double* C);

/// Attention of one head as one writes it down with Eigen: product, softmax row by row, product. Q, K, V (n x d).
HEADSCOPE_OPPONENT void eigenNaiveFloat(std::ptrdiff_t n, std::ptrdiff_t d, const float* Q, const float* K,
                                        const float* V, float scale, float* scores, float* O);

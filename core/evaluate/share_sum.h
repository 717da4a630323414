#pragma once
#include "core/base/tensor.h"
#include "core/base/vector_target.h"

namespace attn {

/// factor * numbers
template <class T>
struct Term {
    T factor = 0;
    const T* numbers = nullptr;
};

/// What one head adds to a row of the output: rest * base + the terms + lifted.
template <class T>
struct HeadShare {
    T* base = nullptr;
    T rest = 1;
    const Term<T>* terms = nullptr;  ///< They enter the base if it is stored.
    Index termCount = 0;
    Term<T> lifted;           ///< Never enters the base; without numbers there is none.
    bool isStored = false;    ///< base becomes rest * base + the terms.
    bool isSilenced = false;  ///< Nothing is added to the output.
};

/// numbers[c] = rest * numbers[c] + the terms, for c < width.
template <class T>
void moveNumbers(T rest, const Term<T>* terms, Index termCount, Index width, T* numbers,
                 KernelTarget target = availableTargets().front());

/// out[c] = the sum over the heads of what they add, for c < width; each base is read once.
template <class T>
void sumShares(const HeadShare<T>* heads, Index count, Index width, T* out,
               KernelTarget target = availableTargets().front());

}  // namespace attn

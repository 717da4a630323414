#pragma once
#include <functional>
#include <string>
#include <vector>

#include "core/evaluate/evaluation.h"

namespace attn {

/// What kind of numbers a tensor holds, all of which a double holds exactly.
enum class NumberKind { F64, F32, Bool, Int };

/// A tensor under the name that files give it; it refers to what it was made from.
struct NamedTensor {
    std::string key;  ///< "W_q", "weights", "row_metrics.max_weight"
    Shape shape;
    NumberKind kind = NumberKind::F64;
    /// Writes `count` numbers from `first` on; null: there is none of this name.
    std::function<void(Index first, Index count, double* out)> copy;

    bool exists() const { return copy != nullptr; }
};

/// Every tensor that an evaluation may have, in the order of files; those of `evaluation` exist.
std::vector<NamedTensor> tensorsOf(const Evaluation& evaluation);
/// The tensors that a person edits, those that `scene` has: X, X_kv, W_q, ..., and of kinds qkv, additive and weights
/// theirs.
std::vector<NamedTensor> tensorsOf(const Scene& scene);

/// All numbers of `tensor`, which exists.
Tensor numbersOf(const NamedTensor& tensor);

}  // namespace attn

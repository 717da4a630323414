#pragma once
#include <functional>
#include <optional>
#include <string>

#include "core/base/narrow.h"
#include "core/evaluate/evaluation.h"

namespace attn {

/// Rounds each named intermediate of an evaluation in f16 or bf16 once, when it is complete, and remembers the first
/// that broke. In f32 and f64 it does nothing.
///
/// A stage breaks when a finite number becomes infinite, or when all numbers of a row that were not 0 become 0.
class StageRounding {
  public:
    explicit StageRounding(Precision precision);

    bool isActive() const { return m_type.has_value(); }
    /// The scene's tensors, each number rounded once.
    Scene inputs(const Scene& scene) const;
    /// One row of stage number `order` ("scores"), in place. `head` < 0: the stage has no heads.
    void row(int order, const char* stage, Index batch, Index head, Index row, float* values, Index count);
    /// A whole array whose first axis is the batch and, from rank 4 on, whose second are the heads.
    void tensor(int order, const char* stage, TensorOf<float>& values);
    // Evaluations in double are never rounded; this lets one template serve both types.
    void row(int, const char*, Index, Index, Index, double*, Index) {}
    void tensor(int, const char*, TensorOf<double>&) {}

    const std::optional<Broken>& broken() const { return m_broken; }

  private:
    std::optional<NarrowType> m_type;
    std::optional<Broken> m_broken;
    int m_brokenOrder = 0;
};

}  // namespace attn

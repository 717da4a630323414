#pragma once
#include "core/base/random.h"
#include "core/scene/scene.h"

namespace attn {

/// The dropout of a scene as one question: by what is an element multiplied, 0 or 1 / (1 - p)?
///
///     factor = keep ? 1 / (1 - p) : 0,   keep as given, or uniformAt(seed, index) >= p
///
/// Units     `index` counts the elements of [B, H, nq, nk] (weights) or [B, H, nq, dv] (output), row-major; the
/// answer
///           depends on nothing else, so that any tiling and any order of work meets the same mask.
/// Source    FlashAttention, appendix B.3 (Dao et al. 2022, arXiv:2205.14135): the scaling by 1 / (1 - p).
class DropoutRules {
  public:
    /// `dropout` must outlive the rules.
    explicit DropoutRules(const Dropout& dropout) : m_dropout(dropout), m_kept(1.0 / (1.0 - dropout.p)) {}

    double factor(Index index) const {
        const bool isKept = m_dropout.keep
                                ? (*m_dropout.keep)[index] != 0
                                : uniformAt(m_dropout.seed, static_cast<std::uint64_t>(index)) >= m_dropout.p;
        return isKept ? m_kept : 0.0;
    }

  private:
    const Dropout& m_dropout;
    double m_kept;
};

}  // namespace attn

#pragma once
#include <vector>

#include "core/base/view.h"
#include "core/scene/scene.h"

namespace attn {

/// Rotates pairs of columns by an angle that grows with the row's position, so that a dot product of two rotated rows
/// depends on the distance of their positions only.
///
///     theta_i = base^(-2i / width),   (a, b) -> (a cos(p theta_i) - b sin(p theta_i), a sin(..) + b cos(..))
///
/// Shapes    rows (n x d), in place; row r stands at position first + r; columns from `width` on are left alone.
/// Units     positions in tokens, angles in radians, computed in double whatever T is.
/// Source    Su et al. 2021, arXiv:2104.09864; the two pairings are those of GPT-J and LLaMA (interleaved) and
/// GPT-NeoX
///           (half). They are not interchangeable without permuting the columns of W_q and W_k.
class Rotary {
  public:
    /// `width` is even and at most the width of the rows that are rotated.
    Rotary(Position::Style style, Index width, double base, Index first, Index n);

    template <class T>
    void rotate(View<T> rows) const {
        turn(rows, 1.0);
    }
    /// The inverse, which is also the transpose: what takes a gradient back through rotate().
    template <class T>
    void rotateBack(View<T> rows) const {
        turn(rows, -1.0);
    }

  private:
    template <class T>
    void turn(View<T> rows, double direction) const;

    Position::Style m_style;
    Index m_half;
    std::vector<double> m_cos, m_sin;  ///< (n x width / 2)
};

}  // namespace attn

#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "core/scene/scene.h"

namespace attn {

/// How much of a tile (a range of queries by a range of keys) may be attended.
enum class Coverage { Empty, Mixed, Full };

/// Keys first .. last - 1; none if last <= first.
struct KeyRange {
    Index first = 0, last = 0;
};

/// The mask of a scene as one question: may query i of head h in batch item b attend key j?
///
///     allowed = causal AND (window OR block OR global) AND padding AND explicit AND (bias is not -inf), then paint
///     bias    = ALiBi + additive bias,   ALiBi = -slope * |i + offset - j|
///
/// Units     indices; the rules are booleans throughout and infinities are never added. NaN or +inf in the bias
///           forbid nothing.
/// Masking   a painted cell overrides every rule. Painted as allowed over a bias of -inf, its bias counts as 0, so
/// that
///           its logit is the scaled score: otherwise the paint would have no effect.
/// Cost      keeps pointers to the scene's tensors; O(nq + nk + painted cells) memory.
class MaskRules {
  public:
    /// The rules of a whole scene: its mask, the lengths of its cache and its ALiBi slopes.
    MaskRules(const Scene& scene, const Dimensions& dims);
    /// `mask` fits `dims`, as validate() makes sure.
    MaskRules(const Mask& mask, const Dimensions& dims);

    /// Every query may attend every key in every head and batch item.
    bool forbidsNothing() const { return m_forbidsNothing; }
    /// Something is added to the logits: an additive bias, or ALiBi.
    bool hasBias() const { return m_mask.bias != nullptr || !m_slopes.empty(); }
    /// ALiBi's slope of each head; empty without ALiBi.
    const std::vector<double>& slopes() const { return m_slopes; }
    /// The cells of one batch item are the same in all heads.
    bool sameForAllHeads() const { return m_explicit.head == 0 && m_bias.head == 0; }
    /// Query i stands at position i + causalOffset(b) among the keys; 0 without a causal rule.
    Index causalOffset(Index b) const { return m_causalOffset[static_cast<std::size_t>(b)]; }

    bool allows(Index b, Index h, Index i, Index j) const;

    /// Causal rule and window say everything: each query may attend the keys of rangeOf and no other, in all heads.
    /// Both ends of the range grow with i.
    bool isRanges() const { return m_onlyRanges; }
    KeyRange rangeOf(Index b, Index i) const;

    /// Writes 1 or 0 for keys j0 .. j1 - 1 of one query to `cells` and returns how many are 1.
    Index fillRow(Index b, Index h, Index i, Index j0, Index j1, std::uint8_t* cells) const;

    /// Every cell of [B, H, nq, nk], 1 or 0.
    void fillCells(std::uint8_t* cells) const;

    /// Classifies queries i0 .. i1 - 1 by keys j0 .. j1 - 1. Only when Mixed, `cells` holds them, row-major.
    Coverage fillTile(Index b, Index h, Index i0, Index i1, Index j0, Index j1, std::uint8_t* cells) const;

    /// The same for at most 64 keys, one bit a cell: bit k of rows[r] is query i0 + r and key j0 + k.
    Coverage fillBits(Index b, Index h, Index i0, Index i1, Index j0, Index j1, std::uint64_t* rows) const;

    /// Query i of this head may attend no key.
    bool isEmptyRow(Index b, Index h, Index i) const;

    /// The bias as given, -inf included, plus ALiBi; 0 without either.
    double biasAt(Index b, Index h, Index i, Index j) const {
        return (m_mask.bias ? (*m_mask.bias)[m_bias.at(b, h, i, j)] : 0.0) + alibiAt(b, h, i, j);
    }

    /// Adds the bias of keys j0 .. j1 - 1 to logits[0 .. j1 - j0). Defined in both float and double.
    template <class T>
    void addBias(Index b, Index h, Index i, Index j0, Index j1, T* logits) const;

  private:
    /// Elements to step over per batch item, head, query and key; 0 where the tensor is broadcast.
    struct Strides {
        Index batch = 0, head = 0, row = 0, col = 0;
        Index at(Index b, Index h, Index i, Index j) const { return b * batch + h * head + i * row + j * col; }
    };
    static Strides broadcastStrides(const Shape& shape);

    bool isGlobal(const std::vector<std::uint8_t>& flags, Index k) const {
        return !flags.empty() && flags[static_cast<std::size_t>(k)] != 0;
    }
    double alibiAt(Index b, Index h, Index i, Index j) const {
        if (m_slopes.empty())
            return 0.0;
        const Index distance = i + causalOffset(b) + m_alibiShift - j;
        const auto steps = static_cast<double>(distance >= 0 ? distance : -distance);
        return -m_slopes[static_cast<std::size_t>(h)] * steps;
    }
    bool isLocal() const { return m_mask.window || m_mask.block; }
    bool windowAllows(Index b, Index i, Index j) const;
    bool blockAllows(Index i, Index j) const;
    KeyRange causalRange(Index b, Index i) const;
    KeyRange windowRange(Index b, Index i) const;
    void paintRow(const std::vector<Cell>& painted, Index i, Index j0, Index j1, std::uint8_t value,
                  std::uint8_t* cells) const;
    void addBlocks(Index i, Index j0, Index j1, std::uint8_t* cells) const;
    /// What window, blocks and global tokens allow; bits beyond the tile may have any value.
    std::uint64_t localBits(Index b, Index i, Index j0, Index j1, std::uint64_t globalKeys) const;
    /// What is given cell by cell: explicit mask and bias; as above.
    std::uint64_t givenBits(Index b, Index h, Index i, Index j0, Index j1) const;
    bool touchesBlock(Index i0, Index i1, Index j0, Index j1) const;
    bool quicklyEmpty(Index b, Index i0, Index i1, Index j0, Index j1) const;
    bool quicklyFull(Index b, Index i0, Index i1, Index j0, Index j1) const;

    Mask m_mask;
    Dimensions m_dims;
    std::vector<Index> m_causalOffset;                     ///< per batch item
    std::vector<Index> m_windowOffset;                     ///< per batch item
    std::vector<std::uint8_t> m_globalQuery, m_globalKey;  ///< empty, or one flag per query and key
    Strides m_explicit, m_bias;
    std::vector<double> m_slopes;  ///< ALiBi: empty, or one per head
    Index m_alibiShift = 0;        ///< Position of the first query less that of the first key.
    bool m_forbidsNothing = true;
    bool m_biasForbids = false;        ///< The bias has a -inf.
    bool m_rowsAreAlike = false;       ///< Each row of a head allows the same keys.
    bool m_blockRowsAreAlike = false;  ///< Rows of one block of a pattern allow the same keys.
    bool m_onlyRanges = true;          ///< Causal and window without dilation say everything.
};

/// The rules of one head in one batch item; without rules everything is allowed and nothing is added.
struct HeadMask {
    const MaskRules* rules = nullptr;
    Index batch = 0;
    Index head = 0;
};

/// The weight of each of `keys` keys in a row that may attend none: 0, NaN, or 1 / keys.
template <class T>
T emptyRowWeight(EmptyRow convention, Index keys) {
    switch (convention) {
        case EmptyRow::Zero:
            return T(0);
        case EmptyRow::NaN:
            return std::numeric_limits<T>::quiet_NaN();
        case EmptyRow::Uniform:
            break;
    }
    return T(1) / static_cast<T>(keys);
}

/// What the scene says about rows and values that the mask leaves without a meaning of their own.
struct MaskConventions {
    EmptyRow emptyRow = EmptyRow::Zero;
    MaskedValues maskedValues = MaskedValues::Skip;
};

}  // namespace attn

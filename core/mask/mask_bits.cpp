#include <algorithm>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "core/mask/mask_rules.h"

namespace attn {

namespace {

constexpr std::uint64_t kAll = ~std::uint64_t(0);

/// Bits first .. last - 1; what is outside 0 .. 63 is left out.
std::uint64_t bitsBetween(Index first, Index last) {
    const Index begin = std::clamp(first, Index(0), Index(64));
    const Index end = std::clamp(last, Index(0), Index(64));
    if (begin >= end)
        return 0;
    return (kAll << begin) & (kAll >> (64 - end));
}

#if defined(__SSE2__)
/// Bit k says whether cells[k] is not 0, for 16 of them. SSE2 is part of every 64-bit x86.
std::uint64_t packedSixteen(const std::uint8_t* cells) {
    const __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i*>(cells));
    const int zeros = _mm_movemask_epi8(_mm_cmpeq_epi8(sixteen, _mm_setzero_si128()));
    return static_cast<std::uint64_t>(~zeros & 0xFFFF);
}
#endif

/// Bit k says whether cells[k] is not 0.
std::uint64_t packed(const std::uint8_t* cells, Index count) {
    std::uint64_t word = 0;
    Index k = 0;
#if defined(__SSE2__)
    if (count == 64)
        return packedSixteen(cells) | packedSixteen(cells + 16) << 16 | packedSixteen(cells + 32) << 32 |
               packedSixteen(cells + 48) << 48;
    for (; k + 16 <= count; k += 16)
        word |= packedSixteen(cells + k) << k;
#endif
    for (; k < count; ++k)
        word |= static_cast<std::uint64_t>(cells[k] != 0 ? 1 : 0) << k;
    return word;
}

}  // namespace

std::uint64_t MaskRules::localBits(Index b, Index i, Index j0, Index j1, std::uint64_t globalKeys) const {
    if (!isLocal() || isGlobal(m_globalQuery, i))
        return kAll;
    std::uint64_t word = globalKeys;
    if (m_mask.window) {
        const KeyRange range = windowRange(b, i);
        const Index step = m_mask.window->dilation;
        if (step == 1) {
            word |= bitsBetween(range.first - j0, range.last - j0);
        } else {
            const Index first = std::max(range.first, j0);
            const Index beyond = (first - i - m_windowOffset[static_cast<std::size_t>(b)]) % step;
            const Index next = beyond > 0 ? step - beyond : -beyond;
            const Index last = std::min(range.last, j1);
            for (Index left = last - first - next; left > 0; left -= step)
                word |= std::uint64_t(1) << (last - left - j0);
        }
    }
    if (m_mask.block) {
        const Index size = m_mask.block->size;
        const std::uint8_t* const row = m_mask.block->pattern->data() + i / size * m_mask.block->pattern->dim(1);
        for (Index column = j0 / size; column * size < j1; ++column)
            if (row[column] != 0)
                word |= bitsBetween(column * size - j0, column * size + size - j0);
    }
    return word;
}

std::uint64_t MaskRules::givenBits(Index b, Index h, Index i, Index j0, Index j1) const {
    std::uint64_t word = kAll;
    if (m_mask.explicitAllow) {
        const std::uint8_t* const allow = m_mask.explicitAllow->data() + m_explicit.at(b, h, i, j0);
        word = m_explicit.col == 1 ? packed(allow, j1 - j0) : allow[0] != 0 ? kAll : 0;
    }
    if (m_biasForbids) {
        const double* const bias = m_mask.bias->data() + m_bias.at(b, h, i, j0);
        for (Index k = 0; k < j1 - j0; ++k)
            if (bias[k * m_bias.col] == -std::numeric_limits<double>::infinity())
                word &= ~(std::uint64_t(1) << k);
    }
    return word;
}

Coverage MaskRules::fillBits(Index b, Index h, Index i0, Index i1, Index j0, Index j1, std::uint64_t* rows) const {
    if (m_forbidsNothing || i0 >= i1 || j0 >= j1 || quicklyFull(b, i0, i1, j0, j1))
        return Coverage::Full;
    if (quicklyEmpty(b, i0, i1, j0, j1))
        return Coverage::Empty;
    const std::uint64_t every = bitsBetween(0, j1 - j0);
    const std::uint64_t real =
        m_mask.keyPadding ? packed(m_mask.keyPadding->data() + b * m_dims.nk + j0, j1 - j0) : every;
    const std::uint64_t globalKeys = m_globalKey.empty() ? 0 : packed(m_globalKey.data() + j0, j1 - j0);
    const auto painted = [j0, j1](const std::vector<Cell>& cells, Index i) {
        std::uint64_t word = 0;
        for (auto cell = std::lower_bound(cells.begin(), cells.end(), Cell{i, j0});
             cell != cells.end() && cell->row == i && cell->col < j1; ++cell)
            word |= std::uint64_t(1) << (cell->col - j0);
        return word;
    };
    std::uint64_t some = 0;
    std::uint64_t common = every;
    const bool isGivenAlone =
        !isLocal() && !m_mask.causal && m_mask.paint.forbid.empty() && m_mask.paint.allow.empty();
    for (Index i = i0; i < i1; ++i) {
        std::uint64_t& word = rows[i - i0];
        if (i > i0 && (m_rowsAreAlike || (m_blockRowsAreAlike && i % m_mask.block->size != 0))) {
            word = rows[i - i0 - 1];
            continue;
        }
        word = givenBits(b, h, i, j0, j1) & real & every;
        if (!isGivenAlone) {
            word &= localBits(b, i, j0, j1, globalKeys);
            if (m_mask.causal)
                word &= bitsBetween(0, causalRange(b, i).last - j0);
            if (!m_mask.paint.forbid.empty())
                word &= ~painted(m_mask.paint.forbid, i);
            if (!m_mask.paint.allow.empty())
                word |= painted(m_mask.paint.allow, i);
        }
        some |= word;
        common &= word;
    }
    return some == 0 ? Coverage::Empty : common == every ? Coverage::Full : Coverage::Mixed;
}

}  // namespace attn

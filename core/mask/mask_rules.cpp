#include "core/mask/mask_rules.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/position/alibi.h"

namespace attn {

namespace {

constexpr double kForbids = -std::numeric_limits<double>::infinity();
// Far beyond any index, yet sums of a few of them stay inside Index.
constexpr Index kFar = Index(1) << 60;

std::vector<Index> perBatchItem(const std::vector<Index>& given, Index batch, Index otherwise) {
    std::vector<Index> offsets(static_cast<std::size_t>(batch), otherwise);
    for (std::size_t b = 0; b < offsets.size() && !given.empty(); ++b)
        offsets[b] = std::clamp(given[given.size() == 1 ? 0 : std::min(b, given.size() - 1)], -kFar, kFar);
    return offsets;
}

std::vector<std::uint8_t> flagsOf(const std::vector<Index>& tokens, Index count) {
    std::vector<std::uint8_t> flags;
    if (tokens.empty())
        return flags;
    flags.resize(static_cast<std::size_t>(count));
    for (const Index token : tokens)
        if (token >= 0 && token < count)
            flags[static_cast<std::size_t>(token)] = 1;
    return flags;
}

bool allTrue(const BoolTensorPtr& tensor) {
    return !tensor ||
           std::all_of(tensor->data(), tensor->data() + tensor->size(), [](auto cell) { return cell != 0; });
}

bool forbidsSomething(const TensorPtr& bias) {
    return bias && std::find(bias->data(), bias->data() + bias->size(), kForbids) != bias->data() + bias->size();
}

/// How many of the cells, each 0 or 1, are 1.
Index onesIn(const std::uint8_t* cells, Index count) {
    Index ones = 0;
    Index j = 0;
    for (; j + 8 <= count; j += 8) {
        std::uint64_t eight;
        std::memcpy(&eight, cells + j, 8);
        // The highest byte of the product is the sum of all eight.
        ones += static_cast<Index>(eight * 0x0101010101010101U >> 56);
    }
    for (; j < count; ++j)
        ones += cells[j];
    return ones;
}

/// The mask with the keys beyond each batch item's length taken as padding.
Mask withLengths(const Scene& scene, const Dimensions& dims) {
    Mask mask = scene.mask;
    if (scene.kvLengths.empty())
        return mask;
    BoolTensor padding = mask.keyPadding ? *mask.keyPadding : BoolTensor({dims.batch, dims.nk}, 1);
    for (Index b = 0; b < dims.batch; ++b) {
        std::uint8_t* const row = padding.data() + b * dims.nk;
        std::fill(row + std::min(scene.kvLengths[static_cast<std::size_t>(b)], dims.nk), row + dims.nk,
                  std::uint8_t(0));
    }
    mask.keyPadding = std::make_shared<const BoolTensor>(std::move(padding));
    return mask;
}

}  // namespace

MaskRules::MaskRules(const Scene& scene, const Dimensions& dims) : MaskRules(withLengths(scene, dims), dims) {
    if (scene.position.scheme != Position::Scheme::Alibi)
        return;
    m_slopes = scene.position.slopes.empty() ? alibiSlopes(dims.heads) : scene.position.slopes;
    m_alibiShift = scene.position.qOffset - scene.position.kOffset;
}

MaskRules::Strides MaskRules::broadcastStrides(const Shape& shape) {
    Strides strides;
    Index* const axes[] = {&strides.col, &strides.row, &strides.head, &strides.batch};
    Index step = 1;
    for (std::size_t back = 0; back < shape.size() && back < 4; ++back) {
        const Index size = shape[shape.size() - 1 - back];
        *axes[back] = size == 1 ? 0 : step;
        step *= size;
    }
    return strides;
}

MaskRules::MaskRules(const Mask& mask, const Dimensions& dims) : m_mask(mask), m_dims(dims) {
    const Index bottomRight = dims.nk - dims.nq;
    m_causalOffset.assign(static_cast<std::size_t>(dims.batch), 0);
    if (mask.causal && mask.causal->align == Causal::Align::BottomRight)
        m_causalOffset.assign(static_cast<std::size_t>(dims.batch), bottomRight);
    else if (mask.causal && mask.causal->align == Causal::Align::Offset)
        m_causalOffset = perBatchItem(mask.causal->offset, dims.batch, 0);
    m_windowOffset = m_causalOffset;
    if (mask.window && !mask.window->offset.empty())
        m_windowOffset = perBatchItem(mask.window->offset, dims.batch, 0);
    if (m_mask.window) {
        m_mask.window->dilation = std::clamp(m_mask.window->dilation, Index(1), kFar);
        const Index most = kFar / m_mask.window->dilation;
        m_mask.window->left = std::min(m_mask.window->left, most);
        m_mask.window->right = std::min(m_mask.window->right, most);
    }
    if (isLocal()) {
        m_globalQuery = flagsOf(mask.globalTokens, dims.nq);
        m_globalKey = flagsOf(mask.globalTokens, dims.nk);
    }
    if (mask.explicitAllow)
        m_explicit = broadcastStrides(mask.explicitAllow->shape());
    if (mask.bias)
        m_bias = broadcastStrides(mask.bias->shape());

    m_biasForbids = forbidsSomething(mask.bias);
    const bool cellsForbid = !allTrue(mask.keyPadding) || !allTrue(mask.explicitAllow) || m_biasForbids;
    const bool windowForbids =
        mask.window && (mask.window->left >= 0 || mask.window->right >= 0 || m_mask.window->dilation > 1);
    // With a window beside it, a block pattern only adds keys.
    const bool blockForbids = mask.block && !mask.window && !allTrue(mask.block->pattern);
    const bool causalForbids = mask.causal && std::any_of(m_causalOffset.begin(), m_causalOffset.end(),
                                                          [&](Index offset) { return offset < dims.nk - 1; });
    m_forbidsNothing = !cellsForbid && !windowForbids && !blockForbids && !causalForbids && mask.paint.forbid.empty();
    m_rowsAreAlike = !mask.causal && !mask.window && !mask.block && mask.paint.forbid.empty() &&
                     mask.paint.allow.empty() && m_explicit.row == 0 && m_bias.row == 0;
    m_blockRowsAreAlike = mask.block && !mask.causal && !mask.window && mask.globalTokens.empty() &&
                          mask.paint.forbid.empty() && mask.paint.allow.empty() && m_explicit.row == 0 &&
                          m_bias.row == 0;
    m_onlyRanges = !cellsForbid && mask.paint.forbid.empty() && mask.paint.allow.empty() && m_globalKey.empty() &&
                   !(m_mask.window && m_mask.window->dilation > 1) && !mask.block;
}

bool MaskRules::windowAllows(Index b, Index i, Index j) const {
    const Window& window = *m_mask.window;
    const Index distance = j - i - m_windowOffset[static_cast<std::size_t>(b)];
    const Index steps = distance / window.dilation;
    if (steps * window.dilation != distance)
        return false;
    return (window.left < 0 || -steps <= window.left) && (window.right < 0 || steps <= window.right);
}

bool MaskRules::blockAllows(Index i, Index j) const {
    const BlockPattern& block = *m_mask.block;
    return (*block.pattern)[i / block.size * block.pattern->dim(1) + j / block.size] != 0;
}

bool MaskRules::allows(Index b, Index h, Index i, Index j) const {
    const Cell cell{i, j};
    if (std::binary_search(m_mask.paint.allow.begin(), m_mask.paint.allow.end(), cell))
        return true;
    if (std::binary_search(m_mask.paint.forbid.begin(), m_mask.paint.forbid.end(), cell))
        return false;
    if (m_mask.causal && j > i + causalOffset(b))
        return false;
    if (isLocal() && !(m_mask.window && windowAllows(b, i, j)) && !(m_mask.block && blockAllows(i, j)) &&
        !isGlobal(m_globalQuery, i) && !isGlobal(m_globalKey, j))
        return false;
    if (m_mask.keyPadding && (*m_mask.keyPadding)[b * m_dims.nk + j] == 0)
        return false;
    if (m_mask.explicitAllow && (*m_mask.explicitAllow)[m_explicit.at(b, h, i, j)] == 0)
        return false;
    return !m_mask.bias || (*m_mask.bias)[m_bias.at(b, h, i, j)] != kForbids;
}

KeyRange MaskRules::causalRange(Index b, Index i) const {
    return {0, m_mask.causal ? std::clamp(i + causalOffset(b) + 1, Index(0), m_dims.nk) : m_dims.nk};
}

KeyRange MaskRules::windowRange(Index b, Index i) const {
    if (!m_mask.window)
        return {0, m_dims.nk};
    const Window& window = *m_mask.window;
    const Index centre = i + m_windowOffset[static_cast<std::size_t>(b)];
    const Index first = window.left < 0 ? 0 : centre - window.left * window.dilation;
    const Index last = window.right < 0 ? m_dims.nk : centre + window.right * window.dilation + 1;
    return {std::clamp(first, Index(0), m_dims.nk), std::clamp(last, Index(0), m_dims.nk)};
}

KeyRange MaskRules::rangeOf(Index b, Index i) const {
    const KeyRange window = windowRange(b, i);
    return {window.first, std::min(window.last, causalRange(b, i).last)};
}

void MaskRules::paintRow(const std::vector<Cell>& painted, Index i, Index j0, Index j1, std::uint8_t value,
                         std::uint8_t* cells) const {
    for (auto cell = std::lower_bound(painted.begin(), painted.end(), Cell{i, j0});
         cell != painted.end() && cell->row == i && cell->col < j1; ++cell)
        cells[cell->col - j0] = value;
}

Index MaskRules::fillRow(Index b, Index h, Index i, Index j0, Index j1, std::uint8_t* cells) const {
    const Index count = j1 - j0;
    const bool isBlockAlone = m_mask.block && !m_mask.window;
    const KeyRange window = isBlockAlone ? KeyRange{0, 0} : windowRange(b, i);
    const Index first = std::max(window.first, j0);
    const Index last = std::min(window.last, j1);
    std::fill_n(cells, count, std::uint8_t(0));
    if (isGlobal(m_globalQuery, i)) {
        std::fill_n(cells, count, std::uint8_t(1));
    } else if (m_mask.window && m_mask.window->dilation > 1) {
        const Index step = m_mask.window->dilation;
        const Index beyond = (first - i - m_windowOffset[static_cast<std::size_t>(b)]) % step;
        const Index align = beyond > 0 ? step - beyond : -beyond;
        for (Index j = first; j < last; ++j)
            cells[j - j0] = (j - first) % step == align ? 1 : 0;
    } else if (first < last) {
        std::fill_n(cells + (first - j0), last - first, std::uint8_t(1));
    }
    if (m_mask.block)
        addBlocks(i, j0, j1, cells);
    for (Index j = j0; j < j1 && !m_globalKey.empty(); ++j)
        cells[j - j0] = cells[j - j0] || m_globalKey[static_cast<std::size_t>(j)];

    const Index causalEnd = std::max(causalRange(b, i).last, j0);
    if (causalEnd < j1)
        std::fill_n(cells + (causalEnd - j0), j1 - causalEnd, std::uint8_t(0));
    if (m_mask.keyPadding) {
        const std::uint8_t* real = m_mask.keyPadding->data() + b * m_dims.nk + j0;
        // Without branches, so that the compiler can take many at once.
        for (Index j = 0; j < count; ++j)
            cells[j] = static_cast<std::uint8_t>(cells[j] & (real[j] != 0 ? 1 : 0));
    }
    if (m_mask.explicitAllow) {
        const std::uint8_t* allow = m_mask.explicitAllow->data() + m_explicit.at(b, h, i, j0);
        for (Index j = 0; j < count && m_explicit.col == 1; ++j)
            cells[j] = static_cast<std::uint8_t>(cells[j] & (allow[j] != 0 ? 1 : 0));
        if (m_explicit.col == 0 && count > 0 && allow[0] == 0)
            std::fill_n(cells, count, std::uint8_t(0));
    }
    if (m_mask.bias) {
        const double* bias = m_mask.bias->data() + m_bias.at(b, h, i, j0);
        for (Index j = 0; j < count; ++j)
            cells[j] = cells[j] && bias[j * m_bias.col] != kForbids;
    }
    paintRow(m_mask.paint.forbid, i, j0, j1, 0, cells);
    paintRow(m_mask.paint.allow, i, j0, j1, 1, cells);

    return onesIn(cells, count);
}

void MaskRules::addBlocks(Index i, Index j0, Index j1, std::uint8_t* cells) const {
    const Index size = m_mask.block->size;
    const Index columns = m_mask.block->pattern->dim(1);
    const std::uint8_t* const row = m_mask.block->pattern->data() + i / size * columns;
    for (Index j = j0; j < j1;) {
        const Index column = j / size;
        const Index end = j1 - j > size - j % size ? j + size - j % size : j1;
        if (row[column] != 0)
            std::fill(cells + (j - j0), cells + (end - j0), std::uint8_t(1));
        j = end;
    }
}

void MaskRules::fillCells(std::uint8_t* cells) const {
    for (Index b = 0; b < m_dims.batch; ++b)
        for (Index h = 0; h < m_dims.heads; ++h)
            for (Index i = 0; i < m_dims.nq; ++i, cells += m_dims.nk)
                fillRow(b, h, i, 0, m_dims.nk, cells);
}

bool MaskRules::isEmptyRow(Index b, Index h, Index i) const {
    std::uint64_t bits = 0;
    for (Index j = 0; j < m_dims.nk; j += 64)
        if (fillBits(b, h, i, i + 1, j, std::min(j + 64, m_dims.nk), &bits) != Coverage::Empty)
            return false;
    return true;
}

bool MaskRules::quicklyEmpty(Index b, Index i0, Index i1, Index j0, Index j1) const {
    if (!m_globalKey.empty() || !m_mask.paint.allow.empty())
        return false;
    if (m_mask.block)
        return causalRange(b, i1 - 1).last <= j0 || (!m_mask.window && !touchesBlock(i0, i1, j0, j1));
    // Both ends of a row's ranges grow with i, so the first and the last row of the tile bound all of them.
    return causalRange(b, i1 - 1).last <= j0 || windowRange(b, i0).first >= j1 || windowRange(b, i1 - 1).last <= j0;
}

bool MaskRules::touchesBlock(Index i0, Index i1, Index j0, Index j1) const {
    const Index size = m_mask.block->size;
    const BoolTensor& pattern = *m_mask.block->pattern;
    for (Index row = i0 / size; row * size < i1; ++row)
        for (Index column = j0 / size; column * size < j1; ++column)
            if (pattern[row * pattern.dim(1) + column] != 0)
                return true;
    return false;
}

bool MaskRules::quicklyFull(Index b, Index i0, Index i1, Index j0, Index j1) const {
    return m_onlyRanges && causalRange(b, i0).last >= j1 && windowRange(b, i1 - 1).first <= j0 &&
           windowRange(b, i0).last >= j1;
}

Coverage MaskRules::fillTile(Index b, Index h, Index i0, Index i1, Index j0, Index j1, std::uint8_t* cells) const {
    if (m_forbidsNothing || quicklyFull(b, i0, i1, j0, j1))
        return Coverage::Full;
    if (quicklyEmpty(b, i0, i1, j0, j1))
        return Coverage::Empty;
    Index allowed = 0;
    for (Index i = i0; i < i1; ++i) {
        allowed += fillRow(b, h, i, j0, j1, cells + (i - i0) * (j1 - j0));
        if (m_rowsAreAlike) {
            if (allowed == 0 || allowed == j1 - j0)
                return allowed == 0 ? Coverage::Empty : Coverage::Full;
            for (Index next = i + 1; next < i1; ++next)
                std::copy_n(cells, j1 - j0, cells + (next - i0) * (j1 - j0));
            return Coverage::Mixed;
        }
    }
    if (allowed == 0)
        return Coverage::Empty;
    return allowed == (i1 - i0) * (j1 - j0) ? Coverage::Full : Coverage::Mixed;
}

template <class T>
void MaskRules::addBias(Index b, Index h, Index i, Index j0, Index j1, T* logits) const {
    for (Index j = j0; j < j1 && hasBias(); ++j) {
        const double given = m_mask.bias ? (*m_mask.bias)[m_bias.at(b, h, i, j)] : 0.0;
        logits[j - j0] += static_cast<T>((given == kForbids ? 0.0 : given) + alibiAt(b, h, i, j));
    }
}

template void MaskRules::addBias<float>(Index, Index, Index, Index, Index, float*) const;
template void MaskRules::addBias<double>(Index, Index, Index, Index, Index, double*) const;

}  // namespace attn

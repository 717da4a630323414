#include <algorithm>
#include <array>

#include "core/scene/checks.h"

namespace attn::checks {

namespace {

struct Named {
    const TensorPtr& tensor;
    const char* name;
};

Check needSame(const Named& a, const Named& b, Index axis, const char* noun) {
    if (a.tensor->dim(axis) == b.tensor->dim(axis))
        return {};
    return mismatch(std::string(a.name) + " has " + count(a.tensor->dim(axis), noun) + " but " + b.name + " has " +
                    std::to_string(b.tensor->dim(axis)) + ".");
}

/// [B, heads, n, d] tensors: at least one batch item and one column, as many heads as the scene says.
Check needHeadTensor(const Named& t, Index heads, const char* what) {
    if (auto r = needRank(t.tensor, t.name, 4, "batch, heads, tokens, width"); !r)
        return r;
    if (t.tensor->dim(0) < 1 || t.tensor->dim(3) < 1)
        return mismatch(std::string(t.name) + " is " + shapeText(t.tensor->shape()) +
                        "; it needs at least 1 batch item and 1 column.");
    if (t.tensor->dim(1) != heads)
        return mismatch(std::string(t.name) + " has " + count(t.tensor->dim(1), what) + " but the scene has " +
                        std::to_string(heads) + ".");
    return {};
}

Check checkCache(const Scene& s, Dimensions& d) {
    if (!s.pastK && !s.pastV)
        return {};
    if (!s.pastK || !s.pastV)
        return mismatch(std::string(s.pastK ? "past_V" : "past_K") +
                        " is missing: a cache has both keys and values.");
    const std::array<std::pair<Named, Named>, 2> pairs = {
        {{{s.pastK, "past_K"}, {s.K, "K"}}, {{s.pastV, "past_V"}, {s.V, "V"}}}};
    for (const auto& [past, now] : pairs) {
        if (auto r = needHeadTensor(past, d.kvHeads, "key-value head"); !r)
            return r;
        if (auto r = needSame(past, now, 0, "batch item"); !r)
            return r;
        if (auto r = needSame(past, now, 3, "column"); !r)
            return r;
    }
    if (auto r = needSame({s.pastK, "past_K"}, {s.pastV, "past_V"}, 2, "key"); !r)
        return r;
    d.nk += s.pastK->dim(2);
    return {};
}

Check checkLengths(const Scene& s, const Dimensions& d) {
    if (s.kvLengths.empty())
        return {};
    if (static_cast<Index>(s.kvLengths.size()) != d.batch)
        return mismatch("kv_lengths has " + count(static_cast<Index>(s.kvLengths.size()), "number") + " but there " +
                        (d.batch == 1 ? "is " : "are ") + count(d.batch, "batch item") + ".");
    for (const Index length : s.kvLengths)
        if (length < 0 || length > d.nk)
            return outOfRange("kv_lengths holds " + std::to_string(length) +
                              "; it must be from 0 to the number of keys, " + std::to_string(d.nk) + ".");
    return {};
}

}  // namespace

Check checkQkv(const Scene& s, Dimensions& d) {
    if (auto r = needHeadTensor({s.Q, "Q"}, d.heads, "head"); !r)
        return r;
    if (auto r = needHeadTensor({s.K, "K"}, d.kvHeads, "key-value head"); !r)
        return r;
    if (auto r = needHeadTensor({s.V, "V"}, d.kvHeads, "key-value head"); !r)
        return r;
    if (auto r = needSame({s.Q, "Q"}, {s.K, "K"}, 0, "batch item"); !r)
        return r;
    if (auto r = needSame({s.Q, "Q"}, {s.V, "V"}, 0, "batch item"); !r)
        return r;
    if (auto r = needSame({s.Q, "Q"}, {s.K, "K"}, 3, "column"); !r)
        return r;
    if (auto r = needSame({s.K, "K"}, {s.V, "V"}, 2, "key"); !r)
        return r;
    d.batch = s.Q->dim(0);
    d.nq = s.Q->dim(2);
    d.nk = s.K->dim(2);
    d.dk = s.Q->dim(3);
    d.dv = s.V->dim(3);
    if (auto r = checkCache(s, d); !r)
        return r;
    if (auto r = checkLengths(s, d); !r)
        return r;
    d.isCross = d.nk != d.nq || !s.contextTokens.empty();
    return checkOutput(s, d);
}

Check checkWeights(const Scene& s, Dimensions& d) {
    if (!s.A)
        return mismatch("A is missing.");
    const Index rank = s.A->rank();
    if (rank < 2 || rank > 5)
        return mismatch("A has " + count(rank, "ax") + (rank == 1 ? "is" : "es") + " (" + shapeText(s.A->shape()) +
                        ") but needs 2 to 5: layers, batch, heads, queries, keys.");
    const auto size = [&](Index fromRight) { return fromRight < rank ? s.A->dim(rank - 1 - fromRight) : 1; };
    d.nk = size(0);
    d.nq = size(1);
    d.heads = d.kvHeads = size(2);
    d.batch = size(3);
    d.layers = size(4);
    if (d.heads < 1 || d.batch < 1 || d.layers < 1)
        return mismatch("A is " + shapeText(s.A->shape()) + "; it needs at least 1 layer, batch item and head.");
    if (s.heads != d.heads)
        return mismatch("A has " + count(d.heads, "head") + " but the scene has " + std::to_string(s.heads) + ".");
    if (auto r = needIndex(s.layer, d.layers, "Layer", "layer"); !r)
        return r;
    d.isCross = d.nk != d.nq || !s.contextTokens.empty();
    return {};
}

Check checkAdditive(const Scene& s, Dimensions& d) {
    if (s.heads != 1 || s.kvHeads != 1)
        return outOfRange("Additive attention has 1 head, not " + std::to_string(s.heads) + ".");
    if (auto r = needRank(s.S, "S", 3, "batch, decoder states, width"); !r)
        return r;
    if (auto r = needRank(s.Hs, "Hs", 3, "batch, encoder states, width"); !r)
        return r;
    if (auto r = needSame({s.S, "S"}, {s.Hs, "Hs"}, 0, "batch item"); !r)
        return r;
    if (auto r = needRank(s.Wa, "W_a", 2, "rows, columns"); !r)
        return r;
    if (auto r = needRank(s.Ua, "U_a", 2, "rows, columns"); !r)
        return r;
    if (auto r = needRank(s.va, "v_a", 1, "one number per column of W_a"); !r)
        return r;
    d = {s.S->dim(0), s.S->dim(1),  s.Hs->dim(1), s.S->dim(2),  s.Hs->dim(2), 1,
         1,           s.va->dim(0), s.Hs->dim(2), s.Hs->dim(2), true,         1};
    if (std::min({d.batch, d.dModel, d.dKv, d.dk}) < 1)
        return mismatch("S is " + shapeText(s.S->shape()) + ", Hs " + shapeText(s.Hs->shape()) + " and v_a " +
                        shapeText(s.va->shape()) + "; each needs at least 1 batch item and 1 column.");
    if (s.Wa->dim(0) != d.dModel)
        return mismatch("S has " + count(d.dModel, "column") + " but W_a has " + count(s.Wa->dim(0), "row") + ".");
    if (s.Ua->dim(0) != d.dKv)
        return mismatch("Hs has " + count(d.dKv, "column") + " but U_a has " + count(s.Ua->dim(0), "row") + ".");
    for (const auto& [matrix, name] : {Named{s.Wa, "W_a"}, Named{s.Ua, "U_a"}})
        if (matrix->dim(1) != d.dk)
            return mismatch(std::string(name) + " has " + count(matrix->dim(1), "column") + " but v_a has " +
                            count(d.dk, "number") + ".");
    return needBias(s.ba, "b_a", "W_a", d.dk);
}

}  // namespace attn::checks

#include "core/scene/validate.h"

#include "core/scene/checks.h"

namespace attn {

namespace checks {

Check checkHeads(const Scene& s, Dimensions& d) {
    d.heads = s.heads;
    d.kvHeads = s.kvHeads;
    if (d.heads < 1)
        return outOfRange("There are " + std::to_string(d.heads) + " heads; at least 1 is needed.");
    if (d.kvHeads < 1)
        return outOfRange("There are " + std::to_string(d.kvHeads) + " key-value heads; at least 1 is needed.");
    if (d.heads % d.kvHeads != 0)
        return outOfRange(count(d.heads, "head") + " cannot share " + count(d.kvHeads, "key-value head") +
                          " evenly; try " + divisors(d.heads) + ".");
    return {};
}

Check checkOutput(const Scene& s, Dimensions& d) {
    d.dOut = d.heads * d.dv;
    if (s.Wo) {
        if (auto r = needRank(s.Wo, "W_o", 2, "rows, columns"); !r)
            return r;
        if (s.Wo->dim(0) != d.dOut)
            return mismatch("W_o has " + count(s.Wo->dim(0), "row") + " but " + count(d.heads, "head") +
                            " of value width " + std::to_string(d.dv) + " give " + std::to_string(d.dOut) + ".");
        if (s.Wo->dim(1) < 1)
            return mismatch("W_o has no columns.");
        d.dOut = s.Wo->dim(1);
    }
    if (auto r = needBias(s.bo, "b_o", s.Wo ? "W_o" : "the joined output", d.dOut); !r)
        return r;
    return {};
}

namespace {

Check checkInputs(const Scene& s, Dimensions& d) {
    if (auto r = needRank(s.X, "X", 3, "batch, tokens, width"); !r)
        return r;
    d.batch = s.X->dim(0);
    d.nq = s.X->dim(1);
    d.dModel = s.X->dim(2);
    d.isCross = s.Xkv != nullptr;
    d.nk = d.nq;
    d.dKv = d.dModel;
    if (d.batch < 1 || d.dModel < 1)
        return mismatch("X is " + shapeText(s.X->shape()) + "; it needs at least 1 batch item and 1 column.");
    if (!d.isCross)
        return {};
    if (auto r = needRank(s.Xkv, "X_kv", 3, "batch, context tokens, width"); !r)
        return r;
    d.nk = s.Xkv->dim(1);
    d.dKv = s.Xkv->dim(2);
    if (s.Xkv->dim(0) != d.batch)
        return mismatch("X has " + count(d.batch, "batch item") + " but X_kv has " + std::to_string(s.Xkv->dim(0)) +
                        ".");
    if (d.dKv < 1)
        return mismatch("X_kv is " + shapeText(s.Xkv->shape()) + "; it needs at least 1 column.");
    return {};
}

Check checkProjections(const Scene& s, Dimensions& d) {
    const std::string context = d.isCross ? "X_kv" : "X";
    const std::pair<const TensorPtr*, const char*> projections[] = {{&s.Wq, "W_q"}, {&s.Wk, "W_k"}, {&s.Wv, "W_v"}};
    for (const auto& [matrix, name] : projections) {
        if (auto r = needRank(*matrix, name, 2, "rows, columns"); !r)
            return r;
        const bool isQuery = matrix == &s.Wq;
        const Index width = isQuery ? d.dModel : d.dKv;
        if ((*matrix)->dim(0) != width)
            return mismatch((isQuery ? std::string("X") : context) + " has " + count(width, "column") + " but " +
                            name + " has " + count((*matrix)->dim(0), "row") + ".");
    }
    if (auto r = needSplit(s.Wq->dim(1), d.heads, "W_q", "head"); !r)
        return r;
    if (auto r = needSplit(s.Wk->dim(1), d.kvHeads, "W_k", "key-value head"); !r)
        return r;
    if (auto r = needSplit(s.Wv->dim(1), d.kvHeads, "W_v", "key-value head"); !r)
        return r;
    d.dk = s.Wq->dim(1) / d.heads;
    d.dv = s.Wv->dim(1) / d.kvHeads;
    if (const Index keyWidth = s.Wk->dim(1) / d.kvHeads; keyWidth != d.dk)
        return mismatch("W_q gives each head " + count(d.dk, "column") + " but W_k gives each key-value head " +
                        std::to_string(keyWidth) + ".");
    if (auto r = needBias(s.bq, "b_q", "W_q", d.heads * d.dk); !r)
        return r;
    if (auto r = needBias(s.bk, "b_k", "W_k", d.kvHeads * d.dk); !r)
        return r;
    return needBias(s.bv, "b_v", "W_v", d.kvHeads * d.dv);
}

}  // namespace

Check checkMha(const Scene& s, Dimensions& d) {
    if (auto r = checkInputs(s, d); !r)
        return r;
    if (auto r = checkProjections(s, d); !r)
        return r;
    return checkOutput(s, d);
}

}  // namespace checks

namespace {

using namespace checks;

Check checkSizes(const Dimensions& d) {
    if (auto r = needCountable({d.batch, d.heads, d.nq, d.nk}, "The scores"); !r)
        return r;
    if (auto r = needCountable({d.batch, d.heads, d.nq, std::max(d.dk, d.dv)}, "The heads"); !r)
        return r;
    if (auto r = needCountable({d.batch, d.kvHeads, d.nk, std::max(d.dk, d.dv)}, "The keys and values"); !r)
        return r;
    return needCountable({d.batch, d.nq, d.dOut}, "The output");
}

Check checkLabels(const Scene& s, const Dimensions& d) {
    const auto fits = [](std::size_t n, Index wanted) { return n == 0 || static_cast<Index>(n) == wanted; };
    const std::string rows =
        (s.X ? " but X has " + count(d.nq, "row") : " but there are " + count(d.nq, "query row")) + ".";
    if (!fits(s.tokens.size(), d.nq))
        return mismatch(thereAre(s.tokens.size(), "token label") + rows);
    if (!d.isCross && !s.contextTokens.empty())
        return mismatch(thereAre(s.contextTokens.size(), "context label") + " but no X_kv.");
    if (!fits(s.contextTokens.size(), d.nk))
        return mismatch(thereAre(s.contextTokens.size(), "context label") +
                        (s.Xkv ? " but X_kv has " : " but there are ") + count(d.nk, s.Xkv ? "row" : "key") + ".");
    if (!fits(s.tokenIds.size(), d.nq))
        return mismatch(thereAre(s.tokenIds.size(), "token id") + rows);
    return {};
}

Check checkTensors(const Scene& s, Dimensions& d) {
    switch (s.kind) {
        case Kind::Mha:
        case Kind::Linear:
            return checkMha(s, d);
        case Kind::Additive:
            return checkAdditive(s, d);
        case Kind::Qkv:
            return checkQkv(s, d);
        case Kind::Weights:
            return checkWeights(s, d);
    }
    return {};
}

}  // namespace

Result<Dimensions> validate(const Scene& scene) {
    Dimensions d;
    // The number of heads comes first: every other sentence builds on it.
    if (scene.kind != Kind::Additive && scene.kind != Kind::Weights)
        if (auto r = checkHeads(scene, d); !r)
            return r.error();
    if (auto r = checkTensors(scene, d); !r)
        return r.error();
    if (auto r = checkSizes(d); !r)
        return r.error();
    if (auto r = checkLabels(scene, d); !r)
        return r.error();
    if (auto r = checkMask(scene.mask, d); !r)
        return r.error();
    if (auto r = checkModifiers(scene, d); !r)
        return r.error();
    return d;
}

}  // namespace attn

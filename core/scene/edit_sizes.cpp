#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/scene/edit.h"
#include "core/scene/edit_modifiers.h"
#include "core/scene/gather.h"
#include "core/scene/validate.h"

namespace attn {

namespace {

constexpr double kMostBytes = 1073741824.0;

Result<Scene> checked(Scene scene) {
    if (auto dims = validate(scene); !dims)
        return dims.error();
    return scene;
}

/// Refuses a size below 1, and a tensor of more than 1 GiB.
Result<void> needRoom(std::initializer_list<Index> sizes, const std::string& name, const char* what, Index size) {
    if (size < 1)
        return Error{ErrorCode::OutOfRange,
                     std::string(what) + " is " + std::to_string(size) + "; it must be at least 1."};
    double bytes = sizeof(double);
    for (const Index s : sizes)
        bytes *= static_cast<double>(s);
    if (!(bytes <= kMostBytes))
        return Error{ErrorCode::TooLarge, std::string(what) + " " + std::to_string(size) + " would make " + name +
                                              " take " + bytesText(bytes) + "; at most " + bytesText(kMostBytes) +
                                              " are edited."};
    return {};
}

/// Seeded random numbers in the columns (axis 1) or rows (axis 0) of heads that are new.
TensorPtr fillNew(const TensorPtr& tensor, Index axis, Index from, std::uint64_t seed, double scale) {
    if (!tensor || tensor->dim(axis) <= from)
        return tensor;
    Tensor filled = *tensor;
    const Index columns = filled.dim(1);
    Random random(seed);
    for (Index r = axis == 0 ? from : 0; r < filled.dim(0); ++r)
        for (Index c = axis == 1 ? from : 0; c < columns; ++c)
            filled[r * columns + c] = scale * random.normal();
    return std::make_shared<const Tensor>(std::move(filled));
}

double inverseRoot(Index n) {
    return 1.0 / std::sqrt(static_cast<double>(std::max<Index>(n, 1)));
}

/// Masks that differ by head, and silenced heads, keep those that are still there.
void resizeHeadAxis(Scene& scene, Index oldHeads, Index heads) {
    const Source source = overlap(oldHeads, heads);
    scene.mask.explicitAllow = gatherBroadcast(scene.mask.explicitAllow, 2, source, std::uint8_t(1));
    scene.mask.bias = gatherBroadcast(scene.mask.bias, 2, source, 0.0);
    moveHeads(scene, source);
    scene.silenced.erase(std::lower_bound(scene.silenced.begin(), scene.silenced.end(), heads), scene.silenced.end());
}

void resizeKvHeads(Scene& scene, const Dimensions& d, Index kvHeads) {
    const Source keys = overlapInGroups(d.kvHeads, d.dk, kvHeads, d.dk);
    const Source values = overlapInGroups(d.kvHeads, d.dv, kvHeads, d.dv);
    const double scale = inverseRoot(d.dKv);
    const auto seed = static_cast<std::uint64_t>(d.kvHeads);
    scene.Wk = fillNew(gather(scene.Wk, 1, keys, 0.0), 1, d.kvHeads * d.dk, 2000 + seed, scale);
    scene.Wv = fillNew(gather(scene.Wv, 1, values, 0.0), 1, d.kvHeads * d.dv, 3000 + seed, scale);
    scene.bk = gather(scene.bk, 0, keys, 0.0);
    scene.bv = gather(scene.bv, 0, values, 0.0);
    scene.kvHeads = kvHeads;
}

/// The joined heads become W_o's rows, or without W_o the output's columns.
void resizeJoined(Scene& scene, const Source& joined) {
    scene.Wo = gather(scene.Wo, 0, joined, 0.0);
    if (scene.Wo)
        return;
    scene.bo = gather(scene.bo, 0, joined, 0.0);
    if (scene.dOut)
        scene.dOut = gather(scene.dOut, 2, joined, 0.0);
    fitLoss(scene, static_cast<Index>(joined.size()));
}

}  // namespace

Result<Scene> setModelWidth(const Scene& scene, Index dModel) {
    const auto d = editableSizes(scene);
    if (!d)
        return d.error();
    const Index widest = std::max({d->batch * d->nq, d->heads * d->dk, d->kvHeads * d->dv});
    if (auto room = needRoom({widest, dModel}, "a tensor", "The model width", dModel); !room)
        return room.error();
    const Source source = overlap(d->dModel, dModel);
    Scene next = scene;
    next.X = gather(scene.X, 2, source, 0.0);
    next.Wq = gather(scene.Wq, 0, source, 0.0);
    if (!d->isCross) {
        next.Wk = gather(scene.Wk, 0, source, 0.0);
        next.Wv = gather(scene.Wv, 0, source, 0.0);
    }
    return checked(std::move(next));
}

Result<Scene> setContextWidth(const Scene& scene, Index dKv) {
    const auto d = editableSizes(scene);
    if (!d)
        return d.error();
    if (!d->isCross)
        return Error{ErrorCode::OutOfRange, "There is no context: keys and values come from the tokens themselves."};
    const Index widest = std::max({d->batch * d->nk, d->kvHeads * d->dk, d->kvHeads * d->dv});
    if (auto room = needRoom({widest, dKv}, "a tensor", "The context width", dKv); !room)
        return room.error();
    const Source source = overlap(d->dKv, dKv);
    Scene next = scene;
    next.Xkv = gather(scene.Xkv, 2, source, 0.0);
    next.Wk = gather(scene.Wk, 0, source, 0.0);
    next.Wv = gather(scene.Wv, 0, source, 0.0);
    return checked(std::move(next));
}

Result<Scene> setKeyWidth(const Scene& scene, Index dk) {
    const auto d = editableSizes(scene);
    if (!d)
        return d.error();
    if (auto room = needRoom({std::max(d->dModel, d->dKv), d->heads, dk}, "W_q", "The key width", dk); !room)
        return room.error();
    const Source queries = overlapInGroups(d->heads, d->dk, d->heads, dk);
    const Source keys = overlapInGroups(d->kvHeads, d->dk, d->kvHeads, dk);
    Scene next = scene;
    next.Wq = gather(scene.Wq, 1, queries, 0.0);
    next.bq = gather(scene.bq, 0, queries, 0.0);
    next.Wk = gather(scene.Wk, 1, keys, 0.0);
    next.bk = gather(scene.bk, 0, keys, 0.0);
    return checked(std::move(next));
}

Result<Scene> setValueWidth(const Scene& scene, Index dv) {
    const auto d = editableSizes(scene);
    if (!d)
        return d.error();
    const Index widest = std::max({d->dKv, scene.Wo ? d->dOut : 1, d->batch * d->nq});
    if (auto room = needRoom({widest, d->heads, dv}, "a tensor", "The value width", dv); !room)
        return room.error();
    const Source values = overlapInGroups(d->kvHeads, d->dv, d->kvHeads, dv);
    Scene next = scene;
    next.Wv = gather(scene.Wv, 1, values, 0.0);
    next.bv = gather(scene.bv, 0, values, 0.0);
    moveValueColumns(next, overlap(d->dv, dv));
    resizeJoined(next, overlapInGroups(d->heads, d->dv, d->heads, dv));
    return checked(std::move(next));
}

Result<Scene> setHeads(const Scene& scene, Index heads) {
    const auto d = editableSizes(scene);
    if (!d)
        return d.error();
    const Index widest = std::max({d->dModel, d->dKv, scene.Wo ? d->dOut : 1, d->batch * d->nq});
    if (auto room = needRoom({widest, heads, std::max(d->dk, d->dv)}, "a tensor", "The number of heads", heads);
        !room)
        return room.error();
    Scene next = scene;
    const Source queries = overlapInGroups(d->heads, d->dk, heads, d->dk);
    const auto seed = static_cast<std::uint64_t>(d->heads);
    next.Wq = fillNew(gather(scene.Wq, 1, queries, 0.0), 1, d->heads * d->dk, 1000 + seed, inverseRoot(d->dModel));
    next.bq = gather(scene.bq, 0, queries, 0.0);
    if (d->kvHeads == d->heads)
        resizeKvHeads(next, *d, heads);
    resizeJoined(next, overlapInGroups(d->heads, d->dv, heads, d->dv));
    next.Wo = fillNew(next.Wo, 0, d->heads * d->dv, 4000 + seed, inverseRoot(heads * d->dv));
    next.heads = heads;
    resizeHeadAxis(next, d->heads, heads);
    return checked(std::move(next));
}

Result<Scene> setKvHeads(const Scene& scene, Index kvHeads) {
    const auto d = editableSizes(scene);
    if (!d)
        return d.error();
    if (kvHeads >= 1 && d->heads % kvHeads == 0) {
        Scene next = scene;
        resizeKvHeads(next, *d, kvHeads);
        return checked(std::move(next));
    }
    Scene refused = scene;
    refused.kvHeads = kvHeads;
    return checked(std::move(refused));
}

Result<Scene> splitHeads(const Scene& scene, Index heads) {
    const auto d = editableSizes(scene);
    if (!d)
        return d.error();
    Scene next = scene;
    next.heads = heads;
    const Index columns = d->heads * d->dk;
    if (heads >= 1 && columns % heads == 0) {
        next.kvHeads = std::max<Index>(1, d->kvHeads * d->dk / (columns / heads));
        resizeHeadAxis(next, d->heads, heads);
    } else if (heads >= 1) {
        next.kvHeads = heads;
    }
    return checked(std::move(next));
}

}  // namespace attn

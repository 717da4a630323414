#include <algorithm>

#include "core/scene/edit.h"
#include "core/scene/edit_modifiers.h"
#include "core/scene/gather.h"
#include "core/scene/validate.h"

namespace attn {

namespace {

/// Drops every part of the mask that tells keys apart, and names what was dropped.
std::string dropKeyMasks(Scene& scene, Index tokens) {
    Mask& mask = scene.mask;
    std::string parts;
    const auto drop = [&](bool isThere, const char* what, const auto& clear) {
        if (!isThere)
            return;
        parts += (parts.empty() ? "" : ", ") + std::string(what);
        clear();
    };
    const auto tellsKeysApart = [](const auto& tensor) { return tensor && tensor->dim(tensor->rank() - 1) != 1; };
    drop(tellsKeysApart(mask.explicitAllow), "explicit mask", [&] { mask.explicitAllow = nullptr; });
    drop(tellsKeysApart(mask.bias), "additive bias", [&] { mask.bias = nullptr; });
    drop(mask.keyPadding != nullptr, "padding", [&] { mask.keyPadding = nullptr; });
    drop(mask.block.has_value(), "block pattern", [&] { mask.block.reset(); });
    drop(scene.dropout && scene.dropout->where == Dropout::Where::Weights && scene.dropout->keep,
         "dropout's kept weights", [&] { scene.dropout.reset(); });
    drop(mask.paint != Paint{}, "painted cells", [&] { mask.paint = {}; });
    const auto beyond = std::lower_bound(mask.globalTokens.begin(), mask.globalTokens.end(), tokens);
    drop(beyond != mask.globalTokens.end(), "global tokens",
         [&] { mask.globalTokens.erase(beyond, mask.globalTokens.end()); });
    return parts.empty() ? parts : "What belonged to the old keys was dropped: " + parts + ".";
}

Result<Edited> checked(Scene scene, std::string note) {
    if (auto dims = validate(scene); !dims)
        return dims.error();
    return Edited{std::move(scene), std::move(note)};
}

}  // namespace

Result<Edited> makeCross(const Scene& scene, const std::vector<std::string>& labels) {
    const auto dims = editableSizes(scene);
    if (!dims)
        return dims.error();
    if (dims->isCross)
        return setSentence(scene, Side::Context, labels);
    Scene next = scene;
    const auto n = static_cast<Index>(labels.size());
    Tensor rows({dims->batch, n, dims->dModel});
    for (Index i = 0; i < n; ++i) {
        const std::vector<double> row = wordRow(labels[static_cast<std::size_t>(i)], dims->dModel);
        for (Index b = 0; b < dims->batch; ++b)
            std::copy(row.begin(), row.end(), rows.data() + (b * n + i) * dims->dModel);
    }
    next.Xkv = std::make_shared<const Tensor>(std::move(rows));
    next.contextTokens = labels;
    std::string note = dropKeyMasks(next, std::max(dims->nq, n));
    return checked(std::move(next), std::move(note));
}

Result<Edited> makeSelf(const Scene& scene) {
    const auto dims = editableSizes(scene);
    if (!dims)
        return dims.error();
    Scene next = scene;
    next.Xkv = nullptr;
    next.contextTokens.clear();
    const Source rows = overlap(dims->dKv, dims->dModel);
    next.Wk = gather(scene.Wk, 0, rows, 0.0);
    next.Wv = gather(scene.Wv, 0, rows, 0.0);
    std::string note;
    if (dims->nk != dims->nq)
        note = dropKeyMasks(next, dims->nq);
    return checked(std::move(next), std::move(note));
}

}  // namespace attn

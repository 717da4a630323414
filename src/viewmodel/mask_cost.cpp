#include "src/viewmodel/mask_cost.h"

#include <algorithm>

#include "core/cost/flops.h"
#include "core/cost/visited_tiles.h"
#include "src/viewmodel/heatmap_pictures.h"
#include "src/viewmodel/mask_picture.h"
#include "src/viewmodel/words.h"

namespace attn::app {
namespace {

using Cost = ui::MaskRulesPicture::Cost;

constexpr Index kMostCells = 2048 * 2048;

QString percentText(double share) { return QStringLiteral("%1 %").arg(100.0 * share, 0, 'f', 1); }
QString ofText(double part, double whole) { return Words::tr("%1 of %2").arg(part, 0, 'f', 0).arg(whole, 0, 'f', 0); }

/// The keys that the causal rule alone leaves.
Index causalAlone(const Dimensions& dims, Index offset) {
    Index allowed = 0;
    for (Index row = 0; row < dims.nq; ++row)
        allowed += std::clamp<Index>(row + offset + 1, 0, dims.nk);
    return allowed;
}

/// What flash attention leaves out by passing over tiles without an allowed cell.
void addTiles(std::vector<Cost>& cost, const Scene& scene, const Dimensions& dims, const ui::Selection& chosen, Index side) {
    const HeadSize size{dims.nq, dims.nk, std::max<Index>(1, dims.dk), std::max<Index>(1, dims.dv)};
    const MaskRules rules(scene, dims);
    // Asking a rule about every cell would hold up the window; of ranges the ends say everything.
    if (dims.nq * dims.nk > kMostCells && !rules.isRanges()) {
        cost.push_back({Words::tr("Tiles visited"), Words::tr("not counted past 2048 × 2048")});
        return;
    }
    const auto tiles = visitedTiles(size, {side, side}, HeadMask{&rules, chosen.batch, chosen.head});
    if (!tiles)
        return;
    const auto naive = attentionFlops(Algorithm::Naive, Pass::Forward, size);
    const auto flash = attentionFlops(Algorithm::Flash2, Pass::Forward, size, tiles->cells);
    cost.push_back({Words::tr("Tiles visited"), ofText(tiles->visited, tiles->all)});
    if (!naive || !flash || *naive <= 0.0)
        return;
    cost.push_back({Words::tr("Products, naive"), Words::tr("%1 FLOP").arg(operationsText(*naive))});
    cost.push_back({Words::tr("Products, flash"), Words::tr("%1 FLOP").arg(operationsText(*flash))});
    cost.push_back({Words::tr("Flash skips"), percentText(1.0 - *flash / *naive)});
}

}  // namespace

Index causalOffsetOf(const Causal& causal, const Dimensions& dims, Index batch) {
    switch (causal.align) {
        case Causal::Align::TopLeft: return 0;
        case Causal::Align::BottomRight: return dims.nk - dims.nq;
        case Causal::Align::Offset: break;
    }
    if (causal.offset.empty())
        return 0;
    return causal.offset[causal.offset.size() == 1 ? 0 : static_cast<std::size_t>(batch)];
}

QString operationsText(double operations) {
    constexpr const char* kPrefixes[] = {"", " k", " M", " G", " T", " P"};
    std::size_t step = 0;
    while (operations >= 10'000.0 && step + 1 < std::size(kPrefixes)) {
        operations /= 1000.0;
        ++step;
    }
    return QString::number(operations, 'f', operations < 100.0 && step > 0 ? 1 : 0) + QLatin1String(kPrefixes[step]);
}

Index proposedTileSide(const Scene& scene, const Dimensions& dims) {
    if (scene.flash)
        return scene.flash->keyRows;
    const Index longest = std::max(dims.nq, dims.nk);
    return longest > 256 ? 64 : longest > 64 ? 16 : longest > 16 ? 8 : 2;
}

std::vector<Cost> maskCost(const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection, Index tileSide) {
    const Dimensions& dims = evaluation.dims;
    const ui::Selection chosen = clamped(selection, dims);
    const std::vector<Index> keys = keysPerRow(evaluation, chosen.batch, chosen.head);
    const auto all = static_cast<double>(dims.nq * dims.nk);
    Index allowed = 0;
    for (const Index count : keys)
        allowed += count;
    std::vector<Cost> cost;
    cost.push_back({Words::tr("Keys allowed"), ofText(static_cast<double>(allowed), all)});
    if (all > 0.0)
        cost.push_back({Words::tr("Density"), percentText(static_cast<double>(allowed) / all)});
    if (scene.mask.causal)
        cost.push_back({Words::tr("Causal alone"),
                        ofText(static_cast<double>(causalAlone(dims, causalOffsetOf(*scene.mask.causal, dims, chosen.batch))), all)});
    if (!keys.empty()) {
        const auto [least, most] = std::minmax_element(keys.begin(), keys.end());
        cost.push_back({Words::tr("Keys per row"), *least == *most ? QString::number(*least) : Words::tr("%1 to %2").arg(*least).arg(*most)});
    }
    if (all > 0.0)
        addTiles(cost, scene, dims, chosen, std::max<Index>(1, tileSide));
    return cost;
}

}  // namespace attn::app

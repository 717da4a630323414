#include "src/viewmodel/mask_panels.h"

#include <cmath>

#include "src/viewmodel/mask_cost.h"
#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::app;

namespace {

Scene cross(Index nq, Index nk) {
    Scene scene = test::plainScene(1, nq, 4, 1, 1, 2);
    scene.Xkv = test::noise({1, nk, 4}, 7);
    return scene;
}

std::vector<double> pattern(const ui::HeatmapPanels& panels, std::size_t which) { return panels.panels[which].picture.cells.values; }

QString valueOf(const std::vector<ui::MaskRulesPicture::Cost>& cost, const char* name) {
    for (const auto& entry : cost)
        if (entry.name == QString::fromLatin1(name))
            return entry.value;
    FAIL("no cost " << name);
    return {};
}

}  // namespace

TEST_CASE("alignmentPanels: both alignments of two queries and five keys, and the other way round", "[viewmodel][mask]") {
    Scene scene = cross(2, 5);
    auto panels = alignmentPanels(scene, test::evaluated(scene), {});
    REQUIRE(panels.panels.size() == 2);
    CHECK(pattern(panels, 0) == std::vector<double>{1, 0, 0, 0, 0, 1, 1, 0, 0, 0});
    CHECK(pattern(panels, 1) == std::vector<double>{1, 1, 1, 1, 0, 1, 1, 1, 1, 1});
    CHECK(panels.caption.contains(QStringLiteral("no causal mask")));
    CHECK_FALSE(panels.panels[0].isCurrent);
    scene = cross(5, 2);
    scene.mask.causal = Causal{Causal::Align::BottomRight, {}};
    panels = alignmentPanels(scene, test::evaluated(scene), {});
    CHECK(pattern(panels, 1) == std::vector<double>{0, 0, 0, 0, 0, 0, 1, 0, 1, 1});
    CHECK(panels.panels[1].words.contains(QStringLiteral("3 rows may attend nothing")));
    CHECK(panels.panels[1].isCurrent);
    // The other rules hold in both.
    scene.mask.paint.allow = {{0, 1}};
    panels = alignmentPanels(scene, test::evaluated(scene), {});
    CHECK(panels.panels[0].picture.cells(0, 1) == 1.0);
    CHECK(panels.panels[1].picture.cells(0, 1) == 1.0);
    CHECK_FALSE(alignmentPanels(cross(3, 3), test::evaluated(cross(3, 3)), {}).empty.isEmpty());
    CHECK_FALSE(alignmentPanels(cross(0, 3), test::evaluated(cross(0, 3)), {}).empty.isEmpty());
}

TEST_CASE("emptyRowPanels: each convention gives what the evaluation gives with it", "[viewmodel][mask]") {
    Scene scene = test::plainScene(1, 3, 4, 2, 2, 2);
    scene.precision = Precision::F64;
    scene.mask.paint.forbid = {{1, 0}, {1, 1}, {1, 2}};
    ui::Selection selection;
    selection.head = 1;
    const ui::HeatmapPanels panels = emptyRowPanels(scene, test::evaluated(scene), selection);
    REQUIRE(panels.panels.size() == 3);
    for (const EmptyRow convention : {EmptyRow::Zero, EmptyRow::NaN, EmptyRow::Uniform}) {
        scene.emptyRow = convention;
        const Evaluation evaluation = test::evaluated(scene);
        const ui::HeatmapPanel& panel = panels.panels[static_cast<std::size_t>(convention)];
        REQUIRE(panel.picture.cells.rows == 1);
        for (Index j = 0; j < 3; ++j) {
            const double have = panel.picture.cells(0, j), want = evaluation.weights.at((3 + 1) * 3 + j);
            CHECK((have == want || (std::isnan(have) && std::isnan(want))));
        }
        for (Index c = 0; c < 2; ++c) {
            const double output = evaluation.headOut.at((3 + 1) * 2 + c);
            const QString word = std::isnan(output) ? QStringLiteral("NaN") : output == 0.0 ? QStringLiteral("0") : QString::number(std::abs(output), 'f', 3);
            CHECK(panel.words.contains(word));
        }
    }
    CHECK(panels.panels[0].isCurrent);
    CHECK(panels.panels[0].picture.rows.labels[0].index == 1);
    scene.mask.paint = {};
    CHECK(emptyRowPanels(scene, test::evaluated(scene), selection).empty.contains(QStringLiteral("change nothing")));
    scene.mask.paint.forbid = {{1, 0}, {1, 1}, {1, 2}};
    scene.sink.emplace();
    CHECK(emptyRowPanels(scene, test::evaluated(scene), selection).empty.contains(QStringLiteral("sink")));
}

TEST_CASE("maskCost: causal tiles above the diagonal are skipped, and their operations with them", "[viewmodel][mask]") {
    Scene scene = test::plainScene(1, 64, 4, 1, 1, 2);
    scene.mask.causal = Causal{};
    const Evaluation evaluation = test::evaluated(scene);
    const auto cost = maskCost(scene, evaluation, {}, 16);
    CHECK(valueOf(cost, "Keys allowed") == QStringLiteral("2080 of 4096"));
    CHECK(valueOf(cost, "Tiles visited") == QStringLiteral("10 of 16"));
    // 4 n^2 d = 4 * 4096 * 2, and 10 of 16 of it.
    CHECK(valueOf(cost, "Products, naive") == QStringLiteral("32.8 k FLOP"));
    CHECK(valueOf(cost, "Products, flash") == QStringLiteral("20.5 k FLOP"));
    CHECK(valueOf(cost, "Flash skips") == QStringLiteral("37.5 %"));
    CHECK(valueOf(maskCost(scene, evaluation, {}, 64), "Flash skips") == QStringLiteral("0.0 %"));
    CHECK(maskCost(cross(0, 3), test::evaluated(cross(0, 3)), {}, 4).size() == 1);
    CHECK(proposedTileSide(scene, evaluation.dims) == 8);
    scene.flash = FlashTiling{4, 32, FlashTiling::Variant::Fa2};
    CHECK(proposedTileSide(scene, evaluation.dims) == 32);
}

TEST_CASE("operationsText: short, with a prefix", "[viewmodel]") {
    CHECK(operationsText(640) == QStringLiteral("640"));
    CHECK(operationsText(9999) == QStringLiteral("9999"));
    CHECK(operationsText(34.4e9) == QStringLiteral("34.4 G"));
}

#include "src/viewmodel/mask_picture.h"

#include <cmath>

#include "core/mask/block_patterns.h"
#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::app;

namespace {

QString words(const char* text) { return QString::fromUtf8(text); }

ui::MaskRulesPicture rules(const Scene& scene) {
    return maskRulesPicture(scene, test::evaluated(scene), {}, MaskPanelState{ui::PaintMode::Allow, false, 0, 1, 0});
}

}  // namespace

TEST_CASE("maskExpression and maskWords: say what is combined, and how", "[viewmodel]") {
    Mask mask;
    CHECK(maskExpression(mask) == words("every key"));
    CHECK(maskWords(mask) == words("no mask"));
    mask.globalTokens = {0};
    CHECK(maskExpression(mask) == words("every key"));  // without a window, global tokens change nothing
    mask.window = Window{2, 0, 1, {}};
    CHECK(maskExpression(mask) == words("window or global"));
    mask.causal = Causal{};
    CHECK(maskExpression(mask) == words("causal and (window or global)"));
    CHECK(maskWords(mask) == words("causal and window with global tokens mask"));
    mask.paint.forbid = {{0, 0}};
    CHECK(maskExpression(mask) == words("causal and (window or global), then paint"));
    mask.globalTokens.clear();
    mask.causal->align = Causal::Align::BottomRight;
    CHECK(maskExpression(mask) == words("causal (end) and window, then paint"));
    CHECK(maskWords(mask) == words("causal (end) and window mask, painted"));
    mask = {};
    mask.bias = test::tensor({1}, {0.0});
    CHECK(maskExpression(mask) == words("bias above −∞"));
    CHECK(maskWords(mask) == words("with a bias"));
    mask = {};
    mask.paint.allow = {{0, 0}};
    CHECK(maskExpression(mask) == words("every key, then paint"));
    CHECK(maskWords(mask) == words("painted mask"));
}

TEST_CASE("maskPicture: one cell per pair, 1 where it may attend", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.mask.causal = Causal{};
    scene.mask.paint.allow = {{0, 2}};
    const Evaluation evaluation = test::evaluated(scene);
    const auto picture = maskPicture(scene, evaluation, {});
    CHECK(picture.cells.values == std::vector<double>{1, 0, 1, 1, 1, 0, 1, 1, 1});
    CHECK(picture.state(0, 1) == ui::CellState::Masked);
    CHECK(picture.state(0, 2) == ui::CellState::PaintedAllowed);
    CHECK(picture.caption == words("Causal mask, painted. 7 of 9 pairs may attend."));
    CHECK(keysPerRow(evaluation, 0, 0) == std::vector<Index>{2, 2, 3});
    CHECK(picture.isPattern);
    CHECK(picture.rowCounts == std::vector<double>{2, 2, 3});
    CHECK(ui::cellSentence(picture, 0, 2).endsWith(words(", may attend, allowed by hand")));
    CHECK(ui::cellSentence(picture, 0, 1).endsWith(words(", masked by a rule")));
    CHECK(ui::cellSentence(picture, 0, 0).endsWith(words("“The”, may attend")));
}

TEST_CASE("maskRulesPicture: shows each rule with its numbers", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.mask.causal = Causal{};
    scene.mask.window = Window{1, 0, 1, {}};
    scene.mask.globalTokens = {0};
    scene.mask.keyPadding = test::flags({1, 3}, {1, 1, 0});
    scene.mask.paint.forbid = {{1, 0}, {1, 1}};
    scene.emptyRow = EmptyRow::Uniform;
    const auto picture = rules(scene);
    CHECK(picture.isCausal);
    CHECK(picture.align == ui::CausalAlign::Start);
    CHECK(picture.back == 1);
    CHECK(picture.windowWords == words("2 keys incl. itself"));
    CHECK(picture.globalTokens == std::vector<Index>{0});
    CHECK(picture.paddedKeys == std::vector<Index>{2});
    CHECK(picture.paddingWords == words("2 of 3 keys are real"));
    CHECK(picture.painted == 2);
    CHECK(picture.paintMode == ui::PaintMode::Allow);
    CHECK(picture.emptyRow == ui::EmptyRowChoice::Uniform);
    CHECK(picture.emptyRows == std::vector<Index>{1});
    CHECK(picture.emptyRowsWords == words("Row 1 “cat” may attend nothing."));
    REQUIRE(picture.cost.size() == 8);
    CHECK(picture.cost[0].value == words("3 of 9"));
    CHECK(picture.cost[1].value == words("33.3 %"));
    CHECK(picture.cost[2].value == words("6 of 9"));
    CHECK(picture.cost[3].value == words("0 to 2"));
}

TEST_CASE("maskRulesPicture: the causal offset in force, also per batch item", "[viewmodel]") {
    Scene scene = test::plainScene(2, 3, 4, 1, 1, 2);
    scene.Xkv = test::noise({2, 5, 4}, 7);
    scene.mask.causal = Causal{Causal::Align::BottomRight, {}};
    CHECK(rules(scene).causalOffset == 2);
    scene.mask.causal = Causal{Causal::Align::Offset, {1, 3}};
    ui::Selection second;
    second.batch = 1;
    const auto picture = maskRulesPicture(scene, test::evaluated(scene), second);
    CHECK(picture.causalOffset == 3);
    CHECK_FALSE(picture.causalNote.isEmpty());
    CHECK(picture.cost[2].value == words("14 of 15"));
}

TEST_CASE("rulesThatMask: the window follows the causal alignment, as the evaluation does", "[viewmodel]") {
    Scene scene = test::plainScene(1, 3, 4, 1, 1, 2);
    scene.Xkv = test::noise({1, 5, 4}, 7);
    scene.mask.causal = Causal{Causal::Align::BottomRight, {}};
    scene.mask.window = Window{0, 0, 1, {}};
    const Evaluation evaluation = test::evaluated(scene);
    for (Index q = 0; q < 3; ++q)
        for (Index k = 0; k < 5; ++k) {
            CAPTURE(q, k);
            const bool isAllowed = (*evaluation.allowed)[q * 5 + k] != 0;
            CHECK(rulesThatMask(scene, evaluation.dims, 0, 0, {q, k}).isEmpty() == isAllowed);
        }
}

TEST_CASE("pairWords: for the status line", "[viewmodel]") {
    Scene scene = test::catSat();
    const Dimensions dims = test::evaluated(scene).dims;
    CHECK(pairWords(scene, dims, {}) == words("allowed"));
    scene.mask.paint.forbid = {{0, 0}};
    CHECK(pairWords(scene, dims, {}) == words("masked by paint"));
    CHECK(pairWords(scene, Dimensions{}, {}).isEmpty());
}

TEST_CASE("maskRulesPicture: blocks have a size and a pattern, and join the window", "[viewmodel]") {
    Scene scene = test::plainScene(1, 4, 2, 1, 1, 2);
    scene.mask.block = BlockPattern{2, test::flags({2, 2}, {1, 0, 0, 1})};
    ui::MaskRulesPicture picture = rules(scene);
    CHECK((picture.hasBlock && picture.blockSize == 2));
    CHECK(picture.blockWords == QStringLiteral("each attends itself"));
    CHECK(picture.together == QStringLiteral("block"));
    scene.mask.block->pattern = test::flags({2, 2}, {1, 1, 0, 1});
    scene.mask.window = Window{0, 0, 1, {}};
    scene.mask.globalTokens = {0};
    scene.mask.causal = Causal{};
    picture = rules(scene);
    CHECK(picture.blockWords == QStringLiteral("3 of 4 pairs of blocks"));
    CHECK(picture.together == QStringLiteral("causal and (window or block or global)"));
    CHECK(rulesThatMask(scene, test::evaluated(scene).dims, 0, 0, {3, 1}) == QStringList{QStringLiteral("window and block")});
}

TEST_CASE("maskRulesPicture: blocks are recognised, the window's own offset and what is added to scores are shown", "[viewmodel]") {
    Scene scene = test::plainScene(1, 12, 4, 2, 2, 2);
    scene.mask.block = BlockPattern{1, std::make_shared<const BoolTensor>(*bigBirdBlocks(12, 1, 3))};
    scene.mask.window = Window{1, 0, 2, {4}};
    scene.mask.bias = std::make_shared<const Tensor>(Shape{12, 12}, 0.5);
    scene.position.scheme = Position::Scheme::Alibi;
    ui::Selection selection;
    selection.head = 1;
    selection.query = 3;
    selection.key = 2;
    const Evaluation evaluation = test::evaluated(scene);
    auto picture = maskRulesPicture(scene, evaluation, selection, MaskPanelState{ui::PaintMode::Mask, true, 5, 1, 3});
    CHECK(picture.blockKind == ui::BlockKind::BigBird);
    CHECK(picture.blockSeed == 3);
    CHECK(picture.dilation == 2);
    CHECK(picture.hasWindowOffset);
    CHECK(picture.windowOffset == 4);
    CHECK(picture.biasName == words("q3 to k2"));
    CHECK(picture.biasValue == 0.5);
    CHECK(picture.hasAlibi);
    // Two heads: 2^-4 and 2^-8.
    CHECK(picture.slope == 0.00390625);
    CHECK(picture.paintsOneHead);
    CHECK(picture.tileSide == 5);
    picture = maskRulesPicture(scene, evaluation, selection);
    CHECK(picture.blockKind == ui::BlockKind::Given);
    scene.mask.block->pattern = std::make_shared<const BoolTensor>(diagonalBlocks(12, 12));
    CHECK(maskRulesPicture(scene, evaluation, selection).blockKind == ui::BlockKind::Diagonal);
}

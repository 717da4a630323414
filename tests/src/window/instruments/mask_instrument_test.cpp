#include "src/window/instruments/mask_instrument.h"

#include <QCheckBox>
#include <QComboBox>

#include "src/window/centre.h"
#include "tests/support/gui/opened_window.h"
#include "ui/heatmap/heatmap_panels.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/segmented_control.h"

using namespace attn;
using namespace attn::app;
using attn::app::test::OpenedWindow;

namespace {

struct Opened : OpenedWindow {
    MaskInstrument* instrument;
    ui::HeatmapView* grid;
    ui::HeatmapPanelsView* panels;

    explicit Opened(const char* example) : OpenedWindow(example) {
        window.centre().showById(QStringLiteral("mask"));
        settle();
        instrument = dynamic_cast<MaskInstrument*>(window.centre().instrument());
        grid = window.findChild<ui::HeatmapView*>(QStringLiteral("mask"));
        panels = window.findChild<ui::HeatmapPanelsView*>(QStringLiteral("maskPanels"));
        REQUIRE((instrument && grid && panels));
    }
    const Scene& scene() { return window.session().scene(); }
    QUndoStack& history() { return window.session().document().history(); }
    void choose(const char* group, int word) {
        const auto words = named<ui::SegmentedControl>(QString::fromLatin1(group))->findChildren<QAbstractButton*>();
        QTest::mouseClick(words[word], Qt::LeftButton);
    }
    void check(const char* text) {
        for (auto* box : window.findChildren<QCheckBox*>())
            if (box->text() == QLatin1String(text) && box->isVisible())
                return box->click();
        FAIL("no check box " << text);
    }
    void press(const char* box, Qt::Key key) { QTest::keyClick(named<QAbstractSpinBox>(QString::fromLatin1(box)), key); }
};

}  // namespace

TEST_CASE("MaskInstrument: both alignments stand side by side, and a title gives the scene its own", "[window][mask]") {
    Opened opened("11_two");
    opened.choose("What the grid shows", MaskInstrument::Alignments);
    REQUIRE(opened.panels->isVisible());
    REQUIRE(opened.panels->picture().panels.size() == 2);
    CHECK(opened.panels->picture().panels[1].isCurrent);
    QTest::mouseClick(opened.panels, Qt::LeftButton, {}, opened.panels->currentLayout().places[0].title.center().toPoint());
    CHECK(opened.scene().mask.causal->align == Causal::Align::TopLeft);
    opened.settle();
    CHECK(opened.panels->picture().panels[0].isCurrent);
    opened.history().undo();
    CHECK(opened.scene().mask.causal->align == Causal::Align::BottomRight);
    const auto figure = opened.instrument->figure();
    REQUIRE(figure);
    FigureRequest request;
    request.widthMm = figure->widthMm;
    request.dpi = 72;
    CHECK(renderPng(figure->make(request), request));
}

TEST_CASE("MaskInstrument: rows without a key are shown by all three conventions, and one is chosen by keys", "[window][mask]") {
    Opened opened("09_rows");
    opened.choose("What the grid shows", MaskInstrument::EmptyRows);
    REQUIRE(opened.panels->picture().panels.size() == 3);
    CHECK(opened.panels->picture().panels[0].isCurrent);
    QTest::keyClick(opened.panels, Qt::Key_Right);
    QTest::keyClick(opened.panels, Qt::Key_Right);
    QTest::keyClick(opened.panels, Qt::Key_Return);
    CHECK(opened.scene().emptyRow == EmptyRow::Uniform);
    opened.settle();
    CHECK(opened.panels->picture().panels[2].isCurrent);
}

TEST_CASE("MaskInstrument: a stroke into one head closes cells of that head alone", "[window][mask]") {
    Opened opened("03_four");
    ui::Selection selection = opened.window.session().selection();
    selection.head = 2;
    opened.window.session().select(selection);
    opened.choose("Heads that a stroke paints", 1);
    const QPoint cell = opened.grid->cellCentre(4, 1).toPoint();
    QTest::mouseClick(opened.grid, Qt::LeftButton, {}, cell);
    opened.settle();
    REQUIRE(opened.scene().mask.explicitAllow);
    const Evaluation& evaluation = *opened.window.session().result().evaluation;
    const Index n = evaluation.dims.nk;
    CHECK((*evaluation.allowed)[(2 * n + 4) * n + 1] == 0);
    CHECK((*evaluation.allowed)[(0 * n + 4) * n + 1] == 1);
    CHECK(opened.grid->picture().state(4, 1) == ui::CellState::Masked);
    // The ground between the hatches is that of a masked cell.
    const QRectF box = opened.grid->currentLayout().cellRect(4, 1);
    const QImage image = opened.grid->grab().toImage();
    bool hasGround = false;
    for (int x = static_cast<int>(box.left()) + 1; x < box.right() - 1; ++x)
        hasGround |= image.pixelColor(x, cell.y()) == ui::theme(ui::ThemeKind::Light).maskGround;
    CHECK(hasGround);
    CHECK(opened.history().count() == 1);
    opened.history().undo();
    CHECK(opened.scene().mask.explicitAllow == nullptr);
}

TEST_CASE("MaskInstrument: every rule of the panel reaches the scene and can be undone", "[window][mask]") {
    Opened opened("06_twelve");
    const int before = opened.history().count();
    opened.check("Window");
    opened.press("Window, dilation", Qt::Key_Up);
    REQUIRE(opened.scene().mask.window);
    CHECK(opened.scene().mask.window->left == 3);
    CHECK(opened.scene().mask.window->right == 0);
    CHECK(opened.scene().mask.window->dilation == 2);
    CHECK(opened.scene().mask.window->offset.empty());
    opened.check("Own offset");
    opened.press("Window offset", Qt::Key_Up);
    CHECK(opened.scene().mask.window->offset == std::vector<Index>{1});
    opened.check("Window");
    CHECK_FALSE(opened.scene().mask.window);

    opened.check("Blocks");
    auto* pattern = opened.named<QComboBox>(QStringLiteral("Pattern of the blocks"));
    pattern->setFocus();
    QTest::keyClick(pattern, Qt::Key_Down);
    opened.settle();
    REQUIRE(opened.scene().mask.block);
    // Of six blocks none is left to chance; of twelve there is a choice.
    CHECK(opened.scene().mask.block->pattern->shape() == Shape{6, 6});
    opened.press("Block size", Qt::Key_Down);
    opened.settle();
    const BoolTensor random = *opened.scene().mask.block->pattern;
    CHECK(random.shape() == Shape{12, 12});
    opened.press("Seed of the random blocks", Qt::Key_Up);
    CHECK_FALSE(*opened.scene().mask.block->pattern == random);
    opened.check("Blocks");

    opened.check("Additive bias");
    opened.settle();
    opened.press("Bias of the chosen pair", Qt::Key_Up);
    const ui::Selection chosen = opened.window.session().selection();
    REQUIRE(opened.scene().mask.bias);
    CHECK((*opened.scene().mask.bias)[(chosen.head * 12 + chosen.query) * 12 + chosen.key] == 0.5);
    opened.check("ALiBi");
    CHECK(opened.scene().position.scheme == Position::Scheme::Alibi);
    opened.settle();
    opened.press("ALiBi slope of this head", Qt::Key_Up);
    CHECK(opened.scene().position.slopes.size() == static_cast<std::size_t>(opened.scene().heads));
    while (opened.history().count() > 0 && opened.history().canUndo() && opened.history().index() > before)
        opened.history().undo();
    CHECK_FALSE(opened.scene().mask.bias);
    CHECK(opened.scene().position.scheme != Position::Scheme::Alibi);
}

#include "ui/mask/mask_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <limits>

#include "tests/support/catch.h"
#include "ui/mask/mask_panel_parts.h"
#include "ui/theme/style.h"

using namespace attn;
using namespace attn::ui;

namespace {

/// The panel of a scene of eight tokens with a causal window, a global token and painted cells.
struct Shown {
    MaskPanel panel;
    MaskPanelParts& parts = *static_cast<MaskPanelParts*>(panel.widget());
    MaskRulesPicture picture;

    Shown() {
        picture.nq = picture.nk = 8;
        picture.isCausal = true;
        picture.hasWindow = true;
        picture.back = 3;
        picture.windowWords = QStringLiteral("4 keys incl. itself");
        picture.globalTokens = {0};
        picture.painted = 7;
        picture.emptyRows = {4};
        picture.emptyRowsWords = QStringLiteral("Row 4 “on” may attend nothing.");
        picture.together = QStringLiteral("causal and (window or global), then paint");
        picture.cost = {{QStringLiteral("Keys allowed"), QStringLiteral("27 of 64")},
                        {QStringLiteral("Density"), QStringLiteral("42.2 %")}};
        panel.resize(248, 900);
        panel.setPicture(picture);
        panel.show();
        REQUIRE(QTest::qWaitForWindowExposed(&panel));
    }
};

}  // namespace

TEST_CASE("MaskPanel: shows the rules that hold, and setting a picture tells nothing", "[mask]") {
    Shown s;
    int told = 0;
    QObject::connect(&s.panel, &MaskPanel::causalChanged, &s.panel, [&] { ++told; });
    QObject::connect(&s.panel, &MaskPanel::windowChanged, &s.panel, [&] { ++told; });
    QObject::connect(&s.panel, &MaskPanel::globalTokensChanged, &s.panel, [&] { ++told; });
    QObject::connect(&s.panel, &MaskPanel::paddingChanged, &s.panel, [&] { ++told; });
    QObject::connect(&s.panel, &MaskPanel::emptyRowChosen, &s.panel, [&] { ++told; });
    QObject::connect(&s.panel, &MaskPanel::paintModeChosen, &s.panel, [&] { ++told; });
    s.picture.back = -1;
    s.picture.ahead = 5000;
    s.picture.align = CausalAlign::Offset;
    s.picture.causalOffset = -2000;
    s.picture.hasPadding = true;
    s.picture.paddedKeys = {6, 7};
    s.picture.emptyRow = EmptyRowChoice::NaN;
    s.picture.paintMode = PaintMode::Erase;
    s.panel.setPicture(s.picture);
    CHECK(told == 0);
    CHECK(s.parts.causal->isChecked());
    CHECK(s.parts.window->back->value() == -1);
    CHECK(s.parts.window->ahead->value() == 5000);
    CHECK(s.parts.offset->value() == -2000);
    CHECK(s.parts.paddingLine->edit()->text() == QStringLiteral("6, 7"));
    CHECK(s.parts.globalLine->edit()->text() == QStringLiteral("0"));
    CHECK(s.parts.emptyRow->current() == 1);
    CHECK(plainText(s.parts.painted->runs()) == QStringLiteral("7 cells painted"));
    CHECK(s.parts.emptyRows->sentence().contains(QStringLiteral("Row 4")));
}

TEST_CASE("MaskPanel: each control tells its whole rule", "[mask]") {
    Shown s;
    std::vector<std::pair<bool, int>> causal;
    QObject::connect(&s.panel, &MaskPanel::causalChanged, &s.panel,
                     [&](bool isOn, CausalAlign align, Index) { causal.emplace_back(isOn, static_cast<int>(align)); });
    std::vector<WindowChoice> window;
    QObject::connect(&s.panel, &MaskPanel::windowChanged, &s.panel, [&](const WindowChoice& choice) { window.push_back(choice); });
    QTest::mouseClick(s.parts.causal, Qt::LeftButton, {}, QPoint(8, s.parts.causal->height() / 2));
    CHECK(causal == std::vector<std::pair<bool, int>>{{false, 0}});
    QTest::keyClick(s.parts.window->ahead, Qt::Key_Up);
    CHECK(window == std::vector<WindowChoice>{{true, 3, 1, 1, false, 0}});
    QTest::keyClick(s.parts.window->dilation, Qt::Key_Up);
    CHECK(window.back() == WindowChoice{true, 3, 1, 2, false, 0});
    QTest::mouseClick(s.parts.window->check, Qt::LeftButton, {}, QPoint(8, s.parts.window->check->height() / 2));
    CHECK_FALSE(window.back().isOn);

    int cleared = 0;
    QObject::connect(&s.panel, &MaskPanel::paintCleared, &s.panel, [&] { ++cleared; });
    QTest::mouseClick(s.parts.clear, Qt::LeftButton);
    CHECK(cleared == 1);
}

TEST_CASE("MaskPanel: a list of tokens is taken, a wrong one refused in place with its text kept", "[mask]") {
    Shown s;
    std::vector<Index> told{-1};
    QObject::connect(&s.panel, &MaskPanel::globalTokensChanged, &s.panel,
                     [&](const std::vector<Index>& tokens) { told = tokens; });
    QLineEdit* edit = s.parts.globalLine->edit();
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("0, 9"));
    QTest::keyClick(edit, Qt::Key_Return);
    CHECK(told == std::vector<Index>{-1});
    CHECK(s.parts.globalLine->refusal() == QStringLiteral("! There is no token 9: they are numbered 0 to 7."));
    s.panel.setPicture(s.picture);
    CHECK(edit->text() == QStringLiteral("0, 9"));

    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("5-7 0"));
    QTest::keyClick(edit, Qt::Key_Return);
    CHECK(told == std::vector<Index>{0, 5, 6, 7});
    CHECK(s.parts.globalLine->refusal().isEmpty());
    QTest::keyClick(edit, Qt::Key_Escape);
    CHECK(edit->text() == QStringLiteral("0"));
}

TEST_CASE("MaskPanel: what is not there is not shown", "[mask]") {
    Shown s;
    s.panel.setPicture({});
    CHECK_FALSE(s.parts.align->isVisible());
    CHECK_FALSE(s.parts.window->back->isVisible());
    CHECK_FALSE(s.parts.explicitRow->isVisible());
    CHECK_FALSE(s.parts.emptyRows->isVisible());
    CHECK_FALSE(s.parts.clear->isEnabled());
    s.picture.explicitWords = QStringLiteral("8 × 8");
    s.panel.setPicture(s.picture);
    CHECK(s.parts.explicitRow->isVisible());
    int removed = 0;
    QObject::connect(&s.panel, &MaskPanel::explicitMaskRemoved, &s.panel, [&] { ++removed; });
    QTest::mouseClick(s.parts.explicitRow->button(), Qt::LeftButton);
    CHECK(removed == 1);
}

TEST_CASE("MaskPanel: blocks, bias, ALiBi, heads and tiles tell what a person asks of them", "[mask]") {
    Shown s;
    s.picture.hasBlock = s.picture.hasHeads = s.picture.hasAlibi = true;
    s.picture.biasWords = QStringLiteral("8 × 8");
    s.picture.biasName = QStringLiteral("q1 to k2");
    s.picture.biasValue = 1.5;
    s.picture.slope = 0.25;
    s.panel.setPicture(s.picture);
    std::vector<BlockChoice> blocks;
    QObject::connect(&s.panel, &MaskPanel::blockChanged, &s.panel, [&](const BlockChoice& choice) { blocks.push_back(choice); });
    QTest::keyClick(s.parts.block->size, Qt::Key_Up);
    CHECK(blocks.back() == BlockChoice{true, 3, BlockKind::Diagonal, 1, 0});
    s.parts.block->pattern->setFocus();
    QTest::keyClick(s.parts.block->pattern, Qt::Key_Down);
    CHECK(blocks.back().kind == BlockKind::BigBird);
    CHECK_FALSE(s.parts.block->random->isVisible());
    s.picture.blockKind = BlockKind::BigBird;
    s.picture.blockRandom = 2;
    s.panel.setPicture(s.picture);
    CHECK(s.parts.block->random->isVisible());
    QTest::keyClick(s.parts.block->seed, Qt::Key_Up);
    CHECK(blocks.back().random == 2);
    CHECK(blocks.back().seed == 1);

    double bias = 0.0, slope = 0.0;
    int tile = 0;
    bool isOneHead = false;
    QObject::connect(&s.panel, &MaskPanel::biasEdited, &s.panel, [&](double value) { bias = value; });
    QObject::connect(&s.panel, &MaskPanel::slopeEdited, &s.panel, [&](double value) { slope = value; });
    QObject::connect(&s.panel, &MaskPanel::tileSideChosen, &s.panel, [&](Index side) { tile = static_cast<int>(side); });
    QObject::connect(&s.panel, &MaskPanel::paintTargetChosen, &s.panel, [&](bool isOne) { isOneHead = isOne; });
    CHECK(s.parts.logits->biasValue->value() == 1.5);
    QTest::keyClick(s.parts.logits->biasValue, Qt::Key_Up);
    CHECK(bias == 2.0);
    QTest::keyClick(s.parts.logits->slope, Qt::Key_Down);
    CHECK(slope == -0.25);
    QTest::keyClick(s.parts.tileSide, Qt::Key_Down);
    CHECK(tile == 63);
    auto* target = s.parts.paintTarget->findChildren<QAbstractButton*>()[1];
    QTest::mouseClick(target, Qt::LeftButton);
    CHECK(isOneHead);
    // A bias of -infinity masks: it is shown as such and not turned into a number.
    s.picture.biasValue = -std::numeric_limits<double>::infinity();
    s.panel.setPicture(s.picture);
    CHECK_FALSE(s.parts.logits->biasValue->isEnabled());
}

TEST_CASE("MaskPanel: never scrolls sideways, and every control has a name", "[mask]") {
    Shown s;
    s.picture.align = CausalAlign::Offset;
    s.picture.hasPadding = true;
    s.picture.explicitWords = s.picture.biasWords = QStringLiteral("2 × 4 × 8 × 8");
    s.picture.biasName = QStringLiteral("q1 to k2");
    s.picture.hasBlock = s.picture.hasAlibi = s.picture.hasHeads = s.picture.paintsOneHead = true;
    s.picture.blockKind = BlockKind::BigBird;
    s.picture.headName = QStringLiteral("head 11");
    s.picture.slopeName = QStringLiteral("Slope, head 11");
    s.picture.hasWindowOffset = true;
    s.panel.setPicture(s.picture);
    QCoreApplication::processEvents();
    CHECK(s.parts.width() <= s.panel.viewport()->width());
    for (const QWidget* widget : s.parts.findChildren<QWidget*>())
        if (widget->focusPolicy() != Qt::NoFocus && widget->isVisible() && !widget->inherits("QAbstractSpinBox") &&
            !qobject_cast<const QLineEdit*>(widget)) {
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            INFO(widget->metaObject()->className());
            CHECK_FALSE((widget->accessibleName().isEmpty() && (!button || button->text().isEmpty())));
        }
}

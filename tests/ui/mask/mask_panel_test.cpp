#include "ui/mask/mask_panel.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>

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
    CHECK(s.parts.back->value() == -1);
    CHECK(s.parts.ahead->value() == 5000);
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
    std::vector<std::vector<Index>> window;
    QObject::connect(&s.panel, &MaskPanel::windowChanged, &s.panel, [&](bool isOn, Index back, Index ahead) {
        window.push_back({isOn ? 1 : 0, back, ahead});
    });
    QTest::mouseClick(s.parts.causal, Qt::LeftButton, {}, QPoint(8, s.parts.causal->height() / 2));
    CHECK(causal == std::vector<std::pair<bool, int>>{{false, 0}});
    QTest::keyClick(s.parts.ahead, Qt::Key_Up);
    CHECK(window == std::vector<std::vector<Index>>{{1, 3, 1}});
    QTest::mouseClick(s.parts.window, Qt::LeftButton, {}, QPoint(8, s.parts.window->height() / 2));
    CHECK(window.back()[0] == 0);

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
    CHECK_FALSE(s.parts.back->isVisible());
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

TEST_CASE("MaskPanel: never scrolls sideways, and every control has a name", "[mask]") {
    Shown s;
    s.picture.align = CausalAlign::Offset;
    s.picture.hasPadding = true;
    s.picture.explicitWords = s.picture.biasWords = QStringLiteral("2 × 4 × 8 × 8");
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

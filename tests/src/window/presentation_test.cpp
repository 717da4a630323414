#include "src/window/presentation.h"

#include <QDockWidget>
#include <QMenuBar>
#include <QStatusBar>
#include <QtTest>

#include "src/viewmodel/weight_line.h"
#include "src/window/centre.h"
#include "src/window/docks.h"
#include "tests/support/gui/opened_window.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/instrument_frame.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/step_strip.h"

using namespace attn;
using namespace attn::app;
using attn::app::test::OpenedWindow;

namespace {

struct Opened : OpenedWindow {
    explicit Opened(const char* example = "01_the_cat_sat", QSize size = {1920, 1080})
        : OpenedWindow(example, size) {}
    ~Opened() { window.presentation().leave(); }
    Presentation& presentation() { return window.presentation(); }
    ui::StepStrip* strip() { return window.findChild<ui::StepStrip*>(); }
    QString spoken() { return ui::plainText(window.findChild<ui::RunLabel*>(QStringLiteral("spoken line"))->runs()); }
    ui::HeatmapView* map() { return window.findChild<ui::HeatmapView*>(QStringLiteral("heatmap")); }
};

}  // namespace

TEST_CASE("Presentation: only the instrument is left, in the type that a room needs, and all comes back",
          "[window][present]") {
    Opened opened;
    const double before = ui::fontScale();
    const auto sizes = [&] {
        Docks& docks = opened.window.docks();
        return std::vector<int>{docks.scene().width(), docks.explanation().width(), docks.matrices().height()};
    };
    const std::vector<int> arrangement = sizes();
    opened.presentation().enter(false);
    QApplication::processEvents();
    CHECK(ui::fontScale() == Approx(36.0 / 14.0));
    CHECK_FALSE(opened.window.menuBar()->isVisible());
    CHECK_FALSE(opened.window.statusBar()->isVisible());
    for (auto* dock : opened.window.findChildren<QDockWidget*>())
        CHECK_FALSE(dock->isVisible());
    CHECK(opened.window.centre().frame()->isPresented());
    CHECK(opened.map()->width() > 1700);
    CHECK(opened.map()->currentLayout().cell >= 100.0);
    CHECK(opened.map()->currentLayout().hasValues);
    CHECK(opened.strip()->isVisible());
    CHECK(opened.window.actions()[Actions::Present]->isChecked());

    opened.presentation().leave();
    QApplication::processEvents();
    CHECK(ui::fontScale() == before);
    CHECK((opened.window.menuBar()->isVisible() && opened.window.statusBar()->isVisible()));
    for (auto* dock : opened.window.findChildren<QDockWidget*>())
        CHECK(dock->isVisible());
    CHECK(sizes() == arrangement);
    CHECK_FALSE(opened.window.centre().frame()->isPresented());
    CHECK_FALSE(opened.window.actions()[Actions::Present]->isChecked());
}

TEST_CASE("Presentation: the arithmetic of the chosen weight stands below the figure, with the evaluation's numbers",
          "[window][present]") {
    Opened opened;
    ui::Selection chosen;
    chosen.query = 1;
    opened.window.session().select(chosen);
    opened.presentation().enter(false);
    QApplication::processEvents();
    CHECK(opened.spoken() ==
          QStringLiteral("cat → The     exp(2.828 − 2.828) ÷ (1.000 + 0.059 + 0.243) = 1.000 ÷ 1.302 = 0.768"));
    QTest::mouseClick(opened.map(), Qt::LeftButton, {}, opened.map()->cellCentre(0, 0).toPoint());
    CHECK(opened.spoken().startsWith(QStringLiteral("The → The")));
    CHECK(opened.spoken().endsWith(QStringLiteral("= 0.045")));
}

TEST_CASE("Presentation: Page Down, arrows and clicks on the strip walk the steps, Escape and F5 leave",
          "[window][present]") {
    Opened opened;
    opened.window.activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(&opened.window));
    opened.presentation().enter(false);
    QApplication::processEvents();
    auto* strip = opened.strip();
    const int start = strip->current();
    CHECK(strip->names()[start] == QStringLiteral("Weights"));
    QTest::keyClick(&opened.window, Qt::Key_PageUp);
    CHECK(strip->current() == start - 1);
    CHECK(opened.map()->picture().title == strip->names()[start - 1]);
    QTest::keyClick(&opened.window, Qt::Key_PageDown);
    CHECK(strip->current() == start);
    QTest::keyClick(strip, Qt::Key_Left);
    CHECK(strip->current() == start - 1);
    QTest::mouseClick(strip, Qt::LeftButton, {}, strip->barRect(0).center().toPoint() + QPoint(0, 12));
    CHECK((strip->current() == 0 && opened.map()->picture().title == QStringLiteral("X")));
    QTest::keyClick(strip, Qt::Key_Left);
    QTest::keyClick(&opened.window, Qt::Key_PageUp);
    CHECK(strip->current() == 0);
    QTest::keyClick(&opened.window, Qt::Key_Escape);
    CHECK_FALSE(opened.presentation().isOn());
    QTest::keyClick(&opened.window, Qt::Key_F5);
    CHECK(opened.presentation().isOn());
    QTest::keyClick(&opened.window, Qt::Key_F5);
    CHECK_FALSE(opened.presentation().isOn());
    QTest::keyClick(&opened.window, Qt::Key_Escape);
    CHECK_FALSE(opened.presentation().isOn());
}

TEST_CASE("Presentation: a heatmap of a dozen tokens has numbers in its cells, in type that a room can read",
          "[window][present]") {
    Opened opened("06_twelve");
    opened.window.centre().showById(QStringLiteral("heatmap"));
    opened.presentation().enter(false);
    QApplication::processEvents();
    CHECK(opened.map()->currentLayout().hasValues);
    CHECK(ui::fontScale() * ui::type::kBody >= 24.0);
}

TEST_CASE("Presentation: every instrument has it, chosen by its key, and fits the screen", "[window][present]") {
    const QSize size = GENERATE(QSize(1280, 800), QSize(1920, 1080));
    Opened opened("03_four_heads", size);
    opened.presentation().enter(false);
    for (const InstrumentEntry& entry : instrumentRegistry()) {
        CAPTURE(entry.id.toStdString(), size.width());
        opened.window.centre().showById(entry.id);
        opened.settle();
        CHECK(opened.window.centre().frame()->isPresented());
        CHECK(opened.window.size() == size);
        CHECK(opened.window.centre().frame()->body()->height() > size.height() / 3);
        auto* foot = opened.window.findChild<QWidget*>(QStringLiteral("presentation foot"));
        REQUIRE(foot);
        CHECK(foot->window() == &opened.window);
        CHECK(opened.window.rect().contains(QRect(foot->mapTo(&opened.window, QPoint()), foot->size())));
        if (QWidget* controls = opened.window.centre().instrument()->controls())
            CHECK(opened.window.rect().contains(QRect(controls->mapTo(&opened.window, QPoint()), controls->size())));
    }
}

TEST_CASE("weightLines: masked, empty and single rows have true words", "[present]") {
    OpenedWindow opened("04_causal");
    const LiveResult& result = opened.window.session().result();
    ui::Selection chosen;
    chosen.key = 1;
    const auto masked = weightLines(*result.scene, *result.evaluation, chosen);
    REQUIRE(masked.size() == 1);
    CHECK(ui::plainText(masked[0]).endsWith(QStringLiteral("masked: weight 0.000")));
    chosen.key = 0;
    const auto single = weightLines(*result.scene, *result.evaluation, chosen);
    REQUIRE(single.size() == 4);
    CHECK(ui::plainText(single[0]).endsWith(QStringLiteral("÷ 1.000 = 1.000 ÷ 1.000 = 1.000")));
    CHECK(ui::plainText(single[3]).endsWith(QStringLiteral("weight 1.000")));
}

#include "src/window/instruments/steps_instrument.h"

#include <QPushButton>
#include <QtTest>

#include "src/window/centre.h"
#include "src/window/files.h"
#include "src/window/main_window.h"
#include "tests/support/gui/opened_window.h"
#include "ui/explain/explanation_view.h"
#include "ui/steps/steps_view.h"

using namespace attn;
using namespace attn::app;
using attn::app::test::OpenedWindow;

namespace {

/// The window on the example that opens with the steps.
struct Opened : OpenedWindow {
    ui::StepsView* view = window.findChild<ui::StepsView*>(QStringLiteral("steps"));
    StepsInstrument* instrument = dynamic_cast<StepsInstrument*>(window.centre().instrument());

    Opened() : OpenedWindow("02_values") {
        REQUIRE(view != nullptr);
        REQUIRE(instrument != nullptr);
    }

    int place(const char* name) const {
        const auto& matrices = view->picture().matrices;
        for (std::size_t i = 0; i < matrices.size(); ++i)
            if (matrices[i].name == QLatin1String(name))
                return static_cast<int>(i);
        return -1;
    }
    QString arithmetic() const {
        return ui::plainText(window.findChild<ui::ExplanationView*>(QStringLiteral("arithmetic"))->picture());
    }
};

}  // namespace

TEST_CASE("StepsInstrument: its example opens in it, a choice here is a choice everywhere, and the other way round",
          "[window][steps]") {
    Opened opened;
    CHECK(opened.view->marks().matrix == opened.place("Weights"));
    QTest::mouseClick(opened.view, Qt::LeftButton, {},
                      opened.view->cellCentre(opened.place("Scores"), 2, 1).toPoint());
    CHECK(opened.window.session().selection().query == 2);
    CHECK(opened.window.session().selection().key == 1);
    CHECK(opened.arithmetic().contains(QStringLiteral("Dot product")));
    ui::Selection other = opened.window.session().selection();
    other.query = 0;
    opened.window.session().select(other);
    CHECK(opened.view->marks().cell == ui::HeatmapCell{0, 1});
    CHECK(opened.view->marks().lit[static_cast<std::size_t>(opened.place("Q"))].rows == std::vector<Index>{0});
    QTest::mouseClick(opened.view, Qt::LeftButton, {}, opened.view->cellCentre(opened.place("W_v"), 3, 1).toPoint());
    CHECK(opened.view->marks().cell == ui::HeatmapCell{3, 1});
    CHECK(opened.window.session().selection() == other);
    CHECK(opened.arithmetic().contains(QStringLiteral("Given")));
}

TEST_CASE(
    "StepsInstrument: nothing moves unasked, the walk goes on by itself, stops when told, and behind another tab",
    "[window][steps]") {
    Opened opened;
    CHECK_FALSE(opened.instrument->isWalking());
    auto* button = opened.instrument->controls()->findChild<QPushButton*>();
    const int width = button->width();
    button->click();
    CHECK(opened.instrument->isWalking());
    CHECK(opened.instrument->step() == Step::X);
    CHECK(button->text() == QStringLiteral("Pause"));
    CHECK(button->width() == width);
    CHECK(QTest::qWaitFor([&] { return opened.instrument->step() == Step::Q; }, 3000));
    QTest::keyClick(opened.view, Qt::Key_Space);
    CHECK_FALSE(opened.instrument->isWalking());
    QTest::keyClick(opened.view, Qt::Key_PageDown);
    CHECK(opened.instrument->step() == Step::K);
    button->click();
    CHECK(opened.instrument->step() == Step::K);
    CHECK(opened.instrument->isWalking());
    opened.window.centre().showById(QStringLiteral("heatmap"));
    CHECK_FALSE(opened.instrument->isWalking());
}

TEST_CASE("StepsInstrument: the figure is the one that is shown, with its marks", "[window][steps]") {
    Opened opened;
    const auto figure = opened.instrument->figure();
    REQUIRE(figure);
    CHECK(figure->name == QStringLiteral("steps"));
    FigureRequest request;
    request.widthMm = figure->widthMm;
    request.dpi = 100;
    REQUIRE(renderPng(figure->make(request), request));
    CHECK(opened.instrument->note().contains(QStringLiteral("weights")));
}

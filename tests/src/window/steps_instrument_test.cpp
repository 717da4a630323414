#include "src/window/instruments/steps_instrument.h"

#include <QPushButton>
#include <QtTest>

#include "src/window/actions.h"
#include "src/window/centre.h"
#include "src/window/docks.h"
#include "src/window/files.h"
#include "src/window/main_window.h"
#include "tests/support/gui/opened_window.h"
#include "ui/explain/explanation_page.h"
#include "ui/explain/explanation_view.h"
#include "ui/steps/steps_view.h"
#include "ui/tokens/token_strip.h"

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
    QString arithmetic() const { return ui::plainText(explanation().picture()); }
    /// The one place where the arithmetic stands.
    ui::ExplanationView& explanation() const {
        std::vector<ui::ExplanationView*> shown;
        for (auto* part : window.findChildren<ui::ExplanationView*>())
            if (part->isVisible())
                shown.push_back(part);
        REQUIRE(shown.size() == 1);
        return *shown.front();
    }
    /// A point of the frame that a pointed-at row has: the top of the cell in its column.
    QRgb topOf(int matrix, Index row, Index col) const {
        const double cell = view->currentLayout().places[static_cast<std::size_t>(matrix)].cells.cell;
        const QPointF at = view->cellCentre(matrix, row, col) - QPointF(0.0, cell / 2 - 0.5);
        return view->grab().toImage().pixel(static_cast<int>(at.x()), static_cast<int>(at.y()));
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

TEST_CASE("StepsInstrument: it comes first, and its arithmetic stands whole in the dock, or in the body without it",
          "[window][steps]") {
    CHECK(instrumentRegistry().front().id == QStringLiteral("steps"));
    OpenedWindow cat("01_the_cat");
    cat.window.centre().showById(QStringLiteral("steps"));
    cat.settle();
    auto* view = cat.window.findChild<ui::StepsView*>(QStringLiteral("steps"));
    auto* inside = cat.window.findChild<ui::ExplanationView*>(QStringLiteral("arithmetic"));
    auto* dock = cat.window.findChild<QDockWidget*>(QStringLiteral("explanation"));
    auto* outside = dock->findChild<ui::ExplanationView*>();
    CHECK_FALSE(inside->isVisible());
    // 1280 x 800 shows every line of a weight, from its products to the row of weights.
    const QString weight = ui::plainText(outside->picture());
    for (const char* part : {"Dot product", "Scale", "Softmax of the row", "Row of"})
        CHECK(weight.contains(QLatin1String(part)));
    auto* page = outside->findChild<ui::ExplanationPage*>();
    CHECK(page->height() <= outside->viewport()->height());
    const auto place = [&](const char* name) {
        const auto& matrices = view->picture().matrices;
        for (std::size_t i = 0; i < matrices.size(); ++i)
            if (matrices[i].name == QLatin1String(name))
                return static_cast<int>(i);
        return -1;
    };
    // Of a scaled score its own value and what led to it, no more.
    QTest::mouseClick(view, Qt::LeftButton, {}, view->cellCentre(place("Scaled"), 0, 2).toPoint());
    CHECK(outside->picture().value == QStringLiteral("1.41"));
    CHECK(outside->picture().sections.size() == 2);
    CHECK(outside->picture().bars.empty());
    QTest::mouseClick(view, Qt::LeftButton, {}, view->cellCentre(place("Q"), 1, 1).toPoint());
    CHECK(ui::plainText(outside->picture()).contains(QStringLiteral("Row times column")));
    cat.settle();
    const int wide = view->height();
    dock->hide();
    cat.settle();
    CHECK(inside->isVisible());
    CHECK(ui::plainText(inside->picture()).contains(QStringLiteral("Row times column")));
    CHECK(view->height() < wide);
    dock->show();
    cat.settle();
    CHECK_FALSE(inside->isVisible());
    CHECK(view->height() == wide);
}

TEST_CASE("StepsInstrument: a token pointed at elsewhere lights its rows, and a pair its cell", "[window][steps]") {
    Opened opened;
    Session& session = opened.window.session();
    const QRgb black = qRgb(0, 0, 0);
    auto* strip = opened.window.findChildren<ui::TokenStrip*>().front();
    CHECK(opened.topOf(opened.place("X"), 2, 1) != black);
    emit strip->tokenHovered(2);
    for (const char* name : {"X", "Q", "K", "V", "Scores", "Weights"}) {
        CAPTURE(name);
        CHECK(opened.topOf(opened.place(name), 2, 1) == black);
        CHECK(opened.topOf(opened.place(name), 0, 1) != black);
    }
    CHECK(opened.topOf(opened.place("W_q"), 2, 1) != black);
    emit strip->tokenHovered(-1);
    CHECK(opened.topOf(opened.place("X"), 2, 1) != black);
    emit session.cellPointedAt(2, 0);
    CHECK(opened.topOf(opened.place("Q"), 2, 1) == black);
    CHECK(opened.topOf(opened.place("K"), 2, 1) != black);
    CHECK(opened.topOf(opened.place("K"), 0, 1) == black);
    CHECK(opened.topOf(opened.place("Scores"), 2, 0) == black);
    CHECK(opened.topOf(opened.place("Scores"), 2, 2) != black);
}

TEST_CASE(
    "StepsInstrument: the step buttons and keys walk every computed matrix once, and a chosen cell moves by arrows",
    "[window][steps]") {
    Opened opened;
    const auto buttons = opened.instrument->controls()->findChildren<QAbstractButton*>();
    REQUIRE(buttons.size() == 3);
    for (int i = 0; i < 30; ++i)
        QTest::keyClick(opened.view, Qt::Key_PageUp);
    CHECK(opened.instrument->step() == Step::X);
    std::vector<Step> seen{opened.instrument->step()};
    for (int i = 0; i < 30; ++i) {
        QTest::mouseClick(buttons.back(), Qt::LeftButton);
        if (opened.instrument->step() != seen.back())
            seen.push_back(opened.instrument->step());
    }
    CHECK(seen == std::vector<Step>{Step::X, Step::Q, Step::K, Step::V, Step::Scores, Step::Scaled, Step::Weights,
                                    Step::HeadOut});
    QTest::mouseClick(buttons.front(), Qt::LeftButton);
    CHECK(opened.instrument->step() == Step::Weights);
    ui::Selection chosen;
    opened.window.session().select(chosen);
    QTest::keyClick(opened.view, Qt::Key_Down);
    QTest::keyClick(opened.view, Qt::Key_Right);
    QTest::keyClick(opened.view, Qt::Key_Right);
    CHECK(opened.window.session().selection().query == 1);
    CHECK(opened.window.session().selection().key == 2);
    CHECK(opened.arithmetic().contains(QStringLiteral("Softmax of the row")));
}

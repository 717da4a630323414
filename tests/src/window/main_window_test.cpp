// What the window's parts do together, offscreen: what needs neither a pointer nor a window manager.
#include "src/window/main_window.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPushButton>
#include <QStatusBar>
#include <QtTest>
#include <algorithm>

#include "core/scene/edit.h"
#include "core/scene/same.h"
#include "src/window/centre.h"
#include "src/window/files.h"
#include "src/window/modifier_section.h"
#include "src/window/scene_dock.h"
#include "tests/support/gui/opened_window.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/heatmap/thumbnail_grid.h"
#include "ui/matrix/matrix_dock.h"
#include "ui/matrix/matrix_view.h"
#include "ui/theme/style.h"
#include "ui/tokens/token_strip.h"
#include "ui/widgets/segmented_control.h"
#include "ui/widgets/message_strip.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"

using namespace attn;
using namespace attn::app;
using attn::app::test::OpenedWindow;

namespace {

void drop(QWidget& target, const QMimeData& data) {
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &enter);
    if (!enter.isAccepted())
        return;
    QDropEvent let(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &let);
}

void hover(ui::HeatmapView& view, QPointF at) {
    QMouseEvent event(QEvent::MouseMove, at, view.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&view, &event);
}

}  // namespace

TEST_CASE("MainWindow: a file dropped onto it is opened, other things are not taken", "[window]") {
    OpenedWindow opened("01_the_cat_sat");
    QMimeData scene;
    scene.setUrls({QUrl::fromLocalFile(QStringLiteral(HEADSCOPE_SOURCE "/resources/examples/04_causal.headscope"))});
    drop(opened.window, scene);
    CHECK(QTest::qWaitFor([&] { return opened.window.session().scene().mask.causal.has_value(); }, 5000));
    opened.settle();

    QMimeData text;
    text.setText(QStringLiteral("cat"));
    QMimeData two;
    two.setUrls({QUrl::fromLocalFile(QStringLiteral("/a")), QUrl::fromLocalFile(QStringLiteral("/b"))});
    QMimeData web;
    web.setUrls({QUrl(QStringLiteral("https://example.org/a.headscope"))});
    const auto before = opened.window.session().document().snapshot();
    for (const QMimeData* other : {&text, &two, &web}) {
        drop(opened.window, *other);
        QApplication::processEvents();
        CHECK(opened.window.session().document().snapshot() == before);
    }
}

TEST_CASE("MainWindow: Copy figure puts an image of 300 dpi and SVG on the clipboard, and says so", "[window]") {
    OpenedWindow opened("01_the_cat_sat");
    QApplication::clipboard()->clear();
    opened.window.actions()[Actions::CopyFigure]->trigger();
    const QMimeData* data = QApplication::clipboard()->mimeData();
    REQUIRE(data->hasImage());
    const auto image = qvariant_cast<QImage>(data->imageData());
    CHECK(image.width() == qRound(88.0 / 25.4 * 300.0));
    CHECK(image.dotsPerMeterX() == qRound(300.0 / 0.0254));
    CHECK(data->data(QStringLiteral("image/svg+xml")).contains("<svg"));
    CHECK(opened.statusText().contains(QStringLiteral("The figure is on the clipboard")));
}

TEST_CASE("MainWindow: a number of KV heads that cannot be is refused beside its box", "[window]") {
    OpenedWindow opened("03_four_heads");
    auto* strip = opened.window.findChild<SceneDock*>()->findChild<ui::MessageStrip*>();
    REQUIRE(strip);
    CHECK(strip->isHidden());
    auto* box = opened.named<ui::IntBox>(QStringLiteral("KV heads"));
    static_cast<QSpinBox*>(box)->setValue(3);  // as typing does
    CHECK_FALSE(strip->isHidden());
    CHECK(strip->sentence().contains(QStringLiteral("3")));
    CHECK(box->value() == 4);
    static_cast<QSpinBox*>(box)->setValue(2);
    CHECK(strip->isHidden());
}

TEST_CASE("MainWindow: positions, cap, sink and dropout are chosen in the dock, and undone", "[window]") {
    OpenedWindow opened("03_four_heads");
    Session& session = opened.window.session();
    const Scene before = session.scene();
    const auto choose = [&](const char* list, int index) {
        auto* box = opened.named<QComboBox>(QString::fromLatin1(list));
        box->setCurrentIndex(index);
        emit box->activated(index);
    };
    const auto type = [&](const char* name, double value) {
        static_cast<QDoubleSpinBox*>(opened.named<ui::NumberBox>(QString::fromLatin1(name)))->setValue(value);
    };
    choose("Positions", 2);
    choose("Rotary pairs", 0);
    type("Soft cap", 5.0);
    choose("Sink", 2);
    type("Dropout", 0.25);
    CHECK(session.scene().position.scheme == Position::Scheme::Rope);
    CHECK(session.scene().position.style == Position::Style::Interleaved);
    CHECK(session.scene().softcap == 5.0);
    CHECK(session.scene().sink->logits.size() == 4);
    CHECK(session.scene().dropout->p == 0.25);
    for (int step = 0; step < 5; ++step)
        session.document().history().undo();
    CHECK(sameScene(session.scene(), before));
    CHECK(opened.named<QComboBox>(QStringLiteral("Positions"))->currentIndex() == 0);
}

TEST_CASE("MainWindow: rotary positions of an odd width are refused beside their list", "[window]") {
    OpenedWindow opened("03_four_heads");
    Session& session = opened.window.session();
    session.edit(Part::Everything, QStringLiteral("width"), setKeyWidth(session.scene(), 3));
    auto* box = opened.named<QComboBox>(QStringLiteral("Positions"));
    box->setCurrentIndex(2);
    emit box->activated(2);
    CHECK(box->currentIndex() == 0);
    auto* strip = opened.window.findChild<ModifierSection*>()->findChild<ui::MessageStrip*>();
    REQUIRE(strip);
    CHECK(strip->sentence() == QStringLiteral("The rotary width is 3; it must be even and from 2 to d_k, 3."));
}

TEST_CASE("MainWindow: heads are sorted, compared and silenced", "[window]") {
    OpenedWindow opened("03_four_heads");
    Session& session = opened.window.session();
    opened.window.centre().showById(QStringLiteral("heads"));
    auto* order = opened.named<QComboBox>(QStringLiteral("Order of the heads"));
    order->setCurrentIndex(1);
    emit order->activated(1);
    REQUIRE(QTest::qWaitFor([&] { return session.result().evaluation->headMetrics != nullptr; }, 20000));
    const Tensor& scores = session.result().evaluation->headMetrics->previousTokenScore;
    auto* grid = opened.window.findChild<ui::ThumbnailGrid*>(QStringLiteral("heads"));
    const auto best = std::max_element(scores.data(), scores.data() + 4) - scores.data();
    QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->placeRect(0).center());
    CHECK(session.selection().head == best);

    auto* silence = opened.button(QStringLiteral("Silence"));
    silence->click();
    CHECK(session.scene().silenced == std::vector<Index>{best});
    opened.settle();
    CHECK(silence->isChecked());
    silence->click();
    CHECK(session.scene().silenced.empty());
}

TEST_CASE("MainWindow: marked heads are combined, the words and the figure name them, some heads are shown",
          "[window]") {
    OpenedWindow opened("03_four_heads");
    Session& session = opened.window.session();
    opened.window.centre().showById(QStringLiteral("heads"));
    auto* grid = opened.window.findChild<ui::ThumbnailGrid*>(QStringLiteral("heads"));
    auto* combine = opened.named<ui::SegmentedControl>(QStringLiteral("What the large map shows"));
    const auto combined = [&](int word) {
        combine->setCurrent(word);
        emit combine->chosen(word);
        return opened.window.centre().instrument()->subtitle();
    };
    const Index before = session.selection().head;
    QTest::mouseClick(grid->viewport(), Qt::LeftButton, Qt::ControlModifier, grid->placeRect(3).center());
    CHECK(combined(1) == QString::fromUtf8("mean of four heads, 12 × 12"));  // one alone is nothing to combine
    QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->markRect(1).center());
    CHECK(combined(1) == QString::fromUtf8("mean of heads 1 and 3, 12 × 12"));
    CHECK(combined(2) == QString::fromUtf8("maximum of heads 1 and 3, 12 × 12"));
    CHECK(combined(3) == QString::fromUtf8("head 3 − head 1, 12 × 12"));
    CHECK(session.selection().head == before);
    CHECK(opened.window.centre().instrument()->figure()->name == QStringLiteral("heads-difference"));
    combined(0);
    CHECK(opened.window.centre().instrument()->figure()->name == QStringLiteral("heads"));

    auto* filter = opened.named<QComboBox>(QStringLiteral("Which heads are shown"));
    filter->setCurrentIndex(3);
    emit filter->activated(3);
    QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->placeRect(1).center());
    CHECK(session.selection().head == 3);
    QTest::keyClick(grid, Qt::Key_Space);
    CHECK(grid->marked() == std::vector<Index>{1});
}

TEST_CASE("MainWindow: a cell under the mouse lights its tokens, a token its row", "[window]") {
    OpenedWindow opened("06_twelve_tokens");
    auto* map = opened.window.findChild<ui::HeatmapView*>(QStringLiteral("heatmap"));
    auto* strip = opened.window.findChild<SceneDock*>()->findChild<ui::TokenStrip*>();
    const QImage before = strip->grab().toImage();
    hover(*map, map->cellCentre(4, 2));
    const QImage lit = strip->grab().toImage();
    for (const Index token : {0, 2, 4, 5}) {
        const QRect chip = strip->chipRect(token).translated(strip->chips()->pos());
        INFO(token);
        CHECK((before.copy(chip) != lit.copy(chip)) == (token == 2 || token == 4));
    }
    hover(*map, QPointF(2, 2));
    CHECK(strip->grab().toImage() == before);

    emit strip->tokenHovered(3);
    CHECK(map->marks().hover == ui::HeatmapCell{3, -1});
    emit strip->tokenHovered(-1);
    CHECK(map->marks().hover == ui::HeatmapCell{});
}

TEST_CASE("MainWindow: an edit of one number paints only the matrix that it is in", "[window]") {
    OpenedWindow opened("06_twelve_tokens");
    struct Paints : QObject {
        int count = 0;
        bool eventFilter(QObject*, QEvent* event) override {
            count += event->type() == QEvent::Paint;
            return false;
        }
    } edited, others, docks;
    for (auto* view : opened.window.findChildren<ui::MatrixView*>())
        view->viewport()->installEventFilter(view->picture().id == static_cast<int>(MatrixId::X) ? &edited : &others);
    opened.window.findChild<SceneDock*>()->installEventFilter(&docks);
    auto change = [&](double value) {
        Session& session = opened.window.session();
        session.edit(Part::Matrices, QStringLiteral("Change X"),
                     setCell(session.scene(), MatrixId::X, 0, 0, 0, value));
        opened.settle();
    };
    change(0.125);  // the first makes Undo possible and marks the file as changed
    edited.count = others.count = docks.count = 0;
    change(0.25);
    CHECK(edited.count == (opened.window.findChild<ui::MatrixPanel*>()->view(0)->isVisible() ? 1 : 0));
    CHECK(others.count == 0);
    CHECK(docks.count == 0);
}

TEST_CASE("MainWindow: with large type the figure keeps its room, and docks come back when there is room again",
          "[window]") {
    struct Type {
        explicit Type(double scale) { ui::setFontScale(scale); }
        ~Type() { ui::setFontScale(1.0); }
    };
    OpenedWindow opened("03_four_heads");
    auto* right = opened.window.findChild<QDockWidget*>(QStringLiteral("explanation"));
    auto* matrices = opened.window.findChild<ui::MatrixPanel*>();
    CHECK(right->isVisible());
    CHECK_FALSE(matrices->isFolded());
    {
        const Type large(1.5);
        ui::applyTheme(*qApp, ui::ThemeKind::Light);
        QApplication::processEvents();
        CHECK_FALSE(right->isVisible());
        CHECK(matrices->isFolded());
        CHECK(opened.window.findChild<QDockWidget*>(QStringLiteral("scene"))->isVisible());
        CHECK(opened.window.centre().height() >= 420);
        // What a person asks for in spite of that stays.
        opened.window.actions()[Actions::FoldMatrices]->trigger();
        CHECK_FALSE(matrices->isFolded());
        opened.window.resize(1290, 800);
        QApplication::processEvents();
        CHECK_FALSE(matrices->isFolded());
    }
    ui::applyTheme(*qApp, ui::ThemeKind::Light);
    QApplication::processEvents();
    CHECK(right->isVisible());
    CHECK_FALSE(matrices->isFolded());
}

TEST_CASE("MainWindow: the status line shows all of its right end", "[window]") {
    OpenedWindow opened("03_four_heads");
    const ui::RunLabel* end = nullptr;
    for (const auto* label : opened.window.statusBar()->findChildren<ui::RunLabel*>())
        if (label->accessibleName().contains(QStringLiteral("float32")))
            end = label;
    REQUIRE(end);
    const QRect place(end->mapTo(&opened.window, QPoint()), end->size());
    CHECK(opened.window.rect().contains(place));
    CHECK(end->width() >= end->sizeHint().width());
}

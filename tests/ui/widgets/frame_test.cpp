// The frame around a figure, messages, sections, docks, and what all parts have in common.
#include <QCheckBox>
#include <QDockWidget>
#include <QImage>
#include <QMainWindow>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include "tests/support/catch.h"
#include "ui/theme/style.h"
#include "ui/widgets/bar_row.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/dock_title_bar.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/instrument_frame.h"
#include "ui/widgets/instrument_tabs.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/section.h"
#include "ui/widgets/segmented_control.h"

using namespace attn::ui;

namespace {

/// One of each.
struct Parts {
    Parts() {
        auto* dock = new QDockWidget(QStringLiteral("Scene"), &window);
        new DockTitleBar(dock);
        auto* section = new Section(QStringLiteral("Scale"));
        auto* words = new SegmentedControl(QStringLiteral("Scale"));
        words->setWords({QStringLiteral("On"), QStringLiteral("Off")});
        section->addRow(words);
        section->addRow({{QStringLiteral("Heads")}}, new IntBox(QStringLiteral("Heads")));
        section->addRow({{QStringLiteral("Temperature")}}, new NumberBox(QStringLiteral("Temperature")));
        section->addRow(new QCheckBox(QStringLiteral("Causal")));
        auto* empty = new EmptyState;
        empty->setSentence({{QStringLiteral("Not used.")}});
        empty->setAction({{QStringLiteral("Add W")}, {QStringLiteral("o"), TextRun::Subscript}});
        section->addRow(empty);
        section->addRow(new PrimaryButton(QStringLiteral("Export figure"), "export"));
        auto* tabs = new InstrumentTabs;
        tabs->setTabs({QStringLiteral("Heatmap"), QStringLiteral("Mask")});
        section->addRow(tabs);
        dock->setWidget(section);
        window.addDockWidget(Qt::LeftDockWidgetArea, dock);
        frame = new InstrumentFrame(QStringLiteral("Heatmap"));
        frame->addControl(new IconButton("reset", QStringLiteral("Reset")));
        frame->addControl(plainButton("play", QStringLiteral("Walk through")));
        frame->setBody(new QWidget);
        frame->showMessage(MessageStrip::Kind::Fault, QStringLiteral("X has 4 columns."), QStringLiteral("Undo"));
        window.setCentralWidget(frame);
        window.resize(1000, 600);
        window.show();
    }
    QMainWindow window;
    InstrumentFrame* frame;
};

}  // namespace

TEST_CASE("parts: whatever takes the focus has a name and room for a finger", "[widgets]") {
    applyTheme(*qApp, ThemeKind::Light);
    Parts parts;
    QCoreApplication::processEvents();
    int count = 0;
    for (const QWidget* widget : parts.window.findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible() || widget->focusProxy())
            continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const QString name = widget->accessibleName().isEmpty() && button ? button->text() : widget->accessibleName();
        INFO(widget->metaObject()->className() << " " << name.toStdString());
        CHECK_FALSE(name.isEmpty());
        CHECK(widget->width() >= 28);
        CHECK(widget->height() >= 28);
        ++count;
    }
    CHECK(count >= 14);
}

TEST_CASE("parts: at 150 % every part is as large as it asks to be", "[widgets]") {
    setFontScale(1.5);
    applyTheme(*qApp, ThemeKind::Dark);
    {
        Parts parts;
        QCoreApplication::processEvents();
        for (const QWidget* widget : parts.window.findChildren<QAbstractButton*>()) {
            if (!widget->isVisible())
                continue;
            INFO(widget->metaObject()->className() << " " << widget->accessibleName().toStdString());
            CHECK(widget->width() >= widget->minimumSizeHint().width());
            CHECK(widget->height() >= widget->minimumSizeHint().height());
        }
        CHECK(parts.window.findChild<DockTitleBar*>()->height() == 54);
    }
    setFontScale(1.0);
    applyTheme(*qApp, ThemeKind::Light);
}

TEST_CASE("parts: a change of theme repaints what is shown", "[widgets]") {
    applyTheme(*qApp, ThemeKind::Light);
    Parts parts;
    QCoreApplication::processEvents();
    const auto ground = [&] { return parts.window.grab().toImage().pixelColor(4, 300).rgb(); };
    CHECK(ground() == theme(ThemeKind::Light).surface.rgb());
    applyTheme(*qApp, ThemeKind::Dark);
    QCoreApplication::processEvents();
    CHECK(ground() == theme(ThemeKind::Dark).surface.rgb());
    applyTheme(*qApp, ThemeKind::Light);
}

TEST_CASE("MessageStrip: a token with markup is drawn as it is written", "[widgets][message]") {
    MessageStrip plain;
    MessageStrip marked;
    plain.showMessage(MessageStrip::Kind::Warning, QStringLiteral("Row 4 on."));
    marked.showMessage(MessageStrip::Kind::Warning, QStringLiteral("Row 4 <b>on</b>."));
    CHECK(marked.sentence() == QStringLiteral("Row 4 <b>on</b>."));
    CHECK(marked.accessibleName().contains(QStringLiteral("<b>on</b>")));
    CHECK(marked.sizeHint().width() > plain.sizeHint().width() + 20);
}

TEST_CASE("MessageStrip: a long sentence makes it taller, a link says that it was used", "[widgets][message]") {
    MessageStrip strip;
    strip.showMessage(MessageStrip::Kind::Fault, QStringLiteral("X has 4 columns but W has 3 rows."),
                      QStringLiteral("Undo"));
    CHECK(strip.heightForWidth(600) == 36);
    CHECK(strip.heightForWidth(180) > 50);
    CHECK_FALSE(strip.isHidden());
    QSignalSpy used(&strip, &MessageStrip::actionTriggered);
    strip.findChild<LinkButton*>()->click();
    CHECK(used.count() == 1);
    strip.clear();
    CHECK(strip.isHidden());
}

TEST_CASE("InstrumentFrame: heights stay, a long note takes two lines", "[widgets][frame]") {
    InstrumentFrame frame(QStringLiteral("Steps"));
    auto* body = new QWidget;
    frame.setBody(body);
    frame.resize(768, 500);
    frame.show();
    frame.setNote(QStringLiteral("Each query is compared with every key."));
    QCoreApplication::processEvents();
    CHECK(body->geometry() == QRect(0, 48, 768, 500 - 48 - 36));
    frame.setNote(
        QStringLiteral("Each query is compared with every key. The row of scores becomes weights that sum to 1. The "
                       "rest is a weighted sum."));
    QCoreApplication::processEvents();
    CHECK(body->geometry() == QRect(0, 48, 768, 500 - 48 - 56));
}

TEST_CASE("InstrumentFrame: progress shows late, dims the body and can be stopped", "[widgets][frame]") {
    applyTheme(*qApp, ThemeKind::Light);
    InstrumentFrame frame(QStringLiteral("Memory"));
    auto* body = new QWidget;
    body->setAutoFillBackground(true);
    QPalette black;
    black.setColor(QPalette::Window, Qt::black);
    body->setPalette(black);
    frame.setBody(body);
    frame.resize(600, 400);
    frame.show();
    frame.setProgress(0.5, QStringLiteral("n = 2048 of 8192"));
    CHECK_FALSE(frame.isProgressShown());
    REQUIRE(QTest::qWaitFor([&] { return frame.isProgressShown(); }, 3000));
    const QImage image = frame.grab().toImage();
    CHECK(image.pixelColor(300, 300).red() == Approx(102).margin(2));
    CHECK(image.pixelColor(100, 49).rgb() == theme(ThemeKind::Light).accent.rgb());
    CHECK(image.pixelColor(500, 49).rgb() != theme(ThemeKind::Light).accent.rgb());
    QSignalSpy cancelled(&frame, &InstrumentFrame::cancelRequested);
    QTest::mouseClick(frame.findChild<QPushButton*>(), Qt::LeftButton);
    CHECK(cancelled.count() == 1);
    frame.clearProgress();
    CHECK_FALSE(frame.isProgressShown());
}

TEST_CASE("BarRow: the bar is as long as its fraction, and masked is said", "[widgets][bar]") {
    BarRow row;
    row.setColumns(32, 48);
    row.resize(304, 26);
    row.setLabel({{QStringLiteral("cat"), TextRun::Key}});
    row.setBar(0.5, Qt::red, QStringLiteral("0.500"));
    CHECK(row.accessibleName() == QStringLiteral("cat, 0.500"));
    // The trough is 200 wide, from 40 on.
    const QImage image = row.grab().toImage();
    CHECK(image.pixelColor(130, 13) == QColor(Qt::red));
    CHECK(image.pixelColor(150, 13) == currentTheme().raised);
    row.setMasked(true);
    CHECK(row.accessibleName() == QStringLiteral("cat, masked"));
}

TEST_CASE("DockTitleBar: its buttons close and float the dock", "[widgets][dock]") {
    QMainWindow window;
    auto* dock = new QDockWidget(QStringLiteral("Scene"), &window);
    auto* bar = new DockTitleBar(dock);
    window.addDockWidget(Qt::LeftDockWidgetArea, dock);
    window.show();
    const auto buttons = bar->findChildren<IconButton*>();
    REQUIRE(buttons.size() == 2);
    CHECK(buttons[0]->accessibleName() == QStringLiteral("Float Scene"));
    buttons[0]->click();
    CHECK(dock->isFloating());
    CHECK(buttons[0]->accessibleName() == QStringLiteral("Put Scene back"));
    buttons[1]->click();
    CHECK_FALSE(dock->isVisible());
}

TEST_CASE("MessageStrip: where its place is kept, a warning moves nothing and is cut to one line", "[widgets]") {
    QWidget page;
    auto* column = new QVBoxLayout(&page);
    column->setContentsMargins(0, 0, 0, 0);
    auto* strip = new MessageStrip;
    auto* body = new QWidget;
    strip->setPlaceKept(true);
    column->addWidget(strip);
    column->addWidget(body, 1);
    page.resize(500, 400);
    page.show();
    QApplication::processEvents();
    const QRect before = body->geometry();
    CHECK(before.top() > 20);
    const QString lengthy =
        QStringLiteral("Rows 3 to 40 may attend nothing. ") + QStringLiteral("Their weights are all 0. ").repeated(8);
    strip->showMessage(MessageStrip::Kind::Warning, lengthy);
    QApplication::processEvents();
    CHECK(body->geometry() == before);
    CHECK(strip->isVisible());
    CHECK(strip->toolTip().contains(QStringLiteral("Rows 3 to 40")));
    strip->showMessage(MessageStrip::Kind::Fault, lengthy);  // a fault is read whole
    QApplication::processEvents();
    CHECK(body->geometry().top() > before.top());
    strip->clear();
    QApplication::processEvents();
    CHECK(body->geometry() == before);
}

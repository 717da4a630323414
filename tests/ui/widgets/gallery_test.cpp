// Not a test of facts: pictures of all parts for looking at. Hidden; run it with
// HEADSCOPE_GALLERY=folder ui_tests "[.gallery]"
#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenuBar>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QSlider>
#include <QStatusBar>
#include <QTableWidget>
#include <QTest>
#include <QToolBar>
#include <QToolTip>
#include <QVBoxLayout>

#include "tests/support/catch.h"
#include "ui/theme/icon.h"
#include "ui/theme/style.h"
#include "ui/widgets/bar_row.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/dock_title_bar.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/instrument_frame.h"
#include "ui/widgets/instrument_tabs.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/section.h"
#include "ui/widgets/segmented_control.h"

using namespace attn::ui;

namespace {

QDockWidget* dock(QMainWindow& window, Qt::DockWidgetArea area, const QString& title, QWidget* content, int width) {
    auto* result = new QDockWidget(title, &window);
    new DockTitleBar(result);
    result->setWidget(content);
    content->setMinimumWidth(width);
    window.addDockWidget(area, result);
    return result;
}

QWidget* sceneDock() {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* tokens = new Section(QStringLiteral("Tokens"));
    tokens->setSecondText({{QStringLiteral("3 tokens")}});
    auto* line = new QLineEdit;
    line->setPlaceholderText(QStringLiteral("Type or paste a sentence"));
    tokens->addRow(line);
    column->addWidget(tokens);
    auto* widths = new Section(QStringLiteral("Heads and widths"));
    auto* heads = new IntBox(QStringLiteral("Heads"));
    heads->setRange(1, 64);
    widths->addRow(nameRuns(QStringLiteral("Heads")), heads);
    auto* off = new IntBox(QStringLiteral("KV heads"));
    off->setEnabled(false);
    widths->addRow(nameRuns(QStringLiteral("KV heads")), off);
    widths->addRow({{QStringLiteral("d")},
                    {QStringLiteral("k"), TextRun::Subscript},
                    {QStringLiteral(", d")},
                    {QStringLiteral("v"), TextRun::Subscript}},
                   {new IntBox(QStringLiteral("d_k")), new IntBox(QStringLiteral("d_v"))});
    column->addWidget(widths);
    auto* scale = new Section(QStringLiteral("Scale"));
    scale->setSecondText({{QStringLiteral("× 0.7071")}});
    auto* modes = new SegmentedControl(QStringLiteral("Scale"));
    modes->setWords(std::vector<TextRuns>{{{QStringLiteral("1/√d")}, {QStringLiteral("k"), TextRun::Subscript}},
                                          {{QStringLiteral("Off")}},
                                          {{QStringLiteral("Custom")}}});
    scale->addRow(modes);
    auto* temperature = new NumberBox(QStringLiteral("Temperature"));
    temperature->setValue(1.0);
    scale->addRow({{QStringLiteral("Temperature")}}, temperature);
    column->addWidget(scale);
    auto* mask = new Section(QStringLiteral("Mask and precision"));
    auto* combo = new QComboBox;
    combo->addItems({QStringLiteral("None"), QStringLiteral("Causal")});
    combo->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    mask->addRow({{QStringLiteral("Mask")}}, combo);
    auto* check = new QCheckBox(QStringLiteral("Causal"));
    check->setChecked(true);
    mask->addRow(check);
    mask->addRow(new QCheckBox(QStringLiteral("Padding")));
    auto* radio = new QRadioButton(QStringLiteral("Radio"));
    radio->setChecked(true);
    mask->addRow(radio);
    auto* grey = new QCheckBox(QStringLiteral("Disabled"));
    grey->setChecked(true);
    grey->setEnabled(false);
    mask->addRow(grey);
    mask->setLineVisible(false);
    column->addWidget(mask);
    column->addStretch(1);
    return content;
}

QWidget* explanationDock() {
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new Section(QStringLiteral("At n = 4096"));
    auto* strip = new MessageStrip;
    strip->showMessage(
        MessageStrip::Kind::Warning,
        QStringLiteral("Row 4 “on” may attend nothing. Paint masks all 5 keys that the rules left open."));
    top->addRow(strip);
    auto* fault = new MessageStrip;
    fault->showMessage(MessageStrip::Kind::Fault, QStringLiteral("X has 4 columns but W_q has 3 rows."),
                       QStringLiteral("Undo"));
    top->addRow(fault);
    top->addRow(new RunLabel({{QStringLiteral("q"), TextRun::Query, true},
                              {QStringLiteral("1"), TextRun::Subscript},
                              {QStringLiteral(" “cat”"), TextRun::Query, true},
                              {QStringLiteral(" → "), TextRun::Normal},
                              {QStringLiteral("k"), TextRun::Key, true},
                              {QStringLiteral("0"), TextRun::Subscript},
                              {QStringLiteral(" “<b>The</b>”"), TextRun::Key, true}},
                             type::kDockHeading));
    top->addRow(new RunLabel({{QStringLiteral("0.768"), TextRun::Semibold}}, type::kChosenValue));
    auto* para = new RunLabel({{QStringLiteral("Naive keeps the scores and the weights: 2 n"), TextRun::Normal},
                               {QStringLiteral("2"), TextRun::Superscript},
                               {QStringLiteral(" numbers for each of 8 heads, 4 bytes each.")}});
    para->setWrapped(true);
    top->addRow(para);
    column->addWidget(top);
    auto* row = new Section(QStringLiteral("Row of “cat”"));
    row->setSecondText({{QStringLiteral("sum 1.000")}});
    const struct {
        const char* name;
        double weight;
        QColor color;
    } bars[] = {{"The", 0.768, 0xFFBFB36B}, {"cat", 0.045, 0xFF002052}, {"sat", 0.187, 0xFF2B446E}};
    for (int i = 0; i < 3; ++i) {
        auto* bar = new BarRow;
        bar->setLabel({{QString::fromLatin1(bars[i].name), i == 0 ? TextRun::Key : TextRun::Normal, i == 0}});
        bar->setBar(bars[i].weight, bars[i].color, QString::number(bars[i].weight, 'f', 3));
        bar->setChosen(i == 0);
        row->addRow(bar);
    }
    auto* masked = new BarRow;
    masked->setLabel({{QStringLiteral("on")}});
    masked->setBar(0, {}, QStringLiteral("masked"));
    masked->setMasked(true);
    row->addRow(masked);
    auto* slider = new QSlider(Qt::Horizontal);
    slider->setValue(50);
    row->addRow(slider);
    auto* progress = new QProgressBar;
    progress->setValue(40);
    row->addRow(progress);
    column->addWidget(row);
    column->addStretch(1);
    return content;
}

QWidget* figure() {
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    auto* icons = new QHBoxLayout;
    for (const QString& name : iconNames()) {
        auto* label = new QLabel;
        label->setPixmap(iconPixmap(name.toLatin1().constData(), currentTheme().text));
        icons->addWidget(label);
    }
    column->addLayout(icons);
    auto* table = new QTableWidget(12, 8);
    for (int r = 0; r < 12; ++r)
        for (int c = 0; c < 8; ++c)
            table->setItem(r, c, new QTableWidgetItem(QString::number(r * c * 0.125)));
    table->setCurrentCell(2, 2);
    column->addWidget(table, 1);
    auto* empty = new EmptyState;
    empty->setSentence({{QStringLiteral("Not used: the output is the joined heads.")}});
    empty->setAction({{QStringLiteral("Add W")}, {QStringLiteral("o"), TextRun::Subscript}});
    empty->setFixedSize(scaled(190), scaled(100));
    column->addWidget(empty);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(plainButton("reset", QStringLiteral("Reset")));
    auto* fill = plainButton(nullptr, QStringLiteral("Fill"));
    fill->setMenu(new QMenu(fill));
    buttons->addWidget(fill);
    auto* off = plainButton("play", QStringLiteral("Off"));
    off->setEnabled(false);
    buttons->addWidget(off);
    auto* standard = new QPushButton(QStringLiteral("Default"));
    standard->setDefault(true);
    buttons->addWidget(standard);
    buttons->addStretch(1);
    column->addLayout(buttons);
    return body;
}

void fillWindow(QMainWindow& window) {
    for (const char* title : {"&File", "&Edit", "&Scene", "&Instruments", "&View", "&Help"}) {
        QMenu* menu = window.menuBar()->addMenu(QString::fromLatin1(title));
        menu->addAction(icon("open"), QStringLiteral("&Open…"), QKeySequence(Qt::CTRL | Qt::Key_O), &window, [] {});
        menu->addAction(QStringLiteral("Nothing"))->setEnabled(false);
        menu->addSeparator();
        auto* checked = menu->addAction(QStringLiteral("Dark theme"));
        checked->setCheckable(true);
        checked->setChecked(true);
        menu->addMenu(QStringLiteral("Examples"))->addAction(QStringLiteral("The cat sat"));
    }
    window.setContextMenuPolicy(Qt::NoContextMenu);
    auto* bar = new QToolBar;
    bar->setMovable(false);
    bar->addWidget(toolSpace());
    bar->addWidget(new IconButton("open", QStringLiteral("Open")));
    bar->addWidget(new IconButton("save", QStringLiteral("Save")));
    bar->addSeparator();
    bar->addWidget(new IconButton("undo", QStringLiteral("Undo")));
    QAction* redo = bar->addAction(icon("redo"), QStringLiteral("Redo"));
    redo->setEnabled(false);
    bar->addSeparator();
    auto* tabs = new InstrumentTabs;
    tabs->setTabs(
        QStringLiteral("Steps Heatmap Heads Lines Mask Saturation Memory Tiles Sharing Compare Variants Precision")
            .split(QLatin1Char(' ')));
    bar->addWidget(tabs);
    bar->addWidget(new IconButton("theme", QStringLiteral("Theme")));
    bar->addWidget(new IconButton("present", QStringLiteral("Present")));
    bar->addWidget(new PrimaryButton(QStringLiteral("Export figure"), "export"));
    bar->addWidget(toolSpace());
    window.addToolBar(bar);
    window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    dock(window, Qt::LeftDockWidgetArea, QStringLiteral("Scene"), sceneDock(), 224);
    dock(window, Qt::RightDockWidgetArea, QStringLiteral("Explanation"), explanationDock(), 288);
    auto* frame = new InstrumentFrame(QStringLiteral("Steps"));
    frame->setSubtitle(QStringLiteral("head 0, from embeddings to output"));
    frame->addControl(new IconButton("step-back", QStringLiteral("Back")));
    frame->addControl(plainButton("play", QStringLiteral("Walk through")));
    frame->addControl(new IconButton("step-on", QStringLiteral("On")));
    auto* which = new SegmentedControl(QStringLiteral("Heads"));
    which->setWords({QStringLiteral("One"), QStringLiteral("Mean"), QStringLiteral("Max")});
    frame->addControl(which);
    frame->setBody(figure());
    frame->setNote(
        QStringLiteral("Each query is compared with every key; the row of scores becomes weights that sum to 1. "
                       "Here every row of V is [1, 1], so the output is [1, 1] whatever the weights are."));
    window.setCentralWidget(frame);
    window.statusBar()->addWidget(new RunLabel({{QStringLiteral("q"), TextRun::Query, true},
                                                {QStringLiteral("1"), TextRun::Subscript},
                                                {QStringLiteral(" weight 0.767918"), TextRun::Second}},
                                               type::kLabel));
    window.statusBar()->addPermanentWidget(
        new RunLabel({{QStringLiteral("float32, naive path"), TextRun::Second}}, type::kLabel));
}

}  // namespace

TEST_CASE("gallery: all parts in both themes", "[.gallery]") {
    const QString folder = qEnvironmentVariable("HEADSCOPE_GALLERY", QStringLiteral("."));
    const auto kind = GENERATE(ThemeKind::Light, ThemeKind::Dark);
    const double scale = GENERATE(1.0, 1.5);
    setFontScale(scale);
    applyTheme(*qApp, kind);
    const QString name = QStringLiteral("%1/gallery_%2_%3")
                             .arg(folder, kind == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light"))
                             .arg(qRound(scale * 100));
    {
        QMainWindow window;
        fillWindow(window);
        window.resize(scale > 1 ? QSize(1920, 1200) : QSize(1280, 800));
        window.show();
        QCoreApplication::processEvents();
        REQUIRE(window.grab().save(name + QStringLiteral(".png")));
        auto* frame = window.findChild<InstrumentFrame*>();
        frame->setProgress(0.4, QStringLiteral("n = 2048 of 8192"));
        frame->showMessage(MessageStrip::Kind::Fault, QStringLiteral("X has 4 columns but W_q has 3 rows."));
        CHECK(QTest::qWaitFor([&] { return frame->isProgressShown(); }));
        QTest::keyClick(&window, Qt::Key_Tab);
        window.findChild<IntBox*>()->setFocus(Qt::TabFocusReason);
        QCoreApplication::processEvents();
        REQUIRE(window.grab().save(name + QStringLiteral("_busy.png")));
        auto* menu = window.menuBar()->actions().front()->menu();
        menu->popup(QPoint(0, 0));
        menu->setActiveAction(menu->actions().front());
        QCoreApplication::processEvents();
        REQUIRE(menu->grab().save(name + QStringLiteral("_menu.png")));
        menu->close();
        auto* combo = window.findChild<QComboBox*>();
        combo->showPopup();
        QCoreApplication::processEvents();
        REQUIRE(combo->view()->window()->grab().save(name + QStringLiteral("_combo.png")));
        combo->hidePopup();
        QMessageBox question(QMessageBox::Warning, QStringLiteral("Headscope"),
                             QStringLiteral("“Fox and river” has changes that are not saved."),
                             QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &window);
        question.setDefaultButton(QMessageBox::Save);
        question.show();
        QCoreApplication::processEvents();
        REQUIRE(question.grab().save(name + QStringLiteral("_question.png")));
        QToolTip::showText(QPoint(50, 50), QStringLiteral("Undo (Ctrl+Z)"));
        QCoreApplication::processEvents();
        for (QWidget* top : QApplication::topLevelWidgets())
            if (top->inherits("QTipLabel"))
                REQUIRE(top->grab().save(name + QStringLiteral("_tip.png")));
        QToolTip::hideText();
    }
    setFontScale(1.0);
    applyTheme(*qApp, ThemeKind::Light);
}

#include "src/window/docks.h"

#include <QDockWidget>
#include <QMap>
#include <QtTest>

#include "src/document/settings_store.h"
#include "src/window/settings.h"
#include "tests/support/gui/opened_window.h"
#include "ui/matrix/matrix_dock.h"
#include "ui/widgets/dock_grip.h"

using namespace attn;
using namespace attn::app;
using attn::app::test::OpenedWindow;

namespace {

/// Settings in memory.
struct Memory : SettingsStore {
    QMap<QString, QVariant> values;
    QVariant value(const QString& key) const override { return values.value(key); }
    void setValue(const QString& key, const QVariant& value) override { values[key] = value; }
};

struct Opened : OpenedWindow {
    Opened() : OpenedWindow("01_the_cat_sat") {}
    Docks& docks() { return window.docks(); }
    Qt::DockWidgetArea areaOf(QDockWidget& dock) { return window.dockWidgetArea(&dock); }
    bool isAsAtFirst() {
        return areaOf(docks().scene()) == Qt::LeftDockWidgetArea &&
               areaOf(docks().explanation()) == Qt::RightDockWidgetArea &&
               areaOf(docks().matrices()) == Qt::BottomDockWidgetArea && !docks().scene().isFloating() &&
               !docks().matrices().isFloating() && !docks().scene().isHidden() &&
               std::abs(docks().scene().width() - 224) <= 4 && std::abs(docks().explanation().width() - 288) <= 4;
    }
    /// Scene at the right beneath Explanation as a tab, Matrices at the top and folded.
    void rearrange() {
        window.addDockWidget(Qt::RightDockWidgetArea, &docks().scene());
        window.tabifyDockWidget(&docks().explanation(), &docks().scene());
        window.addDockWidget(Qt::TopDockWidgetArea, &docks().matrices());
        window.findChild<ui::MatrixPanel*>()->setFolded(true);
        QApplication::processEvents();
    }
    bool isRearranged() {
        return areaOf(docks().scene()) == Qt::RightDockWidgetArea &&
               areaOf(docks().matrices()) == Qt::TopDockWidgetArea &&
               window.tabifiedDockWidgets(&docks().explanation()).contains(&docks().scene()) &&
               window.findChild<ui::MatrixPanel*>()->isFolded();
    }
};

}  // namespace

TEST_CASE("Docks: each can be moved, floated and laid over another, and the first arrangement comes back",
          "[window][docks]") {
    Opened opened;
    CHECK(opened.isAsAtFirst());
    for (QDockWidget* dock : {&opened.docks().scene(), &opened.docks().explanation(), &opened.docks().matrices()}) {
        CHECK(dock->features().testFlag(QDockWidget::DockWidgetMovable));
        CHECK(dock->features().testFlag(QDockWidget::DockWidgetFloatable));
        CHECK(dock->allowedAreas() == Qt::AllDockWidgetAreas);
    }
    opened.rearrange();
    CHECK(opened.isRearranged());
    opened.docks().matrices().setFloating(true);
    opened.docks().explanation().hide();
    opened.window.actions()[Actions::ResetArrangement]->trigger();
    QApplication::processEvents();
    CHECK(opened.isAsAtFirst());
    CHECK_FALSE(opened.window.findChild<ui::MatrixPanel*>()->isFolded());
    CHECK(opened.window.actions()[Actions::ShowExplanation]->isChecked());
}

TEST_CASE("Docks: the matrices keep their place beside the grip, and float by their button", "[window][docks]") {
    Opened opened;
    auto* panel = opened.window.findChild<ui::MatrixPanel*>();
    auto* grip = opened.window.findChild<ui::DockGrip*>();
    REQUIRE(grip);
    CHECK(grip->width() == ui::DockGrip::kWidth);
    CHECK(panel->mapTo(&opened.window, QPoint()).x() == grip->mapTo(&opened.window, QPoint()).x() + grip->width());
    auto* button = opened.named<QAbstractButton>(QStringLiteral("Float Matrices"));
    button->click();
    CHECK(opened.docks().matrices().isFloating());
    CHECK(button->accessibleName() == QStringLiteral("Put Matrices back"));
    button->click();
    CHECK_FALSE(opened.docks().matrices().isFloating());
}

TEST_CASE("Docks: an arrangement is remembered from one window to the next, sizes and folds included",
          "[window][docks]") {
    Memory store;
    {
        Opened opened;
        opened.window.rememberArrangement(store);
        CHECK(opened.isAsAtFirst());
        opened.rearrange();
        opened.window.resize(1400, 900);
        opened.window.resizeDocks({&opened.docks().explanation()}, {410}, Qt::Horizontal);
        QApplication::processEvents();
        opened.window.session().document().history().setClean();
        opened.window.close();
        CHECK(store.values.size() == 1);
    }
    Opened next;
    next.window.rememberArrangement(store);
    QApplication::processEvents();
    // The screen of this test is small; with room again everything shows.
    next.window.resize(1400, 900);
    QApplication::processEvents();
    INFO(store.values.first().toString().toStdString() << " -> " << next.docks().saved().toStdString());
    CHECK(next.isRearranged());
    CHECK(next.docks().saved().section(u';', 2, 2) == QStringLiteral("folded"));
    next.docks().reset();
    QApplication::processEvents();
    CHECK(next.areaOf(next.docks().scene()) == Qt::LeftDockWidgetArea);
}

TEST_CASE("Docks: settings that hold anything else are passed over, whatever they are", "[window][docks]") {
    Opened opened;
    const QString good = opened.docks().saved();
    QString changed = good;
    changed[changed.size() / 2] = changed[changed.size() / 2] == u'A' ? u'B' : u'A';
    std::vector<QVariant> hostile{QString(),
                                  QStringLiteral(";;;;"),
                                  QStringLiteral("1280x800;100;open;AAAA;0000000000000000"),
                                  changed,
                                  good.left(good.size() - 1),
                                  good + u'x',
                                  QString(1'000'000, u'A'),
                                  QVariant(42),
                                  QByteArray(300, '\xff'),
                                  QStringList{good, good},
                                  QVariantMap{{QStringLiteral("a"), good}},
                                  QStringLiteral("0x0;100;open;AAAA"),
                                  QStringLiteral("1280x800;0;open;%%%"),
                                  QStringLiteral("99999999x1;100;open;AAAA"),
                                  QStringLiteral("-5x-5;100;open;")};
    for (const QVariant& value : hostile) {
        CAPTURE(value.toString().left(60).toStdString());
        Memory store;
        store.values[settings::kArrangement] = value;
        opened.window.rememberArrangement(store);
        QApplication::processEvents();
        CHECK(opened.isAsAtFirst());
    }
    // Of the right form, but of no window that ever was; or a real one, bent.
    for (const char* places : {"L,0,0,0,0,0,0,1|R,0,0,0,0,0,0,0|B,0,0,0,0,0,0,0", "L,1,1,-32767,32767,32767,0,2|L,1,0,0,0,1,1,2|L,0,1,9,9,9,9,2",
                               "T,0,0,0,0,32767,32767,-1|T,0,0,0,0,32767,32767,-1|T,0,0,0,0,0,0,-1"}) {
        CHECK(opened.docks().restore(QStringLiteral("1280x800;100;open;") + QLatin1String(places)));
        QApplication::processEvents();
    }
    for (qsizetype at = 0; at < good.size(); ++at)
        for (const char16_t sign : {u'0', u'2', u'9', u'-', u',', u'|', u'T', u';'}) {
            QString bent = good;
            bent[at] = QChar(sign);
            opened.docks().restore(bent);
            QApplication::processEvents();
        }
    opened.window.resize(1280, 800);
    QApplication::processEvents();
    opened.docks().reset();
    QApplication::processEvents();
    CHECK(opened.isAsAtFirst());
    CHECK(opened.docks().restore(good));
}

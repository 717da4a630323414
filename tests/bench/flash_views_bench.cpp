// How long a step of each drag in naive against flash takes, from the change to the end of its paint; and the longest
// time that the window does not answer while both kinds of attention are measured at n = 4096. Run it by hand,
// quietly.
#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QElapsedTimer>
#include <QSlider>
#include <QTimer>
#include <algorithm>
#include <cstdio>

#include "core/scene/edit.h"
#include "src/cli/gui_app.h"
#include "src/window/appearance.h"
#include "src/window/centre.h"
#include "src/window/files.h"
#include "src/window/main_window.h"
#include "ui/tiles/tile_walk_view.h"
#include "ui/widgets/number_box.h"

using namespace attn;
using namespace attn::app;

namespace {

double milliseconds(const QElapsedTimer& clock) {
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

void settle(MainWindow& window) {
    while (!window.isSettled())
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    QCoreApplication::processEvents();
}

/// Median and largest time of change(i) with the paint that follows.
template <class Change>
void report(const char* what, QWidget* view, const Change& change) {
    std::vector<double> times;
    for (int i = 0; i < 60; ++i) {
        QElapsedTimer clock;
        clock.start();
        change(i);
        view->repaint();
        times.push_back(milliseconds(clock));
    }
    std::sort(times.begin(), times.end());
    std::printf("%-44s median %6.2f ms, largest %6.2f ms\n", what, times[times.size() / 2], times.back());
}

template <class T>
T* visible(MainWindow& window, const QString& name) {
    for (T* part : window.findChildren<T*>())
        if (part->isVisible() && (part->accessibleName() == name || part->objectName() == name))
            return part;
    std::printf("There is no %s\n", qPrintable(name));
    std::exit(1);
}

void show(MainWindow& window, const char* view) {
    window.centre().showById(QLatin1String(view));
    settle(window);
}

void dragWalk(MainWindow& window, Index tokens) {
    NewScene sizes;
    sizes.tokens = tokens;
    sizes.dModel = 64;
    sizes.heads = sizes.kvHeads = 1;
    sizes.dk = sizes.dv = 64;
    window.session().document().open(*newScene(sizes, 1));
    settle(window);
    show(window, "tiles");
    auto* slider = visible<QSlider>(window, QStringLiteral("Tiles done"));
    auto* view = visible<ui::TileWalkView>(window, QStringLiteral("tileWalk"));
    const int count = slider->maximum();
    report(qPrintable(QStringLiteral("walk, slider, n = %1").arg(tokens)), view,
           [&](int i) { slider->setValue(i * count / 60 + (i % 2)); });
}

}  // namespace

int main() {
    GuiApp gui(GuiApp::Mode::Window);
    Appearance appearance;
    appearance.show(ui::ThemeKind::Light);
    MainWindow window(appearance);
    window.resize(1280, 800);
    window.files().openExample(examples().front().resource);
    window.show();
    settle(window);
    for (const Index tokens : {16, 200, 2048})
        dragWalk(window, tokens);
    show(window, "traffic");
    auto* bandwidth = visible<ui::NumberBox>(window, QStringLiteral("Bandwidth of main memory, in GB/s"));
    report("traffic, bandwidth", window.centre().currentWidget(),
           [&](int i) { static_cast<QDoubleSpinBox*>(bandwidth)->setValue(100.0 + i); });
    show(window, "memory");
    auto* heads = visible<ui::IntBox>(window, QStringLiteral("Heads to count for"));
    report("growth, heads", window.centre().currentWidget(),
           [&](int i) { static_cast<QSpinBox*>(heads)->setValue(2 + i % 30); });
    show(window, "kinds");
    auto* n = visible<ui::IntBox>(window, QStringLiteral("Sequence length n"));
    report("layers, n", window.centre().currentWidget(),
           [&](int i) { static_cast<QSpinBox*>(n)->setValue(100 + i); });

    show(window, "memory");
    static_cast<QSpinBox*>(heads)->setValue(8);
    auto* width = visible<ui::IntBox>(window, QStringLiteral("Width of a head to count for"));
    static_cast<QSpinBox*>(width)->setValue(64);
    auto* upTo = visible<QComboBox>(window, QStringLiteral("Measure up to"));
    upTo->setCurrentIndex(5);
    for (auto* button : window.findChildren<QAbstractButton*>())
        if (button->isVisible() && button->text() == QLatin1String("Measure"))
            button->click();
    QElapsedTimer whole, last;
    double longest = 0.0;
    whole.start();
    last.start();
    QTimer tick;
    QObject::connect(&tick, &QTimer::timeout, &tick, [&] {
        longest = std::max(longest, milliseconds(last));
        last.restart();
    });
    tick.start(5);
    settle(window);
    std::printf("measured up to n = 4096 in %.1f s; longest between two ticks of 5 ms: %.1f ms\n",
                milliseconds(whole) / 1e3, longest);
    window.session().document().history().setClean();
}

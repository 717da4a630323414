// What a person waits for, measured in the window's own process: from start to the first paint with numbers, and from
// an edit to the paint that shows it; and what the window costs while nobody touches it. Prints medians; run it by
// hand on a quiet machine.
#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QEventLoop>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <ctime>

#include "core/scene/edit.h"
#include "src/cli/gui_app.h"
#include "src/window/appearance.h"
#include "src/window/centre.h"
#include "src/window/files.h"
#include "src/window/main_window.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/saturation/softmax_row_view.h"

using namespace attn;
using namespace attn::app;

namespace {

/// Notes the time of each paint of the widget that it watches.
class PaintWatch : public QObject {
  public:
    explicit PaintWatch(QWidget* widget) { widget->installEventFilter(this); }
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint)
            ++m_paints;
        return false;
    }
    int paints() const { return m_paints; }

  private:
    int m_paints = 0;
};

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

double millisecondsOf(const QElapsedTimer& clock) { return static_cast<double>(clock.nsecsElapsed()) / 1e6; }

/// Milliseconds of the processor's time, of all threads, that the window takes in three seconds of nothing.
double idleCost() {
    const auto wait = [](int milliseconds) {
        QEventLoop loop;
        QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
        loop.exec();
    };
    wait(1000);  // what follows a start is over
    const std::clock_t before = std::clock();
    wait(3000);
    return 1e3 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
}

/// Milliseconds from an edit of one cell of X until the heatmap has painted its result.
double editToPaint(MainWindow& window, PaintWatch& watch, double value) {
    const int before = watch.paints();
    QElapsedTimer clock;
    clock.start();
    window.session().edit(Part::Matrices, QStringLiteral("Change X"), setCell(window.session().scene(), MatrixId::X, 0, 0, 0, value));
    while (!window.isSettled() || watch.paints() == before)
        QCoreApplication::processEvents(QEventLoop::AllEvents);
    return millisecondsOf(clock);
}

/// Milliseconds from a change of the temperature, as a slider sends it, until the view of an instrument has painted it.
void dragInstrument(MainWindow& window, const char* id, QWidget* (*viewOf)(MainWindow&)) {
    window.centre().showById(QLatin1String(id));
    QCoreApplication::processEvents(QEventLoop::AllEvents);
    for (const Index tokens : {12, 200}) {
        NewScene sizes;
        sizes.tokens = tokens;
        sizes.dModel = 16;
        sizes.heads = sizes.kvHeads = 4;
        sizes.dk = sizes.dv = 4;
        Scene scene = *newScene(sizes, 1);
        scene.mask.causal = Causal{};
        window.session().document().open(scene);
        while (!window.isSettled())
            QCoreApplication::processEvents(QEventLoop::AllEvents);
        PaintWatch watch(viewOf(window));
        std::vector<double> times;
        for (int i = 0; i < 41; ++i) {
            const int before = watch.paints();
            QElapsedTimer clock;
            clock.start();
            Scene next = window.session().scene();
            next.temperature = 1.0 + 0.01 * (i + 1);
            window.session().edit(Part::Scale, QStringLiteral("Change temperature"), next);
            while (!window.isSettled() || watch.paints() == before)
                QCoreApplication::processEvents(QEventLoop::AllEvents);
            times.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        }
        std::printf("%s, a slider's step to paint, %4lld tokens: median %.2f ms, largest %.2f ms\n", id, static_cast<long long>(tokens),
                    median(times), *std::max_element(times.begin() + 1, times.end()));
    }
}

}  // namespace

int main() {
    QElapsedTimer start;
    start.start();
    GuiApp gui(GuiApp::Mode::Window);
    Appearance appearance;
    appearance.show(ui::ThemeKind::Light);
    const double application = millisecondsOf(start);
    MainWindow window(appearance);
    window.resize(1280, 800);
    window.files().openExample(examples().front().resource);
    const double made = millisecondsOf(start);
    window.show();
    auto* map = window.findChild<ui::HeatmapView*>(QStringLiteral("heatmap"));
    PaintWatch watch(map);
    while (!window.isSettled() || watch.paints() == 0)
        QCoreApplication::processEvents(QEventLoop::AllEvents);
    const double painted = millisecondsOf(start);
    std::printf("start to the first paint with numbers: %.0f ms (application, fonts and theme %.0f, window made %.0f, shown and painted %.0f)\n",
                painted, application, made - application, painted - made);
    std::printf("idle: %.1f ms of the processor in 3 s\n", idleCost());
    std::fflush(stdout);

    for (const Index tokens : {3, 12, 128, 512}) {
        NewScene sizes;
        sizes.tokens = tokens;
        sizes.dModel = tokens < 100 ? 16 : 64;
        sizes.heads = sizes.kvHeads = tokens < 100 ? 4 : 8;
        sizes.dk = sizes.dv = sizes.dModel / sizes.heads;
        window.session().document().open(*newScene(sizes, 1));
        std::vector<double> times;
        for (int i = 0; i < 41; ++i)
            times.push_back(editToPaint(window, watch, 0.01 * i));
        std::printf("edit to paint, %4lld tokens, %lld heads: median %.2f ms, largest %.2f ms\n", static_cast<long long>(tokens),
                    static_cast<long long>(sizes.heads), median(times), *std::max_element(times.begin() + 1, times.end()));
    }
    dragInstrument(window, "saturation",
                   [](MainWindow& shown) -> QWidget* { return shown.findChild<ui::SoftmaxRowView*>(QStringLiteral("softmaxRow")); });
    dragInstrument(window, "mask", [](MainWindow& shown) -> QWidget* { return shown.findChild<ui::HeatmapView*>(QStringLiteral("mask")); });
    window.session().document().history().setClean();
    return 0;
}

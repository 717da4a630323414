// How long a large heatmap takes to be painted: for the first time, while it is moved, and while it is zoomed. Prints
// medians and the slowest frame, in milliseconds; run it by hand on a quiet machine.
#include <QApplication>
#include <QElapsedTimer>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "src/cli/gui_app.h"
#include "ui/heatmap/heatmap_view.h"

using namespace attn;
using namespace attn::ui;

namespace {

enum class Kind { Plain, Causal, PerRow, Log, RandomMask };

HeatmapPicture picture(Index n, Kind kind) {
    HeatmapPicture made;
    made.cells = Matrix(n, n);
    std::mt19937_64 random(1);
    for (double& value : made.cells.values)
        value = std::ldexp(static_cast<double>(random() >> 11), -53);
    made.low = kind == Kind::Log ? 1e-4 : 0.0;
    made.perRowRange = kind == Kind::PerRow;
    made.logRange = kind == Kind::Log;
    if (kind == Kind::Causal || kind == Kind::RandomMask) {
        made.states.assign(made.cells.values.size(), CellState::Plain);
        for (Index row = 0; row < n; ++row)
            for (Index col = 0; col < n; ++col)
                if (kind == Kind::Causal ? col > row : random() % 2 == 0)
                    made.states[static_cast<std::size_t>(row * n + col)] = CellState::Masked;
    }
    return made;
}

/// The times of a row of frames. Each may be met several times: its least counts, as others may use the machine.
class Frames {
  public:
    template <class Work>
    void time(const Work& work) {
        QElapsedTimer clock;
        clock.start();
        work();
        const double took = static_cast<double>(clock.nsecsElapsed()) / 1e6;
        if (m_at == m_times.size())
            m_times.push_back(took);
        m_times[m_at] = std::min(m_times[m_at], took);
        ++m_at;
    }
    void again() { m_at = 0; }
    void print(const char* name) {
        const auto slowest = std::max_element(m_times.begin(), m_times.end()) - m_times.begin();
        std::vector<double> sorted = m_times;
        std::sort(sorted.begin(), sorted.end());
        std::printf("  %-34s median %6.2f ms, slowest %6.2f ms (frame %td of %zu)\n", name, sorted[sorted.size() / 2],
                    sorted.back(), slowest, sorted.size());
        std::fflush(stdout);
    }

  private:
    std::vector<double> m_times;
    std::size_t m_at = 0;
};

/// All that a window does for a frame: layout, cells, labels, into an image as large as the widget.
class Screen {
  public:
    explicit Screen(HeatmapView& view) : m_view(view), m_image(view.size(), QImage::Format_RGB32) {}
    void paint() { m_view.render(&m_image); }

  private:
    HeatmapView& m_view;
    QImage m_image;
};

void measure(Index n, QSize size, Kind kind, const char* name) {
    std::printf("%s, %lld x %lld cells, %d x %d pixels\n", name, static_cast<long long>(n), static_cast<long long>(n),
                size.width(), size.height());
    Frames first, zoom, still, pan;
    HeatmapView view;
    view.resize(size);
    Screen screen(view);
    const HeatmapPicture made = picture(n, kind);
    for (int round = 0; round < 5; ++round) {
        HeatmapPicture copy = made;
        view.setPicture({});  // What a picture before this one held is given back.
        first.again();
        first.time([&] {
            view.setPicture(std::move(copy));
            screen.paint();
        });
    }
    first.print("first paint");
    for (int round = 0; round < 5; ++round)
        still.time([&] { screen.paint(); });
    still.print("painted again");
    for (int round = 0; round < 3; ++round, zoom.again())
        for (double factor = 1.0; factor < 440.0; factor *= 1.03)
            zoom.time([&] {
                view.setZoom(factor, {static_cast<double>(n) * 0.4, static_cast<double>(n) * 0.3});
                screen.paint();
            });
    zoom.print("zooming, from all to single cells");
    for (const double pixels : {0.3, 0.5, 0.9, 1.5, 4.0, 14.0, 40.0}) {
        Frames one;
        view.setZoom(pixels / view.currentLayout().fitted,
                     {static_cast<double>(n) * 0.4, static_cast<double>(n) * 0.3});
        screen.paint();
        for (int frame = 0; frame < 60; ++frame) {
            const HeatmapZoom now = view.zoom();
            const double step = 24.0 / view.currentLayout().cell;
            one.time([&] {
                view.setZoom(now.factor, {now.col + step, now.row + step / 2});
                screen.paint();
            });
        }
        char text[64];
        std::snprintf(text, sizeof text, "moving, %.1f pixels a cell", view.currentLayout().cell);
        one.print(text);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const Index n = argc > 1 ? std::atoll(argv[1]) : 4096;
    const app::GuiApp gui(app::GuiApp::Mode::Window);
    measure(n, {1600, 1000}, Kind::Plain, "plain");
    measure(n, {1600, 1000}, Kind::Causal, "causal mask");
    measure(n, {1600, 1000}, Kind::PerRow, "a range for each row");
    measure(n, {1600, 1000}, Kind::Log, "logarithmic");
    measure(n, {1600, 1000}, Kind::RandomMask, "random mask");
    return 0;
}

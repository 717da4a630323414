#pragma once
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace attn::ui {

/// What a series stands for; its colour follows from the theme.
enum class PlotRole { Naive, Flash, Scaled, Raw, Scene, Limit, Second };
enum class LineKind { None, Solid, Dashed, Dotted };
enum class PlotMark { None, Circle, Square, Cross, Diamond };

struct PlotPoint {
    double x = 0.0;
    double y = 0.0;
    QString sentence;  ///< Plain text shown on hover and read out: exact values.
    bool operator==(const PlotPoint&) const = default;
};

struct PlotSeries {
    QString name;                 ///< "Naive, counted"
    PlotRole role = PlotRole::Raw;
    LineKind line = LineKind::Solid;
    PlotMark mark = PlotMark::None;
    bool isThin = false;          ///< A line of 1.25 instead of 2.25 px.
    std::vector<PlotPoint> points;  ///< In order of x.
    QString label;                ///< Written beside the curve; empty: none.
    double labelX = 0.0;          ///< Where on the x axis the label is wanted.
    bool labelAbove = true;
    bool operator==(const PlotSeries&) const = default;
};

struct PlotTick {
    double at = 0.0;
    QString text;
    bool operator==(const PlotTick&) const = default;
};

struct PlotAxis {
    QString title;
    bool isLog = false;
    double low = 0.0;             ///< > 0 when isLog
    double high = 1.0;            ///< > low
    std::vector<PlotTick> ticks;  ///< Labels that would overlap are left out, their grid lines stay.
    bool operator==(const PlotAxis&) const = default;
};

/// A dotted vertical line at x with a label at its foot.
struct PlotMarker {
    double x = 0.0;
    QString label;
    bool operator==(const PlotMarker&) const = default;
};

/// A dashed horizontal line at y with a label on it.
struct PlotLimit {
    double y = 0.0;
    QString label;
    bool operator==(const PlotLimit&) const = default;
};

/// A few words beside a point.
struct PlotNote {
    double x = 0.0;
    double y = 0.0;
    QString text;
    PlotRole role = PlotRole::Raw;
    bool operator==(const PlotNote&) const = default;
};

/// One line of the legend: its samples side by side, then the words.
struct LegendSample {
    PlotRole role = PlotRole::Raw;
    LineKind line = LineKind::None;
    PlotMark mark = PlotMark::None;
    bool isThin = false;
    bool operator==(const LegendSample&) const = default;
};
struct LegendEntry {
    std::vector<LegendSample> samples;
    QString text;
    bool operator==(const LegendEntry&) const = default;
};

/// What one plot shows, with no pixels in it.
struct PlotPicture {
    QString title;
    QString subtitle;
    PlotAxis x;
    PlotAxis y;
    std::vector<PlotSeries> series;
    std::vector<PlotMarker> markers;
    std::vector<PlotLimit> limits;
    std::vector<PlotNote> notes;
    std::vector<LegendEntry> legend;  ///< Below the plot; empty: none.
    bool operator==(const PlotPicture&) const = default;
};

/// A table of a few values: a title, column heads, and rows of a name and one cell per column.
struct ValueTable {
    struct Row {
        QString name;
        QStringList cells;
        bool operator==(const Row&) const = default;
    };
    QString title;
    QStringList columns;
    std::vector<Row> rows;
    QStringList sentences;  ///< Below the table, wrapped.
    bool operator==(const ValueTable&) const = default;
};

/// Three plots side by side with one legend.
struct SaturationPicture {
    QString title;                   ///< Of an exported figure.
    PlotPicture entropy;
    PlotPicture maxWeight;
    PlotPicture p1p;
    std::vector<LegendEntry> legend;
    QStringList sentences;           ///< What is seen and why; the first is the most important.
    bool operator==(const SaturationPicture&) const = default;
};

/// A plot over n, and the values at each n: "Naive against flash".
struct GrowthPicture {
    PlotPicture plot;
    std::vector<double> ns;          ///< One per table, ascending.
    std::vector<ValueTable> tables;
    std::vector<std::vector<PlotNote>> notes;  ///< In the plot while this n is chosen; one list per n.
    int chosen = 0;                  ///< The n whose table is shown first.
    QStringList sentences;           ///< Under an exported figure, before those of the chosen table: what it is of.
    bool operator==(const GrowthPicture&) const = default;
};

}  // namespace attn::ui

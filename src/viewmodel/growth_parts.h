#pragma once
// What the makers of plots over n share; for src/viewmodel only.
#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "core/cost/memory.h"
#include "ui/plots/plot_picture.h"

namespace attn::app {

/// "1.5 KiB", with a space that is not broken at the end of a line.
QString bytesWords(double bytes);
/// "4 096"
QString countWords(Index count);
/// "12 µs", "3.4 ms", "1.20 s"
QString secondsWords(double seconds);
/// "34.4 GFLOP": three significant digits; the unit is 1000 of the one before.
QString operationsWords(double operations);
/// "34.4 GFLOP/s"
QString rateWords(double operationsPerSecond);
/// "9.2", "1.04", "8 192": a ratio as a person says it.
QString ratioWords(double ratio);
/// "+16.7 %"
QString moreWords(double share);

/// "8 heads", "1 head"
QString headsWords(Index heads);
/// "8 heads, d_k = 64, d_v = 64, batch 1, float32."
QString shapeSentence(const MemoryShape& shape);
/// "8 heads, d_k = 64, float32, batch 1"
QString shapeSubtitle(const MemoryShape& shape);

/// A log axis over `low` .. `high` (> 0) with ticks at powers of ten, every one or every few.
ui::PlotAxis decimalAxis(double low, double high, const std::function<QString(double)>& text);

/// An axis of lengths with the scene's own marked, and room for whole marks at both ends.
void setLengths(ui::PlotPicture& plot, const std::vector<Index>& ns, std::optional<Index> currentN);
/// The place of the scene's own length among `ns`, else the middle.
int chosenPlace(const std::vector<Index>& ns, std::optional<Index> currentN);

/// One curve of naive or of flash, without its points: the colour, the dashes and, with marks, the marks of its side.
ui::PlotSeries curveOf(bool isNaive, const QString& name, bool hasMarks = false);
/// A legend of lines for both sides.
ui::LegendEntry linesEntry(const QString& text);
/// Where the words beside a curve are wanted: a share of the way from the first length to the last.
double labelPlace(const std::vector<Index>& ns, double share);

}  // namespace attn::app

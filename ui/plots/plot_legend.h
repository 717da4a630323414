#pragma once
#include <QPen>
#include <QRectF>

#include "ui/plots/plot_picture.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_runs.h"

class QPainter;

namespace attn::ui {

QColor roleColor(PlotRole role, const Theme& theme);
QPen rolePen(PlotRole role, LineKind line, bool isThin, const Theme& theme);

/// A hollow mark (ground inside) or a filled one.
void paintMark(QPainter& painter, PlotMark mark, const QPointF& centre, const QColor& color, const QColor& ground,
               bool isFilled = false);

/// "q · k at d_k = 64": a sign after '_' is a subscript.
TextRuns plotRuns(const QString& text, TextRun::Kind kind = TextRun::Normal);

/// One line with its left end, its middle or its right end at `at`, centred on it vertically. `ground`, when valid, is
/// painted behind it. Returns the box of the text.
QRectF paintLine(QPainter& painter, const QPointF& at, Qt::Alignment alignment, const QString& text, const QFont& font,
                 const QColor& color, const Theme& theme, const QColor& ground = {});

/// Entries side by side, in as many lines as `width` asks for. Design units; see plot_frame.h.
double legendHeight(const std::vector<LegendEntry>& entries, double width);
void paintLegend(QPainter& painter, const QRectF& area, const std::vector<LegendEntry>& entries, const Theme& theme);

/// Sentences below one another, wrapped.
double sentencesHeight(const QStringList& sentences, double width, int pixels);
void paintSentences(QPainter& painter, const QRectF& area, const QStringList& sentences, int pixels,
                    const QColor& color, const Theme& theme);

}  // namespace attn::ui

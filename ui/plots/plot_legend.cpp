#include "ui/plots/plot_legend.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "ui/plots/plot_frame.h"

namespace attn::ui {
namespace {

constexpr double kLineHeight = 20.0;
constexpr double kLineSample = 22.0;
constexpr double kMarkSample = 13.0;
constexpr double kTextGap = 8.0;
constexpr double kEntryGap = 22.0;
constexpr double kMarkRadius = 4.5;

double sampleWidth(const LegendSample& sample) { return sample.line == LineKind::None ? kMarkSample : kLineSample; }

double samplesWidth(const LegendEntry& entry) {
    double width = 0.0;
    for (const LegendSample& sample : entry.samples)
        width += sampleWidth(sample);
    return width;
}

/// Calls place(entry, left, line) for each entry and returns the number of lines.
template <class Place>
int flow(const std::vector<LegendEntry>& entries, double width, const Place& placeEntry) {
    const QFont font = plot::font(type::kIndex);
    double left = 0.0;
    int line = 0;
    for (const LegendEntry& entry : entries) {
        const double needed = samplesWidth(entry) + kTextGap + plot::textWidth(entry.text, font);
        if (left > 0.0 && left + needed > width) {
            left = 0.0;
            ++line;
        }
        placeEntry(entry, left, line);
        left += needed + kEntryGap;
    }
    return entries.empty() ? 0 : line + 1;
}

std::vector<TextRuns> wrapped(const QString& sentence, double width, int pixels) {
    return wrapRuns(plotRuns(sentence), plot::font(pixels), width);
}

double sentenceLine(int pixels) { return std::ceil(pixels * 1.4); }

}  // namespace

QColor roleColor(PlotRole role, const Theme& theme) {
    switch (role) {
    case PlotRole::Naive:
    case PlotRole::Raw:
    case PlotRole::Scene: return theme.text;
    case PlotRole::Flash:
    case PlotRole::Scaled: return theme.accent;
    case PlotRole::Limit: return theme.warningLine;
    case PlotRole::Second: return theme.secondText;
    }
    return theme.text;
}

QPen rolePen(PlotRole role, LineKind line, bool isThin, const Theme& theme) {
    if (line == LineKind::None)
        return Qt::NoPen;
    const double width = isThin ? 1.25 : 2.25;
    QPen pen(roleColor(role, theme), width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    // Qt counts dashes in widths of the pen; these are 9 5 and 1.5 4 design units.
    if (line == LineKind::Dashed)
        pen.setDashPattern({isThin ? 6.0 / width : 9.0 / width, isThin ? 4.0 / width : 5.0 / width});
    if (line == LineKind::Dotted)
        pen.setDashPattern({1.5 / width, 4.0 / width});
    return pen;
}

void paintMark(QPainter& painter, PlotMark mark, const QPointF& centre, const QColor& color, const QColor& ground,
               bool isFilled) {
    if (mark == PlotMark::None)
        return;
    const double r = kMarkRadius;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 1.75));
    painter.setBrush(isFilled ? color : ground);
    switch (mark) {
    case PlotMark::None: break;
    case PlotMark::Circle: painter.drawEllipse(centre, r, r); break;
    case PlotMark::Square: painter.drawRect(QRectF(centre.x() - r + 0.5, centre.y() - r + 0.5, 2 * r - 1, 2 * r - 1)); break;
    case PlotMark::Cross:
        painter.drawLine(centre + QPointF(-r, -r), centre + QPointF(r, r));
        painter.drawLine(centre + QPointF(-r, r), centre + QPointF(r, -r));
        break;
    case PlotMark::Diamond: {
        const double d = r * 1.35;
        painter.drawPolygon(QPolygonF{centre + QPointF(0, -d), centre + QPointF(d, 0), centre + QPointF(0, d),
                                      centre + QPointF(-d, 0)});
        break;
    }
    }
    painter.restore();
}

TextRuns plotRuns(const QString& text, TextRun::Kind kind) {
    TextRuns runs;
    QString plain;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == u'_' && i > 0 && text[i - 1].isLetter() && i + 1 < text.size() && text[i + 1].isLetterOrNumber()) {
            runs.push_back({plain, kind});
            runs.push_back({text.mid(i + 1, 1), TextRun::Subscript});
            plain.clear();
            ++i;
        } else {
            plain += text[i];
        }
    }
    if (!plain.isEmpty())
        runs.push_back({plain, kind});
    return runs;
}

QRectF paintLine(QPainter& painter, const QPointF& at, Qt::Alignment alignment, const QString& text, const QFont& font,
                 const QColor& color, const Theme& theme, const QColor& ground) {
    const QFontMetricsF metrics(font);
    const double width = plot::textWidth(text, font);
    const double left = alignment & Qt::AlignRight ? at.x() - width
                        : alignment & Qt::AlignHCenter ? at.x() - width / 2.0
                                                       : at.x();
    const QRectF box(left, at.y() - metrics.height() / 2.0, width, metrics.height());
    if (ground.isValid())
        painter.fillRect(box.adjusted(-3, 0, 3, 0), ground);
    drawRuns(painter, QPointF(left, at.y() + (metrics.ascent() - metrics.descent()) / 2.0), plotRuns(text), font, theme,
             color);
    return box;
}

double legendHeight(const std::vector<LegendEntry>& entries, double width) {
    return flow(entries, width, [](const LegendEntry&, double, int) {}) * kLineHeight;
}

void paintLegend(QPainter& painter, const QRectF& area, const std::vector<LegendEntry>& entries, const Theme& theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    flow(entries, area.width(), [&](const LegendEntry& entry, double left, int line) {
        double x = area.left() + left;
        const double y = area.top() + (line + 0.5) * kLineHeight;
        for (const LegendSample& sample : entry.samples) {
            const double width = sampleWidth(sample);
            if (sample.line != LineKind::None) {
                painter.setPen(rolePen(sample.role, sample.line, sample.isThin, theme));
                painter.drawLine(QPointF(x, y), QPointF(x + width - 2.0, y));
            }
            paintMark(painter, sample.mark, QPointF(x + width / 2.0 - 1.0, y), roleColor(sample.role, theme),
                      theme.surface);
            x += width;
        }
        paintLine(painter, QPointF(x + kTextGap, y), Qt::AlignLeft, entry.text, plot::font(type::kIndex),
                  theme.secondText, theme);
    });
    painter.restore();
}

double sentencesHeight(const QStringList& sentences, double width, int pixels) {
    double height = 0.0;
    for (const QString& sentence : sentences)
        height += static_cast<double>(wrapped(sentence, width, pixels).size()) * sentenceLine(pixels) + pixels * 0.4;
    return height;
}

void paintSentences(QPainter& painter, const QRectF& area, const QStringList& sentences, int pixels,
                    const QColor& color, const Theme& theme) {
    const QFont font = plot::font(pixels);
    const QFontMetricsF metrics(font);
    double y = area.top();
    for (const QString& sentence : sentences) {
        for (const TextRuns& line : wrapped(sentence, area.width(), pixels)) {
            drawRuns(painter, QPointF(area.left(), y + metrics.ascent()), line, font, theme, color);
            y += sentenceLine(pixels);
        }
        y += pixels * 0.4;
    }
}

}  // namespace attn::ui

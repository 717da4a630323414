#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/figure/figure_text.h"
#include "ui/lines/lines_parts.h"

namespace attn::ui {
namespace {

constexpr double kSample = 32.0, kBetween = 16.0, kBeside = 6.0;  ///< At 100 %; on paper points.

QString say(const char* text) {
    return QCoreApplication::translate("Lines", text);
}

double unitOf(const LinesStyle& style) {
    return style.isPaper ? 0.7 : fontScale();
}
double lineHeight(const LinesStyle& style) {
    return std::ceil(metricsOf(figureType(style.isPaper).note).height()) + 3.0 * unitOf(style);
}

/// Calls `place(key, corner)` for each entry in turn; returns the height of all.
template <class Place>
double flow(const std::vector<LinesKey>& keys, const LinesStyle& style, double width, Place place) {
    const QFont font = figureType(style.isPaper).note;
    const double u = unitOf(style), high = lineHeight(style);
    double x = 0.0, y = 0.0;
    for (const LinesKey& key : keys) {
        const double wide = (kSample + kBeside) * u + metricsOf(font).horizontalAdvance(key.text);
        if (x > 0.0 && x + wide > width) {
            x = 0.0;
            y += high;
        }
        place(key, QPointF(x, y));
        x += wide + kBetween * u;
    }
    return keys.empty() ? 0.0 : y + high;
}

}  // namespace

std::vector<LinesKey> linesLegend(const LinesPicture& picture, const LinesStyle& style) {
    std::vector<LinesKey> keys;
    if (picture.heads.empty())
        return keys;
    // Heads that look alike share an entry.
    std::vector<bool> isTold(picture.heads.size(), false);
    for (std::size_t i = 0; i < picture.heads.size() && picture.heads.size() > 1; ++i) {
        if (isTold[i])
            continue;
        QStringList names;
        for (std::size_t j = i; j < picture.heads.size(); ++j)
            if (picture.heads[j].sample == picture.heads[i].sample &&
                picture.heads[j].dash == picture.heads[i].dash) {
                isTold[j] = true;
                names << picture.heads[j].name;
            }
        keys.push_back({{static_cast<Index>(i), 0, 0, 0.5}, names.join(QStringLiteral(", "))});
    }
    for (const double weight : {1.0, 0.5, 0.1})
        keys.push_back(
            {{0, 0, 0, weight},
             say(QT_TRANSLATE_NOOP("Lines", "weight %1")).arg(fixedNumber(weight, weight == 1.0 ? 0 : 1))});
    keys.back().text +=
        QStringLiteral(": ") +
        (style.isPaper ? say(QT_TRANSLATE_NOOP("Lines", "%1 pt × weight wide, at least %2, paler the smaller"))
                       : say(QT_TRANSLATE_NOOP("Lines", "%1 px × weight wide, at least %2, paler the smaller")))
            .arg(style.widest())
            .arg(style.thinnest());
    if (picture.hasFault())
        keys.push_back({{0, 0, 0, std::numeric_limits<double>::quiet_NaN()},
                        say(QT_TRANSLATE_NOOP("Lines", "NaN or infinite"))});
    return keys;
}

double linesLegendHeight(const std::vector<LinesKey>& keys, const LinesStyle& style, double width) {
    return flow(keys, style, width, [](const LinesKey&, QPointF) {});
}

void paintLinesLegend(QPainter& painter, const QRectF& box, const LinesPicture& picture, const LinesStyle& style) {
    const QFont font = figureType(style.isPaper).note;
    const double u = unitOf(style), high = lineHeight(style);
    const QFontMetricsF metrics = metricsOf(font);
    flow(linesLegend(picture, style), style, box.width(), [&](const LinesKey& key, QPointF corner) {
        const QPointF at = box.topLeft() + corner + QPointF(0.0, high / 2.0);
        strokeLine(painter, picture, key.line, style, false, at, at + QPointF(kSample * u, 0.0));
        painter.setPen(std::isfinite(key.line.weight) ? style.theme->text : style.theme->fault);
        drawFigureText(painter, at + QPointF((kSample + kBeside) * u, (metrics.ascent() - metrics.descent()) / 2.0),
                       key.text, font);
    });
}

}  // namespace attn::ui

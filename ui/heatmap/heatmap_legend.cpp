#include "ui/heatmap/heatmap_legend.h"

#include <QCoreApplication>
#include <cmath>
#include <limits>

#include "ui/heatmap/heatmap_parts.h"

namespace attn::ui {
namespace {

double swatchOf(const QFont& font) {
    return std::ceil(metricsOf(font).ascent() * 1.05);
}

/// Sets the items in lines; calls `place(item, topLeft)` for each and returns the height.
template <class Place>
double setInLines(const std::vector<LegendItem>& items, const QFont& font, double width, Place place) {
    if (items.empty())
        return 0.0;
    const double swatch = swatchOf(font), line = std::ceil(metricsOf(font).height() * 1.25);
    double x = 0.0, y = 0.0;
    for (const LegendItem& item : items) {
        const double wide = swatch * 1.5 + metricsOf(font).horizontalAdvance(item.text);
        if (x > 0.0 && x + wide > width) {
            x = 0.0;
            y += line;
        }
        place(item, QPointF(x, y));
        x += wide + swatch * 1.4;
    }
    return y + line;
}

}  // namespace

std::vector<LegendItem> legendItems(const HeatmapSurvey& survey, bool isFlat, bool hasValues) {
    std::vector<LegendItem> items;
    const auto add = [&](LegendMark mark, const char* text) {
        items.push_back({mark, QCoreApplication::translate("Heatmap", text)});
    };
    if (survey.isPattern) {
        // Too small to tell by whom, a masked cell is just masked.
        if (survey.plain || (isFlat && survey.paintedAllowed))
            add(LegendMark::Allowed, QT_TRANSLATE_NOOP("Heatmap", "may attend"));
        if (isFlat && (survey.masked || survey.maskedByHand))
            add(LegendMark::Masked, QT_TRANSLATE_NOOP("Heatmap", "masked"));
        if (!isFlat && survey.masked)
            add(LegendMark::Masked, QT_TRANSLATE_NOOP("Heatmap", "masked by a rule"));
        if (!isFlat && survey.paintedAllowed)
            add(LegendMark::Painted, QT_TRANSLATE_NOOP("Heatmap", "painted: allowed"));
        if (!isFlat && survey.maskedByHand)
            add(LegendMark::MaskedByHand, QT_TRANSLATE_NOOP("Heatmap", "painted: masked"));
        return items;
    }
    if (survey.masked)
        add(LegendMark::Masked, QT_TRANSLATE_NOOP("Heatmap", "masked (may not be attended)"));
    if (survey.maskedByHand)
        add(LegendMark::MaskedByHand, QT_TRANSLATE_NOOP("Heatmap", "masked by hand"));
    if (survey.painted && !isFlat)
        add(LegendMark::Painted, QT_TRANSLATE_NOOP("Heatmap", "changed by hand"));
    if (survey.exactZero && !isFlat && !hasValues)
        add(LegendMark::ExactZero, QT_TRANSLATE_NOOP("Heatmap", "exactly 0"));
    if (survey.nan && survey.infinite)
        add(LegendMark::NotFinite, QT_TRANSLATE_NOOP("Heatmap", "NaN or infinite"));
    else if (survey.nan)
        add(LegendMark::NotFinite, QT_TRANSLATE_NOOP("Heatmap", "NaN (not a number)"));
    else if (survey.infinite)
        add(LegendMark::NotFinite, QT_TRANSLATE_NOOP("Heatmap", "infinite"));
    return items;
}

double legendHeight(const std::vector<LegendItem>& items, const QFont& font, double width) {
    return setInLines(items, font, width, [](const LegendItem&, QPointF) {});
}

void drawLegend(QPainter& painter, const QRectF& box, const std::vector<LegendItem>& items, const QFont& font,
                const HeatmapPicture& picture, const HeatmapOptions& options, bool isFlat) {
    const Theme& theme = options.colors();
    const double swatch = swatchOf(font);
    const double line = options.paper ? 0.5 : 1.0;
    setInLines(items, font, box.width(), [&](const LegendItem& item, QPointF at) {
        const QRectF mark(box.topLeft() + at, QSizeF(swatch, swatch));
        const bool isMasked = item.mark == LegendMark::Masked || item.mark == LegendMark::MaskedByHand;
        const bool isFault = item.mark == LegendMark::NotFinite;
        const QRgb zero = ColorScale(picture).color(0.0, 0);
        const bool isAllowed =
            item.mark == LegendMark::Allowed || (item.mark == LegendMark::Painted && picture.isPattern);
        const QColor ground = isMasked                             ? theme.maskGround
                              : isAllowed                          ? theme.accentGround
                              : isFault                            ? (isFlat ? theme.fault : theme.faultGround)
                              : item.mark == LegendMark::ExactZero ? QColor(zero)
                                                                   : theme.surface;
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.fillRect(mark, ground);
        if (isMasked && !isFlat)
            drawHatchBox(painter, mark, swatch / 2.6, line, theme.maskLine, item.mark == LegendMark::MaskedByHand);
        if (isFault && !isFlat)
            drawFaultCell(painter, mark, std::numeric_limits<double>::quiet_NaN(), options);
        else {
            painter.setRenderHint(QPainter::Antialiasing, true);
            painter.setPen(QPen(theme.strongLine, line));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(mark.adjusted(line / 2, line / 2, -line / 2, -line / 2));
        }
        if (item.mark == LegendMark::Painted || item.mark == LegendMark::MaskedByHand)
            if (!isFlat)
                drawPaintedCorner(painter, mark, options);
        if (item.mark == LegendMark::ExactZero)
            drawZeroRing(painter, mark, zero, options);
        painter.setPen(theme.text);
        drawFigureText(painter, mark.bottomLeft() + QPointF(swatch * 1.5, -swatch * 0.12), item.text, font);
    });
}

}  // namespace attn::ui

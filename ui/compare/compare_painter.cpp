#include <QCoreApplication>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/compare/compare_layout.h"
#include "ui/figure/figure_text.h"
#include "ui/heatmap/heatmap_parts.h"

namespace attn::ui {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("Compare", text);
}

class Painter {
  public:
    Painter(QPainter& painter, const ComparePicture& picture, const HeatmapOptions& options,
            const CompareLayout& layout)
        : m_painter(painter),
          m_picture(picture),
          m_options(options),
          m_layout(layout),
          m_theme(options.colors()),
          m_type(figureType(options.paper)),
          m_unit(unitOf(options)) {}

    void paint(const HeatmapMarks& marks) {
        for (int i = 0; i < kPanelCount; ++i) {
            paintHead(i);
            const HeatmapLayout& panel = m_layout.panels[static_cast<std::size_t>(i)];
            if (panel.cell > 0.0)
                paintHeatmapFurniture(m_painter, panelPicture(m_picture, i), m_options, panel, marks);
        }
        if (!m_layout.missing.isNull())
            paintMissing();
        if (!m_layout.sharedBar.isNull())
            paintBar(m_layout.sharedBar, m_picture.b, barName(m_picture.b));
        if (!m_layout.differenceBar.isNull())
            paintBar(m_layout.differenceBar, m_picture.difference, QString());
        if (!m_layout.legend.isNull())
            drawLegend(m_painter, m_layout.legend, m_layout.legendItems, m_type.note, m_picture.b, m_options,
                       m_layout.isFlat);
        if (!m_layout.caption.isNull())
            drawWrapped(m_painter, m_layout.caption.topLeft(), m_layout.caption.width(), m_picture.caption,
                        m_type.caption, m_theme.text, true);
    }

  private:
    /// "A  before the scale"
    void paintHead(int panel) {
        const QRectF& room = m_layout.heads[static_cast<std::size_t>(panel)];
        const bool isDifference = panel == kPanelDifference;
        const QString letter = panel == kPanelA ? QStringLiteral("A")
                               : isDifference   ? QStringLiteral("B − A")
                                                : QStringLiteral("B");
        const QString name = panel == kPanelA ? m_picture.aName : isDifference ? say("difference") : m_picture.bName;
        const QFontMetricsF metrics = metricsOf(m_type.title);
        const double base = room.top() + metrics.ascent();
        m_painter.setPen(m_theme.text);
        drawFigureText(m_painter, {room.left(), base}, letter, m_type.title);
        const double x = metrics.horizontalAdvance(letter) + 8 * m_unit;
        if (x >= room.width())
            return;
        m_painter.setPen(m_theme.secondText);
        drawFigureText(m_painter, {room.left() + x, base},
                       metricsOf(m_type.axisTitle).elidedText(name, Qt::ElideRight, room.width() - x),
                       m_type.axisTitle);
    }

    void paintMissing() {
        const QRectF& box = m_layout.missing;
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.setPen(QPen(m_theme.strongLine, m_options.paper ? 0.75 : 1.0, Qt::CustomDashLine));
        QPen pen = m_painter.pen();
        pen.setDashPattern({4.0, 4.0});
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
        QPainterPath frame;
        frame.addRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
        m_painter.drawPath(frame);
        m_painter.restore();
        const double pad = 12 * m_unit, width = std::max(1.0, box.width() - 2 * pad);
        const double high = wrappedHeight(m_picture.refusal, m_type.label, width);
        drawWrapped(m_painter, {box.left() + pad, std::max(box.top() + 2 * m_unit, box.center().y() - high / 2)},
                    width, m_picture.refusal, m_type.label, m_theme.secondText);
    }

    /// low [colours] high  quantity
    void paintBar(const QRectF& line, const HeatmapPicture& picture, const QString& quantity) {
        const QFontMetricsF metrics = metricsOf(m_type.note);
        const double base = line.top() + metrics.ascent();
        double x = line.left();
        const auto word = [&](const QString& text) {
            m_painter.setPen(m_options.paper ? m_theme.text : m_theme.secondText);
            drawFigureText(m_painter, {x, base}, text, m_type.note);
            x += metrics.horizontalAdvance(text);
        };
        const std::vector<Tick> perRow = picture.perRowRange ? barTicks(picture, {}, 1.0) : std::vector<Tick>{};
        word(perRow.empty() ? endText(picture.low, picture.decimals) : perRow.front().text);
        x += 6 * m_unit;
        const double wide = 96 * m_unit, high = 10 * m_unit,
                     top = std::round(line.top() + (metrics.height() - high) / 2);
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        constexpr int kPieces = 64;
        for (int i = 0; i < kPieces; ++i)
            m_painter.fillRect(QRectF(x + wide * i / kPieces, top,
                                      std::min(2.0, static_cast<double>(kPieces - i)) * wide / kPieces, high),
                               QColor(color(picture.map, static_cast<double>(i) / (kPieces - 1))));
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        const double half = (m_options.paper ? 0.5 : 1.0) / 2;
        m_painter.setPen(QPen(m_theme.strongLine, 2 * half, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        m_painter.setBrush(Qt::NoBrush);
        QPainterPath frame;
        frame.addRect(QRectF(x, top, wide, high).adjusted(half, half, -half, -half));
        m_painter.drawPath(frame);
        m_painter.restore();
        x += wide + 6 * m_unit;
        word(perRow.empty() ? endText(picture.high, picture.decimals) : perRow.back().text);
        if (!quantity.isEmpty()) {
            x += 12 * m_unit;
            word(metrics.elidedText(quantity, Qt::ElideRight, std::max(0.0, line.right() - x)));
        }
    }

    /// Whole numbers bare; a range that the decimals would hide by its exponent.
    static QString endText(double value, int decimals) {
        if (value == std::floor(value) && std::abs(value) < 1e6)
            return fixedNumber(value, 0);
        if (std::abs(value) < 0.5 * std::pow(10.0, -decimals) || std::abs(value) >= 1e6)
            return QString::number(value, 'g', 3).replace(u'-', QChar(0x2212));
        return fixedNumber(value, std::max(decimals, 2));
    }

    QPainter& m_painter;
    const ComparePicture& m_picture;
    const HeatmapOptions& m_options;
    const CompareLayout& m_layout;
    const Theme& m_theme;
    FigureType m_type;
    double m_unit;
};

}  // namespace

void paintCompareCells(QPainter& painter, const ComparePicture& picture, const HeatmapOptions& options,
                       const CompareLayout& layout) {
    for (int i = 0; i < kPanelCount; ++i)
        paintHeatmapCells(painter, panelPicture(picture, i), options, layout.panels[static_cast<std::size_t>(i)]);
}

void paintCompareFurniture(QPainter& painter, const ComparePicture& picture, const HeatmapOptions& options,
                           const CompareLayout& layout, const HeatmapMarks& marks) {
    painter.save();
    Painter(painter, picture, options, layout).paint(marks);
    painter.restore();
}

void paintCompareMarks(QPainter& painter, const ComparePicture& picture, const HeatmapOptions& options,
                       const CompareLayout& layout, const HeatmapMarks& marks) {
    for (int i = 0; i < kPanelCount; ++i)
        paintHeatmapMarks(painter, panelPicture(picture, i), options, layout.panels[static_cast<std::size_t>(i)],
                          marks);
}

void paintCompare(QPainter& painter, const ComparePicture& picture, const HeatmapOptions& options,
                  const CompareLayout& layout, const HeatmapMarks& marks) {
    paintCompareCells(painter, picture, options, layout);
    paintCompareFurniture(painter, picture, options, layout, marks);
    paintCompareMarks(painter, picture, options, layout, marks);
}

}  // namespace attn::ui

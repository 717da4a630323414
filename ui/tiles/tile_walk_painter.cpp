#include "ui/tiles/tile_walk_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/figure/color_map.h"
#include "ui/figure/figure_text.h"
#include "ui/heatmap/color_scale.h"
#include "ui/heatmap/heatmap_sample.h"
#include "ui/plots/plot_frame.h"
#include "ui/plots/plot_legend.h"
#include "ui/theme/paint.h"
#include "ui/tiles/tile_memory_painter.h"

namespace attn::ui {
namespace {

constexpr double kTick = 16.0;
constexpr double kLeastCell = 3.0;  ///< Side from which scores are drawn one by one.

QString say(const char* text) {
    return QCoreApplication::translate("TileWalk", text);
}

class Painter {
  public:
    Painter(QPainter& painter, const TileWalkPicture& picture, const TileWalkLayout& layout, const Theme& theme)
        : m_painter(painter), m_picture(picture), m_layout(layout), m_theme(theme) {}

    void paint(double motion) {
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        line({m_layout.title.left(), m_layout.title.top() + 10.0}, m_picture.title, plot::font(15, QFont::DemiBold),
             m_theme.text);
        wrapped(QRectF(m_layout.title.left(), m_layout.title.top() + 20.0, m_layout.title.width(), 20.0),
                m_picture.subtitle, type::kIndex, m_theme.secondText, 1);
        if (!m_picture.empty.isEmpty()) {
            const QRectF box = QRectF(16.0, 60.0, m_layout.size.width() - 32.0, 60.0);
            paintDashedBox(m_painter, box, kControlRadius, m_theme.strongLine);
            line(box.center(), m_picture.empty, plot::font(type::kLabel), m_theme.secondText, Qt::AlignHCenter);
            return;
        }
        paintAxes();
        paintTiles();
        paintLegend();
        paintTileMemories(m_painter, m_picture, m_layout, m_theme, motion);
        paintTable();
        if (!m_layout.sentence.isEmpty())
            wrapped(m_layout.sentence, m_picture.sentence, type::kLabel, m_theme.secondText, 2);
    }

  private:
    void line(QPointF at, const QString& text, const QFont& font, const QColor& ink,
              Qt::Alignment side = Qt::AlignLeft) {
        paintLine(m_painter, at, side, text, font, ink, m_theme);
    }
    /// At most `most` lines; what is left over ends in an ellipsis.
    void wrapped(const QRectF& box, const QString& text, int pixels, const QColor& ink, std::size_t most) {
        const QFont font = plot::font(pixels);
        auto lines = wrapRuns(plotRuns(text), font, box.width());
        if (lines.size() > most) {
            lines.resize(most);
            lines.back().push_back({QString(QChar(0x2026))});
        }
        double y = box.top() + QFontMetricsF(font).ascent();
        for (const TextRuns& each : lines) {
            drawRuns(m_painter, {box.left(), y}, each, font, m_theme, ink);
            y += pixels * 1.45;
        }
    }

    /// A token as a person wrote it: nothing in it is a subscript. It is cut where it is too long.
    void literal(QPointF at, const QString& text, double width, const QFont& font) {
        const QFontMetricsF metrics(font);
        m_painter.setPen(m_theme.query);
        drawFigureText(m_painter, {at.x(), at.y() + (metrics.ascent() - metrics.descent()) / 2.0},
                       metrics.elidedText(text, Qt::ElideRight, width), font);
    }

    void paintAxes() {
        const QRectF& grid = m_layout.grid;
        const QFont title = plot::font(type::kLabel);
        const QFont index = plot::font(type::kIndex);
        line({std::max(grid.center().x(), grid.left() + 40.0), grid.top() - 28.0},
             say(QT_TRANSLATE_NOOP("TileWalk", "key tile")), title, m_theme.key, Qt::AlignHCenter);
        m_painter.save();
        m_painter.translate(m_layout.title.left() + 8.0, std::max(grid.center().y(), grid.top() + 40.0));
        m_painter.rotate(-90.0);
        line({}, say(QT_TRANSLATE_NOOP("TileWalk", "query tile")), title, m_theme.query, Qt::AlignHCenter);
        m_painter.restore();
        numbers(
            m_picture.tileCols, [&](Index at) { return m_layout.tileRect(m_picture, 0, at).center().x(); },
            m_layout.cellWide * static_cast<double>(m_picture.keyRows), 24.0,
            [&](Index at, double x) {
                const bool isNow = at == m_picture.col;
                line({x, grid.top() - 10.0}, QString::number(at),
                     isNow ? plot::font(type::kIndex, QFont::DemiBold) : index,
                     isNow ? m_theme.key : m_theme.secondText, Qt::AlignHCenter);
            });
        numbers(
            m_picture.tileRows, [&](Index at) { return m_layout.tileRect(m_picture, at, 0).center().y(); },
            m_layout.cellHigh * static_cast<double>(m_picture.queryRows), 16.0,
            [&](Index at, double y) {
                const bool isNow = at == m_picture.row;
                line({grid.left() - 8.0, y}, QString::number(at),
                     isNow ? plot::font(type::kIndex, QFont::DemiBold) : index,
                     isNow ? m_theme.query : m_theme.secondText, Qt::AlignRight);
            });
    }
    /// Every one, second, fourth ... number, as many as have room.
    template <class Place, class Draw>
    void numbers(Index count, const Place& place, double step, double needed, const Draw& draw) {
        Index stride = 1;
        while (step * static_cast<double>(stride) < needed && stride < count)
            stride *= 2;
        for (Index at = 0; at < count; at += stride)
            draw(at, place(at));
    }

    void paintTiles() {
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        for (Index row = 0; row < m_picture.tileRows; ++row)
            for (Index col = 0; col < m_picture.tileCols; ++col)
                paintTile(row, col);
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        if (m_picture.row >= 0) {
            paintScores();
            const QRectF box = m_layout.tileRect(m_picture, m_picture.row, m_picture.col);
            m_painter.setBrush(Qt::NoBrush);
            m_painter.setPen(QPen(m_theme.accent, 2.0, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            m_painter.drawRect(box);
        }
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_theme.strongLine, 1.0));
        m_painter.drawRect(m_layout.grid);
    }
    void paintTile(Index row, Index col) {
        const QRectF box = m_layout.tileRect(m_picture, row, col);
        const int visit = m_picture.visitOf(row, col);
        const double side = std::min(box.width(), box.height());
        if (visit == 0) {
            if (side >= 12.0)
                paintHatch(m_painter, box, m_theme.maskGround, m_theme.maskLine);
            else
                m_painter.fillRect(box, m_theme.maskGround);
        } else {
            const bool isDone = visit <= m_picture.position;
            m_painter.fillRect(box, isDone ? m_theme.accentGround : m_theme.surface);
            if (isDone && visit != m_picture.position && side >= 16.0)
                paintTick(m_painter, QRectF(box.center() - QPointF(kTick, kTick) / 2.0, QSizeF(kTick, kTick)),
                          m_theme.accent);
        }
        if (side >= 6.0) {
            m_painter.setBrush(Qt::NoBrush);
            m_painter.setPen(QPen(m_theme.strongLine, 0.75));
            m_painter.drawRect(box);
        }
    }
    void paintScores() {
        const HeatmapPicture& tile = m_picture.tile;
        if (std::min(m_layout.cellWide, m_layout.cellHigh) < kLeastCell) {
            const QRectF box = m_layout.tileRect(m_picture, m_picture.row, m_picture.col);
            const QSize pixels(std::max(1, qRound(2.0 * box.width())), std::max(1, qRound(2.0 * box.height())));
            m_painter.drawImage(box, sampleCells(tile, m_theme, true, pixels));
            return;
        }
        const ColorScale scale(tile);
        for (Index i = 0; i < tile.cells.rows; ++i)
            for (Index j = 0; j < tile.cells.cols; ++j)
                paintScore(i, j, tile, scale);
    }
    void paintScore(Index i, Index j, const HeatmapPicture& tile, const ColorScale& scale) {
        const QRectF tileBox = m_layout.tileRect(m_picture, m_picture.row, m_picture.col);
        const QRectF box(tileBox.left() + m_layout.cellWide * static_cast<double>(j),
                         tileBox.top() + m_layout.cellHigh * static_cast<double>(i), m_layout.cellWide,
                         m_layout.cellHigh);
        const double side = std::min(box.width(), box.height());
        const double value = tile.cells(i, j);
        const bool isMasked = tile.state(i, j) == CellState::Masked || tile.state(i, j) == CellState::MaskedByHand;
        const QRgb ground = cellGround(tile, scale, m_theme, side < 12.0, i, j);
        if (isMasked && side >= 12.0)
            paintHatch(m_painter, box, m_theme.maskGround, m_theme.maskLine);
        else
            m_painter.fillRect(box, QColor::fromRgb(ground));
        if (isMasked)
            return;
        const QString text = std::isfinite(value) ? fixedNumber(value, 1) : exactNumber(value);
        const QFont font = plot::font(11);
        if (QFontMetricsF(font).horizontalAdvance(text) + 4.0 <= box.width() && side >= 14.0)
            line(box.center(), text, font, std::isfinite(value) ? QColor::fromRgb(inkOn(ground)) : m_theme.fault,
                 Qt::AlignHCenter);
    }

    void paintLegend() {
        double x = m_layout.legend.left();
        const double y = m_layout.legend.center().y();
        const auto entry = [&](const QString& text, const auto& sample) {
            const QRectF box(x, y - 6.0, 12.0, 12.0);
            sample(box);
            x = paintLine(m_painter, {x + 18.0, y}, Qt::AlignLeft, text, plot::font(type::kIndex), m_theme.secondText,
                          m_theme)
                    .right() +
                16.0;
        };
        const auto framed = [&](const QRectF& box, const QColor& ground, const QPen& pen) {
            m_painter.setBrush(ground);
            m_painter.setPen(pen);
            m_painter.drawRect(box);
        };
        entry(say(QT_TRANSLATE_NOOP("TileWalk", "done, forgotten")),
              [&](const QRectF& box) { framed(box, m_theme.accentGround, QPen(m_theme.strongLine, 0.75)); });
        entry(say(QT_TRANSLATE_NOOP("TileWalk", "in work")),
              [&](const QRectF& box) { framed(box, m_theme.surface, QPen(m_theme.accent, 2.0)); });
        if (std::find(m_picture.visit.begin(), m_picture.visit.end(), 0) != m_picture.visit.end())
            entry(say(QT_TRANSLATE_NOOP("TileWalk", "skipped by the mask")),
                  [&](const QRectF& box) { paintHatch(m_painter, box, m_theme.maskGround, m_theme.maskLine); });
    }

    void paintTable() {
        const QRectF& box = m_layout.table;
        line({box.left(), box.top() + 10.0}, m_picture.rowsTitle, plot::font(type::kBody, QFont::DemiBold),
             m_theme.text);
        const bool isWide = box.width() >= 560.0;
        const double name = 0.165 * box.width();
        // Each column as wide as its words need where the table is narrowest.
        constexpr double kEnds[] = {0.27, 0.40, 0.575, 0.73, 1.0};
        const auto rightOf = [&](int column) { return box.left() + kEnds[column] * box.width() - 4.0; };
        const QString heads[] = {isWide ? say(QT_TRANSLATE_NOOP("TileWalk", "largest before"))
                                        : say(QT_TRANSLATE_NOOP("TileWalk", "before")),
                                 isWide ? say(QT_TRANSLATE_NOOP("TileWalk", "largest now"))
                                        : say(QT_TRANSLATE_NOOP("TileWalk", "largest")),
                                 say(QT_TRANSLATE_NOOP("TileWalk", "rescale")),
                                 say(QT_TRANSLATE_NOOP("TileWalk", "sum so far")),
                                 isWide ? m_picture.outTitle : say(QT_TRANSLATE_NOOP("TileWalk", "output so far"))};
        const QString symbols[] = {QStringLiteral("m"), QStringLiteral("m′"), QStringLiteral("exp(m − m′)"),
                                   QStringLiteral("ℓ"), QStringLiteral("O")};
        for (int column = 0; column < 5; ++column) {
            line({rightOf(column), box.top() + 32.0}, heads[column], plot::font(type::kIndex), m_theme.secondText,
                 Qt::AlignRight);
            line({rightOf(column), box.top() + 48.0}, symbols[column], plot::font(type::kIndex), m_theme.text,
                 Qt::AlignRight);
        }
        m_painter.fillRect(QRectF(box.left(), box.top() + 59.0, box.width(), 1.0), m_theme.hairline);
        const double outRoom = box.right() - 4.0 - rightOf(3) - 12.0;
        for (int at = m_layout.firstRow; at < m_layout.firstRow + m_layout.shownRows; ++at) {
            const TileRow& row = m_picture.rows[static_cast<std::size_t>(at)];
            const QRectF place = m_layout.rowRect(at);
            if (row.isRescaled)
                m_painter.fillRect(place, m_theme.accentGround);
            if (row.isChosen)
                m_painter.fillRect(QRectF(place.left(), place.top() + 2.0, 3.0, place.height() - 4.0), m_theme.query);
            const QFont font = plot::font(type::kLabel);
            const double middle = place.center().y();
            literal({box.left() + 6.0, middle}, row.name, name - 8.0,
                    row.isChosen ? plot::font(type::kLabel, QFont::DemiBold) : font);
            const QString* cells[] = {&row.before, &row.now, &row.rescale, &row.sum};
            for (int column = 0; column < 4; ++column)
                line({rightOf(column), middle}, *cells[column], font,
                     row.isRescaled && (column == 1 || column == 2) ? m_theme.accent : m_theme.text, Qt::AlignRight);
            line({rightOf(4), middle}, outText(row.out, font, outRoom), font, m_theme.text, Qt::AlignRight);
        }
        if (m_layout.isCut) {
            const int left = static_cast<int>(m_picture.rows.size()) - m_layout.shownRows;
            const double end = m_layout.shownRows > 0
                                   ? m_layout.rowRect(m_layout.firstRow + m_layout.shownRows - 1).bottom()
                                   : box.top() + 62.0;
            line({box.left() + 6.0, end + 11.0}, say(QT_TRANSLATE_NOOP("TileWalk", "and %1 more rows")).arg(left),
                 plot::font(type::kIndex), m_theme.secondText);
        }
    }
    /// As many numbers as fit: [0.33, 0.50, …]
    static QString outText(const QStringList& out, const QFont& font, double room) {
        const QFontMetricsF metrics(font);
        for (qsizetype count = out.size(); count >= 0; --count) {
            QStringList parts = out.mid(0, count);
            if (count < out.size())
                parts.append(QString(QChar(0x2026)));
            const QString text = u'[' + parts.join(QStringLiteral(", ")) + u']';
            if (count == 0 || metrics.horizontalAdvance(text) <= room)
                return text;
        }
        return {};
    }

    QPainter& m_painter;
    const TileWalkPicture& m_picture;
    const TileWalkLayout& m_layout;
    const Theme& m_theme;
};

}  // namespace

void paintTileWalk(QPainter& painter, const TileWalkPicture& picture, const TileWalkLayout& layout,
                   const Theme& theme, double motion) {
    painter.save();
    Painter(painter, picture, layout, theme).paint(motion);
    painter.restore();
}

double figureHeight(const TileWalkPicture& picture, double width, double fontPx) {
    const double scale = fontPx / plot::kTickPx;
    const double wide = width / scale;
    const auto rows = static_cast<double>(std::min<std::size_t>(picture.rows.size(), 16));
    return scale * (std::max(tileWalkHeight(picture, wide), 12.0 + 152.0 + 44.0 + 62.0 + 22.0 * (rows + 1.0) + 70.0) +
                    sentencesHeight(picture.caption, wide - 32.0, type::kIndex));
}

void paintFigure(QPainter& painter, const QRectF& area, const TileWalkPicture& picture, const Theme& theme,
                 double fontPx) {
    const double scale = fontPx / plot::kTickPx;
    const QSizeF size = area.size() / scale;
    const double caption = sentencesHeight(picture.caption, size.width() - 32.0, type::kIndex);
    painter.save();
    painter.translate(area.topLeft());
    painter.scale(scale, scale);
    paintTileWalk(painter, picture, layoutTileWalk(picture, {size.width(), size.height() - caption}), theme);
    paintSentences(painter, QRectF(16.0, size.height() - caption, size.width() - 32.0, caption), picture.caption,
                   type::kIndex, theme.text, theme);
    painter.restore();
}

}  // namespace attn::ui

#include "ui/tiles/tile_memory_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPolygonF>

#include "ui/plots/plot_frame.h"
#include "ui/plots/plot_legend.h"
#include "ui/theme/paint.h"

namespace attn::ui {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("TileWalk", text);
}

constexpr TileMatrix kMatrices[] = {TileMatrix::Q, TileMatrix::K, TileMatrix::V, TileMatrix::O};

class Painter {
  public:
    Painter(QPainter& painter, const TileWalkPicture& picture, const TileWalkLayout& layout, const Theme& theme)
        : m_painter(painter), m_picture(picture), m_layout(layout), m_theme(theme) {}

    void paint(double motion) {
        box(m_layout.slow, say(QT_TRANSLATE_NOOP("TileWalk", "Slow memory")), m_picture.slowNote, m_theme.strongLine);
        box(m_layout.fast, say(QT_TRANSLATE_NOOP("TileWalk", "Fast memory")), m_picture.fastNote, m_theme.accent);
        for (const TileMatrix matrix : kMatrices)
            paintSlow(matrix);
        paintFast();
        paintArrow();
        paintMoving(motion);
        paintSentences(m_painter, m_layout.moved, {m_picture.moved}, type::kIndex, m_theme.secondText, m_theme);
    }

  private:
    static QString letter(TileMatrix matrix) { return QStringLiteral("QKVO").mid(static_cast<int>(matrix), 1); }
    QColor ink(TileMatrix matrix) const {
        const QColor inks[] = {m_theme.query, m_theme.key, m_theme.value, m_theme.text};
        return inks[static_cast<int>(matrix)];
    }
    QColor ground(TileMatrix matrix) const {
        const QColor grounds[] = {m_theme.queryGround, m_theme.keyGround, m_theme.valueGround, m_theme.raised};
        return grounds[static_cast<int>(matrix)];
    }
    Index at(TileMatrix matrix) const {
        return matrix == TileMatrix::Q || matrix == TileMatrix::O ? m_picture.row : m_picture.col;
    }
    bool isLoaded(TileMatrix matrix) const {
        return matrix == TileMatrix::Q   ? m_picture.loadsQueries
               : matrix == TileMatrix::O ? m_picture.loadsOutput
                                         : m_picture.loadsKeys;
    }
    void line(QPointF where, const QString& text, const QFont& font, const QColor& color,
              Qt::Alignment side = Qt::AlignHCenter) {
        paintLine(m_painter, where, side, text, font, color, m_theme);
    }

    /// Q with the number of its tile as a subscript.
    TextRuns named(TileMatrix matrix) const {
        return {{letter(matrix)}, {QString::number(at(matrix)), TextRun::Subscript}};
    }
    void runs(QPointF middle, const TextRuns& words, const QFont& font, const QColor& color) {
        const QFontMetricsF metrics(font);
        drawRuns(
            m_painter,
            {middle.x() - runsWidth(words, font) / 2.0, middle.y() + (metrics.ascent() - metrics.descent()) / 2.0},
            words, font, m_theme, color);
    }

    void box(const QRectF& area, const QString& name, const QString& note, const QColor& frame) {
        m_painter.setBrush(m_theme.sunken);
        m_painter.setPen(QPen(frame, 1.25));
        m_painter.drawRoundedRect(area, kControlRadius, kControlRadius);
        const double y = area.top() + 15.0;
        line({area.left() + 8.0, y}, name, plot::font(type::kLabel, QFont::DemiBold), m_theme.text, Qt::AlignLeft);
        if (plot::textWidth(name, plot::font(type::kLabel, QFont::DemiBold)) +
                plot::textWidth(note, plot::font(type::kIndex)) + 18.0 <
            area.width())
            line({area.right() - 8.0, y}, note, plot::font(type::kIndex), m_theme.secondText, Qt::AlignRight);
    }

    void paintSlow(TileMatrix matrix) {
        const Index count =
            matrix == TileMatrix::Q || matrix == TileMatrix::O ? m_picture.tileRows : m_picture.tileCols;
        const QRectF first = m_layout.slowSlot(m_picture, matrix, 0);
        line({first.center().x(), m_layout.slow.top() + 35.0}, letter(matrix),
             plot::font(type::kIndex, QFont::DemiBold), ink(matrix));
        for (Index tile = 0; tile < count; ++tile) {
            const QRectF slot = m_layout.slowSlot(m_picture, matrix, tile);
            const bool isNow = m_picture.row >= 0 && tile == at(matrix);
            m_painter.setBrush(isNow ? ground(matrix) : m_theme.surface);
            m_painter.setPen(isNow                  ? QPen(ink(matrix), 1.5)
                             : slot.height() >= 4.0 ? QPen(m_theme.hairline, 1.0)
                                                    : QPen(Qt::NoPen));
            m_painter.drawRect(slot);
            if (slot.height() >= 14.0)
                line(slot.center(), QString::number(tile), plot::font(type::kIndex),
                     isNow ? ink(matrix) : m_theme.secondText);
        }
    }

    void paintFast() {
        const bool isBusy = m_picture.row >= 0;
        for (const TileMatrix matrix : {TileMatrix::Q, TileMatrix::K, TileMatrix::V}) {
            slot(m_layout.fastSlot(matrix), isBusy ? ground(matrix) : m_theme.surface,
                 isBusy ? ink(matrix) : m_theme.hairline);
            if (isBusy)
                runs(m_layout.fastSlot(matrix).center(), named(matrix), plot::font(type::kLabel), ink(matrix));
        }
        slot(m_layout.scoreSlot(), m_theme.surface, isBusy ? m_theme.accent : m_theme.hairline);
        slot(m_layout.stateSlot(), m_theme.surface, isBusy ? m_theme.accent : m_theme.hairline);
        if (isBusy) {
            line(m_layout.scoreSlot().center(), QStringLiteral("S"), plot::font(type::kLabel), m_theme.text);
            line(m_layout.stateSlot().center(), say(QT_TRANSLATE_NOOP("TileWalk", "m, ℓ, O")),
                 plot::font(type::kLabel), m_theme.text);
        }
    }
    void slot(const QRectF& area, const QColor& fill, const QColor& frame) {
        m_painter.setBrush(fill);
        m_painter.setPen(QPen(frame, 1.25));
        m_painter.drawRoundedRect(area, 3.0, 3.0);
    }

    /// Which way tiles go in this step, with their names.
    void paintArrow() {
        const double from = m_layout.slow.right() + 6.0, to = m_layout.fast.left() - 6.0, middle = (from + to) / 2.0;
        double y = m_layout.slow.center().y() - 4.0;
        arrow(from, to, y);
        TextRuns names;
        for (const TileMatrix matrix : kMatrices)
            if (isLoaded(matrix)) {
                const TextRuns name = named(matrix);
                if (!names.empty())
                    names.push_back({QStringLiteral(" ")});
                names.insert(names.end(), name.begin(), name.end());
            }
        if (m_picture.row >= 0)
            runs({middle, y - 12.0}, names, plot::font(type::kIndex), m_theme.secondText);
        if (!m_picture.storesOutput)
            return;
        y += 26.0;
        arrow(to, from, y);
        runs({middle, y + 13.0}, named(TileMatrix::O), plot::font(type::kIndex), m_theme.secondText);
    }
    void arrow(double from, double to, double y) {
        const double back = to > from ? -5.0 : 5.0;
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_theme.strongLine, 1.25));
        m_painter.drawLine(QPointF(from, y), QPointF(to, y));
        m_painter.drawPolyline(QPolygonF{QPointF(to + back, y - 4.0), QPointF(to, y), QPointF(to + back, y + 4.0)});
    }

    /// Outlines on their way: in from slow memory, and O back to it.
    void paintMoving(double motion) {
        if (motion >= 1.0 || m_picture.row < 0)
            return;
        const auto between = [motion](const QRectF& from, const QRectF& to) {
            return QRectF(from.topLeft() + (to.topLeft() - from.topLeft()) * motion,
                          from.size() + (to.size() - from.size()) * motion);
        };
        for (const TileMatrix matrix : kMatrices) {
            const QRectF slow = m_layout.slowSlot(m_picture, matrix, at(matrix));
            const QRectF fast = m_layout.fastSlot(matrix);
            m_painter.setBrush(Qt::NoBrush);
            m_painter.setPen(QPen(ink(matrix), 2.0));
            if (isLoaded(matrix))
                m_painter.drawRect(between(slow, fast));
            if (matrix == TileMatrix::O && m_picture.storesOutput)
                m_painter.drawRect(between(fast, slow));
        }
    }

    QPainter& m_painter;
    const TileWalkPicture& m_picture;
    const TileWalkLayout& m_layout;
    const Theme& m_theme;
};

}  // namespace

void paintTileMemories(QPainter& painter, const TileWalkPicture& picture, const TileWalkLayout& layout,
                       const Theme& theme, double motion) {
    Painter(painter, picture, layout, theme).paint(motion);
}

}  // namespace attn::ui

#include "ui/sharing/sharing_painter.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"
#include "ui/heatmap/heatmap_painter.h"
#include "ui/heatmap/heatmap_sample.h"

namespace attn::ui {
namespace {

constexpr double kLeastMap = 20.0;  ///< Side from which a head's weights are drawn in its square.

QString say(const char* text) {
    return QCoreApplication::translate("Sharing", text);
}

class Painter {
  public:
    Painter(QPainter& painter, const SharingPicture& picture, const SharingStyle& style, const SharingLayout& layout,
            Index chosen, Index hovered)
        : m_painter(painter),
          m_picture(picture),
          m_theme(*style.theme),
          m_isPaper(style.isPaper),
          m_density(style.pixelsPerUnit),
          m_layout(layout),
          m_chosen(chosen),
          m_hovered(hovered),
          m_type(figureType(style.isPaper)) {}

    void paint() {
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        paintTitle(m_layout.title, say(QT_TRANSLATE_NOOP("Sharing", "query heads, each with its weights")),
                   say(QT_TRANSLATE_NOOP("Sharing", "query heads")), m_theme.query);
        paintTitle(m_layout.kvTitle, say(QT_TRANSLATE_NOOP("Sharing", "KV heads: keys (k) and values (v)")), {},
                   m_theme.key);
        // What is lit lies over the rest.
        for (const bool lit : {false, true})
            for (Index head = 0; head < m_picture.queryHeads(); ++head)
                if (isLit(head) == lit)
                    paintReading(head);
        for (Index head = 0; head < m_picture.queryHeads(); ++head)
            paintQueryHead(head);
        for (Index kv = 0; kv < m_picture.kvHeads; ++kv)
            paintKvHead(kv);
        for (std::size_t i = 0; i < m_picture.groups.size(); ++i)
            paintGroup(m_layout.groups[i], m_picture.groups[i]);
        drawWrapped(m_painter, m_layout.sentences.topLeft(), m_layout.sentences.width(),
                    m_picture.sentences.join(u' '), m_type.caption, m_isPaper ? m_theme.text : m_theme.secondText);
    }

  private:
    double u() const { return m_layout.unit; }
    bool isLit(Index head) const { return head == m_chosen || head == m_hovered; }
    const QRectF& queryRect(Index head) const { return m_layout.queryHeads[static_cast<std::size_t>(head)]; }
    const QRectF& kvRect(Index kv) const { return m_layout.kvHeads[static_cast<std::size_t>(kv)]; }
    Index readBy(Index head) const { return m_picture.reads[static_cast<std::size_t>(head)]; }
    bool hasMaps() const { return !m_picture.heads.empty() && queryRect(0).width() >= kLeastMap * u(); }

    void text(QPointF at, const QString& words, const QFont& font, const QColor& ink) {
        m_painter.setPen(ink);
        drawFigureText(m_painter, at, words, font);
    }
    void centred(double x, double baseline, const QString& words, const QFont& font, const QColor& ink) {
        text({x - metricsOf(font).horizontalAdvance(words) / 2.0, baseline}, words, font, ink);
    }
    void paintTitle(const QRectF& box, const QString& withMaps, const QString& without, const QColor& ink) {
        if (m_picture.reads.empty())
            return;
        centred(box.center().x(), box.top() + metricsOf(m_type.axisTitle).ascent(),
                without.isEmpty() || hasMaps() ? withMaps : without, m_type.axisTitle,
                m_isPaper ? m_theme.text : ink);
    }
    QFont semibold(const QFont& font) const {
        return m_isPaper ? paperFont(fontSize(font), QFont::DemiBold) : sizedFont(font.pixelSize(), QFont::DemiBold);
    }

    void paintReading(Index head) {
        const QRectF& from = queryRect(head);
        const QRectF& to = kvRect(readBy(head));
        m_painter.setPen(isLit(head) ? QPen(m_theme.accent, 2.5 * u()) : QPen(m_theme.strongLine, 1.25 * u()));
        m_painter.drawLine(QPointF(from.center().x(), from.bottom()), QPointF(to.center().x(), to.top()));
    }

    void paintQueryHead(Index head) {
        const QRectF& box = queryRect(head);
        m_painter.fillRect(box, m_theme.queryGround);
        if (hasMaps())
            paintMap(box.adjusted(2, 2, -2, -2), m_picture.heads[static_cast<std::size_t>(head)]);
        frame(box, m_theme.query, head);
        if (head % m_layout.step == 0 || head == m_chosen) {
            const bool isNear = m_chosen >= 0 && head != m_chosen && std::abs(head - m_chosen) < m_layout.step;
            if (!isNear)
                centred(box.center().x(), box.top() - 4.0 * u(), QString::number(head),
                        head == m_chosen ? semibold(m_type.tick) : m_type.tick,
                        head == m_chosen ? m_theme.accent
                        : m_isPaper      ? m_theme.text
                                         : m_theme.query);
        }
    }

    void frame(const QRectF& box, const QColor& ink, Index head) {
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(ink, 1.0));
        m_painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
        if (head < 0 || !isLit(head))
            return;
        m_painter.setPen(QPen(m_theme.accent, 2.0 * u(), Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        m_painter.drawRect(box.adjusted(-u(), -u(), u(), u()));
    }

    void paintMap(const QRectF& box, const HeatmapPicture& picture) {
        if (!m_isPaper)
            return paintSmallMap(box, picture);
        HeatmapOptions options;
        options.theme = &m_theme;
        options.paper = m_isPaper;
        options.labels = options.axisTitles = options.values = options.colorBar = options.rowCounts = options.legend =
            options.notes = false;
        options.largestCell = 1e9;
        options.pixelsPerUnit = m_density;
        m_painter.save();
        m_painter.translate(box.topLeft());
        paintHeatmap(m_painter, picture, options, layoutHeatmap(picture, options, box.size()));
        m_painter.restore();
        m_painter.setRenderHint(QPainter::Antialiasing, true);
    }

    /// On the screen a figure keeps a margin of its own, for which a square this small has no room.
    void paintSmallMap(const QRectF& box, const HeatmapPicture& picture) {
        const auto longest = static_cast<double>(std::max<Index>({picture.cells.rows, picture.cells.cols, 1}));
        const double cell = box.width() / longest;
        const QSizeF size(cell * static_cast<double>(picture.cells.cols),
                          cell * static_cast<double>(picture.cells.rows));
        if (size.isEmpty())
            return;
        const QSize pixels = (size * m_density).toSize().expandedTo({1, 1});
        const QPointF corner(std::round(box.center().x() - size.width() / 2.0),
                             std::round(box.center().y() - size.height() / 2.0));
        m_painter.drawImage(QRectF(corner, QSizeF(pixels) / m_density), sampleCells(picture, m_theme, true, pixels));
    }

    /// Keys over values: one box in two halves.
    void paintKvHead(Index kv) {
        const QRectF& box = kvRect(kv);
        const QRectF keys(box.left(), box.top(), box.width(), box.height() / 2.0);
        const QRectF values = keys.translated(0.0, keys.height());
        m_painter.fillRect(keys, m_theme.keyGround);
        m_painter.fillRect(values, m_theme.valueGround);
        const QFontMetricsF metrics = metricsOf(m_type.tick);
        if (box.width() >= metrics.horizontalAdvance(u'k') + 4.0 * u()) {
            const double down = (keys.height() + metrics.ascent() - metrics.descent()) / 2.0;
            centred(box.center().x(), keys.top() + down, QStringLiteral("k"), m_type.tick, m_theme.key);
            centred(box.center().x(), values.top() + down, QStringLiteral("v"), m_type.tick, m_theme.value);
        }
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_theme.key, 1.0));
        m_painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
        bool isRead = false;
        for (Index head = 0; head < m_picture.queryHeads(); ++head)
            isRead = isRead || (isLit(head) && readBy(head) == kv);
        if (isRead) {
            m_painter.setPen(QPen(m_theme.accent, 2.0 * u(), Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            m_painter.drawRect(box.adjusted(-u(), -u(), u(), u()));
        }
        const Index share = m_picture.queryHeads() / std::max<Index>(1, m_picture.kvHeads);
        const Index step = std::max<Index>(1, (m_layout.step + share - 1) / std::max<Index>(1, share));
        if (kv % step == 0)
            centred(box.center().x(), box.bottom() + metrics.ascent() + 2.0 * u(), QString::number(kv),
                    isRead ? semibold(m_type.tick) : m_type.tick,
                    isRead      ? m_theme.accent
                    : m_isPaper ? m_theme.text
                                : m_theme.key);
    }

    void paintGroup(const QRectF& box, const SharingBars& group) {
        const QFontMetricsF metrics = metricsOf(m_type.label), titles = metricsOf(m_type.axisTitle);
        text({box.left(), box.top() + titles.ascent()}, titles.elidedText(group.title, Qt::ElideRight, box.width()),
             semibold(m_type.axisTitle), m_theme.text);
        double nameWidth = 0.0, textWidth = 0.0, largest = 0.0;
        for (const SharingBar& bar : group.bars) {
            nameWidth = std::max(nameWidth, metricsOf(semibold(m_type.label)).horizontalAdvance(nameOf(bar)));
            textWidth = std::max(textWidth, metricsOf(semibold(m_type.label)).horizontalAdvance(valueOf(bar)));
            largest = std::max(largest, bar.bytes);
        }
        double y = box.top() + titles.height() + 2.0 * u();
        const double row = metrics.height() + 6.0 * u();
        const double left = box.left() + nameWidth + 8.0 * u(), right = box.right() - textWidth - 8.0 * u();
        for (const SharingBar& bar : group.bars) {
            const QFont font = bar.isPresent ? semibold(m_type.label) : m_type.label;
            const double baseline = y + (row + metrics.ascent() - metrics.descent()) / 2.0;
            text({box.left(), baseline}, nameOf(bar), font, m_theme.text);
            if (right > left && largest > 0.0) {
                const QRectF trough(left, y + 4.0 * u(), right - left, row - 8.0 * u());
                m_painter.fillRect(trough, m_theme.raised);
                m_painter.fillRect(
                    QRectF(trough.topLeft(),
                           QSizeF(std::max(1.0, trough.width() * bar.bytes / largest), trough.height())),
                    bar.isPresent ? m_theme.accent
                    : m_isPaper   ? m_theme.maskLine
                                  : m_theme.strongLine);
            }
            text({box.right() - metricsOf(font).horizontalAdvance(valueOf(bar)), baseline}, valueOf(bar), font,
                 m_theme.text);
            y += row;
        }
        drawWrapped(m_painter, {box.left(), y + 2.0 * u()}, box.width(), group.note, m_type.note,
                    m_isPaper ? m_theme.text : m_theme.secondText);
    }

    static QString nameOf(const SharingBar& bar) {
        return bar.remark.isEmpty() ? bar.name : bar.name + QStringLiteral(", ") + bar.remark;
    }
    static QString valueOf(const SharingBar& bar) {
        return bar.factor.isEmpty() ? bar.text : bar.text + QStringLiteral(", ") + bar.factor;
    }

    QPainter& m_painter;
    const SharingPicture& m_picture;
    const Theme& m_theme;
    bool m_isPaper;
    double m_density;
    const SharingLayout& m_layout;
    Index m_chosen, m_hovered;
    FigureType m_type;
};

}  // namespace

void paintSharing(QPainter& painter, const SharingPicture& picture, const SharingStyle& style,
                  const SharingLayout& layout, Index chosen, Index hovered) {
    Painter(painter, picture, style, layout, chosen, hovered).paint();
}

}  // namespace attn::ui

#include "ui/heatmap/thumbnail_grid.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/figure/figure_text.h"
#include "ui/figure/plain_tool_tip.h"
#include "ui/heatmap/heatmap_sample.h"

namespace attn::ui {
namespace {

constexpr int kMargin = 8;
constexpr int kGap = 10;

constexpr int kMark = 14;

int captionHeight() {
    return static_cast<int>(std::ceil(metricsOf(bodyFont(type::kIndex)).height())) + 2;
}

/// The picture's cells at true proportion, as large as fits in `side`.
QPixmap paintedSmall(const HeatmapPicture& picture, const Theme& theme, int side, double density) {
    const auto longest = static_cast<double>(std::max<Index>({picture.cells.rows, picture.cells.cols, 1}));
    const double scale = side * density / longest;
    const QSize pixels(std::max(1, static_cast<int>(std::lround(scale * static_cast<double>(picture.cells.cols)))),
                       std::max(1, static_cast<int>(std::lround(scale * static_cast<double>(picture.cells.rows)))));
    QPixmap painted(pixels);
    painted.fill(theme.raised);
    if (!picture.cells.values.empty())
        painted = QPixmap::fromImage(sampleCells(picture, theme, true, pixels));
    painted.setDevicePixelRatio(density);
    return painted;
}

}  // namespace

ThumbnailGrid::ThumbnailGrid(QWidget* parent) : QAbstractScrollArea(parent) {
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("ownFocus", true);
    setAccessibleName(tr("Heads"));
    connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
}

void ThumbnailGrid::setThumbnails(std::vector<Thumbnail> thumbnails) {
    m_thumbnails = std::move(thumbnails);
    m_painted.assign(m_thumbnails.size(), {});
    arrange();
    viewport()->update();
}

void ThumbnailGrid::setPictures(std::vector<HeatmapPicture> pictures, const QStringList& captions) {
    std::vector<Thumbnail> thumbnails;
    thumbnails.reserve(pictures.size());
    for (HeatmapPicture& picture : pictures) {
        const auto id = static_cast<Index>(thumbnails.size());
        thumbnails.push_back({std::move(picture), id, captions.value(id)});
    }
    setThumbnails(std::move(thumbnails));
}

void ThumbnailGrid::setCurrent(Index id) {
    const bool isNew = id != m_current;
    m_current = id;
    const Index place = placeOf(id);
    describe();
    if (isNew && place >= 0) {
        const QRect box = placeRect(place);
        QScrollBar* bar = verticalScrollBar();
        if (box.top() < 0)
            bar->setValue(bar->value() + box.top() - kMargin);
        else if (box.bottom() > viewport()->height())
            bar->setValue(bar->value() + box.bottom() - viewport()->height() + kMargin);
    }
    viewport()->update();
}

void ThumbnailGrid::describe() {
    QStringList parts;
    if (placeOf(m_current) >= 0)
        parts << tr("Head %1 chosen").arg(m_current);
    QStringList ids;
    for (const Index id : m_marked)
        ids << QString::number(id);
    if (!ids.isEmpty())
        parts << tr("marked: %1").arg(ids.join(QStringLiteral(", ")));
    setAccessibleDescription(parts.join(QStringLiteral("; ")));
}

void ThumbnailGrid::setMarkable(bool isMarkable) {
    m_isMarkable = isMarkable;
    viewport()->update();
}

void ThumbnailGrid::setMarked(std::vector<Index> ids) {
    m_marked = std::move(ids);
    describe();
    viewport()->update();
}

void ThumbnailGrid::setTheme(ThemeKind kind) {
    m_kind = kind;
    std::fill(m_painted.begin(), m_painted.end(), QPixmap());
    viewport()->update();
}

void ThumbnailGrid::setThumbnailSize(int side) {
    m_side = std::max(16, side);
    std::fill(m_painted.begin(), m_painted.end(), QPixmap());
    arrange();
    viewport()->update();
}

int ThumbnailGrid::pitch() const {
    return m_side + captionHeight() + kGap;
}

Index ThumbnailGrid::columns() const {
    return std::max(1, (viewport()->width() - 2 * kMargin + kGap) / (m_side + kGap));
}

QRect ThumbnailGrid::placeRect(Index place) const {
    const auto row = static_cast<int>(place / columns()), col = static_cast<int>(place % columns());
    return {kMargin + col * (m_side + kGap), kMargin + row * pitch() - verticalScrollBar()->value(), m_side,
            m_side + captionHeight()};
}

QRect ThumbnailGrid::markRect(Index place) const {
    const QRect box = placeRect(place);
    return {box.right() - kMark + 1, box.top() + m_side + (captionHeight() - kMark) / 2 + 1, kMark, kMark};
}

void ThumbnailGrid::paintMark(QPainter& painter, Index place) const {
    const Theme& colors = theme(m_kind);
    const Index id = m_thumbnails[static_cast<std::size_t>(place)].id;
    const bool isMarked = std::find(m_marked.begin(), m_marked.end(), id) != m_marked.end();
    const QRectF box = QRectF(markRect(place)).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(isMarked ? colors.accent : colors.strongLine, 1));
    painter.setBrush(isMarked ? colors.accent : colors.surface);
    painter.drawRoundedRect(box, 3, 3);
    if (isMarked) {
        painter.setPen(QPen(colors.onAccent, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(QPolygonF({box.topLeft() + QPointF(3.0, 6.5), box.topLeft() + QPointF(5.5, 9.0),
                                        box.topLeft() + QPointF(10.0, 4.0)}));
    }
    painter.restore();
}

QRect ThumbnailGrid::pictureRect(Index place) const {
    const QRect box = placeRect(place);
    const Matrix& cells = m_thumbnails[static_cast<std::size_t>(place)].picture.cells;
    const auto longest = static_cast<double>(std::max<Index>({cells.rows, cells.cols, 1}));
    const int width = std::max(1, static_cast<int>(std::lround(m_side * static_cast<double>(cells.cols) / longest)));
    const int height = std::max(1, static_cast<int>(std::lround(m_side * static_cast<double>(cells.rows) / longest)));
    return {box.left(), box.top() + m_side - height, width, height};
}

void ThumbnailGrid::arrange() {
    const auto count = static_cast<Index>(m_thumbnails.size());
    const auto rows = static_cast<int>((count + columns() - 1) / columns());
    const int height = rows > 0 ? 2 * kMargin + rows * pitch() - kGap : 0;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(pitch() / 3);
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
}

void ThumbnailGrid::paintEvent(QPaintEvent* event) {
    const Theme& colors = theme(m_kind);
    QPainter painter(viewport());
    painter.fillRect(event->rect(), colors.surface);
    const double density = devicePixelRatioF();
    for (Index place = 0; place < static_cast<Index>(m_thumbnails.size()); ++place) {
        const QRect box = placeRect(place);
        if (!box.adjusted(-4, -4, 4, 4).intersects(event->rect()))
            continue;
        const auto at = static_cast<std::size_t>(place);
        const Thumbnail& thumbnail = m_thumbnails[at];
        QPixmap& painted = m_painted[at];
        if (painted.isNull() || painted.devicePixelRatio() != density)
            painted = paintedSmall(thumbnail.picture, colors, m_side, density);
        const QRect map = pictureRect(place);
        painter.drawPixmap(map.topLeft(), painted);
        const bool isCurrent = thumbnail.id == m_current;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(isCurrent ? colors.accent : colors.strongLine, isCurrent ? 2 : 1, Qt::SolidLine,
                            Qt::SquareCap, Qt::MiterJoin));
        const double out = isCurrent ? 2.0 : 0.0;
        painter.drawRect(
            QRectF(map).adjusted(-out + 0.0, -out, out - (isCurrent ? 0 : 1), out - (isCurrent ? 0 : 1)));

        const QFont bold = bodyFont(type::kIndex, QFont::DemiBold);
        const QFont plain = isCurrent ? bold : bodyFont(type::kIndex);
        const QString number = QString::number(thumbnail.id);
        const double y = box.top() + m_side + 2 + metricsOf(plain).ascent();
        painter.setPen(isCurrent ? colors.accent : colors.text);
        drawFigureText(painter, QPointF(box.left(), y), number, bold);
        const double wide = metricsOf(bold).horizontalAdvance(number + u' ');
        painter.setPen(isCurrent ? colors.text : colors.secondText);
        drawFigureText(painter, QPointF(box.left() + wide, y),
                       metricsOf(plain).elidedText(thumbnail.caption, Qt::ElideRight,
                                                   m_side - wide - (m_isMarkable ? kMark + 4 : 0)),
                       plain);
        if (m_isMarkable)
            paintMark(painter, place);
    }
    if (hasFocus()) {
        painter.setPen(QPen(colors.accent, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.drawRect(QRectF(viewport()->rect()).adjusted(2, 2, -2, -2));
    }
}

void ThumbnailGrid::resizeEvent(QResizeEvent*) {
    arrange();
}

Index ThumbnailGrid::placeAt(QPoint point) const {
    for (Index place = 0; place < static_cast<Index>(m_thumbnails.size()); ++place)
        if (placeRect(place).contains(point))
            return place;
    return -1;
}

Index ThumbnailGrid::placeOf(Index id) const {
    for (std::size_t i = 0; i < m_thumbnails.size(); ++i)
        if (m_thumbnails[i].id == id)
            return static_cast<Index>(i);
    return -1;
}

void ThumbnailGrid::choosePlace(Index place) {
    if (place < 0 || place >= static_cast<Index>(m_thumbnails.size()))
        return;
    const Index id = m_thumbnails[static_cast<std::size_t>(place)].id;
    setCurrent(id);
    emit chosen(id);
}

void ThumbnailGrid::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const QPoint point = event->position().toPoint();
    const Index place = placeAt(point);
    const bool marks = m_isMarkable && place >= 0 &&
                       (event->modifiers().testFlag(Qt::ControlModifier) ||
                        markRect(place).adjusted(-7, -4, 7, 7).contains(point));
    if (marks)
        emit markToggled(m_thumbnails[static_cast<std::size_t>(place)].id);
    else
        choosePlace(place);
}

void ThumbnailGrid::keyPressEvent(QKeyEvent* event) {
    const auto count = static_cast<Index>(m_thumbnails.size());
    const Index place = placeOf(m_current);
    Index next = place;
    switch (event->key()) {
        case Qt::Key_Space:
            if (m_isMarkable && place >= 0)
                emit markToggled(m_current);
            return;
        case Qt::Key_Left:
            next = place - 1;
            break;
        case Qt::Key_Right:
            next = place + 1;
            break;
        case Qt::Key_Up:
            next = place - columns();
            break;
        case Qt::Key_Down:
            next = place + columns();
            break;
        case Qt::Key_Home:
            next = 0;
            break;
        case Qt::Key_End:
            next = count - 1;
            break;
        default:
            return QAbstractScrollArea::keyPressEvent(event);
    }
    if (place < 0)
        next = 0;
    if (next >= 0 && next < count)
        choosePlace(next);
}

bool ThumbnailGrid::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Index place = placeAt(help->pos());
        if (place < 0) {
            QToolTip::hideText();
            return true;
        }
        const Thumbnail& thumbnail = m_thumbnails[static_cast<std::size_t>(place)];
        QToolTip::showText(help->globalPos(),
                           plainToolTip(tr("Head ") + QString::number(thumbnail.id) + u' ' + thumbnail.caption),
                           viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

}  // namespace attn::ui

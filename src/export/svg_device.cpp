#include "src/export/svg_device.h"

#include <QBuffer>
#include <QImage>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>
#include <algorithm>
#include <cmath>

namespace attn::app {
namespace {

/// At most four decimals, without zeros that say nothing: the same bytes everywhere.
QByteArray number(double value) {
    QByteArray text = QByteArray::number(std::isfinite(value) ? value : 0.0, 'f', 4);
    while (text.endsWith('0'))
        text.chop(1);
    if (text.endsWith('.'))
        text.chop(1);
    return text == "-0" ? "0" : text;
}

QByteArray hex(const QColor& color) {
    return color.name(QColor::HexRgb).toLatin1();
}

QByteArray attribute(const char* name, const QByteArray& value) {
    return QByteArray(" ") + name + "=\"" + value + '"';
}

QByteArray pathData(const QPainterPath& path) {
    QByteArray data;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element e = path.elementAt(i);
        switch (e.type) {
            case QPainterPath::MoveToElement:
                data += 'M';
                break;
            case QPainterPath::LineToElement:
                data += 'L';
                break;
            case QPainterPath::CurveToElement:
                data += 'C';
                break;
            case QPainterPath::CurveToDataElement:
                data += ' ';
                break;
        }
        data += number(e.x) + ' ' + number(e.y);
    }
    return data;
}

}  // namespace

QByteArray xmlText(const QString& text) {
    QByteArray out;
    for (const char32_t sign : text.toUcs4()) {
        const bool isAllowed = sign == 0x9 || sign == 0xA || sign == 0xD || (sign >= 0x20 && sign <= 0xD7FF) ||
                               (sign >= 0xE000 && sign <= 0xFFFD) || (sign >= 0x10000 && sign <= 0x10FFFF);
        if (sign == U'&')
            out += "&amp;";
        else if (sign == U'<')
            out += "&lt;";
        else if (sign == U'>')
            out += "&gt;";
        else if (sign == U'"')
            out += "&quot;";
        else
            out += QString::fromUcs4(isAllowed ? &sign : U"\uFFFD", 1).toUtf8();
    }
    return out;
}

class SvgEngine : public QPaintEngine {
  public:
    SvgEngine()
        : QPaintEngine(PaintEngineFeatures(AllFeatures) & ~PaintEngineFeatures(PatternBrush) &
                       ~PaintEngineFeatures(PerspectiveTransform) & ~PaintEngineFeatures(ConicalGradientFill) &
                       ~PaintEngineFeatures(PorterDuff)) {}

    bool begin(QPaintDevice*) override { return true; }
    bool end() override {
        openClip({});
        return true;
    }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState& now) override {
        m_pen = now.pen();
        m_brush = now.brush();
        m_transform = now.transform();
        m_opacity = now.opacity();
        m_isCrisp = !now.renderHints().testFlag(QPainter::Antialiasing);
        m_isClipped = now.isClipEnabled() && painter()->hasClipping();
        m_clip = m_isClipped ? m_transform.map(painter()->clipPath()) : QPainterPath();
    }

    void drawPath(const QPainterPath& path) override { shape(m_transform.map(path), true); }

    void drawRects(const QRectF* rects, int count) override {
        for (int i = 0; i < count; ++i) {
            QPainterPath path;
            path.addRect(rects[i]);
            shape(m_transform.map(path), true);
        }
    }

    void drawLines(const QLineF* lines, int count) override {
        QPainterPath path;
        for (int i = 0; i < count; ++i) {
            path.moveTo(lines[i].p1());
            path.lineTo(lines[i].p2());
        }
        shape(m_transform.map(path), false);
    }

    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        QPainterPath path;
        for (int i = 0; i < count; ++i)
            i == 0 ? path.moveTo(points[i]) : path.lineTo(points[i]);
        if (mode != PolylineMode)
            path.closeSubpath();
        path.setFillRule(mode == OddEvenMode ? Qt::OddEvenFill : Qt::WindingFill);
        shape(m_transform.map(path), mode != PolylineMode);
    }

    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        const QString text = item.text();
        const QFont font = item.font();
        openClip();
        m_body += "<text";
        // The scale goes into the size of the type, so that editors show the size that is seen.
        const double scale = std::sqrt(std::abs(m_transform.determinant()));
        const QPointF moved = m_transform.map(at);
        const bool isUpright = m_transform.m12() == 0.0 && m_transform.m21() == 0.0 &&
                               std::abs(m_transform.m11() - m_transform.m22()) < 1e-9 * scale && m_transform.m11() > 0.0;
        if (isUpright)
            m_body += attribute("x", number(moved.x())) + attribute("y", number(moved.y()));
        else
            m_body += attribute("transform", "matrix(" + number(m_transform.m11() / scale) + ' ' + number(m_transform.m12() / scale) +
                                                 ' ' + number(m_transform.m21() / scale) + ' ' +
                                                 number(m_transform.m22() / scale) + ' ' + number(moved.x()) + ' ' +
                                                 number(moved.y()) + ')') +
                      attribute("x", "0") + attribute("y", "0");
        const double size = (font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF()) * scale;
        m_body += attribute("font-family", families(font)) + attribute("font-size", number(size));
        if (font.weight() != QFont::Normal)
            m_body += attribute("font-weight", QByteArray::number(static_cast<int>(font.weight())));
        if (font.italic())
            m_body += attribute("font-style", "italic");
        m_body += attribute("fill", hex(m_pen.color()));
        opacity("fill-opacity", m_pen.color());
        if (text != text.trimmed() || text.contains(QStringLiteral("  ")))
            m_body += attribute("xml:space", "preserve");
        m_body += '>' + xmlText(text) + "</text>\n";
    }

    void drawPixmap(const QRectF& box, const QPixmap& pixmap, const QRectF& part) override {
        drawImage(box, pixmap.toImage(), part, Qt::AutoColor);
    }

    void drawImage(const QRectF& box, const QImage& image, const QRectF& part, Qt::ImageConversionFlags) override {
        const QImage shown = part.toRect() == image.rect() ? image : image.copy(part.toRect());
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        shown.save(&buffer, "PNG");
        openClip();
        m_body += "<image" + attribute("x", number(box.x())) + attribute("y", number(box.y())) +
                  attribute("width", number(box.width())) + attribute("height", number(box.height()));
        if (!m_transform.isIdentity())
            m_body += attribute("transform", matrix());
        m_body += attribute("preserveAspectRatio", "none") +
                  attribute("xlink:href", "data:image/png;base64," + png.toBase64()) + "/>\n";
    }

    void cells(const std::vector<ui::FilledCell>& cells) {
        openClip();
        m_body += "<g class=\"cells\" stroke=\"none\" shape-rendering=\"crispEdges\">\n";
        for (const ui::FilledCell& cell : cells)
            m_body += "<rect" + attribute("x", number(cell.box.x())) + attribute("y", number(cell.box.y())) +
                      attribute("width", number(cell.box.width())) + attribute("height", number(cell.box.height())) +
                      attribute("fill", hex(QColor(cell.color))) + "/>\n";
        m_body += "</g>\n";
    }

    const QByteArray& body() const { return m_body; }

  private:
    QByteArray matrix() const {
        return "matrix(" + number(m_transform.m11()) + ' ' + number(m_transform.m12()) + ' ' +
               number(m_transform.m21()) + ' ' + number(m_transform.m22()) + ' ' + number(m_transform.dx()) + ' ' +
               number(m_transform.dy()) + ')';
    }

    static QByteArray families(const QFont& font) {
        QByteArray all;
        for (const QString& family : font.families())
            all += (family.contains(u' ') ? "'" + xmlText(family) + "'" : xmlText(family)) + ", ";
        return all + "sans-serif";
    }

    void opacity(const char* name, const QColor& color) {
        const double shown = color.alphaF() * m_opacity;
        if (shown < 1.0)
            m_body += attribute(name, number(shown));
    }

    void openClip() { openClip(m_isClipped ? pathData(m_clip) + ' ' : QByteArray()); }

    /// Elements with the same clip share one group.
    void openClip(const QByteArray& data) {
        if (data == m_openClip)
            return;
        if (!m_openClip.isEmpty())
            m_body += "</g>\n";
        m_openClip = data;
        if (data.isEmpty())
            return;
        const QByteArray id = "clip" + QByteArray::number(++m_clipCount);
        m_body += "<clipPath" + attribute("id", id) + "><path" + attribute("d", data.trimmed()) +
                  "/></clipPath>\n<g" + attribute("clip-path", "url(#" + id + ")") + ">\n";
    }

    void shape(const QPainterPath& path, bool isFilled) {
        const bool hasFill = isFilled && m_brush.style() != Qt::NoBrush;
        const bool hasLine = m_pen.style() != Qt::NoPen;
        if (path.isEmpty() || (!hasFill && !hasLine))
            return;
        openClip();
        m_body +=
            "<path" + attribute("d", pathData(path)) + attribute("fill", hasFill ? hex(m_brush.color()) : "none");
        if (hasFill) {
            opacity("fill-opacity", m_brush.color());
            if (path.fillRule() == Qt::OddEvenFill)
                m_body += attribute("fill-rule", "evenodd");
        }
        if (hasLine)
            line();
        if (m_isCrisp)
            m_body += attribute("shape-rendering", "crispEdges");
        m_body += "/>\n";
    }

    void line() {
        const double scale = m_pen.isCosmetic() ? 1.0 : std::sqrt(std::abs(m_transform.determinant()));
        const double width = std::max(m_pen.widthF() > 0.0 ? m_pen.widthF() * scale : 1.0, 0.01);
        m_body += attribute("stroke", hex(m_pen.color())) + attribute("stroke-width", number(width));
        opacity("stroke-opacity", m_pen.color());
        if (m_pen.capStyle() != Qt::FlatCap)
            m_body += attribute("stroke-linecap", m_pen.capStyle() == Qt::RoundCap ? "round" : "square");
        if (m_pen.joinStyle() == Qt::RoundJoin || m_pen.joinStyle() == Qt::BevelJoin)
            m_body += attribute("stroke-linejoin", m_pen.joinStyle() == Qt::RoundJoin ? "round" : "bevel");
        if (m_pen.style() == Qt::SolidLine)
            return;
        QByteArray dashes;
        for (const double dash : m_pen.dashPattern())
            dashes += (dashes.isEmpty() ? "" : " ") + number(dash * width);
        m_body += attribute("stroke-dasharray", dashes);
        if (m_pen.dashOffset() != 0.0)
            m_body += attribute("stroke-dashoffset", number(m_pen.dashOffset() * width));
    }

    QByteArray m_body;
    QPen m_pen;
    QBrush m_brush;
    QTransform m_transform;
    QPainterPath m_clip;
    QByteArray m_openClip;
    double m_opacity = 1.0;
    int m_clipCount = 0;
    bool m_isCrisp = true;
    bool m_isClipped = false;
};

SvgDevice::SvgDevice(QSizeF points, const QString& title)
    : m_size(points), m_title(title), m_engine(std::make_unique<SvgEngine>()) {}

SvgDevice::~SvgDevice() = default;

QPaintEngine* SvgDevice::paintEngine() const {
    return m_engine.get();
}

void SvgDevice::drawCells(const std::vector<ui::FilledCell>& cells) {
    m_engine->cells(cells);
}

QByteArray SvgDevice::document() const {
    const auto millimetres = [](double points) { return number(points * 25.4 / 72.0) + "mm"; };
    QByteArray out =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\""
        " xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\"";
    out += attribute("width", millimetres(m_size.width())) + attribute("height", millimetres(m_size.height())) +
           attribute("viewBox", "0 0 " + number(m_size.width()) + ' ' + number(m_size.height())) + ">\n";
    if (!m_title.isEmpty())
        out += "<title>" + xmlText(m_title) + "</title>\n";
    return out + m_engine->body() + "</svg>\n";
}

int SvgDevice::metric(PaintDeviceMetric metric) const {
    switch (metric) {
        case PdmWidth:
            return static_cast<int>(std::ceil(m_size.width()));
        case PdmHeight:
            return static_cast<int>(std::ceil(m_size.height()));
        case PdmWidthMM:
            return qRound(m_size.width() * 25.4 / 72.0);
        case PdmHeightMM:
            return qRound(m_size.height() * 25.4 / 72.0);
        case PdmDpiX:
        case PdmDpiY:
        case PdmPhysicalDpiX:
        case PdmPhysicalDpiY:
            return 72;
        case PdmDepth:
            return 32;
        case PdmNumColors:
            return 1 << 24;
        case PdmDevicePixelRatio:
            return 1;
        case PdmDevicePixelRatioScaled:
            return static_cast<int>(devicePixelRatioFScale());
    }
    return 0;
}

}  // namespace attn::app

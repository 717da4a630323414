#include "ui/figure/figure_text.h"

#include <QImage>
#include <QLocale>
#include <QPaintEngine>
#include <QTextLayout>
#include <cmath>

#include "ui/figure/visible_signs.h"
#include "ui/theme/theme.h"

namespace attn::ui {
namespace {

constexpr double kIndexScale = 0.75;
constexpr double kIndexDrop = 0.22;
constexpr QChar kMinus(0x2212);

QString withMinus(QString digits) {
    return digits.replace(u'-', kMinus);
}

bool isColourEmoji(const QString& text) {
    for (const char32_t sign : text.toUcs4())
        if ((sign >= 0x1F000 && sign <= 0x1FAFF) || sign == 0xFE0F)
            return true;
    return false;
}

double indexGap(const QFont& font) {
    return fontSize(font) * 0.06;
}

void prepare(QTextLayout& layout, const QString& text, const QFont& font, double width, bool isLedByPhrase) {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    const qsizetype end = text.indexOf(QStringLiteral(". "));
    if (isLedByPhrase && end > 0) {
        QTextLayout::FormatRange first{0, static_cast<int>(end) + 1, {}};
        QFont bold = font;
        bold.setWeight(QFont::DemiBold);
        first.format.setFont(bold);
        layout.setFormats({first});
    }
    layout.beginLayout();
    double y = 0.0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1.0, width));
        line.setPosition({0.0, y});
        y += std::ceil(line.height() * 1.05);
    }
    layout.endLayout();
}

}  // namespace

QString visibleToken(const QString& token) {
    if (!token.isEmpty() && token.count(u' ') == token.size())
        return QString(token.size(), QChar(0x2423));
    return visibleSigns(token);
}

QString exactNumber(double value) {
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    return withMinus(QString::number(value, 'g', QLocale::FloatingPointShortest));
}

QString fixedNumber(double value, int decimals, bool dropsZero) {
    if (!std::isfinite(value))
        return value > 0 ? QStringLiteral("+∞") : exactNumber(value);
    if (value == 0.0)
        return QStringLiteral("0");
    QString digits = QString::number(value, 'f', decimals);
    // What is rounded to nothing has no sign.
    if (value < 0.0 && digits.count(u'0') + digits.count(u'.') + 1 == digits.size())
        digits.remove(0, 1);
    if (dropsZero && std::abs(value) < 1.0) {
        const qsizetype zero = digits.indexOf(QStringLiteral("0."));
        if (zero == 0 || (zero == 1 && digits[0] == u'-'))
            digits.remove(zero, 1);
    }
    return withMinus(digits);
}

QFont paperFont(double points, QFont::Weight weight) {
    QFont font = bodyFont(type::kBody, weight);
    font.setPointSizeF(points);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(QFont::NoSubpixelAntialias);
    return font;
}

FigureType figureType(bool isPaper) {
    if (isPaper)
        return {paperFont(7.5),
                paperFont(7.0),
                paperFont(8.0),
                paperFont(8.5, QFont::DemiBold),
                paperFont(8.0),
                paperFont(7.0),
                7.0,
                5.0};
    return {bodyFont(type::kLabel),
            bodyFont(type::kIndex),
            bodyFont(type::kLabel),
            bodyFont(type::kDockHeading, QFont::DemiBold),
            bodyFont(type::kLabel),
            bodyFont(type::kIndex),
            static_cast<double>(bodyFont(type::kLabel).pixelSize()),
            static_cast<double>(bodyFont(11).pixelSize())};
}

double fontSize(const QFont& font) {
    return font.pixelSize() > 0 ? font.pixelSize() : font.pointSizeF();
}

QFont resized(const QFont& font, double size) {
    QFont other = font;
    if (font.pixelSize() > 0 && font.hintingPreference() == QFont::PreferDefaultHinting)
        return sizedFont(std::max(1, static_cast<int>(std::lround(size))), static_cast<QFont::Weight>(font.weight()));
    if (font.pixelSize() > 0)
        other.setPixelSize(std::max(1, static_cast<int>(std::lround(size))));
    else
        other.setPointSizeF(std::max(0.5, size));
    return other;
}

const QPaintDevice* figureMetrics() {
    static const QImage kDevice = [] {
        QImage image(1, 1, QImage::Format_RGB32);
        image.setDotsPerMeterX(2835);
        image.setDotsPerMeterY(2835);
        return image;
    }();
    return &kDevice;
}

QFontMetricsF metricsOf(const QFont& font) {
    // The device decides how large a point is; a size in pixels is what it is, and its font is not looked up anew.
    return font.pixelSize() > 0 ? QFontMetricsF(font) : QFontMetricsF(font, figureMetrics());
}

double labelWidth(const FigureLabel& label, const QFont& font) {
    double width = metricsOf(font).horizontalAdvance(label.text);
    if (label.index >= 0)
        width +=
            indexGap(font) +
            metricsOf(resized(font, fontSize(font) * kIndexScale)).horizontalAdvance(QString::number(label.index));
    return width;
}

FigureLabel abbreviated(const FigureLabel& label, const QFont& font, double width) {
    const double whole = labelWidth(label, font);
    if (whole <= width)
        return label;
    const double index = whole - labelWidth({label.text, -1}, font);
    return {metricsOf(font).elidedText(label.text, Qt::ElideMiddle, std::max(0.0, width - index)), label.index};
}

void drawFigureText(QPainter& painter, QPointF at, const QString& text, const QFont& font) {
    painter.setFont(font);
    if (painter.paintEngine() == nullptr || painter.paintEngine()->type() != QPaintEngine::Pdf ||
        !isColourEmoji(text)) {
        painter.drawText(at, text);
        return;
    }
    constexpr double kDensity = 8.0;
    const QRectF box = metricsOf(font).boundingRect(text).adjusted(-1, -1, 1, 1);
    QImage image((box.size() * kDensity).toSize() + QSize(1, 1), QImage::Format_ARGB32_Premultiplied);
    image.setDotsPerMeterX(2835);
    image.setDotsPerMeterY(2835);
    image.fill(Qt::transparent);
    QPainter inner(&image);
    inner.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::SmoothPixmapTransform);
    inner.scale(kDensity, kDensity);
    inner.translate(-box.topLeft());
    inner.setPen(painter.pen());
    inner.setFont(font);
    inner.drawText(QPointF(0, 0), text);
    inner.end();
    painter.drawImage(QRectF(at + box.topLeft(), QSizeF(image.size()) / kDensity), image);
}

void drawFigureLabel(QPainter& painter, QPointF at, const FigureLabel& label, const QFont& font, const QColor& ink,
                     const QColor& indexInk) {
    painter.setPen(ink);
    drawFigureText(painter, at, label.text, font);
    if (label.index < 0)
        return;
    const double size = fontSize(font);
    at += QPointF(metricsOf(font).horizontalAdvance(label.text) + indexGap(font), size * kIndexDrop);
    painter.setPen(indexInk);
    drawFigureText(painter, at, QString::number(label.index), resized(font, size * kIndexScale));
}

double wrappedHeight(const QString& text, const QFont& font, double width, bool isLedByPhrase) {
    if (text.isEmpty())
        return 0.0;
    QTextLayout layout(text, font, figureMetrics());
    prepare(layout, text, font, width, isLedByPhrase);
    return layout.boundingRect().height();
}

void drawWrapped(QPainter& painter, QPointF topLeft, double width, const QString& text, const QFont& font,
                 const QColor& ink, bool isLedByPhrase) {
    if (text.isEmpty())
        return;
    QTextLayout layout(text, font, figureMetrics());
    prepare(layout, text, font, width, isLedByPhrase);
    painter.setPen(ink);
    layout.draw(&painter, topLeft);
}

}  // namespace attn::ui

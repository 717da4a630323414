#include "src/export/figure_export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <cmath>
#include <memory>

#include "core/io/atomic_file.h"
#include "src/export/svg_device.h"
#include "ui/theme/typeface.h"

namespace attn::app {
namespace {

constexpr double kPointsPerMm = 72.0 / 25.4;
constexpr double kLargestSide = 32767.0;               ///< What QImage and most readers can hold.
constexpr double kLargestImage = 200.0e6;              ///< Pixels: 800 MB.
constexpr double kLargestMm = 14400.0 / kPointsPerMm;  ///< The largest page that PDF allows.

Error outOfRange(const QString& sentence) {
    return {ErrorCode::OutOfRange, sentence.toStdString()};
}

QString shown(double value) {
    return QString::number(value, 'g', 6);
}

/// Size in points, or why the request has none.
Result<QSizeF> figureSize(const Figure& figure, const FigureRequest& request) {
    const auto isLength = [](double mm) { return mm > 0.0 && mm <= kLargestMm; };
    if (!isLength(request.widthMm))
        return outOfRange(
            QStringLiteral("The width of a figure is between 0 and 5080 mm, not %1.").arg(shown(request.widthMm)));
    if (request.heightMm != 0.0 && !isLength(request.heightMm))
        return outOfRange(
            QStringLiteral("The height of a figure is between 0 and 5080 mm, not %1.").arg(shown(request.heightMm)));
    if (!(request.dpi >= 10.0 && request.dpi <= 4800.0))
        return outOfRange(
            QStringLiteral("The resolution is between 10 and 4800 dpi, not %1.").arg(shown(request.dpi)));
    if (!(request.typePoints >= 1.0 && request.typePoints <= 400.0))
        return outOfRange(QStringLiteral("The size of type is between 1 and 400 points, not %1.").arg(shown(request.typePoints)));
    if (!(request.marginMm >= 0.0 && 2.0 * request.marginMm < request.widthMm))
        return outOfRange(QStringLiteral("A margin of %1 mm leaves nothing of a width of %2 mm.").arg(shown(request.marginMm), shown(request.widthMm)));
    if (request.heightMm > 0.0 && 2.0 * request.marginMm >= request.heightMm)
        return outOfRange(QStringLiteral("A margin of %1 mm leaves nothing of a height of %2 mm.").arg(shown(request.marginMm), shown(request.heightMm)));
    const double width = request.widthMm * kPointsPerMm;
    double height = request.heightMm * kPointsPerMm;
    if (height == 0.0) {
        const ui::TypefaceScope typeface(request.family);
        const double margins = 2.0 * request.marginMm * kPointsPerMm;
        const double within = std::max(1.0, width - margins);
        height = margins + (figure.heightFor ? figure.heightFor(within / request.scale()) * request.scale() : within * 0.7);
    }
    if (!(height >= 1.0 && height <= kLargestMm * kPointsPerMm))
        return outOfRange(
            QStringLiteral("The figure would be %1 mm high; 5080 mm is the most.").arg(shown(height / kPointsPerMm)));
    return QSizeF(width, height);
}

/// `scale`: units of the device for each point.
void paintOn(QPaintDevice& device, const Figure& figure, const FigureRequest& request, QSizeF size, double scale) {
    const ui::TypefaceScope typeface(request.family);
    QPainter painter(&device);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::LosslessImageRendering);
    if (!request.isTransparent) {
        painter.setRenderHint(QPainter::Antialiasing, false);
        // A pixel further: a size that is no whole number of pixels leaves no bare edge.
        painter.fillRect(QRectF(QPointF(0, 0), size * scale + QSizeF(1, 1)), request.colors().surface);
        painter.setRenderHint(QPainter::Antialiasing, true);
    }
    const double margin = request.marginMm * kPointsPerMm;
    QSizeF units = (size - QSizeF(2.0 * margin, 2.0 * margin)).expandedTo(QSizeF(1, 1)) / request.scale();
    // On a whole pixel, so that the edges of cells are, too.
    painter.translate(std::round(margin * scale), std::round(margin * scale));
    painter.scale(scale * request.scale(), scale * request.scale());
    const double needed = figure.isRigid && figure.heightFor ? figure.heightFor(units.width()) : 0.0;
    if (needed > units.height() + 0.5) {
        const double shrunk = units.height() / needed;
        painter.translate(units.width() * (1.0 - shrunk) / 2, 0.0);
        painter.scale(shrunk, shrunk);
        units.setHeight(needed);
    }
    figure.paint(painter, units);
}

/// Qt writes the present time into every PDF: overwritten in place, since all offsets in the file must stay.
void fixDate(QByteArray& pdf) {
    const QByteArray key = "/CreationDate (D:";
    const qsizetype at = pdf.indexOf(key);
    if (at < 0)
        return;
    const char date[] = "20000101000000";
    for (qsizetype i = 0; i < 14; ++i)
        pdf[at + key.size() + i] = date[i];
    // The zone: a sign and two pairs of digits, or Z.
    for (qsizetype i = at + key.size() + 14; i < pdf.size() && pdf[i] != ')'; ++i)
        if (pdf[i] >= '0' && pdf[i] <= '9')
            pdf[i] = '0';
        else if (pdf[i] == '-')
            pdf[i] = '+';
}

}  // namespace

Figure heatmapFigure(ui::HeatmapPicture picture, ui::HeatmapOptions options, const FigureRequest& request,
                     ui::HeatmapMarks marks) {
    options.theme = &request.colors();
    options.paper = true;
    options.pixelsPerUnit = request.pixelsPerUnit();
    options.largestCell = std::min(options.largestCell, 42.0);
    options.title = request.shows(FigurePart::Title, options.title);
    options.caption = request.shows(FigurePart::Caption, options.caption);
    options.labels = request.shows(FigurePart::Labels, options.labels);
    options.values = request.shows(FigurePart::Values, options.values);
    options.grid = request.shows(FigurePart::Grid, options.grid);
    options.colorBar = request.shows(FigurePart::ColorBar, options.colorBar);
    marks.hover = {};
    if (!request.shows(FigurePart::Selection, true))
        marks = {};
    const auto shared = std::make_shared<const ui::HeatmapPicture>(std::move(picture));
    return {[=](QPainter& painter, QSizeF size) {
                ui::paintHeatmap(painter, *shared, options, ui::layoutHeatmap(*shared, options, size), marks);
            },
            [=](double width) { return ui::naturalHeight(*shared, options, width); }};
}

Result<QByteArray> renderPng(const Figure& figure, const FigureRequest& request) {
    const auto size = figureSize(figure, request);
    if (!size)
        return size.error();
    const double scale = request.dpi / 72.0;
    const double width = std::round(size->width() * scale), height = std::round(size->height() * scale);
    if (width > kLargestSide || height > kLargestSide || width * height > kLargestImage)
        return Error{ErrorCode::TooLarge,
                     QStringLiteral("A PNG of %1 x %2 pixels would need %3 MB: choose a smaller size or fewer "
                                    "dots per inch.")
                         .arg(width, 0, 'f', 0)
                         .arg(height, 0, 'f', 0)
                         .arg(width * height * 4e-6, 0, 'f', 0)
                         .toStdString()};
    QImage image(std::max(1, static_cast<int>(width)), std::max(1, static_cast<int>(height)),
                 request.isTransparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
    image.fill(Qt::transparent);
    // While it is painted an inch has 72 units, so that a point of type is a unit; its real density is set after.
    image.setDotsPerMeterX(2835);
    image.setDotsPerMeterY(2835);
    paintOn(image, figure, request, *size, scale);
    image.setDotsPerMeterX(qRound(request.dpi / 0.0254));
    image.setDotsPerMeterY(qRound(request.dpi / 0.0254));
    if (!request.title.isEmpty())
        image.setText(QStringLiteral("Title"), request.title);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

Result<QByteArray> renderSvg(const Figure& figure, const FigureRequest& request) {
    const auto size = figureSize(figure, request);
    if (!size)
        return size.error();
    SvgDevice device(*size, request.title);
    paintOn(device, figure, request, *size, 1.0);
    return device.document();
}

Result<QByteArray> renderPdf(const Figure& figure, const FigureRequest& request) {
    const auto size = figureSize(figure, request);
    if (!size)
        return size.error();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setPageSize(QPageSize(*size, QPageSize::Point, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        writer.setResolution(72);
        writer.setCreator(QStringLiteral("Headscope"));
        writer.setTitle(request.title);
        paintOn(writer, figure, request, *size, 1.0);
    }
    fixDate(bytes);
    return bytes;
}

Result<QImage> previewFigure(const Figure& figure, const FigureRequest& request, QSize room) {
    const auto size = figureSize(figure, request);
    if (!size)
        return size.error();
    const double scale = std::min({room.width() / size->width(), room.height() / size->height(), request.dpi / 72.0});
    QImage image((*size * scale).toSize().expandedTo(QSize(1, 1)), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    image.setDotsPerMeterX(2835);
    image.setDotsPerMeterY(2835);
    paintOn(image, figure, request, *size, scale);
    return image;
}

Result<QSizeF> figureMillimetres(const Figure& figure, const FigureRequest& request) {
    const auto size = figureSize(figure, request);
    return size ? Result<QSizeF>(*size / kPointsPerMm) : size.error();
}

Result<QByteArray> renderFigure(const Figure& figure, const FigureRequest& request, FigureFormat format) {
    switch (format) {
        case FigureFormat::Svg:
            return renderSvg(figure, request);
        case FigureFormat::Pdf:
            return renderPdf(figure, request);
        case FigureFormat::Png:
            break;
    }
    return renderPng(figure, request);
}

Result<FigureFormat> figureFormat(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QStringLiteral("png"))
        return FigureFormat::Png;
    if (ending == QStringLiteral("svg"))
        return FigureFormat::Svg;
    if (ending == QStringLiteral("pdf"))
        return FigureFormat::Pdf;
    return Error{ErrorCode::NotSupported,
                 QStringLiteral("%1: a figure's name ends in .png, .svg or .pdf.").arg(path).toStdString()};
}

Result<void> writeFigure(const QString& path, const QByteArray& bytes) {
    // Not QSaveFile: of a full disk it says "Unknown error".
    return writeFileAtomically(QFile::encodeName(path).toStdString(), bytes.toStdString());
}

}  // namespace attn::app

#pragma once
#include <QByteArray>
#include <QImage>
#include <QPainter>
#include <QSizeF>
#include <QString>
#include <functional>

#include "core/base/result.h"
#include "src/export/figure_look.h"
#include "ui/heatmap/heatmap_painter.h"
#include "ui/theme/theme.h"

namespace attn::app {

enum class FigureFormat { Png, Svg, Pdf };
/// The physical size and look of an exported figure.
struct FigureRequest : FigureLook {
    double widthMm = 88.0;
    double heightMm = 0.0;  ///< 0: as high as the figure needs.
    QString title;          ///< Title of the document (metadata); may be empty.
};

/// A figure of any kind: draws itself within `size`, in units that are points of 1/72 inch at the usual size of type and
/// scale with it, from the painter's origin. Fonts are given in points, or in pixels that are units here. Anything drawn
/// without antialiasing has crisp edges.
struct Figure {
    std::function<void(QPainter& painter, QSizeF size)> paint;
    std::function<double(double width)>
        heightFor;  ///< Height for a width; used when none is asked for.
    bool isRigid = false;  ///< Drawn smaller as a whole, type and all, where it is asked to be lower than heightFor().
};

/// The heatmap, with its marks, as a figure. `options` loses `theme`, `paper` and `pixelsPerUnit` to the request, and
/// every part that the request decides.
Figure heatmapFigure(ui::HeatmapPicture picture, ui::HeatmapOptions options, const FigureRequest& request,
                     ui::HeatmapMarks marks = {});

/// The bytes of a file; the same bytes for the same figure, on every run and at any screen scale.
///
/// Errors    OutOfRange when the width, height or dpi is not positive, or the PNG would exceed 32767 pixels a side
///           or 200 million pixels in all.
Result<QByteArray> renderFigure(const Figure& figure, const FigureRequest& request, FigureFormat format);
Result<QByteArray> renderPng(const Figure& figure, const FigureRequest& request);
Result<QByteArray> renderSvg(const Figure& figure, const FigureRequest& request);
Result<QByteArray> renderPdf(const Figure& figure, const FigureRequest& request);

/// The figure as the export draws it, every edge and letter where it will be, as large as fits `room` pixels.
Result<QImage> previewFigure(const Figure& figure, const FigureRequest& request, QSize room);

/// The size of the whole figure in millimetres. Errors as renderFigure().
Result<QSizeF> figureMillimetres(const Figure& figure, const FigureRequest& request);

/// The format that a file name asks for by its ending (.png, .svg, .pdf, any case), or why there is none.
Result<FigureFormat> figureFormat(const QString& path);

/// Writes all of `bytes` or nothing: an old file stays as it is when anything fails.
Result<void> writeFigure(const QString& path, const QByteArray& bytes);

}  // namespace attn::app

#include "src/window/figure_output.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QImage>
#include <QMimeData>

#include "src/window/dialogs/export_dialog.h"

namespace attn::app {

QString exportFigure(const SceneFigure& figure, QWidget* window) {
    ExportDialog dialog(figure, window);
    dialog.exec();
    return dialog.written();
}

Result<void> copyFigure(const SceneFigure& figure) {
    FigureRequest request;
    request.widthMm = figure.widthMm;
    const Figure made = figure.make(request);
    const auto png = renderPng(made, request);
    if (!png)
        return png.error();
    const auto svg = renderSvg(made, request);
    if (!svg)
        return svg.error();
    auto* data = new QMimeData;
    data->setImageData(QImage::fromData(*png, "PNG"));
    data->setData(QStringLiteral("image/svg+xml"), *svg);
    QApplication::clipboard()->setMimeData(data);
    return {};
}

}  // namespace attn::app

#include "src/export/figure_clipboard.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>

namespace attn::app {

Result<void> copyFigure(const SceneFigure& figure, const FigureStyle& style) {
    if (const auto font = needFont(style); !font)
        return font.error();
    const FigureRequest request = requestOf(style, figure.widthMm, figure.name);
    const Figure made = figure.make(request);
    const auto png = renderPng(made, request);
    if (!png)
        return png.error();
    const auto svg = renderSvg(made, request);
    if (!svg)
        return svg.error();
    auto* data = new QMimeData;
    data->setImageData(QImage::fromData(*png, "PNG"));
    data->setData(QStringLiteral("image/png"), *png);
    data->setData(QStringLiteral("image/svg+xml"), *svg);
    QGuiApplication::clipboard()->setMimeData(data);
    return {};
}

}  // namespace attn::app

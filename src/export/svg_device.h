#pragma once
#include <QByteArray>
#include <QPaintDevice>
#include <QSizeF>
#include <memory>
#include <vector>

#include "ui/figure/cell_sink.h"

namespace attn::app {

class SvgEngine;

/// A paint device whose drawing is SVG: text stays text, cells are one rect each, nothing is rasterised but images.
///
/// Units     the painter's unit is a point of 1/72 inch; width and height are written in millimetres with a viewBox
/// in
///           points, so that both agree.
/// Edges     what is drawn without antialiasing is written with shape-rendering="crispEdges".
class SvgDevice : public QPaintDevice, public ui::CellSink {
  public:
    SvgDevice(QSizeF points, const QString& title);
    ~SvgDevice() override;

    QPaintEngine* paintEngine() const override;
    void drawCells(const std::vector<ui::FilledCell>& cells) override;

    /// The whole document; call when the painter has ended.
    QByteArray document() const;

  protected:
    int metric(PaintDeviceMetric metric) const override;

  private:
    QSizeF m_size;
    QString m_title;
    std::unique_ptr<SvgEngine> m_engine;
};

/// `text` with the signs that XML uses escaped, and those that XML forbids replaced by U+FFFD.
QByteArray xmlText(const QString& text);

}  // namespace attn::app

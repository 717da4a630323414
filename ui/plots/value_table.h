#pragma once
#include <QRectF>

#include "ui/plots/plot_picture.h"
#include "ui/theme/theme.h"

class QPainter;

namespace attn::ui {

/// In design units; see plot_frame.h. Names at the left, cells right-aligned, sentences wrapped below.
void paintTable(QPainter& painter, const QRectF& area, const ValueTable& table, const Theme& theme);
/// What paintTable needs at that width for all of it.
double tableHeight(const ValueTable& table, double width);

/// What a screen reader says: title, then one line per row, then the sentences.
QString tableText(const ValueTable& table);

}  // namespace attn::ui

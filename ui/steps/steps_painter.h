#pragma once
#include <QPainter>

#include "ui/steps/steps_layout.h"

namespace attn::ui {

/// Draws the matrices, their names and operators and the foot, with its top left corner at the painter's origin.
void paintSteps(QPainter&, const StepsPicture&, const HeatmapOptions&, const StepsLayout&);

/// The chosen cell, ringed as in a heatmap, and frames around what made it: strong where it was made from them in one
/// step, thin further back; query, key and value keep their colour and line. `hover` is framed in black and white,
/// and so is in the other matrices what `pointed` names, one per matrix: a row, a column or a cell.
void paintStepMarks(QPainter&, const StepsPicture&, const HeatmapOptions&, const StepsLayout&, const StepMarks&,
                    const StepCell& hover = {}, const std::vector<HeatmapCell>& pointed = {});

}  // namespace attn::ui

#pragma once
// Pictures of attention that several tests draw.
#include <QStringList>

#include "ui/heatmap/heatmap_picture.h"

namespace attn::test {

/// Tokens as an axis; equal ones are marked as repeated.
ui::Axis tokenAxis(ui::AxisRole role, const QStringList& tokens);

/// Weights over twelve tokens, causal: above the diagonal masked.
ui::HeatmapPicture causalTwelve();
/// Weights of a repeating pattern, rows x cols, labelled with positions.
ui::HeatmapPicture plainWeights(Index rows, Index cols);
/// Tokens in eleven scripts, with markup, combining marks and control characters.
ui::HeatmapPicture manyScripts();
/// 5 x 5: plain, exact zero, masked, masked by hand, allowed by hand, NaN and both infinities.
ui::HeatmapPicture everyState();
/// 3 queries, 18 keys, signed scores.
ui::HeatmapPicture crossScores();

}  // namespace attn::test

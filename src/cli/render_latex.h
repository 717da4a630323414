#pragma once
#include "src/cli/render_views.h"

namespace attn::app {

/// Whether a file of that name is LaTeX: .tex, any case.
bool isLatexName(const QString& output);

/// The heatmap of a scene for pgfplots, in the colours and the range of the picture; masked cells are left white.
/// Errors    NotSupported for other views, and for ranges that are not linear and common to all rows.
Result<void> renderLatex(const RenderWords& words, DrawnScene& scene, const QString& output);

}  // namespace attn::app

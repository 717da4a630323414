#pragma once
#include "src/export/html_page.h"

namespace attn::app {

/// Whether a file of that name is a page: .html or .htm, any case.
bool isPageName(const QString& output);

/// Writes the scene as one interactive page; what was rounded or left out is said on standard error.
Result<void> renderPage(const Scene& scene, const Evaluation& evaluation, const PageRequest& request,
                        const QString& output);

}  // namespace attn::app

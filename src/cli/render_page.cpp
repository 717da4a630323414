#include "src/cli/render_page.h"

#include <QFile>
#include <QFileInfo>
#include <cstdio>

#include "src/export/figure_export.h"

namespace attn::app {

bool isPageName(const QString& output) {
    const QString ending = QFileInfo(output).suffix().toLower();
    return ending == QStringLiteral("html") || ending == QStringLiteral("htm");
}

Result<void> renderPage(const Scene& scene, const Evaluation& evaluation, const PageRequest& request,
                        const QString& output) {
    const auto page = scenePage(scene, evaluation, request);
    if (!page)
        return page.error();
    if (const auto written = writeFigure(output, page->bytes); !written)
        return written.error();
    if (!page->note.isEmpty())
        std::fprintf(stderr, "headscope: %s: %s\n", QFile::encodeName(output).constData(),
                     page->note.toUtf8().constData());
    return {};
}

}  // namespace attn::app

#include "src/window/figure_output.h"

#include "src/window/dialogs/export_dialog.h"

namespace attn::app {

QString exportFigure(const SceneFigure& figure, QWidget* window) {
    ExportDialog dialog(figure, window);
    dialog.exec();
    return dialog.written();
}

}  // namespace attn::app

#include "src/window/copy_commands.h"

#include <QApplication>
#include <QClipboard>
#include <QMimeData>

#include "src/window/centre.h"
#include "ui/figure/figure_text.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/matrix/table_mime.h"

namespace attn::app {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("CopyCommands", text);
}

/// The one with the focus, else the largest that is seen; null where there is none.
const ui::HeatmapView* shownHeatmap(const Centre& centre) {
    const ui::HeatmapView* shown = nullptr;
    const auto area = [](const QWidget* view) { return view->width() * view->height(); };
    for (const ui::HeatmapView* view : centre.instrument()->body()->findChildren<ui::HeatmapView*>())
        if (view->isVisible() && view->picture().cells.rows > 0 && !view->picture().isPattern) {
            if (view->hasFocus())
                return view;
            if (!shown || area(view) > area(shown))
                shown = view;
        }
    const auto* body = qobject_cast<const ui::HeatmapView*>(centre.instrument()->body());
    return body && body->picture().cells.rows > 0 && !body->picture().isPattern ? body : shown;
}

/// The names of one side: its tokens, with their positions where they stand twice, or the positions.
QStringList namesOf(const ui::Axis& axis, Index count) {
    QStringList names;
    for (Index i = 0; i < count; ++i) {
        if (axis.labels.empty()) {
            names << axis.letter + QString::number(i);
            continue;
        }
        const ui::AxisLabel& label = axis.labels[static_cast<std::size_t>(i)];
        names << (label.isRepeated ? label.text + u' ' + QString::number(label.index) : label.text);
    }
    return names;
}

void copy(Session& session, const Centre& centre, bool hasTokens) {
    const ui::HeatmapView* view = shownHeatmap(centre);
    if (!view)
        return session.refuse(tr("No heatmap is shown whose numbers could be copied."));
    const ui::HeatmapPicture& picture = view->picture();
    ui::CopiedTable table{picture.cells, {}, {}};
    if (hasTokens) {
        table.rowLabels = namesOf(picture.rows, picture.cells.rows);
        table.colLabels = namesOf(picture.cols, picture.cells.cols);
    }
    QApplication::clipboard()->setMimeData(ui::tableMime(table));
    session.tell((hasTokens ? tr("Copied %1 × %2 numbers with their tokens.") : tr("Copied %1 × %2 numbers."))
                     .arg(picture.cells.rows)
                     .arg(picture.cells.cols));
}

/// Each heatmap of the instrument offers the same by its own menu.
void addMenus(Actions& actions, const Centre& centre) {
    QWidget* body = centre.instrument()->body();
    QList<ui::HeatmapView*> views = body->findChildren<ui::HeatmapView*>();
    if (auto* view = qobject_cast<ui::HeatmapView*>(body))
        views << view;
    for (ui::HeatmapView* view : views) {
        if (!view->actions().isEmpty())
            continue;
        for (const Actions::Id id : {Actions::CopyValues, Actions::CopyNumbers, Actions::CopyFigure, Actions::Export})
            view->addAction(actions[id]);
        view->setContextMenuPolicy(Qt::ActionsContextMenu);
    }
}

}  // namespace

void connectCopyCommands(Actions& actions, Session& session, Centre& centre) {
    QObject::connect(actions[Actions::CopyValues], &QAction::triggered, &centre,
                     [&session, &centre] { copy(session, centre, true); });
    QObject::connect(actions[Actions::CopyNumbers], &QAction::triggered, &centre,
                     [&session, &centre] { copy(session, centre, false); });
    QObject::connect(&centre, &Centre::currentChanged, &centre, [&actions, &centre] { addMenus(actions, centre); });
}

}  // namespace attn::app

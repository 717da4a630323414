#include "src/cli/render_latex.h"

#include <QFileInfo>
#include <limits>

#include "core/io/matrix_text.h"
#include "src/export/figure_export.h"

namespace attn::app {
namespace {

constexpr int kColors = 33;  ///< Between them pgfplots interpolates.
constexpr int kDecimals = 4;

std::vector<std::string> labelsOf(const ui::Axis& axis, Index count) {
    std::vector<std::string> labels;
    for (Index i = 0; i < count; ++i)
        labels.push_back(axis.labels.empty() ? std::to_string(i)
                                             : axis.labels[static_cast<std::size_t>(i)].text.toStdString());
    return labels;
}

std::string latexOf(const ui::HeatmapPicture& picture) {
    LabelledMatrix matrix;
    matrix.cells = picture.cells;
    for (Index row = 0; row < matrix.cells.rows; ++row)
        for (Index col = 0; col < matrix.cells.cols; ++col)
            if (const auto state = picture.state(row, col);
                state == ui::CellState::Masked || state == ui::CellState::MaskedByHand)
                matrix.cells(row, col) = std::numeric_limits<double>::quiet_NaN();
    matrix.rowLabels = labelsOf(picture.rows, matrix.cells.rows);
    matrix.colLabels = labelsOf(picture.cols, matrix.cells.cols);
    matrix.rowTitle = picture.rows.title.toStdString();
    matrix.colTitle = picture.cols.title.toStdString();
    LatexColors colors{{}, picture.low, picture.high, picture.quantity.toStdString()};
    for (int i = 0; i < kColors; ++i)
        colors.map.push_back(ui::color(picture.map, static_cast<double>(i) / (kColors - 1)) & 0xffffff);
    return latexHeatmap(matrix, kDecimals, colors);
}

}  // namespace

bool isLatexName(const QString& output) {
    return QFileInfo(output).suffix().toLower() == QStringLiteral("tex");
}

Result<void> renderLatex(const RenderWords& words, DrawnScene& scene, const QString& output) {
    const Look look = lookOf(words);
    if (words.view != "heatmap" || words.head == "all")
        return Error{ErrorCode::NotSupported, "A .tex holds one heatmap: choose --view heatmap and one head."};
    if (look.range.kind == Range::Kind::Row || look.range.kind == Range::Kind::Log)
        return Error{ErrorCode::NotSupported,
                     "A heatmap of pgfplots has one even range: choose --range auto or LO:HI."};
    const auto evaluation = scene.evaluation();
    if (!evaluation)
        return evaluation.error();
    const auto chosen = selectionOf(words, (*evaluation)->dims);
    if (!chosen)
        return chosen.error();
    const Stage stage = *stageFromWord(QString::fromStdString(words.stage));
    if (!hasStage(scene.file.scene, **evaluation, stage))
        return Error{ErrorCode::OutOfRange, "The scene has no stage " + words.stage + "."};
    if (words.head == "mean" && stage != Stage::Weights)
        return Error{ErrorCode::OutOfRange, "A mean over heads is made of weights, not of " + words.stage + "."};
    const std::string text =
        latexOf(words.head == "mean" ? meanPicture(scene.file.scene, **evaluation, chosen->batch, look)
                                     : stagePicture(scene.file.scene, **evaluation, stage, *chosen, look));
    return writeFigure(output, QByteArray::fromStdString(text));
}

}  // namespace attn::app

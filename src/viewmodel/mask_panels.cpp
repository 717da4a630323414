#include "src/viewmodel/mask_panels.h"

#include <algorithm>
#include <cmath>

#include "core/mask/mask_rules.h"
#include "src/viewmodel/heatmap_pictures.h"
#include "src/viewmodel/mask_picture.h"
#include "src/viewmodel/words.h"

namespace attn::app {
namespace {

constexpr std::size_t kMostRows = 12;
constexpr Index kMostNumbers = 6;

/// The pattern of one head under another mask.
ui::HeatmapPicture patternOf(Scene scene, const Evaluation& evaluation, const ui::Selection& chosen, const Mask& mask) {
    scene.mask = mask;
    const Dimensions& dims = evaluation.dims;
    const MaskRules rules(scene, dims);
    BoolTensor cells({1, 1, dims.nq, dims.nk});
    for (Index row = 0; row < dims.nq; ++row)
        rules.fillRow(chosen.batch, chosen.head, row, 0, dims.nk, cells.data() + row * dims.nk);
    Evaluation one;
    one.dims = dims;
    one.dims.batch = one.dims.heads = one.dims.kvHeads = 1;
    one.allowed = std::make_shared<const BoolTensor>(std::move(cells));
    ui::Selection first = chosen;
    first.batch = first.head = 0;
    ui::HeatmapPicture picture = maskPicture(scene, one, first);
    picture.rowCounts.clear();  // two patterns need the width
    picture.caption.clear();
    return picture;
}

QString pairsWords(const ui::HeatmapPicture& picture) {
    Index allowed = 0, empty = 0;
    for (Index row = 0; row < picture.cells.rows; ++row) {
        Index keys = 0;
        for (Index col = 0; col < picture.cells.cols; ++col)
            keys += picture.cells(row, col) != 0.0;
        allowed += keys;
        empty += keys == 0;
    }
    QString words = Words::tr("%1 of %2 pairs may attend.").arg(allowed).arg(picture.cells.rows * picture.cells.cols);
    if (empty > 0)
        words += u' ' + (empty == 1 ? Words::tr("1 row may attend nothing.") : Words::tr("%1 rows may attend nothing.").arg(empty));
    return words;
}

/// The weights of `rows` under one convention, with its words.
ui::HeatmapPanel conventionPanel(const Scene& scene, const Evaluation& evaluation, const std::vector<Index>& rows, double weight) {
    const Dimensions& dims = evaluation.dims;
    ui::HeatmapPanel panel;
    ui::HeatmapPicture& picture = panel.picture;
    picture.title = Words::tr("Rows that may attend nothing");
    picture.stage = Words::tr("weight");
    picture.quantity = Words::tr("attention weight");
    picture.cells = Matrix(static_cast<Index>(rows.size()), dims.nk, weight);
    picture.rows = queryAxis(scene, dims.nq);
    picture.cols = keyAxis(scene, dims.nk);
    std::vector<ui::AxisLabel> labels;
    for (const Index row : rows)
        labels.push_back(picture.rows.labels.empty() ? ui::AxisLabel{QString::number(row), row, false}
                                                     : picture.rows.labels[static_cast<std::size_t>(row)]);
    picture.rows.labels = std::move(labels);
    picture.rows.title = Words::tr("query");  // a row or two have no room for more
    picture.decimals = 3;
    return panel;
}

/// "(0.25, −1)", the first few numbers.
QString vectorText(const std::vector<double>& numbers) {
    QStringList words;
    for (std::size_t i = 0; i < numbers.size() && static_cast<Index>(i) < kMostNumbers; ++i)
        words << (numbers[i] == 0.0 ? QStringLiteral("0") : fixedText(numbers[i], 3));
    if (numbers.size() > kMostNumbers)
        words << QStringLiteral("…");
    return u'(' + words.join(QStringLiteral(", ")) + u')';
}

/// The mean of all values of a head, masked or not: what equal weights give.
std::vector<double> meanValue(const Evaluation& evaluation, const ui::Selection& chosen) {
    const Dimensions& dims = evaluation.dims;
    std::vector<double> mean(static_cast<std::size_t>(dims.dv), 0.0);
    if (!evaluation.V.has() || dims.nk == 0)
        return mean;
    const Index first = (chosen.batch * dims.kvHeads + dims.kvHead(chosen.head)) * dims.nk;
    for (Index j = 0; j < dims.nk; ++j)
        for (Index c = 0; c < dims.dv; ++c)
            mean[static_cast<std::size_t>(c)] += evaluation.V.at((first + j) * dims.dv + c);
    for (double& value : mean)
        value /= static_cast<double>(dims.nk);
    return mean;
}

}  // namespace

ui::HeatmapPanels alignmentPanels(const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection) {
    const Dimensions& dims = evaluation.dims;
    ui::HeatmapPanels panels;
    if (dims.nq == 0 || dims.nk == 0) {
        panels.empty = Words::tr("Without a query and a key there is no pattern.");
        return panels;
    }
    if (dims.nq == dims.nk) {
        panels.empty = Words::tr("There are as many queries as keys, %1: aligned at the start or at the end, the causal mask is the same. Cross-attention "
                                 "with another number of keys, or a cache, tells them apart.")
                           .arg(dims.nq);
        return panels;
    }
    const ui::Selection chosen = clamped(selection, dims);
    for (const Causal::Align align : {Causal::Align::TopLeft, Causal::Align::BottomRight}) {
        Mask mask = scene.mask;
        mask.causal = Causal{align, {}};
        ui::HeatmapPanel panel;
        panel.picture = patternOf(scene, evaluation, chosen, mask);
        const bool isStart = align == Causal::Align::TopLeft;
        panel.title = isStart ? Words::tr("Start (top left)") : Words::tr("End (bottom right)");
        panel.words = (isStart ? Words::tr("Query i attends keys 0 to i.")
                               : Words::tr("Query i attends keys 0 to i %1 %2: the last query sees every key.")
                                     .arg(dims.nk >= dims.nq ? u'+' : QChar(0x2212))
                                     .arg(std::abs(dims.nk - dims.nq))) +
                      u' ' + pairsWords(panel.picture);
        panel.isCurrent = scene.mask.causal && scene.mask.causal->align == align;
        panels.panels.push_back(std::move(panel));
    }
    panels.caption = Words::tr("The causal mask aligned at the start and at the end, %1 queries and %2 keys.").arg(dims.nq).arg(dims.nk);
    if (!scene.mask.causal)
        panels.caption += u' ' + Words::tr("The scene has no causal mask: this is what one would do.");
    return panels;
}

ui::HeatmapPanels emptyRowPanels(const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection) {
    const Dimensions& dims = evaluation.dims;
    ui::HeatmapPanels panels;
    const ui::Selection chosen = clamped(selection, dims);
    std::vector<Index> rows = emptyRows(evaluation, chosen);
    if (rows.empty() || dims.nk == 0) {
        panels.empty = dims.nq == 0 || dims.nk == 0
                           ? Words::tr("Without a query and a key no row has weights.")
                           : Words::tr("Every query of this head may attend some key: the three conventions for a row without one change nothing. Paint "
                                       "a whole row as masked to see them.");
        return panels;
    }
    if (scene.sink) {
        panels.empty = Words::tr("With a sink no row is empty: where no key may be attended, the sink has all the weight, and the row’s weights and output "
                                 "are 0.");
        return panels;
    }
    const std::size_t all = rows.size();
    if (rows.size() > kMostRows)
        rows.resize(kMostRows);
    const std::vector<double> mean = meanValue(evaluation, chosen);
    const std::vector<double> zeros(mean.size(), 0.0), nans(mean.size(), std::nan(""));
    const struct {
        EmptyRow convention;
        QString title, words;
        double weight;
        const std::vector<double>& output;
    } conventions[] = {
        {EmptyRow::Zero, Words::tr("Zero"), Words::tr("The head adds nothing to the token."), 0.0, zeros},
        {EmptyRow::NaN, Words::tr("NaN"), Words::tr("The formula’s own answer, 0 ÷ 0; it spreads to all that is made from it."), std::nan(""), nans},
        {EmptyRow::Uniform, Words::tr("Uniform"), Words::tr("Every key, masked or not, weighs 1/%1: the output is the mean of all values.").arg(dims.nk),
         1.0 / static_cast<double>(dims.nk), mean},
    };
    for (const auto& convention : conventions) {
        ui::HeatmapPanel panel = conventionPanel(scene, evaluation, rows, convention.weight);
        panel.title = convention.title;
        panel.words = convention.words + u' ' + Words::tr("Head output %1.").arg(vectorText(convention.output));
        panel.isCurrent = scene.emptyRow == convention.convention;
        panels.panels.push_back(std::move(panel));
    }
    panels.caption = emptyRowsSentence(scene, emptyRows(evaluation, chosen)) + u' ' +
                     Words::tr("Weights and output of such rows by each of the three conventions.");
    if (rows.size() < all)
        panels.caption += u' ' + Words::tr("The first %1 of %2 such rows are shown.").arg(rows.size()).arg(all);
    return panels;
}

}  // namespace attn::app

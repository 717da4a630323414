// Which cells made which, and how cells and the shared selection name each other.
#include <algorithm>
#include <numeric>

#include "src/viewmodel/explanation_parts.h"
#include "src/viewmodel/steps_picture.h"

namespace attn::app {
namespace {

using Indices = std::vector<Index>;

bool isPairwise(Step step) {
    return step >= Step::Scores && step <= Step::Dropped;
}
bool hasKeyRows(Step step) {
    return step == Step::Xkv || step == Step::XkvPos || step == Step::K || step == Step::Krot || step == Step::V;
}
bool isWeight(Step step) {
    return step == Step::Wq || step == Step::Wk || step == Step::Wv || step == Step::Wo;
}

/// Columns of each head in a matrix of all heads; 0: it holds one.
Index headWidth(const Dimensions& dims, Step step) {
    switch (step) {
        case Step::Wq:
        case Step::Wk:
            return dims.dk;
        case Step::Wv:
        case Step::Concat:
            return dims.dv;
        default:
            return 0;
    }
}

Index headColumn(const Dimensions& dims, Step step, Index head) {
    const bool isShared = step == Step::Wk || step == Step::Wv;
    return headWidth(dims, step) * (isShared ? dims.kvHead(head) : head);
}

Indices upTo(Index count) {
    Indices all(static_cast<std::size_t>(std::max<Index>(0, count)));
    std::iota(all.begin(), all.end(), Index(0));
    return all;
}

Indices moved(Indices indices, Index by) {
    for (Index& index : indices)
        index += by;
    return indices;
}

void join(Indices& into, const Indices& more) {
    Indices both;
    std::set_union(into.begin(), into.end(), more.begin(), more.end(), std::back_inserter(both));
    into = std::move(both);
}

/// Goes from the chosen cell back to the inputs. Every set of cells on the way is a set of rows times a set of
/// columns.
class Lighter {
  public:
    Lighter(const Steps& steps, const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection)
        : m_steps(steps),
          m_scene(scene),
          m_dims(evaluation.dims),
          m_pair(scene, evaluation, selection),
          m_lit(steps.steps.size()) {}

    std::vector<ui::LitCells> light(Step step, const ui::HeatmapCell& cell) {
        makersOf(step, {cell.row}, {cell.col});
        for (ui::LitCells& lit : m_lit)
            lit.isDirect = !lit.rows.empty();
        for (int i = m_steps.place(step) - 1; i >= 0; --i)
            if (const ui::LitCells lit = m_lit[static_cast<std::size_t>(i)]; !lit.rows.empty())
                makersOf(m_steps.steps[static_cast<std::size_t>(i)], lit.rows, lit.cols);
        return std::move(m_lit);
    }

  private:
    void add(Step step, const Indices& rows, const Indices& cols) {
        const int place = m_steps.place(step);
        if (place < 0 || rows.empty() || cols.empty())
            return;
        ui::LitCells& lit = m_lit[static_cast<std::size_t>(place)];
        join(lit.rows, rows);
        join(lit.cols, cols);
    }

    /// The last of `steps` that is shown.
    Step lastOf(std::initializer_list<Step> steps) const {
        Step last = *steps.begin();
        for (const Step step : steps)
            if (m_steps.has(step))
                last = step;
        return last;
    }

    Indices allowed(const Indices& keys) const {
        Indices open;
        for (const Index key : keys)
            if (m_pair.allows(key))
                open.push_back(key);
        return open;
    }

    /// Keys whose weight and value enter the output of the chosen query.
    Indices used() const {
        const Indices all = upTo(m_dims.nk);
        if (m_scene.maskedValues == MaskedValues::Ieee)
            return all;
        return m_pair.keysAllowed == 0 && m_scene.emptyRow != EmptyRow::Zero ? all : allowed(all);
    }

    void projected(Step from, Step positions, Step weight, const Indices& rows, const Indices& cols) {
        const Step source = lastOf({from, positions});
        if (const int place = m_steps.place(source); place >= 0)
            add(source, rows, upTo(m_steps.picture.matrices[static_cast<std::size_t>(place)].picture.cells.cols));
        if (const int place = m_steps.place(weight); place >= 0)
            add(weight, upTo(m_steps.picture.matrices[static_cast<std::size_t>(place)].picture.cells.rows),
                moved(cols, headColumn(m_dims, weight, m_pair.chosen.head)));
    }

    /// A turned pair of columns comes from the same pair.
    Indices partners(const Indices& cols) const {
        const Position& position = m_scene.position;
        const Index width = position.rotaryDim > 0 ? position.rotaryDim : m_dims.dk;
        Indices both;
        for (const Index col : cols) {
            Indices pair{col};
            if (col < width) {
                const Index half = width / 2;
                const Index other = position.style == Position::Style::Interleaved
                                        ? (col % 2 == 0 ? col + 1 : col - 1)
                                    : col < half ? col + half
                                                 : col - half;
                pair = {std::min(col, other), std::max(col, other)};
            }
            join(both, pair);
        }
        return both;
    }

    void makersOf(Step step, const Indices& rows, const Indices& cols) {
        const bool isSelf = !m_steps.has(Step::Xkv);
        switch (step) {
            case Step::Xpos:
                return add(Step::X, rows, cols);
            case Step::XkvPos:
                return add(Step::Xkv, rows, cols);
            case Step::Q:
                return projected(Step::X, Step::Xpos, Step::Wq, rows, cols);
            case Step::K:
                return projected(isSelf ? Step::X : Step::Xkv, isSelf ? Step::Xpos : Step::XkvPos, Step::Wk, rows,
                                 cols);
            case Step::V:
                return projected(isSelf ? Step::X : Step::Xkv, isSelf ? Step::Xpos : Step::XkvPos, Step::Wv, rows,
                                 cols);
            case Step::Qrot:
                return add(Step::Q, rows, partners(cols));
            case Step::Krot:
                return add(Step::K, rows, partners(cols));
            case Step::Scores:
                add(lastOf({Step::Q, Step::Qrot}), rows, upTo(m_dims.dk));
                return add(lastOf({Step::K, Step::Krot}), cols, upTo(m_dims.dk));
            case Step::Scaled:
                return add(Step::Scores, rows, cols);
            case Step::Capped:
                return add(lastOf({Step::Scores, Step::Scaled}), rows, cols);
            case Step::Masked:
                return add(lastOf({Step::Scores, Step::Scaled, Step::Capped}), rows, allowed(cols));
            case Step::Weights:
                return add(lastOf({Step::Scores, Step::Scaled, Step::Capped, Step::Masked}), rows, upTo(m_dims.nk));
            case Step::Dropped:
                return add(Step::Weights, rows, cols);
            case Step::HeadOut:
                add(lastOf({Step::Weights, Step::Dropped}), rows, used());
                return add(Step::V, used(), cols);
            case Step::HeadDropped:
                return add(Step::HeadOut, rows, cols);
            case Step::Concat:
                return joined(rows, cols);
            case Step::Output:
                if (m_steps.has(Step::Concat))
                    add(Step::Concat, rows, upTo(m_dims.heads * m_dims.dv));
                else
                    add(lastOf({Step::HeadOut, Step::HeadDropped}), rows, upTo(m_dims.dv));
                return add(Step::Wo, upTo(m_dims.heads * m_dims.dv), cols);
            case Step::X:
            case Step::Xkv:
            case Step::Wq:
            case Step::Wk:
            case Step::Wv:
            case Step::Wo:
                return;
        }
    }

    /// Of the joined columns those of the chosen head are its output; a silenced head gives none.
    void joined(const Indices& rows, const Indices& cols) {
        const Index head = m_pair.chosen.head;
        if (std::find(m_scene.silenced.begin(), m_scene.silenced.end(), head) != m_scene.silenced.end())
            return;
        Indices own;
        for (const Index col : cols)
            if (col / m_dims.dv == head)
                own.push_back(col % m_dims.dv);
        add(lastOf({Step::HeadOut, Step::HeadDropped}), rows, own);
    }

    const Steps& m_steps;
    const Scene& m_scene;
    const Dimensions& m_dims;
    Pair m_pair;
    std::vector<ui::LitCells> m_lit;
};

}  // namespace

ui::HeatmapCell stepCell(const Steps& steps, const Dimensions& dims, Step step, const ui::Selection& selection,
                         const std::map<Step, ui::HeatmapCell>& remembered) {
    const int place = steps.place(step);
    if (place < 0)
        return {};
    const Matrix& cells = steps.picture.matrices[static_cast<std::size_t>(place)].picture.cells;
    const ui::Selection chosen = clamped(selection, dims);
    const auto kept = remembered.find(step);
    ui::HeatmapCell cell = kept == remembered.end() ? ui::HeatmapCell{0, 0} : kept->second;
    if (!isWeight(step))
        cell.row = hasKeyRows(step) ? chosen.key : chosen.query;
    if (isPairwise(step))
        cell.col = chosen.key;
    if (const Index width = headWidth(dims, step); width > 0)
        cell.col = headColumn(dims, step, chosen.head) + cell.col % width;
    return {std::clamp<Index>(cell.row, 0, std::max<Index>(0, cells.rows - 1)),
            std::clamp<Index>(cell.col, 0, std::max<Index>(0, cells.cols - 1))};
}

ui::Selection selectionAtStep(const Dimensions& dims, Step step, ui::Selection selection,
                              const ui::HeatmapCell& cell) {
    const ui::HeatmapCell tokens = stepTokens(step, cell);
    if (tokens.row >= 0)
        selection.query = tokens.row;
    if (tokens.col >= 0)
        selection.key = tokens.col;
    if (const Index width = headWidth(dims, step); width > 0) {
        const bool isShared = step == Step::Wk || step == Step::Wv;
        const Index owner = cell.col / width;
        if (!isShared)
            selection.head = owner;
        else if (dims.kvHead(selection.head) != owner)
            selection.head = owner * (dims.heads / dims.kvHeads);
    }
    return selection;
}

ui::HeatmapCell stepTokens(Step step, const ui::HeatmapCell& cell) {
    if (isWeight(step))
        return {};
    if (isPairwise(step))
        return cell;
    return hasKeyRows(step) ? ui::HeatmapCell{-1, cell.row} : ui::HeatmapCell{cell.row, -1};
}

std::vector<ui::HeatmapCell> pointedSteps(const Steps& steps, Index query, Index key, const ui::HeatmapCell& pair) {
    std::vector<ui::HeatmapCell> cells;
    for (const Step step : steps.steps) {
        ui::HeatmapCell cell;
        if (isPairwise(step))
            cell = pair;
        else if (hasKeyRows(step))
            cell.row = key;
        else if (!isWeight(step))
            cell.row = query;
        // Without a context of their own the keys are made from the same rows.
        const bool isSource = step == Step::X || step == Step::Xpos;
        if (isSource && query < 0 && !steps.has(Step::Xkv))
            cell.row = key;
        cells.push_back(cell);
    }
    return cells;
}

ui::StepMarks stepMarks(const Steps& steps, const Scene& scene, const Evaluation& evaluation,
                        const ui::Selection& selection, Step step, const ui::HeatmapCell& cell) {
    ui::StepMarks marks;
    marks.matrix = steps.place(step);
    if (marks.matrix < 0)
        return marks;
    marks.cell = cell;
    marks.lit =
        Lighter(steps, scene, evaluation, selectionAtStep(evaluation.dims, step, selection, cell)).light(step, cell);
    return marks;
}

Steps withSources(const Steps& steps, const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection,
                  Step step) {
    const ui::HeatmapCell cell = stepCell(steps, evaluation.dims, step, selection, {});
    const ui::StepMarks marks = stepMarks(steps, scene, evaluation, selection, step, cell);
    Steps part;
    part.picture.empty = steps.picture.empty;
    part.picture.caption = steps.picture.caption;
    for (std::size_t i = 0; i < steps.steps.size(); ++i)
        if (steps.steps[i] == step || (i < marks.lit.size() && marks.lit[i].isDirect)) {
            part.steps.push_back(steps.steps[i]);
            part.picture.matrices.push_back(steps.picture.matrices[i]);
        }
    if (part.steps.empty())
        return part;
    // What led to the first stands outside; between two that did not stand side by side there is only a gap.
    part.picture.matrices.front().before.clear();
    part.picture.matrices.front().hasArrow = false;
    for (std::size_t i = 1; i + 1 < part.steps.size(); ++i)
        if (part.steps[i - 1] != steps.steps[static_cast<std::size_t>(steps.place(part.steps[i])) - 1]) {
            part.picture.matrices[i].before.clear();
            part.picture.matrices[i].hasArrow = false;
            part.picture.matrices[i].startsGroup = true;
        }
    return part;
}

}  // namespace attn::app

// How the number in one cell came about.
#include <algorithm>
#include <cmath>

#include "src/viewmodel/dot_table.h"
#include "src/viewmodel/explanation_parts.h"
#include "src/viewmodel/steps_picture.h"
#include "src/viewmodel/words.h"
#include "ui/figure/figure_text.h"

namespace attn::app {
namespace {

using ui::ExplainSection;
using ui::TextRun;

ExplainSection titled(const QString& title, const QString& note = {}) {
    ExplainSection section;
    section.title = title;
    if (!note.isEmpty())
        section.note = ui::proseRuns(note, TextRun::Second);
    return section;
}

class Arithmetic {
  public:
    Arithmetic(const Steps& steps, const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection,
               Step step, const ui::HeatmapCell& cell, const ui::ExplainUnfolded& unfolded)
        : m_steps(steps),
          m_scene(scene),
          m_evaluation(evaluation),
          m_dims(evaluation.dims),
          m_pair(scene, evaluation, selectionAtStep(evaluation.dims, step, selection, cell)),
          m_step(step),
          m_row(cell.row),
          m_col(cell.col),
          m_unfolded(unfolded) {}

    ExplainSection make() const {
        switch (m_step) {
            case Step::X:
            case Step::Xkv:
                return given(Words::tr("Given: the embedding of the token."));
            case Step::Wq:
            case Step::Wk:
            case Step::Wv:
            case Step::Wo:
                return given(Words::tr("Given: a learned number. It is edited in the matrices below the figure."));
            case Step::Xpos:
                return positioned(Step::X);
            case Step::XkvPos:
                return positioned(Step::Xkv);
            case Step::Q:
                return projection(Step::Wq, m_scene.bq, QStringLiteral("q"), TextRun::Query, m_pair.chosen.head,
                                  m_dims.dk);
            case Step::K:
                return projection(Step::Wk, m_scene.bk, QStringLiteral("k"), TextRun::Key, group(), m_dims.dk);
            case Step::V:
                return projection(Step::Wv, m_scene.bv, QStringLiteral("v"), TextRun::Value, group(), m_dims.dv);
            case Step::Qrot:
                return turned(Step::Q, m_scene.position.qOffset);
            case Step::Krot:
                return turned(Step::K, m_scene.position.kOffset);
            case Step::Scores:
                return dotSection(m_pair, m_unfolded.terms);
            case Step::Scaled:
                return scaled();
            case Step::Capped:
                return lineAlone(Words::tr("Soft cap"), capLine(m_pair));
            case Step::Masked:
                return masked();
            case Step::Weights:
                return softmaxSection(m_pair, m_unfolded.keys);
            case Step::Dropped:
                return lineAlone(Words::tr("Dropout"), dropoutLine(m_pair));
            case Step::HeadOut:
                return mixture();
            case Step::HeadDropped:
                return lineAlone(Words::tr("Dropout"), droppedLine(m_pair, at(Step::HeadOut, m_row, m_col), value()));
            case Step::Concat:
                return joined();
            case Step::Output:
                return output();
        }
        return {};
    }

    double value() const { return at(m_step, m_row, m_col); }

  private:
    const Matrix& cells(Step step) const {
        return m_steps.picture.matrices[static_cast<std::size_t>(m_steps.place(step))].picture.cells;
    }
    double at(Step step, Index row, Index col) const { return cells(step)(row, col); }
    Index group() const { return m_dims.kvHead(m_pair.chosen.head); }

    ExplainSection given(const QString& sentence) const {
        ExplainSection section = titled(Words::tr("Given"));
        section.sentence = sentence;
        return section;
    }

    static ExplainSection lineAlone(const QString& title, std::optional<ui::ExplainLine> line) {
        ExplainSection section = titled(title);
        if (line)
            section.lines.push_back(*std::move(line));
        else
            section.sentence = Words::tr("This pair is masked: its weight is 0 before and after.");
        return section;
    }

    ExplainSection positioned(Step from) const {
        const double before = at(from, m_row, m_col);
        ExplainSection section = titled(Words::tr("Position added"));
        section.lines.push_back(
            wholeLine({{QStringLiteral("%1 + %2 = ").arg(fixedText(before, 3), bracketed(value() - before, 3))},
                       {fixedText(value(), 3), TextRun::Semibold}},
                      m_pair.exact(value()), !std::isfinite(value())));
        return section;
    }

    /// A row of the embeddings times a column of the weights.
    ExplainSection projection(Step weight, const TensorPtr& bias, const QString& letter, TextRun::Kind kind,
                              Index head, Index width) const {
        if (!m_steps.has(weight))
            return given(Words::tr("Given: the scene holds Q, K and V themselves."));
        const bool isContext = m_step != Step::Q && m_steps.has(Step::Xkv);
        const Step from = isContext                 ? (m_steps.has(Step::XkvPos) ? Step::XkvPos : Step::Xkv)
                          : m_steps.has(Step::Xpos) ? Step::Xpos
                                                    : Step::X;
        const Index col = head * width + m_col;
        ExplainSection section = titled(Words::tr("Row times column"),
                                        Words::tr("row %1, column %2 of W_%3").arg(m_row).arg(col).arg(letter));
        DotTerms terms;
        terms.left = QStringLiteral("x");
        terms.right = QStringLiteral("w");
        terms.rightKind = kind;
        terms.count = cells(from).cols;
        terms.a = [&, from](Index d) { return at(from, m_row, d); };
        terms.b = [&, weight, col](Index d) { return at(weight, d, col); };
        if (bias) {
            terms.bias = (*bias)[col];
            terms.biasName = Words::tr("bias");
        }
        terms.result = value();
        fillDotTable(section, m_pair, terms, m_unfolded.terms);
        return section;
    }

    ExplainSection turned(Step from, Index offset) const {
        const Position& position = m_scene.position;
        const Index width = position.rotaryDim > 0 ? position.rotaryDim : m_dims.dk;
        ExplainSection section = titled(Words::tr("Turned by its position"));
        if (m_col >= width) {
            section.sentence = Words::tr("This column is not turned.");
            return section;
        }
        const bool isInterleaved = position.style == Position::Style::Interleaved;
        const Index half = width / 2;
        const Index pair = isInterleaved ? m_col / 2 : m_col % half;
        const bool isFirst = isInterleaved ? m_col % 2 == 0 : m_col < half;
        const Index other = isInterleaved ? (isFirst ? m_col + 1 : m_col - 1) : isFirst ? m_col + half : m_col - half;
        const Index place = m_row + offset;
        const double angle = static_cast<double>(place) *
                             std::pow(position.base, -2.0 * static_cast<double>(pair) / static_cast<double>(width));
        section.note = {{Words::tr("position %1, angle %2, columns %3 and %4")
                             .arg(place)
                             .arg(fixedText(angle, 3))
                             .arg(std::min(m_col, other))
                             .arg(std::max(m_col, other)),
                         TextRun::Second}};
        const QString work = QStringLiteral("%1 cos(%5) %3 %2 sin(%5) = ")
                                 .arg(fixedText(at(from, m_row, m_col), 3), bracketed(at(from, m_row, other), 3),
                                      isFirst ? QStringLiteral("−") : QStringLiteral("+"))
                                 .replace(QStringLiteral("%5"), fixedText(angle, 3));
        section.lines.push_back(wholeLine({{work}, {fixedText(value(), 3), TextRun::Semibold}}, m_pair.exact(value()),
                                          !std::isfinite(value())));
        return section;
    }

    ExplainSection scaled() const {
        ExplainSection section = scaleSection(m_pair);
        section.lines.resize(1);
        return section;
    }

    ExplainSection masked() const {
        ExplainSection section = maskSection(m_pair);
        if (auto line = biasLine(m_pair))
            section.lines.push_back(*std::move(line));
        return section;
    }

    /// The weights of the row times a column of the values.
    ExplainSection mixture() const {
        const bool isDropped = m_steps.has(Step::Dropped);
        const Step weights = isDropped ? Step::Dropped : Step::Weights;
        ExplainSection section = titled(Words::tr("Weighted sum of values"), Words::tr("column %1 of V").arg(m_col));
        if (m_pair.isEmptyRow() && m_scene.emptyRow == EmptyRow::Zero) {
            section.sentence = Words::tr(
                "No key may be attended, and nothing is summed: by the convention in force the output is zero.");
            return section;
        }
        const bool skips = m_scene.maskedValues == MaskedValues::Skip && m_pair.keysAllowed > 0;
        DotTerms terms;
        terms.left = Words::tr("weight");
        terms.right = QStringLiteral("v");
        terms.rightKind = TextRun::Value;
        terms.count = m_dims.nk;
        terms.decimals = 3;
        terms.a = [&, weights](Index key) { return at(weights, m_row, key); };
        terms.b = [&](Index key) { return at(Step::V, key, m_col); };
        terms.name = [&, labels = keyLabels(m_scene, m_dims.nk)](Index key) {
            ui::TextRuns runs{{ui::visibleToken(keyName(m_scene, key))}};
            if (!labels.empty() && labels[static_cast<std::size_t>(key)].isRepeated)
                runs.push_back({QString::number(key), TextRun::Subscript});
            return runs;
        };
        terms.isPart = [&, skips](Index key) { return !skips || m_pair.allows(key); };
        terms.more = Words::tr("… %1 more keys");
        terms.result = value();
        fillDotTable(section, m_pair, terms, m_unfolded.terms);
        section.sentence = mixtureWords(isDropped);
        return section;
    }

    QString mixtureWords(bool isDropped) const {
        if (isDropped)
            return Words::tr("After dropout the weights of a row need not sum to 1.");
        if (m_scene.sink)
            return Words::tr("With a sink the weights sum to less than 1: the sum is drawn towards 0.");
        double low = INFINITY;
        double high = -INFINITY;
        for (Index key = 0; key < m_dims.nk; ++key)
            if (m_pair.keysAllowed == 0 || m_pair.allows(key)) {
                low = std::min(low, at(Step::V, key, m_col));
                high = std::max(high, at(Step::V, key, m_col));
            }
        if (!std::isfinite(value()) || !std::isfinite(low) || !std::isfinite(high))
            return {};
        return Words::tr(
                   "The weights are at least 0 and sum to 1, a convex combination: the result lies between the least "
                   "value, %1, and the largest, %2.")
            .arg(fixedText(low, 3), fixedText(high, 3));
    }

    ExplainSection joined() const {
        const Index head = m_col / m_dims.dv;
        ExplainSection section = titled(Words::tr("Heads side by side"));
        const bool isSilenced =
            std::find(m_scene.silenced.begin(), m_scene.silenced.end(), head) != m_scene.silenced.end();
        section.sentence = isSilenced ? Words::tr("Column %1 is column %2 of head %3, which is silenced: 0.")
                                            .arg(m_col)
                                            .arg(m_col % m_dims.dv)
                                            .arg(head)
                                      : Words::tr("Column %1 is column %2 of head %3, unchanged: %4.")
                                            .arg(m_col)
                                            .arg(m_col % m_dims.dv)
                                            .arg(head)
                                            .arg(fixedText(value(), 3));
        return section;
    }

    ExplainSection output() const {
        const Step from = m_steps.has(Step::Concat)        ? Step::Concat
                          : m_steps.has(Step::HeadDropped) ? Step::HeadDropped
                                                           : Step::HeadOut;
        ExplainSection section =
            titled(Words::tr("Row times column"), Words::tr("row %1, column %2 of W_o").arg(m_row).arg(m_col));
        DotTerms terms;
        terms.left = Words::tr("joined");
        terms.right = QStringLiteral("w");
        terms.count = cells(from).cols;
        terms.a = [&, from](Index d) { return at(from, m_row, d); };
        terms.b = [&](Index d) { return at(Step::Wo, d, m_col); };
        if (m_scene.bo) {
            terms.bias = (*m_scene.bo)[m_col];
            terms.biasName = Words::tr("bias");
        }
        terms.result = value();
        fillDotTable(section, m_pair, terms, m_unfolded.terms);
        return section;
    }

    const Steps& m_steps;
    const Scene& m_scene;
    const Evaluation& m_evaluation;
    const Dimensions& m_dims;
    Pair m_pair;
    Step m_step;
    Index m_row, m_col;
    ui::ExplainUnfolded m_unfolded;
};

}  // namespace

ui::ExplanationPicture stepArithmetic(const Steps& steps, const Scene& scene, const Evaluation& evaluation,
                                      const ui::Selection& selection, Step step, const ui::HeatmapCell& cell,
                                      const ui::ExplainUnfolded& unfolded) {
    ui::ExplanationPicture picture;
    const int place = steps.place(step);
    if (place < 0) {
        picture.empty = Words::tr("Nothing is computed, so there is no arithmetic to show.");
        return picture;
    }
    const Arithmetic arithmetic(steps, scene, evaluation, selection, step, cell, unfolded);
    const ui::StepMatrix& matrix = steps.picture.matrices[static_cast<std::size_t>(place)];
    picture.headline = ui::proseRuns(matrix.name, TextRun::Semibold);
    picture.headline.push_back({QStringLiteral("   ") + ui::cellSentence(matrix.picture, cell.row, cell.col)});
    picture.sections = {arithmetic.make()};
    return picture;
}

ui::ExplanationPicture stepExplanation(const Steps& steps, const Scene& scene, const Evaluation& evaluation,
                                       const ui::Selection& selection, Step step, const ui::HeatmapCell& cell,
                                       const ui::ExplainUnfolded& unfolded) {
    ui::ExplanationPicture picture = stepArithmetic(steps, scene, evaluation, selection, step, cell, unfolded);
    if (!picture.empty.isEmpty() || step < Step::Scores || step > Step::Dropped)
        return picture;
    const ui::Selection chosen = selectionAtStep(evaluation.dims, step, selection, cell);
    ui::ExplanationPicture whole = explanationPicture(scene, evaluation, chosen, unfolded);
    picture.headline = std::move(whole.headline);
    picture.warning = std::move(whole.warning);
    picture.sections.clear();
    for (const Step before : steps.steps)
        if (before >= Step::Scores && before <= step)
            picture.sections.push_back(
                Arithmetic(steps, scene, evaluation, selection, before, cell, unfolded).make());
    const Pair pair(scene, evaluation, chosen);
    const Arithmetic last(steps, scene, evaluation, selection, step, cell, unfolded);
    const ui::HeatmapPicture& shown = steps.picture.matrices[static_cast<std::size_t>(steps.place(step))].picture;
    picture.value = fixedText(last.value(), step >= Step::Weights ? 3 : shown.decimals);
    picture.exactValue = pair.exact(last.value());
    picture.isValueFault = std::isnan(last.value()) || (!std::isfinite(last.value()) && pair.isAllowed);
    picture.valueWords = QStringLiteral("%1, ").arg(shown.stage) + Words::tr("head %1").arg(pair.chosen.head);
    if (step < Step::Weights)
        return picture;
    picture.bars = std::move(whole.bars);
    picture.barsTitle = std::move(whole.barsTitle);
    picture.barsNote = std::move(whole.barsNote);
    picture.barsLeftOut = std::move(whole.barsLeftOut);
    picture.map = whole.map;
    picture.low = whole.low;
    picture.high = whole.high;
    picture.sentence = std::move(whole.sentence);
    return picture;
}

}  // namespace attn::app

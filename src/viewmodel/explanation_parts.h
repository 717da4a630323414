#pragma once
// The parts of an explanation; for src/viewmodel only.
#include <optional>

#include "src/viewmodel/explanation.h"

namespace attn::app {

/// One pair of one head, and where its numbers lie in the evaluation.
struct Pair {
    const Scene& scene;
    const Evaluation& evaluation;
    ui::Selection chosen;        ///< Exists.
    Index keysAllowed = 0;       ///< Of the chosen query.
    bool isAllowed = true;       ///< The pair itself.

    Pair(const Scene&, const Evaluation&, const ui::Selection&);

    const Dimensions& dims() const { return evaluation.dims; }
    Index plane() const { return chosen.batch * dims().heads + chosen.head; }
    Index kvPlane() const { return chosen.batch * dims().kvHeads + dims().kvHead(chosen.head); }
    /// Flat index of (query, key) in an n x n stage, and of the query in rowMax and rowSum.
    Index cell(Index key) const { return row() * dims().nk + key; }
    Index row() const { return plane() * dims().nq + chosen.query; }
    bool allows(Index key) const { return !evaluation.allowed || (*evaluation.allowed)[cell(key)] != 0; }
    double weight(Index key) const { return evaluation.weights.at(cell(key)); }
    /// With a sink no row is empty.
    bool isEmptyRow() const { return keysAllowed == 0 && !scene.sink; }
    /// What the score was made from: turned, where positions turn them.
    const Values& Q() const { return evaluation.Qrot.has() ? evaluation.Qrot : evaluation.Q; }
    const Values& K() const { return evaluation.Krot.has() ? evaluation.Krot : evaluation.K; }
    /// The sink's logit of the chosen head; only with a sink.
    double sinkLogit() const {
        return scene.sink->logits.empty() ? 0.0 : scene.sink->logits[static_cast<std::size_t>(chosen.head)];
    }
    QString exact(double value) const;
    /// As the evaluation's own arithmetic holds a result: what is too large for it is infinite.
    bool isDouble() const { return evaluation.precision == Precision::F64; }
    double product(double a, double b) const;
    double sum(double a, double b) const;
    double exponential(double logit, double largest) const;
};

/// q and k with their index lowered: q₁.
ui::TextRuns indexed(QChar letter, Index index, ui::TextRun::Kind kind);

/// Keys of a row to show: all, or the chosen one and the largest weights, ascending.
std::vector<Index> keysShown(const Pair&, Index most);

bool isWhole(double value);  ///< And short enough to be shown bare.
/// (−1.5) for a negative number that follows an operator.
QString operand(const QString& text);
QString bracketed(double value, int decimals);

/// Whole numbers bare, else `decimals` decimals, the same for all of `values`.
int decimalsOf(std::initializer_list<double> values, int decimals);

ui::ExplainCell numberCell(double value, int decimals, const QString& exact,
                           ui::TextRun::Kind kind = ui::TextRun::Normal);
ui::ExplainCell textCell(const QString& text, ui::TextRun::Kind kind = ui::TextRun::Normal, bool isRight = false);
ui::ExplainLine wholeLine(ui::TextRuns runs, const QString& exact, bool isFault);

ui::ExplainSection dotSection(const Pair&, bool showsAll);
/// Scale, then soft cap and bias where there are any.
ui::ExplainSection scaleSection(const Pair&);
std::optional<ui::ExplainLine> capLine(const Pair&);
std::optional<ui::ExplainLine> biasLine(const Pair&);
std::optional<ui::ExplainLine> dropoutLine(const Pair&);   ///< Of the weights.
ui::ExplainLine droppedLine(const Pair&, double before, double after);
ui::ExplainSection maskSection(const Pair&);
ui::ExplainSection softmaxSection(const Pair&, bool showsAll);
bool hasMask(const Mask&);

}  // namespace attn::app

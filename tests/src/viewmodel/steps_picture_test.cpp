#include "src/viewmodel/steps_picture.h"

#include <cmath>
#include <numeric>

#include "src/viewmodel/words.h"
#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::app;

namespace {

using Indices = std::vector<Index>;

QString words(const char* text) {
    return QString::fromUtf8(text);
}

Indices upTo(Index count) {
    Indices all(static_cast<std::size_t>(count));
    std::iota(all.begin(), all.end(), Index(0));
    return all;
}

/// A scene with its evaluation and steps, on one head.
struct Computed {
    Scene scene;
    ui::Selection selection;
    Evaluation evaluation;
    Steps steps;

    explicit Computed(Scene of, Index head = 0, const EvaluateOptions& options = {})
        : scene(std::move(of)), evaluation(test::evaluated(scene, options)) {
        selection.head = head;
        steps = makeSteps(scene, evaluation, selection);
    }
    ui::LitCells lit(Step chosen, ui::HeatmapCell cell, Step in) const {
        const auto marks = stepMarks(steps, scene, evaluation, selection, chosen, cell);
        return marks.lit.at(static_cast<std::size_t>(steps.place(in)));
    }
    double value(Step step, Index row, Index col) const {
        return steps.picture.matrices.at(static_cast<std::size_t>(steps.place(step))).picture.cells(row, col);
    }
    ui::ExplanationPicture arithmetic(Step step, ui::HeatmapCell cell,
                                      const ui::ExplainUnfolded& unfolded = {}) const {
        return stepArithmetic(steps, scene, evaluation, selectionAtStep(evaluation.dims, step, selection, cell), step,
                              cell, unfolded);
    }
    const ui::StepMatrix& matrix(Step step) const {
        return steps.picture.matrices.at(static_cast<std::size_t>(steps.place(step)));
    }
};

QString text(const ui::ExplainLine& line) {
    QStringList cells;
    for (const ui::ExplainCell& cell : line.cells)
        cells << ui::plainText(cell.runs);
    return cells.join(u'|');
}

Scene causal(Index heads, Index kvHeads) {
    Scene scene = test::plainScene(1, 4, 6, heads, kvHeads, 4);
    scene.precision = Precision::F64;
    scene.mask.causal = Causal{};
    scene.Wo = test::noise({heads * 4, 3}, 9);
    return scene;
}

Position rotary(Position::Style style, Index width) {
    Position position;
    position.scheme = Position::Scheme::Rope;
    position.base = 100.0;
    position.style = style;
    position.rotaryDim = width;
    return position;
}

}  // namespace

TEST_CASE("makeSteps: what is absent or changes nothing is left out, and named", "[viewmodel][steps]") {
    const Computed plain(test::catSat());
    CHECK(plain.steps.steps == std::vector<Step>{Step::X, Step::Wq, Step::Q, Step::Wk, Step::K, Step::Wv, Step::V,
                                                 Step::Scores, Step::Scaled, Step::Weights, Step::HeadOut});
    CHECK(plain.steps.picture.leftOut ==
          words("Left out, as they change nothing here: soft cap, mask, join, output projection."));
    CHECK(plain.steps.picture.matrices.back().name == words("Output"));
    CHECK(plain.matrix(Step::X).shape == words("3 × 4"));
    CHECK(plain.matrix(Step::Scaled).before == words("÷ √d_k"));

    Scene rich = causal(2, 2);
    rich.softcap = 2.0;
    rich.position.scheme = Position::Scheme::Rope;
    rich.dropout = Dropout{Dropout::Where::Weights, 0.5, nullptr, 3};
    const Computed full(rich, 1);
    CHECK(full.steps.steps == std::vector<Step>{Step::X, Step::Wq, Step::Q, Step::Qrot, Step::Wk, Step::K, Step::Krot,
                                                Step::Wv, Step::V, Step::Scores, Step::Scaled, Step::Capped,
                                                Step::Masked, Step::Weights, Step::Dropped, Step::HeadOut,
                                                Step::Concat, Step::Wo, Step::Output});
    CHECK(full.steps.picture.leftOut.isEmpty());
    CHECK(full.matrix(Step::HeadOut).name == words("Head output"));
    rich.scale.mode = ScaleMode::None;
    CHECK_FALSE(Computed(rich).steps.has(Step::Scaled));
}

TEST_CASE("makeSteps: heads are columns of one matrix, before they part and after they join", "[viewmodel][steps]") {
    const Computed second(causal(4, 2), 3);
    const auto& wq = second.matrix(Step::Wq);
    CHECK(wq.picture.cells.cols == 16);
    CHECK((wq.headFrom == 12 && wq.headTo == 16 && wq.headWidth == 4));
    CHECK(wq.shape == words("6 × 16, head 3"));
    const auto& wk = second.matrix(Step::Wk);
    CHECK((wk.headFrom == 4 && wk.headTo == 8));
    CHECK(wk.shape == words("6 × 8, KV head 1"));
    const auto& joined = second.matrix(Step::Concat);
    CHECK((joined.headFrom == 12 && joined.headTo == 16));
    CHECK(second.matrix(Step::Q).headTo == 0);
    CHECK(second.value(Step::Concat, 2, 13) == second.value(Step::HeadOut, 2, 1));
}

TEST_CASE("makeSteps: nothing to compute, and what has no such steps, is said in a sentence", "[viewmodel][steps]") {
    const Computed empty(test::plainScene(1, 0, 4, 1, 1, 2));
    CHECK(empty.steps.steps.empty());
    CHECK(empty.steps.picture.empty.contains(words("no tokens")));
    CHECK_FALSE(stepArithmetic(empty.steps, empty.scene, empty.evaluation, {}, Step::Weights, {}).empty.isEmpty());
    CHECK(stepMarks(empty.steps, empty.scene, empty.evaluation, {}, Step::Weights, {}).matrix == -1);
    EvaluateOptions flash;
    flash.path = Path::Flash;
    CHECK(Computed(test::catSat(), 0, flash).steps.picture.empty.contains(words("flash")));
}

TEST_CASE("stepMarks: a cell lights its makers, step by step", "[viewmodel][steps]") {
    const Computed c(causal(2, 1), 1);
    CHECK(c.lit(Step::Q, {2, 1}, Step::X) == ui::LitCells{{2}, upTo(6), true});
    CHECK(c.lit(Step::Q, {2, 1}, Step::Wq) == ui::LitCells{upTo(6), {5}, true});
    CHECK(c.lit(Step::K, {2, 1}, Step::Wk) == ui::LitCells{upTo(6), {1}, true});
    CHECK(c.lit(Step::Q, {2, 1}, Step::Wk) == ui::LitCells{});
    CHECK(c.lit(Step::Scores, {3, 1}, Step::Q) == ui::LitCells{{3}, upTo(4), true});
    CHECK(c.lit(Step::Scores, {3, 1}, Step::K) == ui::LitCells{{1}, upTo(4), true});
    CHECK(c.lit(Step::Scores, {3, 1}, Step::X) == ui::LitCells{{1, 3}, upTo(6), false});
    CHECK(c.lit(Step::Weights, {2, 0}, Step::Masked) == ui::LitCells{{2}, upTo(4), true});
    CHECK(c.lit(Step::Weights, {2, 0}, Step::Scaled) == ui::LitCells{{2}, {0, 1, 2}, false});
    CHECK(c.lit(Step::HeadOut, {2, 3}, Step::Weights) == ui::LitCells{{2}, {0, 1, 2}, true});
    CHECK(c.lit(Step::HeadOut, {2, 3}, Step::V) == ui::LitCells{{0, 1, 2}, {3}, true});
    CHECK(c.lit(Step::HeadOut, {2, 3}, Step::Wv) == ui::LitCells{upTo(6), {3}, false});
    CHECK(c.lit(Step::Concat, {2, 7}, Step::HeadOut) == ui::LitCells{{2}, {3}, true});
    CHECK(c.lit(Step::Output, {2, 0}, Step::Wo) == ui::LitCells{upTo(8), {0}, true});
    CHECK(c.lit(Step::Output, {2, 0}, Step::Concat) == ui::LitCells{{2}, upTo(8), true});
    CHECK(c.lit(Step::Masked, {1, 3}, Step::Scaled) == ui::LitCells{});
    CHECK(c.lit(Step::X, {1, 3}, Step::Scaled) == ui::LitCells{});
}

TEST_CASE("stepMarks: exactly the lit inputs move the chosen number", "[viewmodel][steps][oracle]") {
    Scene scene = causal(1, 1);
    if (GENERATE(false, true))
        scene.position = rotary(GENERATE(Position::Style::Half, Position::Style::Interleaved), 2);
    const auto [step, cell] =
        GENERATE(std::pair(Step::Q, ui::HeatmapCell{2, 1}), std::pair(Step::Krot, ui::HeatmapCell{1, 0}),
                 std::pair(Step::V, ui::HeatmapCell{3, 2}), std::pair(Step::Scores, ui::HeatmapCell{1, 3}),
                 std::pair(Step::Masked, ui::HeatmapCell{1, 3}), std::pair(Step::Weights, ui::HeatmapCell{2, 1}),
                 std::pair(Step::HeadOut, ui::HeatmapCell{2, 3}), std::pair(Step::Output, ui::HeatmapCell{1, 2}));
    const Computed c(scene);
    if (!c.steps.has(step))
        return;
    const double before = c.value(step, cell.row, cell.col);
    for (const auto& [input, member] :
         {std::pair(Step::X, &Scene::X), std::pair(Step::Wq, &Scene::Wq), std::pair(Step::Wk, &Scene::Wk),
          std::pair(Step::Wv, &Scene::Wv), std::pair(Step::Wo, &Scene::Wo)}) {
        const ui::LitCells lit = c.lit(step, cell, input);
        const Index cols = c.matrix(input).picture.cells.cols;
        for (Index i = 0; i < (scene.*member)->size(); ++i) {
            auto moved = std::make_shared<Tensor>(*(scene.*member));
            (*moved)[i] += 0.25;
            Scene other = scene;
            other.*member = moved;
            const bool isLit = std::binary_search(lit.rows.begin(), lit.rows.end(), i / cols) &&
                               std::binary_search(lit.cols.begin(), lit.cols.end(), i % cols);
            CAPTURE(static_cast<int>(step), static_cast<int>(input), i / cols, i % cols, isLit);
            const double after = Computed(other).value(step, cell.row, cell.col);
            CHECK((after != before) == isLit);
        }
    }
}

TEST_CASE("stepMarks: a row that may attend nothing is made of nothing, a silenced head gives nothing",
          "[viewmodel][steps]") {
    Scene scene = test::catSat();
    scene.mask.paint.forbid = {{1, 0}, {1, 1}, {1, 2}};
    const Computed none(scene);
    CHECK(none.lit(Step::HeadOut, {1, 0}, Step::V) == ui::LitCells{});
    CHECK(none.lit(Step::HeadOut, {0, 0}, Step::V) == ui::LitCells{upTo(3), {0}, true});
    scene.emptyRow = EmptyRow::Uniform;
    CHECK(Computed(scene).lit(Step::HeadOut, {1, 0}, Step::V) == ui::LitCells{upTo(3), {0}, true});
    Scene silent = causal(2, 2);
    silent.silenced = {1};
    CHECK(Computed(silent, 1).lit(Step::Concat, {2, 5}, Step::HeadOut) == ui::LitCells{});
    CHECK(Computed(silent, 1).arithmetic(Step::Concat, {2, 5}).sections[0].sentence.contains(words("silenced")));
}

TEST_CASE("stepArithmetic: products and running sums of every kind of step", "[viewmodel][steps]") {
    const Computed c(test::catSat());
    const auto q = c.arithmetic(Step::Q, {1, 1});
    CHECK(ui::plainText(q.headline) == words("Q   q1 “cat”, d1, Q 2"));
    REQUIRE(q.sections.size() == 1);
    CHECK(text(q.sections[0].lines[2]) == words("1|1|×|1|=|1|1"));
    CHECK(text(q.sections[0].lines[4]) == words("3|1|×|1|=|1|2"));
    CHECK(text(c.arithmetic(Step::Scores, {1, 0}).sections[0].lines[2]) == words("1|2|×|2|=|4|4"));
    const auto scaled = c.arithmetic(Step::Scaled, {1, 0}).sections[0];
    REQUIRE(scaled.lines.size() == 1);
    CHECK(text(scaled.lines[0]) == words("4 ÷ 1.414 = 2.828"));
    CHECK(text(c.arithmetic(Step::Weights, {1, 0}).sections[0].lines[4]) == words("1.000 ÷ 1.302 = 0.768"));

    Scene differing = test::catSat();
    differing.Wv = test::tensor({4, 2}, {1, 0, 0, 1, 0, 0, 0, 0});
    const auto mix = Computed(differing).arithmetic(Step::HeadOut, {1, 0}).sections[0];
    REQUIRE(mix.lines.size() == 4);
    CHECK(text(mix.lines[0]) == words("|weight||v||product|sum"));
    CHECK(text(mix.lines[1]) == words("The|0.768|×|1.000|=|0.768|0.768"));
    CHECK(text(mix.lines[3]) == words("sat|0.187|×|1.000|=|0.187|0.955"));
    CHECK(mix.sentence.contains(words("convex combination")));
    CHECK(mix.sentence.contains(words("0.000, and the largest, 1.000")));
}

TEST_CASE("stepArithmetic: biases, masked keys, turned columns, and what is given", "[viewmodel][steps]") {
    Scene scene = causal(2, 2);
    scene.bq = test::noise({8}, 21);
    scene.bo = test::noise({3}, 22);
    scene.position = rotary(GENERATE(Position::Style::Half, Position::Style::Interleaved), 0);
    const Computed c(scene, 1);
    const auto q = c.arithmetic(Step::Q, {2, 1}).sections[0];
    CHECK(text(q.lines.back()) ==
          words("bias||||+|") + fixedText((*scene.bq)[5], 2) + u'|' + fixedText(c.value(Step::Q, 2, 1), 2));
    const auto out = c.arithmetic(Step::Output, {2, 1}).sections[0];
    CHECK(text(out.lines.back()).endsWith(fixedText(c.value(Step::Output, 2, 1), 2)));
    CHECK(out.lines.size() == 10);
    const auto mix = c.arithmetic(Step::HeadOut, {1, 1}).sections[0];
    CHECK(text(mix.lines[3]).contains(words("masked")));
    CHECK_FALSE(text(mix.lines[2]).contains(words("masked")));

    // What the line says, worked out from its own numbers.
    for (const Index col : {0, 1, 2, 3}) {
        const bool isHalf = scene.position.style == Position::Style::Half;
        const Index other = isHalf ? (col + 2) % 4 : col ^ 1;
        const bool isFirst = isHalf ? col < 2 : col % 2 == 0;
        const double angle = 2.0 * std::pow(100.0, -2.0 * static_cast<double>(isHalf ? col % 2 : col / 2) / 4.0);
        const double a = c.value(Step::Q, 2, col), b = c.value(Step::Q, 2, other);
        CHECK(a * std::cos(angle) + (isFirst ? -b : b) * std::sin(angle) ==
              Approx(c.value(Step::Qrot, 2, col)).margin(1e-12));
        const QString line = text(c.arithmetic(Step::Qrot, {2, col}).sections[0].lines[0]);
        CHECK(line.contains(QStringLiteral("cos(%1)").arg(fixedText(angle, 3))));
        CHECK(line.endsWith(words("= ") + fixedText(c.value(Step::Qrot, 2, col), 3)));
    }
    CHECK(c.arithmetic(Step::X, {0, 0}).sections[0].title == words("Given"));
    CHECK(c.arithmetic(Step::Wo, {0, 0}).sections[0].title == words("Given"));
}

TEST_CASE("stepArithmetic: a long sum shows its first terms, how many more, and the last", "[viewmodel][steps]") {
    const Computed c(test::plainScene(1, 30, 20, 1, 1, 2));
    const auto folded = c.arithmetic(Step::Q, {3, 1}).sections[0];
    REQUIRE(folded.lines.size() == 11);
    CHECK(text(folded.lines[9]) == words("… 11 more dimensions  show all"));
    CHECK(text(folded.lines[10]).startsWith(words("19|")));
    CHECK(text(folded.lines[10]).endsWith(fixedText(c.value(Step::Q, 3, 1), 2)));
    ui::ExplainUnfolded all;
    all.terms = true;
    CHECK(c.arithmetic(Step::Q, {3, 1}, all).sections[0].lines.size() == 22);
    CHECK(text(c.arithmetic(Step::HeadOut, {3, 1}).sections[0].lines[9]) == words("… 21 more keys  show all"));
}

TEST_CASE("stepCell and selectionAtStep: cells and the shared selection name each other", "[viewmodel][steps]") {
    Scene cross = test::plainScene(1, 3, 6, 4, 2, 4);
    cross.Xkv = test::noise({1, 5, 6}, 12);
    const Computed c(cross, 3);
    const Dimensions& dims = c.evaluation.dims;
    ui::Selection chosen = c.selection;
    chosen.query = 2;
    chosen.key = 4;
    CHECK(stepCell(c.steps, dims, Step::Weights, chosen, {}) == ui::HeatmapCell{2, 4});
    CHECK(stepCell(c.steps, dims, Step::V, chosen, {{Step::V, {0, 3}}}) == ui::HeatmapCell{4, 3});
    CHECK(stepCell(c.steps, dims, Step::Xkv, chosen, {}) == ui::HeatmapCell{4, 0});
    CHECK(stepCell(c.steps, dims, Step::Wq, chosen, {{Step::Wq, {5, 2}}}) == ui::HeatmapCell{5, 14});
    CHECK(stepCell(c.steps, dims, Step::Wk, chosen, {}) == ui::HeatmapCell{0, 4});
    for (const Step step : c.steps.steps) {
        const ui::HeatmapCell cell = stepCell(c.steps, dims, step, chosen, {});
        CHECK(selectionAtStep(dims, step, chosen, cell) == chosen);
    }
    CHECK(selectionAtStep(dims, Step::Wq, chosen, {0, 5}).head == 1);
    CHECK(selectionAtStep(dims, Step::Wk, chosen, {0, 1}).head == 0);
    CHECK(selectionAtStep(dims, Step::Wk, chosen, {0, 5}).head == 3);
    CHECK(selectionAtStep(dims, Step::Concat, chosen, {1, 9}).head == 2);
}

TEST_CASE("stepFrom: the walk goes through what is computed and stops at its ends", "[viewmodel][steps]") {
    const Computed c(test::catSat());
    std::vector<Step> walk{Step::X};
    for (Step next = stepFrom(c.steps, Step::X, 1); next != walk.back(); next = stepFrom(c.steps, next, 1))
        walk.push_back(next);
    CHECK(walk == std::vector<Step>{Step::X, Step::Q, Step::K, Step::V, Step::Scores, Step::Scaled, Step::Weights,
                                    Step::HeadOut});
    CHECK(stepFrom(c.steps, Step::Q, -1) == Step::X);
    CHECK(stepFrom(c.steps, Step::X, -1) == Step::X);
    CHECK(stepFrom(c.steps, Step::Wk, 1) == Step::K);
    CHECK(shownStep(c.steps, Step::Masked) == Step::Weights);
    CHECK(shownStep(c.steps, Step::Output) == Step::HeadOut);
    for (const Step step : c.steps.steps)
        CHECK_FALSE(stepNote(c.steps, c.scene, c.evaluation, c.selection, step).isEmpty());
}

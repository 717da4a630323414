#include "src/viewmodel/compare_picture.h"

#include <cmath>
#include <limits>

#include "core/evaluate/evaluate.h"
#include "src/viewmodel/scene_changes.h"
#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::app;

namespace {

struct Evaluated {
    Scene scene;
    Evaluation evaluation;
    explicit Evaluated(Scene of) : scene(std::move(of)) {
        scene.precision = Precision::F64;
        auto result = evaluate(scene);
        REQUIRE(result);
        evaluation = *std::move(result);
    }
    CompareSide side(const char* name) const { return {QString::fromUtf8(name), scene, evaluation}; }
};

Scene named(Index n = 3, Index heads = 1) {
    Scene scene = test::plainScene(1, n, 4, heads, heads, 2);
    for (Index i = 0; i < n; ++i)
        scene.tokens.push_back(std::string("w").append(std::to_string(i)));
    return scene;
}

double weight(const Evaluated& e, Index row, Index col) {
    return e.evaluation.weights.at(row * e.evaluation.dims.nk + col);
}

}  // namespace

TEST_CASE("comparePicture: the difference is B − A cell by cell, with a range symmetric about 0", "[compare]") {
    Scene hot = named();
    hot.temperature = 4.0;
    const Evaluated a(named()), b(hot);
    const ui::ComparePicture picture = comparePicture(a.side("before"), b.side("now"), Stage::Weights, {});
    REQUIRE(picture.difference.cells.rows == 3);
    double largest = 0.0;
    Index row = 0, col = 0;
    for (Index i = 0; i < 3; ++i)
        for (Index j = 0; j < 3; ++j) {
            const double difference = weight(b, i, j) - weight(a, i, j);
            CHECK(picture.difference.cells(i, j) == difference);
            if (std::abs(difference) > largest) {
                largest = std::abs(difference);
                row = i;
                col = j;
            }
        }
    CHECK((picture.difference.low == -largest && picture.difference.high == largest));
    CHECK(picture.difference.map == ui::MapName::Diverging);
    CHECK((picture.a.low == 0.0 && picture.a.high == 1.0 && picture.b.low == 0.0 && picture.b.high == 1.0));
    const QString place = QStringLiteral("q%1 “w%1” → k%2 “w%2”").arg(row).arg(col);
    CHECK(picture.sentence.contains(place));
    const double value = picture.difference.cells(row, col);
    CHECK(picture.sentence.contains((value > 0 ? QStringLiteral("+") : QString(QChar(0x2212))) +
                                    QString::number(largest, 'f', 3)));
    CHECK(picture.sentence.contains(
        QStringLiteral("from %1 to %2").arg(weight(a, row, col), 0, 'f', 3).arg(weight(b, row, col), 0, 'f', 3)));
    CHECK(picture.changes == QStringLiteral("From A to B: temperature 1 → 4."));
    CHECK(picture.refusal.isEmpty());
    CHECK(picture.caption.startsWith(QStringLiteral("A: before, B: now. Weights, head 0, 3 × 3.")));
}

TEST_CASE("comparePicture: signed stages of both have one range", "[compare]") {
    Scene larger = named();
    larger.Wq = test::noise({4, 2}, 9);
    const Evaluated a(named()), b(larger);
    const ui::ComparePicture picture = comparePicture(a.side("a"), b.side("b"), Stage::Scores, {});
    CHECK((picture.a.low == picture.b.low && picture.a.high == picture.b.high && picture.a.low == -picture.a.high));
    CHECK(picture.changes == QStringLiteral("From A to B: W_q."));
}

TEST_CASE("comparePicture: a scene against itself is equal in every cell, and says so", "[compare]") {
    const Evaluated a(named());
    const ui::ComparePicture picture = comparePicture(a.side("a"), a.side("b"), Stage::Weights, {});
    CHECK(picture.sentence == QStringLiteral("A and B are equal in every cell."));
    CHECK(picture.changes == QStringLiteral("A and B are the same scene."));
    CHECK((picture.difference.low == -1.0 && picture.difference.high == 1.0));
}

TEST_CASE("comparePicture: what cannot be compared is said in one sentence with the numbers", "[compare]") {
    const Evaluated small(named(3)), large(named(4)), many(named(3, 2));
    const ui::ComparePicture shapes = comparePicture(small.side("short"), large.side("now"), Stage::Weights, {});
    CHECK(shapes.refusal == QStringLiteral("Not comparable cell by cell: Weights is 3 × 3 in A and 4 × 4 in B."));
    CHECK(shapes.sentence == shapes.refusal);
    CHECK((shapes.difference.cells.values.empty() && shapes.a.cells.rows == 3 && shapes.b.cells.rows == 4));
    CHECK(shapes.changes == QStringLiteral("From A to B: three tokens → four tokens, X."));
    ui::Selection second;
    second.head = 1;
    CHECK(comparePicture(small.side("one %1"), many.side("two"), Stage::Weights, second).refusal ==
          QStringLiteral("Not comparable: A (“one %1”) has one head, so there is no head 1."));
    const ui::ComparePicture capped = comparePicture(small.side("x"), small.side("y"), Stage::Capped, {});
    CHECK(capped.refusal == QStringLiteral("Not comparable: A (“x”) has no stage Capped."));
    CHECK(capped.a.cells.values.empty());
}

TEST_CASE("comparePicture: a weight that a mask takes away is lost, masked in both is masked", "[compare]") {
    Scene masked = named();
    masked.mask.causal = Causal{};
    const Evaluated open(named()), causal(masked);
    const ui::ComparePicture one = comparePicture(open.side("open"), causal.side("causal"), Stage::Weights, {});
    CHECK(one.difference.state(0, 2) == ui::CellState::Plain);
    CHECK(one.difference.cells(0, 2) == -weight(open, 0, 2));
    CHECK(one.changes.contains(QStringLiteral("no mask → causal")));
    const ui::ComparePicture both = comparePicture(causal.side("a"), causal.side("b"), Stage::Weights, {});
    CHECK(both.difference.state(0, 2) == ui::CellState::Masked);
    CHECK(both.difference.state(2, 0) == ui::CellState::Plain);
    // A logit is −∞ where it is masked: no difference there means anything.
    const ui::ComparePicture logits = comparePicture(open.side("open"), causal.side("causal"), Stage::Masked, {});
    CHECK(logits.difference.state(0, 2) == ui::CellState::Masked);
    CHECK(std::isfinite(logits.difference.high));
}

TEST_CASE("comparePicture: what is not finite has no part in the range and is counted, empty scenes have words",
          "[compare]") {
    Scene broken = named();
    Tensor x = *broken.X;
    x[0] = std::numeric_limits<double>::quiet_NaN();
    broken.X = std::make_shared<const Tensor>(x);
    const Evaluated a(named()), b(broken);
    const ui::ComparePicture picture = comparePicture(a.side("a"), b.side("b"), Stage::X, {});
    CHECK(picture.sentence == QStringLiteral("A and B are equal in every cell. Left out, as not finite: one cell."));
    CHECK(std::isfinite(picture.difference.high));
    const ui::ComparePicture weights = comparePicture(a.side("a"), b.side("b"), Stage::Weights, {});
    CHECK(weights.sentence == QStringLiteral("No cell is open and finite in both A and B."));
    const Evaluated none(test::plainScene(1, 0, 4, 1, 1, 2));
    CHECK(comparePicture(none.side("a"), none.side("b"), Stage::Weights, {}).sentence ==
          QStringLiteral("There are no cells to compare."));
    const Evaluated single(named(1));
    CHECK(comparePicture(single.side("a"), single.side("b"), Stage::Weights, {}).sentence ==
          QStringLiteral("A and B are equal in every cell."));
}

TEST_CASE("stagesOfBoth: only what both hold", "[compare]") {
    Scene capped = named();
    capped.softcap = 2.0;
    const Evaluated a(named()), b(capped);
    const auto stages = stagesOfBoth(a.side("a"), b.side("b"));
    CHECK(std::find(stages.begin(), stages.end(), Stage::Capped) == stages.end());
    CHECK(stages.front() == Stage::X);
    CHECK(std::find(stages.begin(), stages.end(), Stage::Weights) != stages.end());
}

TEST_CASE("sceneChanges: each part that changes a number is named, descriptions are not", "[compare]") {
    const Scene before = named();
    const auto change = [&](auto&& edit) {
        Scene after = before;
        edit(after);
        return sceneChanges(before, after).join(QStringLiteral("; "));
    };
    CHECK(change([](Scene& s) { s.title = "other"; }).isEmpty());
    CHECK(change([](Scene& s) { s.X = std::make_shared<const Tensor>(*s.X); }).isEmpty());
    CHECK(change([](Scene& s) { s.scale.mode = ScaleMode::None; }) == QStringLiteral("scale 1/√d_k → off"));
    CHECK(change([](Scene& s) { s.scale = {ScaleMode::Custom, 0.5}; }) == QStringLiteral("scale 1/√d_k → 0.5"));
    CHECK(change([](Scene& s) { s.softcap = 3.0; }) == QStringLiteral("soft cap off → 3"));
    CHECK(change([](Scene& s) { s.tokens[1] = "dog"; }) == QStringLiteral("the tokens"));
    CHECK(change([](Scene& s) { s.Wo = test::noise({2, 2}, 5); }) == QStringLiteral("W_o"));
    CHECK(change([](Scene& s) { s.position.scheme = Position::Scheme::Alibi; }) ==
          QStringLiteral("positions none → ALiBi"));
    CHECK(change([](Scene& s) { s.sink = Sink{}; }) == QStringLiteral("a sink"));
    CHECK(change([](Scene& s) { s.precision = Precision::F16; }) == QStringLiteral("float32 → float16"));
    CHECK(change([](Scene& s) { s.silenced = {0}; }) == QStringLiteral("silenced heads"));
    CHECK(change([](Scene& s) { s.dropout = Dropout{}; }) == QStringLiteral("dropout"));
    CHECK(change([](Scene& s) { s.emptyRow = EmptyRow::NaN; }) == QStringLiteral("what masked cells become"));
}

#include "src/viewmodel/explanation.h"

#include <cmath>

#include "src/viewmodel/words.h"
#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::app;

namespace {

QString words(const char* text) { return QString::fromUtf8(text); }

ui::Selection pair(Index query, Index key) {
    ui::Selection selection;
    selection.query = query;
    selection.key = key;
    return selection;
}

QString text(const ui::ExplainLine& line) {
    QStringList cells;
    for (const ui::ExplainCell& cell : line.cells)
        cells << ui::plainText(cell.runs);
    return cells.join(u'|');
}

ui::ExplanationPicture explained(const Scene& scene, Index query, Index key) {
    return explanationPicture(scene, test::evaluated(scene), pair(query, key));
}

}  // namespace

TEST_CASE("explanationPicture: the worked example's arithmetic, number by number", "[viewmodel]") {
    const auto picture = explained(test::catSat(), 1, 0);
    CHECK(ui::plainText(picture.headline) == words("q1 “cat” → k0 “The”"));
    CHECK(picture.value == words("0.768"));
    CHECK(picture.valueWords == words("weight, head 0"));
    CHECK(picture.warning.isEmpty());
    REQUIRE(picture.sections.size() == 3);

    const auto& dot = picture.sections[0];
    CHECK(dot.title == words("Dot product"));
    REQUIRE(dot.lines.size() == 3);
    CHECK(text(dot.lines[1]) == words("0|0|×|0|=|0|0"));
    CHECK(text(dot.lines[2]) == words("1|2|×|2|=|4|4"));

    const auto& scale = picture.sections[1];
    CHECK(ui::plainText(scale.note) == words("÷ √dk, dk = 2"));
    CHECK(text(scale.lines[0]) == words("4 ÷ 1.414 = 2.828"));

    const auto& softmax = picture.sections[2];
    CHECK(ui::plainText(softmax.note) == words("largest 2.828"));
    REQUIRE(softmax.lines.size() == 5);
    CHECK(text(softmax.lines[0]) == words("The|exp(2.828 − 2.828)|=|1.000"));
    CHECK(text(softmax.lines[2]) == words("sat|exp(1.414 − 2.828)|=|0.243"));
    CHECK(text(softmax.lines[3]) == words("sum|||1.302"));
    CHECK(text(softmax.lines[4]) == words("1.000 ÷ 1.302 = 0.768"));

    CHECK(picture.barsTitle == words("Row of “cat”"));
    CHECK(picture.barsNote == words("sum 1.000"));
    REQUIRE(picture.bars.size() == 3);
    CHECK(picture.bars[0].isChosen);
    CHECK(picture.bars[2].text == words("0.187"));
    CHECK(picture.sentence == words("“cat” takes 76.8 % of its output from “The”."));
}

TEST_CASE("explanationPicture: an exact value has the digits of its precision", "[viewmodel]") {
    Scene scene = test::catSat();
    const auto narrow = explained(scene, 1, 0).exactValue;
    CHECK(narrow.toFloat() == static_cast<float>(test::evaluated(scene).weights.at(3)));
    CHECK(narrow.size() <= 12);
    scene.precision = Precision::F64;
    CHECK(explained(scene, 1, 0).exactValue.toDouble() == test::evaluated(scene).weights.at(3));
}

TEST_CASE("explanationPicture: scale, temperature and bias appear where they are in force", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.temperature = 2.0;
    CHECK(text(explained(scene, 1, 0).sections[1].lines[0]) == words("4 ÷ 1.414 ÷ 2 = 1.414"));
    scene.temperature = 1.0;
    scene.scale = {ScaleMode::None, 1.0};
    CHECK(ui::plainText(explained(scene, 1, 0).sections[1].note) == words("off"));
    CHECK(text(explained(scene, 1, 0).sections[1].lines[0]) == words("the score as it is: 4"));
    scene.scale = {ScaleMode::Custom, -0.5};
    CHECK(text(explained(scene, 1, 0).sections[1].lines[0]) == words("4 × (−0.500) = −2.000"));
    scene.mask.bias = test::tensor({3}, {-1.0, 0.0, 0.0});
    const auto lines = explained(scene, 1, 0).sections[1].lines;
    REQUIRE(lines.size() == 2);
    CHECK(text(lines[1]) == words("bias: −2.000 + (−1.000) = −3.000"));
}

TEST_CASE("explanationPicture: positions, cap, sink and dropout appear where they are in force", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.softcap = 2.0;
    CHECK(text(explained(scene, 1, 0).sections[1].lines[1]) == words("soft cap: 2 tanh(2.828 ÷ 2) = 1.777"));
    scene.position.scheme = Position::Scheme::Alibi;
    scene.position.slopes = {0.5};
    CHECK(text(explained(scene, 1, 0).sections[1].lines[2]) == words("ALiBi: 1.777 + (−0.500) = 1.277"));
    scene = test::catSat();
    scene.position.scheme = Position::Scheme::Rope;
    auto picture = explained(scene, 1, 0);
    CHECK(ui::plainText(picture.sections[0].note) == words("q1 · k0, both turned by position"));
    // The products add up to the score that was computed from the turned vectors.
    const Evaluation turned = test::evaluated(scene);
    CHECK(text(picture.sections[0].lines.back()).endsWith(fixedText(turned.scores.at(3), 2)));
    scene = test::catSat();
    scene.sink.emplace();
    picture = explained(scene, 1, 0);
    CHECK(text(picture.sections[2].lines[3]) == words("sink|exp(0.000 − 2.828)|=|0.059"));
    CHECK(picture.barsNote == words("sum 0.957, sink 0.043"));
    scene.mask.paint.forbid = {{1, 0}, {1, 1}, {1, 2}};
    scene.emptyRow = EmptyRow::NaN;
    CHECK_FALSE(explained(scene, 1, 0).sections.back().sentence.contains(words("NaN")));
    scene = test::catSat();
    scene.dropout = Dropout{Dropout::Where::Weights, 0.5, test::flags({1, 1, 3, 3}, {1, 1, 1, 0, 1, 1, 1, 1, 1}), 0};
    CHECK(text(explained(scene, 1, 0).sections[2].lines.back()) == words("dropout: dropped, 0"));
    CHECK(text(explained(scene, 1, 2).sections[2].lines.back()) == words("dropout: 0.187 ÷ 0.500 = 0.373"));
    CHECK(explained(scene, 1, 0).sentence == words("“cat” gave 76.8 % to “The”, but dropout took it away."));
    scene = test::catSat();
    scene.precision = Precision::F16;
    Tensor large = *scene.X;
    for (Index e = 0; e < large.size(); ++e)
        large[e] *= 400.0;
    scene.X = std::make_shared<const Tensor>(large);
    CHECK(explained(scene, 1, 0).warning ==
          words("float16 cannot hold the stage scores: the first number that became infinite is in row 0, column 1 of head 0."));
}

TEST_CASE("explanationPicture: equal words are told apart by their place", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.tokens = {"the", "cat", "the"};
    const auto lines = explained(scene, 1, 0).sections[2].lines;
    CHECK(text(lines[0]).startsWith(words("the0|")));
    CHECK(text(lines[1]).startsWith(words("cat|")));
    CHECK(text(lines[2]).startsWith(words("the2|")));
}

TEST_CASE("explanationPicture: names the rule that masks the pair", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.mask.causal = Causal{};
    auto picture = explained(scene, 0, 2);
    REQUIRE(picture.sections.size() == 4);
    CHECK(picture.sections[2].title == words("Mask"));
    CHECK(picture.sections[2].sentence.contains(words("masked by causal")));
    CHECK(picture.valueWords == words("weight, masked, head 0"));
    CHECK(picture.sentence == words("“The” may not attend “sat”, and takes nothing from it."));
    CHECK(text(picture.sections[3].lines[2]) == words("sat|masked|=|0"));
    CHECK(picture.bars[2].state == ui::CellState::Masked);

    scene.mask.keyPadding = test::flags({1, 3}, {1, 1, 0});
    CHECK(explained(scene, 0, 2).sections[2].sentence.contains(words("causal and padding")));
    scene.mask.paint.forbid = {{0, 2}};
    CHECK(explained(scene, 0, 2).sections[2].sentence.contains(words("masked by paint")));
    scene.mask.paint = {{{0, 2}}, {}};
    CHECK(explained(scene, 0, 2).sections[2].sentence.contains(words("allowed by paint")));
    scene.mask = {};
    scene.mask.window = Window{0, 0, 1, {}};
    CHECK(explained(scene, 0, 2).sections[2].sentence.contains(words("masked by window")));
    scene.mask = {};
    scene.mask.explicitAllow = test::flags({3}, {1, 1, 0});
    CHECK(explained(scene, 0, 2).sections[2].sentence.contains(words("masked by explicit mask")));
    scene.mask = {};
    scene.mask.bias = test::tensor({3}, {0, 0, -INFINITY});
    CHECK(explained(scene, 0, 2).sections[2].sentence.contains(words("masked by bias −∞")));
}

TEST_CASE("explanationPicture: a row that attends nothing explains the convention in force", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.mask.paint.forbid = {{1, 0}, {1, 1}, {1, 2}};
    auto picture = explained(scene, 1, 0);
    CHECK(picture.warning == words("Row 1 “cat” may attend nothing. Paint masks all 3 keys that the rules left open."));
    CHECK(picture.sections.back().sentence.contains(words("such a row is zero")));
    CHECK(picture.barsNote == words("sum 0.000"));
    CHECK(picture.sentence.contains(words("output for it is zero")));
    scene.emptyRow = EmptyRow::NaN;
    picture = explained(scene, 1, 0);
    CHECK(picture.value == words("NaN"));
    CHECK(picture.isValueFault);
    CHECK(picture.sections.back().sentence.contains(words("0 ÷ 0")));
    scene.emptyRow = EmptyRow::Uniform;
    picture = explained(scene, 1, 0);
    CHECK(picture.value == words("0.333"));
    CHECK(picture.sections.back().sentence.contains(words("1/3")));
    scene.mask = {};
    scene.mask.keyPadding = test::flags({1, 3}, {0, 0, 0});
    CHECK(explained(scene, 1, 0).warning.endsWith(words("The rules mask all its three keys.")));
}

TEST_CASE("explanationPicture: NaN is shown as NaN and called so", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.X = test::tensor({1, 3, 4}, {1, 0, 1, 0, NAN, 1, 0, 1, 1, 1, 0, 0});
    const auto picture = explained(scene, 1, 0);
    CHECK(picture.value == words("NaN"));
    CHECK(text(picture.sections[0].lines[1]).startsWith(words("0|NaN|×|")));
    CHECK(picture.sections[0].lines[1].cells[1].isFault);
    CHECK(picture.sentence.contains(words("not finite")));
}

TEST_CASE("explanationPicture: long sums and rows are shortened and say what is left out", "[viewmodel]") {
    const Scene scene = test::plainScene(1, 40, 64, 1, 1, 64);
    const Evaluation evaluation = test::evaluated(scene);
    const auto picture = explanationPicture(scene, evaluation, pair(3, 39));
    const auto& dot = picture.sections[0];
    REQUIRE(dot.lines.size() == 1 + 8 + 1 + 1);
    CHECK(text(dot.lines[9]) == words("… 55 more dimensions  show all"));
    CHECK(dot.lines.back().cells[0].runs[0].text == words("63"));
    // The last sum is the evaluation's score.
    CHECK(QString(dot.lines.back().cells.back().exact).replace(QChar(0x2212), u'-').toFloat() ==
          static_cast<float>(evaluation.scores.at(3 * 40 + 39)));

    const auto& softmax = picture.sections.back();
    REQUIRE(softmax.lines.size() == 8 + 1 + 1 + 1);
    CHECK(text(softmax.lines[8]).startsWith(words("… 32 more keys")));
    CHECK(picture.bars.size() == 12);
    CHECK(picture.bars.back().label.index == 39);
    CHECK(picture.bars.back().label.text == words("k39"));  // as in the headline, not another numbering
    CHECK(picture.barsTitle == words("Row of q3"));
    CHECK(picture.barsLeftOut.startsWith(words("28 more keys, together ")));
    double shown = 0.0;
    for (const auto& bar : picture.bars)
        shown += bar.value;
    const double left = picture.barsLeftOut.section(u' ', -1).toDouble();
    CHECK(shown + left == Approx(1.0).margin(1e-3));
}

TEST_CASE("explanationPicture: says why there is nothing to explain", "[viewmodel]") {
    const Scene scene = test::catSat();
    EvaluateOptions options;
    options.path = Path::Flash;
    CHECK(explanationPicture(scene, test::evaluated(scene, options), {}).empty.contains(words("naive path")));
    const Scene none = test::plainScene(1, 0, 4, 1, 1, 2);
    CHECK_FALSE(explanationPicture(none, test::evaluated(none), {}).empty.isEmpty());
}

TEST_CASE("explanationPicture: grouped heads read the keys of their own group", "[viewmodel]") {
    const Scene scene = test::plainScene(2, 3, 4, 4, 2, 2);
    const Evaluation evaluation = test::evaluated(scene);
    ui::Selection selection = pair(1, 2);
    selection.head = 3;
    selection.batch = 1;
    const auto picture = explanationPicture(scene, evaluation, selection);
    const double k = evaluation.K.at(((1 * 2 + 1) * 3 + 2) * 2);
    const QString exact = picture.sections[0].lines[1].cells[3].exact;
    CHECK(QString(exact).replace(QChar(0x2212), u'-').toFloat() == static_cast<float>(k));
    CHECK(picture.valueWords == words("weight, head 3, batch item 1"));
}

TEST_CASE("explanationPicture: tokens are literal, whatever they hold", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.tokens = {"%1", "<b>%2</b>", "%3"};
    const auto picture = explained(scene, 1, 0);
    CHECK(picture.sentence == words("“<b>%2</b>” takes 76.8 % of its output from “%1”."));
    CHECK(ui::plainText(picture.headline) == words("q1 “<b>%2</b>” → k0 “%1”"));
}

TEST_CASE("explanationPicture: everything that is shortened can be shown in full", "[viewmodel]") {
    const Scene scene = test::plainScene(1, 40, 64, 1, 1, 64);
    const auto picture = explanationPicture(scene, test::evaluated(scene), pair(3, 39), {true, true});
    const auto& dot = picture.sections[0];
    REQUIRE(dot.lines.size() == 1 + 64 + 1);
    CHECK(text(dot.lines[40]).startsWith(words("39|")));
    CHECK(dot.lines.back().fold == ui::ExplainFold::Terms);
    CHECK_FALSE(dot.lines.back().isLeftOut);
    const auto& softmax = picture.sections.back();
    REQUIRE(softmax.lines.size() == 40 + 1 + 1 + 1);
    CHECK(softmax.lines[40].fold == ui::ExplainFold::Keys);
}

TEST_CASE("explanationPicture: products overflow where the scene's own arithmetic does", "[viewmodel]") {
    Scene scene = test::plainScene(1, 2, 2, 1, 1, 2);
    scene.X = test::tensor({1, 2, 2}, {1e20, 0, 1, 1});
    scene.Wq = scene.Wk = test::tensor({2, 2}, {1, 0, 0, 1});
    scene.precision = Precision::F32;
    const auto narrow = explained(scene, 0, 0).sections[0];
    CHECK(text(narrow.lines[1]).endsWith(words("|=|+∞|+∞")));
    CHECK(narrow.lines[1].cells[5].isFault);
    scene.precision = Precision::F64;
    CHECK(text(explained(scene, 0, 0).sections[0].lines[1]).contains(words("e+40")));
}

TEST_CASE("explanationPicture: extreme factors are written by their exponent", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.precision = Precision::F64;
    scene.temperature = 1e-320;
    CHECK(text(explained(scene, 1, 0).sections[1].lines[0]).contains(words("÷ 1e−320 =")));
    scene.temperature = 1.0;
    scene.scale = {ScaleMode::Custom, 1e300};
    CHECK(text(explained(scene, 1, 0).sections[1].lines[0]).startsWith(words("4 × 1e300 = ")));
}

TEST_CASE("explanationPicture: a token without a shape has one in the softmax too", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.tokens[0] = "a\tb";
    CHECK(text(explained(scene, 1, 0).sections[2].lines[0]).startsWith(words("a⇥b|")));
}

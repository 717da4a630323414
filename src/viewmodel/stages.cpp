#include <QLocale>
#include <QStringView>
#include <array>
#include <cmath>

#include "src/viewmodel/heatmap_pictures.h"
#include "src/viewmodel/words.h"

namespace attn::app {

namespace {

struct Named {
    Stage stage;
    const char* word;
};
constexpr std::array kWords = {
    Named{Stage::X, "X"},           Named{Stage::Xkv, "Xkv"},         Named{Stage::Q, "Q"},
    Named{Stage::K, "K"},           Named{Stage::V, "V"},             Named{Stage::Scores, "scores"},
    Named{Stage::Scaled, "scaled"}, Named{Stage::Capped, "capped"}, Named{Stage::Masked, "masked"},   Named{Stage::Weights, "weights"},
    Named{Stage::HeadOut, "head_out"}, Named{Stage::Concat, "concat"}, Named{Stage::Output, "output"},
};

}  // namespace

QString stageTitle(Stage stage) {
    switch (stage) {
    case Stage::X: return Words::tr("X");
    case Stage::Xkv: return Words::tr("Context X");
    case Stage::Q: return Words::tr("Q");
    case Stage::K: return Words::tr("K");
    case Stage::V: return Words::tr("V");
    case Stage::Scores: return Words::tr("Scores");
    case Stage::Scaled: return Words::tr("Scaled");
    case Stage::Capped: return Words::tr("Capped");
    case Stage::Masked: return Words::tr("Masked");
    case Stage::Weights: return Words::tr("Weights");
    case Stage::HeadOut: return Words::tr("Head output");
    case Stage::Concat: return Words::tr("Joined heads");
    case Stage::Output: return Words::tr("Output");
    }
    return {};
}

QString stageWord(Stage stage) {
    for (const Named& named : kWords)
        if (named.stage == stage)
            return QString::fromLatin1(named.word);
    return {};
}

std::optional<Stage> stageFromWord(const QString& word) {
    for (const Named& named : kWords)
        if (word == QLatin1String(named.word))
            return named.stage;
    return std::nullopt;
}

bool hasStage(const Scene& scene, const Evaluation& evaluation, Stage stage) {
    switch (stage) {
    case Stage::X: return scene.X != nullptr;
    case Stage::Xkv: return scene.Xkv != nullptr;
    case Stage::Q: return evaluation.Q.has();
    case Stage::K: return evaluation.K.has();
    case Stage::V: return evaluation.V.has();
    case Stage::Scores: return evaluation.scores.has();
    case Stage::Scaled: return evaluation.scaled.has();
    case Stage::Capped: return evaluation.capped.has();
    case Stage::Masked: return evaluation.masked.has();
    case Stage::Weights: return evaluation.weights.has();
    case Stage::HeadOut: return evaluation.headOut.has();
    case Stage::Concat: return evaluation.concat.has();
    case Stage::Output: return evaluation.output.has();
    }
    return false;
}

std::vector<Stage> stagesOf(const Scene& scene, const Evaluation& evaluation) {
    std::vector<Stage> stages;
    for (const Named& named : kWords)
        if (hasStage(scene, evaluation, named.stage) && (named.stage != Stage::Concat || evaluation.dims.heads > 1))
            stages.push_back(named.stage);
    return stages;
}

std::optional<Range> rangeFromWord(const QString& word) {
    if (word == QLatin1String("auto"))
        return Range{};
    if (word == QLatin1String("row"))
        return Range{Range::Kind::Row};
    if (word == QLatin1String("log"))
        return Range{Range::Kind::Log};
    const qsizetype colon = word.indexOf(u':');
    bool isLow = false;
    bool isHigh = false;
    const double low = word.left(colon).toDouble(&isLow);
    const double high = word.mid(colon + 1).toDouble(&isHigh);
    const bool isRange = colon > 0 && isLow && isHigh && std::isfinite(low) && std::isfinite(high) && low < high &&
                         std::isfinite(high - low);
    return isRange ? std::optional(Range{Range::Kind::Fixed, low, high}) : std::nullopt;
}

QString rangeWord(const Range& range) {
    switch (range.kind) {
    case Range::Kind::Auto: return QStringLiteral("auto");
    case Range::Kind::Row: return QStringLiteral("row");
    case Range::Kind::Log: return QStringLiteral("log");
    case Range::Kind::Fixed: break;
    }
    return QString::number(range.low, 'g', QLocale::FloatingPointShortest) + u':' +
           QString::number(range.high, 'g', QLocale::FloatingPointShortest);
}

ui::Selection clamped(ui::Selection selection, const Dimensions& dims) {
    const auto into = [](Index index, Index count) { return std::max<Index>(0, std::min(index, count - 1)); };
    selection.batch = into(selection.batch, dims.batch);
    selection.layer = 0;
    selection.head = into(selection.head, dims.heads);
    selection.query = into(selection.query, dims.nq);
    selection.key = into(selection.key, dims.nk);
    return selection;
}

}  // namespace attn::app

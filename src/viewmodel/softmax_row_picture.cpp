#include "src/viewmodel/softmax_row_picture.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/analysis/random_row.h"
#include "core/analysis/row_figures.h"
#include "core/analysis/softmax_jacobian.h"
#include "core/evaluate/loss.h"
#include "src/viewmodel/heatmap_pictures.h"
#include "src/viewmodel/words.h"

namespace attn::app {
namespace {

constexpr std::size_t kMostKeys = 200;
constexpr Index kFewKeys = 16;  ///< Up to so many the colours reach from −1/4 to 1/4, the most that an entry can be.

/// One row with all its keys, wherever it comes from.
struct Row {
    std::vector<double> weights, upstream;
    std::vector<std::uint8_t> allowed;  ///< Empty: every key.
    double elsewhere = 0.0;             ///< A sink's share.
    bool isFixed = false;               ///< No key may be attended: the weights do not depend on the scores.
    Index key = 0;                      ///< The chosen one.

    std::size_t count() const { return weights.size(); }
    bool allows(Index j) const { return allowed.empty() || allowed[static_cast<std::size_t>(j)] != 0; }
    Index keysAllowed() const {
        return allowed.empty() ? static_cast<Index>(count()) : std::count(allowed.begin(), allowed.end(), std::uint8_t(1));
    }
};

/// All keys, or the chosen one and those of the largest weights, ascending.
std::vector<Index> shownKeys(const Row& row) {
    std::vector<Index> keys(row.count());
    std::iota(keys.begin(), keys.end(), Index(0));
    if (keys.size() <= kMostKeys)
        return keys;
    const auto rank = [&](Index j) {
        const double weight = row.weights[static_cast<std::size_t>(j)];
        return j == row.key ? 2.0 : std::isnan(weight) ? 1.5 : weight;
    };
    std::nth_element(keys.begin(), keys.begin() + kMostKeys, keys.end(), [&](Index a, Index b) { return rank(a) > rank(b); });
    keys.resize(kMostKeys);
    std::sort(keys.begin(), keys.end());
    return keys;
}

std::vector<double> taken(const std::vector<double>& all, const std::vector<Index>& keys) {
    std::vector<double> some;
    for (const Index key : keys)
        some.push_back(all[static_cast<std::size_t>(key)]);
    return some;
}

/// Two digits of `value`, upwards.
double roundedUp(double value) {
    const double step = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
    return step * std::ceil(value / step);
}

double lengthOf(const std::vector<double>& vector) {
    double squares = 0.0;
    for (const double value : vector)
        squares += value * value;
    return std::sqrt(squares);
}

QString figure(double value) {
    if (!std::isfinite(value) || value == 0.0 || std::abs(value) >= 0.001)
        return fixedText(value, 3);
    return QString::number(value, 'e', 1).replace(u'-', QChar(0x2212));
}

void addFacts(ui::SoftmaxRowPicture& picture, const Row& row, const std::vector<double>& gradient) {
    const RowFigures f = rowFigures(row.weights.data(), static_cast<Index>(row.count()), row.keysAllowed(), true, row.elsewhere);
    const auto add = [&](const QString& name, const QString& value) { picture.facts.push_back({name, value}); };
    add(Words::tr("Entropy"), Words::tr("%1 nats").arg(figure(f.entropy)));
    add({}, Words::tr("%1 bits").arg(figure(f.entropy / std::log(2.0))));
    add(Words::tr("Effective number of keys"), Words::tr("%1 of %2").arg(fixedText(row.isFixed ? 0.0 : f.perplexity, 2)).arg(row.keysAllowed()));
    add(Words::tr("Largest weight"), figure(f.maxWeight));
    if (row.elsewhere > 0.0)
        add(Words::tr("Weight of the sink"), figure(row.elsewhere));
    const bool isZero = row.isFixed && !std::isnan(f.jacTrace);
    add(Words::tr("Sum of p (1 − p)"), figure(isZero ? 0.0 : f.jacTrace));
    add(Words::tr("Jacobian, Frobenius norm"), figure(isZero ? 0.0 : f.jacFro));
    add(Words::tr("Jacobian, spectral norm"), figure(isZero ? 0.0 : f.jacSpec));
    add(Words::tr("Gradient given, length"), figure(lengthOf(row.upstream)));
    add(Words::tr("Gradient let through"), figure(lengthOf(gradient)));
}

/// Everything but titles, names and labels.
ui::SoftmaxRowPicture pictureOf(const Row& row) {
    ui::SoftmaxRowPicture picture;
    picture.keys = shownKeys(row);
    std::vector<double> gradient = gradientOfScores(row.weights, row.upstream, row.elsewhere);
    ui::HeatmapPicture& map = picture.jacobian;
    map.title = Words::tr("Softmax Jacobian");
    map.stage = Words::tr("slope of the first weight by the second score");
    map.quantity = Words::tr("slope ∂p / ∂s");
    map.cells = softmaxJacobian(row.weights, picture.keys, row.elsewhere);
    map.map = ui::MapName::Diverging;
    if (row.isFixed) {
        for (double& cell : map.cells.values)
            cell = std::isnan(cell) ? cell : 0.0;
        for (double& value : gradient)
            value = std::isnan(value) ? value : 0.0;
    }
    const auto n = static_cast<double>(std::max<Index>(1, row.keysAllowed()));
    map.high = n <= kFewKeys ? 0.25 : roundedUp(4.0 * (1.0 - 1.0 / n) / n);
    map.low = -map.high;
    const Index count = picture.count();
    if (!row.allowed.empty()) {
        map.states.assign(static_cast<std::size_t>(count * count), ui::CellState::Plain);
        for (Index i = 0; i < count; ++i)
            for (Index j = 0; j < count; ++j)
                if (!row.allows(picture.keys[static_cast<std::size_t>(i)]) || !row.allows(picture.keys[static_cast<std::size_t>(j)]))
                    map.states[static_cast<std::size_t>(i * count + j)] = ui::CellState::Masked;
    }
    map.rows.role = map.cols.role = ui::AxisRole::Key;
    map.rows.letter = map.cols.letter = QStringLiteral("k");
    map.rows.title = Words::tr("weight of key i");
    map.cols.title = Words::tr("score of key j");
    picture.weights = taken(row.weights, picture.keys);
    picture.upstream = taken(row.upstream, picture.keys);
    picture.gradient = taken(gradient, picture.keys);
    picture.gradientTitle = Words::tr("gradient that reaches the scores");
    addFacts(picture, row, gradient);
    return picture;
}

void label(ui::SoftmaxRowPicture& picture, std::vector<ui::AxisLabel> all) {
    const bool isPart = !picture.keys.empty() && picture.keys.back() != picture.count() - 1;
    std::vector<ui::AxisLabel> shown;
    for (const Index key : picture.keys) {
        const auto at = static_cast<std::size_t>(key);
        const QString token = at < all.size() ? all[at].text : QString();
        picture.names << QStringLiteral("k%1").arg(key) + (token.isEmpty() ? QString() : u' ' + quoted(token));
        shown.push_back(at < all.size() ? all[at] : ui::AxisLabel{QString::number(key), key, false});
    }
    if (!all.empty() || isPart)
        picture.jacobian.rows.labels = picture.jacobian.cols.labels = shown;
}

void addSentences(ui::SoftmaxRowPicture& picture, const QString& whose, const Row& row) {
    picture.weightsTitle = Words::tr("weights of ") + whose;
    picture.sentences << Words::tr("The weights of ") + whose + u'.'
                      << Words::tr("Below them the Jacobian of their softmax, diag(p) − p pᵀ: row i, column j is ∂p / ∂s, the slope of weight i by score j.");
    if (row.isFixed)
        picture.sentences << Words::tr("This query may attend nothing: its weights do not depend on its scores, and no gradient passes.");
    else
        picture.sentences << Words::tr("At the right what the Jacobian lets through of the gradient at the foot; a full bar is a quarter of that gradient’s "
                                       "spread, the most that a softmax lets through.");
    if (static_cast<std::size_t>(picture.count()) < row.count())
        picture.sentences << Words::tr("Of %1 keys, the %2 of the largest weights and the chosen one are shown; the figures are of all.")
                                 .arg(row.count())
                                 .arg(picture.count() - 1);
}

/// dL/dP of the chosen row, from the gradient of the head's output.
std::vector<double> upstreamOf(const Scene& scene, const Evaluation& evaluation, const ui::Selection& chosen, Upstream kind) {
    const Dimensions& dims = evaluation.dims;
    std::vector<double> upstream(static_cast<std::size_t>(dims.nk), 0.0);
    if (kind == Upstream::Key || !evaluation.V.has()) {
        upstream[static_cast<std::size_t>(chosen.key)] = 1.0;
        return upstream;
    }
    std::vector<double> headGradient(static_cast<std::size_t>(dims.dv), 1.0);
    if (kind == Upstream::Loss) {
        const TensorPtr dOut = outputGradient(scene, evaluation.output);
        const Index row = (chosen.batch * dims.nq + chosen.query) * dims.dOut;
        const bool isSilent = std::binary_search(scene.silenced.begin(), scene.silenced.end(), chosen.head);
        for (Index c = 0; c < dims.dv; ++c) {
            const Index column = chosen.head * dims.dv + c;
            double sum = scene.Wo || isSilent ? 0.0 : (*dOut)[row + column];
            if (scene.Wo && !isSilent)
                for (Index o = 0; o < dims.dOut; ++o)
                    sum += (*scene.Wo)[column * dims.dOut + o] * (*dOut)[row + o];
            headGradient[static_cast<std::size_t>(c)] = sum;
        }
    }
    const Index first = (chosen.batch * dims.kvHeads + dims.kvHead(chosen.head)) * dims.nk;
    for (Index j = 0; j < dims.nk; ++j)
        for (Index c = 0; c < dims.dv; ++c)
            upstream[static_cast<std::size_t>(j)] +=
                headGradient[static_cast<std::size_t>(c)] * evaluation.V.at((first + j) * dims.dv + c);
    return upstream;
}

}  // namespace

bool hasLossGradient(const Scene& scene) {
    return !scene.dropout && (scene.dOut || (scene.loss && scene.loss->kind != Loss::Kind::Dot));
}

ui::SoftmaxRowPicture softmaxRowPicture(const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection,
                                        Upstream kind) {
    const Dimensions& dims = evaluation.dims;
    ui::SoftmaxRowPicture picture;
    if (dims.nq == 0 || dims.nk == 0) {
        picture.empty = Words::tr("Without a query and a key there is no row of weights.");
        return picture;
    }
    if (!evaluation.weights.has()) {
        picture.empty = Words::tr("This evaluation keeps no weights.");
        return picture;
    }
    const ui::Selection chosen = clamped(selection, dims);
    if (kind == Upstream::Loss && !hasLossGradient(scene))
        kind = Upstream::Key;
    const Index plane = (chosen.batch * dims.heads + chosen.head) * dims.nq + chosen.query;
    Row row;
    row.key = chosen.key;
    row.weights.resize(static_cast<std::size_t>(dims.nk));
    evaluation.weights.copyTo(plane * dims.nk, dims.nk, row.weights.data());
    if (evaluation.allowed) {
        const std::uint8_t* cells = evaluation.allowed->data() + plane * dims.nk;
        if (std::find(cells, cells + dims.nk, std::uint8_t(0)) != cells + dims.nk)
            row.allowed.assign(cells, cells + dims.nk);
    }
    if (evaluation.sinkWeight.has())
        row.elsewhere = evaluation.sinkWeight.at(plane);
    row.isFixed = row.keysAllowed() == 0;
    row.upstream = upstreamOf(scene, evaluation, chosen, kind);

    picture = pictureOf(row);
    // Uniform weights of a row without a key are what it has: they are not hatched away.
    if (row.isFixed && (scene.emptyRow != EmptyRow::Zero && !scene.sink))
        picture.jacobian.states.clear();
    label(picture, keyLabels(scene, dims.nk));
    const QString query = scene.tokens.empty() ? QString() : u' ' + queryText(scene, chosen.query);
    addSentences(picture, QStringLiteral("q%1").arg(chosen.query) + query + Words::tr(", head %1").arg(chosen.head), row);
    switch (kind) {
        case Upstream::Key: picture.upstreamTitle = Words::tr("gradient given: 1 on the weight of ") + QStringLiteral("k%1").arg(chosen.key); break;
        case Upstream::Output: picture.upstreamTitle = Words::tr("gradient given: of the sum of the head’s output"); break;
        case Upstream::Loss: picture.upstreamTitle = Words::tr("gradient given: of the scene’s loss"); break;
    }
    return picture;
}

ui::SoftmaxRowPicture softmaxRowPicture(const RandomRow& random, Index key) {
    Row row;
    row.weights = randomScores(random.dk, random.keys, random.seed);
    row.key = std::clamp<Index>(key, 0, std::max<Index>(0, random.keys - 1));
    double largest = -INFINITY, sum = 0.0;
    const double factor = random.scale / random.temperature;
    for (double& value : row.weights) {
        value *= factor;
        largest = std::max(largest, value);
    }
    for (double& value : row.weights)
        sum += value = std::exp(value - largest);
    for (double& value : row.weights)
        value /= sum;
    row.upstream.assign(row.count(), 0.0);
    ui::SoftmaxRowPicture picture;
    if (row.count() == 0) {
        picture.empty = Words::tr("Without a key there is no row of weights.");
        return picture;
    }
    row.upstream[static_cast<std::size_t>(row.key)] = 1.0;
    picture = pictureOf(row);
    label(picture, {});
    addSentences(picture, Words::tr("a random query, head width %1, scores times %2").arg(random.dk).arg(factorText(factor, 4)), row);
    picture.upstreamTitle = Words::tr("gradient given: 1 on the weight of ") + QStringLiteral("k%1").arg(row.key);
    return picture;
}

}  // namespace attn::app

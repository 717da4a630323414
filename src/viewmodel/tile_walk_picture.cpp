#include "src/viewmodel/tile_walk_picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/evaluate/head_walk.h"
#include "src/viewmodel/growth_parts.h"
#include "src/viewmodel/heatmap_parts.h"
#include "src/viewmodel/words.h"
#include "ui/figure/figure_text.h"

namespace attn::app {
namespace {

constexpr Index kMostTiles = 64;  ///< Side by side; more are too small to be told apart.
constexpr int kMostNumbers = 16;  ///< Of an output row that are written down.

QString tr(const char* text) {
    return QCoreApplication::translate("TileWalk", text);
}

bool areKeysOutside(const WalkedHead& walked) {
    return walked.walk.tiling.variant == FlashTiling::Variant::Fa1;
}

QString numbers(double count) {
    return countWords(static_cast<Index>(count));
}

/// "4", or "4 to 7"
QString range(Index from, Index to) {
    return to - from == 1 ? QString::number(from) : tr("%1 to %2").arg(from).arg(to - 1);
}

/// The last step before `at` that had the same queries; nothing where these begin.
const TileStep* before(const TileWalk& walk, std::size_t at) {
    const Index first = walk.steps[at].q0;
    for (std::size_t i = at; i-- > 0;)
        if (walk.steps[i].q0 == first)
            return &walk.steps[i];
    return nullptr;
}

/// Before its first tile a row has the sink's logit as its maximum, if there is a sink.
double startOf(const WalkedHead& walked) {
    const auto& sink = walked.scene->sink;
    if (!sink)
        return -std::numeric_limits<double>::infinity();
    return sink->logits.empty() ? 0.0 : sink->logits[static_cast<std::size_t>(walked.head)];
}

std::vector<ui::TileRow> rowsOf(const WalkedHead& walked, std::size_t at, Index query) {
    const TileStep& step = walked.walk.steps[at];
    const TileStep* earlier = before(walked.walk, at);
    const Index dv = walked.evaluation->dims.dv;
    const auto labels = queryLabels(*walked.scene, walked.evaluation->dims.nq);
    std::vector<ui::TileRow> rows;
    for (Index i = step.q0; i < step.q1; ++i) {
        const auto place = static_cast<std::size_t>(i - step.q0);
        const double old = earlier ? earlier->max[place] : startOf(walked);
        ui::TileRow row;
        row.query = i;
        row.name = QStringLiteral("q%1").arg(i) +
                   (labels.empty() ? QString() : u' ' + ui::visibleToken(labels[static_cast<std::size_t>(i)].text));
        row.before = fixedText(old, 3);
        row.now = fixedText(step.max[place], 3);
        row.rescale = fixedText(step.rescale[place], 3);
        row.sum = fixedText(step.sum[place], 3);
        for (Index c = 0; c < std::min<Index>(dv, kMostNumbers); ++c)
            row.out.append(fixedText(step.O[place * static_cast<std::size_t>(dv) + static_cast<std::size_t>(c)], 3));
        if (dv > kMostNumbers)
            row.out.append(QString(QChar(0x2026)));
        row.isRescaled = std::isfinite(old) && step.max[place] > old;
        row.isChosen = i == query;
        rows.push_back(std::move(row));
    }
    return rows;
}

/// Scores of the tile in work, with the range of the whole head so that colours compare between tiles.
ui::HeatmapPicture scoresOf(const WalkedHead& walked, const TileStep& step) {
    const Evaluation& evaluation = *walked.evaluation;
    const Dimensions& dims = evaluation.dims;
    ui::HeatmapPicture picture;
    picture.map = ui::MapName::Diverging;
    picture.cells = Matrix(step.q1 - step.q0, step.k1 - step.k0);
    if (!evaluation.masked.has())
        return picture;
    const Index first = (walked.batch * dims.heads + walked.head) * dims.nq * dims.nk;
    picture.high = walked.largestScore;
    picture.low = -picture.high;
    for (Index i = step.q0; i < step.q1; ++i) {
        const Index at = first + i * dims.nk + step.k0;
        evaluation.masked.copyTo(at, picture.cells.cols, &picture.cells(i - step.q0, 0));
        for (Index j = 0; j < picture.cells.cols; ++j) {
            const bool isAllowed = !evaluation.allowed || (*evaluation.allowed)[at + j] != 0;
            picture.states.push_back(isAllowed ? ui::CellState::Plain : ui::CellState::Masked);
        }
    }
    return picture;
}

double largestScore(const Evaluation& evaluation, Index plane) {
    const Dimensions& dims = evaluation.dims;
    double largest = 0.0;
    std::vector<double> row(static_cast<std::size_t>(dims.nk));
    for (Index i = 0; evaluation.masked.has() && i < dims.nq; ++i) {
        evaluation.masked.copyTo((plane * dims.nq + i) * dims.nk, dims.nk, row.data());
        for (const double value : row)
            largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
    }
    return largest > 0.0 ? largest : 1.0;
}

/// What happened in the tile, in one or two sentences.
QString sentenceOf(const WalkedHead& walked, const ui::TileWalkPicture& picture, std::size_t at) {
    const TileStep& step = walked.walk.steps[at];
    QStringList parts;
    const auto rescaled =
        std::count_if(picture.rows.begin(), picture.rows.end(), [](const auto& row) { return row.isRescaled; });
    const bool isFirst = before(walked.walk, at) == nullptr;
    const auto empty = std::count_if(step.max.begin(), step.max.end(),
                                     [](double m) { return m == -std::numeric_limits<double>::infinity(); });
    if (isFirst)
        parts << tr("The first tile of these queries: m, ℓ and O begin.");
    else if (rescaled > 0)
        parts << tr("A larger score arrived in the marked rows, so their earlier sum and output are scaled down.");
    else
        parts << tr("No larger score arrived: nothing is scaled down.");
    if (empty > 0)
        parts << (empty == 1 ? tr("One row has met no key that it may attend.")
                             : tr("%1 rows have met no key that they may attend.").arg(empty));
    else if (areKeysOutside(walked))
        parts << tr("O is divided by ℓ after every tile and goes back.");
    else if (picture.storesOutput)
        parts << tr("It is their last tile: O is divided by ℓ and goes back.");
    return parts.join(u' ');
}

QString movedWords(const WalkedHead& walked, int position) {
    const WalkTraffic& traffic = walked.traffic;
    const double so = position == 0 ? 0.0
                      : position == static_cast<int>(traffic.steps.size())
                          ? traffic.total.total()
                          : traffic.steps[static_cast<std::size_t>(position - 1)].soFar.total();
    const double all = traffic.total.total(), naive = walked.naive.total();
    const QString end =
        all < naive ? tr("naive attention %1.").arg(numbers(naive))
                    : tr("naive attention only %1: with tiles this small flash does not help.").arg(numbers(naive));
    return tr("Read and written so far: %1 of %2 numbers; ").arg(numbers(so), numbers(all)) + end;
}

}  // namespace

FlashTiling drawableTiling(FlashTiling tiling, const Dimensions& dims) {
    const auto least = [](Index count) { return std::max<Index>(1, tileCount(count, kMostTiles)); };
    tiling.queryRows = std::max(tiling.queryRows, least(dims.nq));
    tiling.keyRows = std::max(tiling.keyRows, least(dims.nk));
    return tiling;
}

FlashTiling proposedTiling(const Scene& scene, const Dimensions& dims) {
    const auto side = [](Index count) {
        return count <= 8 ? Index(2) : count <= 24 ? Index(4) : tileCount(count, 8);
    };
    return drawableTiling(scene.flash.value_or(FlashTiling{side(dims.nq), side(dims.nk), FlashTiling::Variant::Fa2}),
                          dims);
}

Result<WalkedHead> walkThrough(std::shared_ptr<const Scene> scene, std::shared_ptr<const Evaluation> evaluation,
                               Index batch, Index head, const FlashTiling& tiling, const Progress& progress) {
    auto walk = headTileWalk(*scene, *evaluation, batch, head, tiling, progress);
    if (!walk)
        return walk.error();
    const Dimensions dims = evaluation->dims;
    WalkedHead walked{std::move(scene), std::move(evaluation), batch, head, *std::move(walk), {}, {}, 1.0};
    walked.traffic = walkTraffic(walked.walk, dims.dk, dims.dv);
    walked.largestScore = largestScore(*walked.evaluation, batch * dims.heads + head);
    if (const auto naive =
            countTraffic(Algorithm::Naive, Pass::Forward, {dims.nq, dims.nk, dims.dk, dims.dv}, {1, 1}))
        walked.naive = *naive;
    return walked;
}

ui::TileWalkPicture tileWalkPicture(const WalkedHead& walked, int position, Index query) {
    const TileWalk& walk = walked.walk;
    const Dimensions& dims = walked.evaluation->dims;
    ui::TileWalkPicture picture;
    picture.title = tr("Tile walk");
    picture.subtitle = tr("the score matrix is never stored");
    if (dims.nq == 0 || dims.nk == 0) {
        picture.empty = dims.nq == 0 ? tr("The scene has no query to walk through.")
                                     : tr("The scene has no key to walk through.");
        return picture;
    }
    picture.queries = dims.nq;
    picture.keys = dims.nk;
    picture.queryRows = std::min(walk.tiling.queryRows, dims.nq);
    picture.keyRows = std::min(walk.tiling.keyRows, dims.nk);
    picture.tileRows = tileCount(dims.nq, walk.tiling.queryRows);
    picture.tileCols = tileCount(dims.nk, walk.tiling.keyRows);
    picture.visit.assign(static_cast<std::size_t>(picture.tileRows * picture.tileCols), 0);
    for (std::size_t i = 0; i < walk.steps.size(); ++i)
        picture.visit[static_cast<std::size_t>(walk.steps[i].q0 / walk.tiling.queryRows * picture.tileCols +
                                               walk.steps[i].k0 / walk.tiling.keyRows)] = static_cast<int>(i) + 1;
    picture.count = static_cast<int>(walk.steps.size());
    picture.position = std::clamp(position, 0, picture.count);
    picture.outTitle = areKeysOutside(walked) ? tr("output so far") : tr("output, not yet divided");
    picture.slowNote = dims.dk == dims.dv ? tr("%1 × %2 each").arg(dims.nq).arg(dims.dk) : QString();
    const Index br = picture.queryRows, bc = picture.keyRows;
    picture.fastNote =
        tr("%1 numbers").arg(countWords(br * dims.dk + bc * (dims.dk + dims.dv) + br * bc + br * (dims.dv + 2)));
    picture.moved = movedWords(walked, picture.position);
    if (picture.position == 0) {
        picture.rowsTitle =
            picture.count > 0 ? tr("Before the first of %1 tiles").arg(picture.count) : tr("No tile is visited");
        picture.sentence = picture.count > 0
                               ? tr("Fast memory is empty. Every row begins with m = −∞, ℓ = 0 and O = 0.")
                               : tr("No query may attend a key: the mask empties every tile.");
    } else {
        const auto at = static_cast<std::size_t>(picture.position - 1);
        const TileStep& step = walk.steps[at];
        const StepTraffic& moved = walked.traffic.steps[at];
        picture.row = step.q0 / walk.tiling.queryRows;
        picture.col = step.k0 / walk.tiling.keyRows;
        picture.loadsQueries = moved.loadsQueries;
        picture.loadsKeys = moved.loadsKeys;
        picture.loadsOutput = areKeysOutside(walked);
        picture.storesOutput = moved.storesOutput;
        picture.tile = scoresOf(walked, step);
        picture.rows = rowsOf(walked, at, query);
        picture.rowsTitle = tr("Queries %1, after keys %2").arg(range(step.q0, step.q1), range(step.k0, step.k1));
        picture.sentence = sentenceOf(walked, picture, at);
    }
    QStringList words{tr("Head %1, tiles of %2 queries by %3 keys, tile %4 of %5; the mask skips %6.")
                          .arg(walked.head)
                          .arg(br)
                          .arg(bc)
                          .arg(picture.position)
                          .arg(picture.count)
                          .arg(walk.skipped)};
    if (dims.batch > 1)
        words.prepend(tr("Batch item %1.").arg(walked.batch));
    words.append(areKeysOutside(walked) ? tr("Keys outside, as in FlashAttention.")
                                        : tr("Queries outside, as in FlashAttention-2."));
    picture.caption = {words.join(u' ')};
    return picture;
}

}  // namespace attn::app

#include "src/viewmodel/compare_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "src/viewmodel/heatmap_parts.h"
#include "src/viewmodel/scene_changes.h"
#include "src/viewmodel/words.h"

namespace attn::app {
namespace {

bool isMasked(ui::CellState state) {
    return state == ui::CellState::Masked || state == ui::CellState::MaskedByHand;
}

QString sizeText(const Matrix& cells) {
    return QStringLiteral("%1 × %2").arg(cells.rows).arg(cells.cols);
}

bool sameSize(const Matrix& a, const Matrix& b) {
    return a.rows == b.rows && a.cols == b.cols;
}

/// Joined without arg(): a name may itself hold "%1".
QString named(const QString& letter, const QString& name) {
    return letter + QStringLiteral(" (“") + name + QStringLiteral("”)");
}

/// The state of a cell of the difference.
ui::CellState joined(ui::CellState a, ui::CellState b, Stage stage) {
    const bool isHere = stage == Stage::Masked ? isMasked(a) || isMasked(b) : isMasked(a) && isMasked(b);
    if (!isHere)
        return ui::CellState::Plain;
    return a == ui::CellState::MaskedByHand && b == ui::CellState::MaskedByHand ? a : ui::CellState::Masked;
}

ui::HeatmapPicture differenceOf(const ui::HeatmapPicture& a, const ui::HeatmapPicture& b, Stage stage) {
    ui::HeatmapPicture picture = b;
    picture.title = QStringLiteral("B − A");
    picture.stage = Words::tr("difference");
    picture.quantity = Words::tr("%1, B − A").arg(b.quantity);
    for (std::size_t i = 0; i < picture.cells.values.size(); ++i)
        picture.cells.values[i] -= a.cells.values[i];
    if (!a.states.empty() || !b.states.empty()) {
        picture.states.resize(picture.cells.values.size());
        for (Index row = 0; row < picture.cells.rows; ++row)
            for (Index col = 0; col < picture.cells.cols; ++col)
                picture.states[static_cast<std::size_t>(row * picture.cells.cols + col)] =
                    joined(a.state(row, col), b.state(row, col), stage);
    }
    Look look;
    if (stage == Stage::Weights)
        look.decimals = 3;
    applyLook({&picture, 1}, Stage::Scores, look);
    return picture;
}

struct Largest {
    Index row = -1, col = -1;
    double size = 0.0;
    Index notFinite = 0;  ///< Unmasked cells that are no numbers.
    bool hasAny = false;
};

Largest largestOf(const ui::HeatmapPicture& picture) {
    Largest found;
    for (Index row = 0; row < picture.cells.rows; ++row)
        for (Index col = 0; col < picture.cells.cols; ++col) {
            if (isMasked(picture.state(row, col)))
                continue;
            const double value = picture.cells(row, col);
            if (!std::isfinite(value)) {
                ++found.notFinite;
                continue;
            }
            if (!found.hasAny || std::abs(value) > found.size)
                found = {row, col, std::abs(value), found.notFinite, true};
        }
    return found;
}

/// With its sign, and by its exponent where the decimals would say 0.
QString signedText(double value, int decimals) {
    const QString text = std::abs(value) < 0.5 * std::pow(10.0, -decimals)
                             ? QString::number(value, 'g', 3).replace(u'-', QChar(0x2212))
                             : factorText(value, decimals);
    return value > 0.0 ? u'+' + text : text;
}

/// `isQuick`: an evaluation was brought up to date by what an edit changed, and holds its rounding.
QString largestSentence(const ui::ComparePicture& picture, bool isQuick) {
    constexpr double kRounding = 1e-5;
    const Largest largest = largestOf(picture.difference);
    QString sentence;
    const int decimals = std::max(picture.difference.decimals, 0);
    if (!largest.hasAny) {
        sentence = picture.difference.cells.values.empty() ? Words::tr("There are no cells to compare.")
                                                           : Words::tr("No cell is open and finite in both A and B.");
    } else if (largest.size == 0.0) {
        sentence = Words::tr("A and B are equal in every cell.");
    } else if (isQuick && largest.size < kRounding) {
        sentence = Words::tr("A and B differ by no more than the rounding of a quick evaluation.");
    } else {
        // Joined without arg(): a token may itself hold "%1".
        const double value = picture.difference.cells(largest.row, largest.col);
        sentence = Words::tr("Largest difference B − A: ") + signedText(value, decimals) + Words::tr(" at ") +
                   ui::cellPlace(picture.difference, largest.row, largest.col) +
                   Words::tr(", from %1 to %2.")
                       .arg(factorText(picture.a.cells(largest.row, largest.col), decimals),
                            factorText(picture.b.cells(largest.row, largest.col), decimals));
    }
    if (largest.notFinite > 0 && largest.hasAny)
        sentence += u' ' + Words::tr("Left out, as not finite: %1.").arg(counted(largest.notFinite, "cell"));
    return sentence;
}

QString changesSentence(const CompareSide& a, const CompareSide& b) {
    constexpr int kMost = 4;
    QStringList changes = sceneChanges(a.scene, b.scene);
    if (changes.isEmpty())
        return Words::tr("A and B are the same scene.");
    if (changes.size() > kMost) {
        const auto more = changes.size() - kMost;
        changes = changes.mid(0, kMost);
        changes << Words::tr("%1 more").arg(more);
    }
    return Words::tr("From A to B: ") + changes.join(QStringLiteral(", ")) + u'.';
}

/// Why there is no difference, in one sentence with the numbers; empty: there is one.
QString refusalOf(const ui::ComparePicture& picture, const CompareSide& a, const CompareSide& b, Stage stage,
                  const ui::Selection& selection) {
    const std::array<const CompareSide*, 2> sides{&a, &b};
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const QString name = named(i == 0 ? QStringLiteral("A") : QStringLiteral("B"), sides[i]->name);
        const Dimensions& dims = sides[i]->evaluation.dims;
        if (!hasStage(sides[i]->scene, sides[i]->evaluation, stage))
            return Words::tr("Not comparable: ") + name + Words::tr(" has no stage %1.").arg(stageTitle(stage));
        if (selection.head >= dims.heads)
            return Words::tr("Not comparable: ") + name +
                   Words::tr(" has %1, so there is no head %2.").arg(counted(dims.heads, "head")).arg(selection.head);
        if (selection.batch >= dims.batch)
            return Words::tr("Not comparable: ") + name +
                   Words::tr(" has %1 batch items, so there is no item %2.").arg(dims.batch).arg(selection.batch);
    }
    if (sameSize(picture.a.cells, picture.b.cells))
        return {};
    return Words::tr("Not comparable cell by cell: %1 is %2 in A and %3 in B.")
        .arg(stageTitle(stage), sizeText(picture.a.cells), sizeText(picture.b.cells));
}

}  // namespace

std::vector<Stage> stagesOfBoth(const CompareSide& a, const CompareSide& b) {
    std::vector<Stage> stages = stagesOf(a.scene, a.evaluation);
    const std::vector<Stage> others = stagesOf(b.scene, b.evaluation);
    std::erase_if(stages,
                  [&](Stage stage) { return std::find(others.begin(), others.end(), stage) == others.end(); });
    return stages;
}

ui::ComparePicture comparePicture(const CompareSide& a, const CompareSide& b, Stage stage,
                                  const ui::Selection& selection) {
    ui::ComparePicture picture;
    picture.aName = a.name;
    picture.bName = b.name;
    std::array<ui::HeatmapPicture, 2> both{stagePicture(a.scene, a.evaluation, stage, selection),
                                           stagePicture(b.scene, b.evaluation, stage, selection)};
    applyLook(both, stage, {});
    picture.a = std::move(both[0]);
    picture.b = std::move(both[1]);
    picture.a.title = QStringLiteral("A");
    picture.b.title = QStringLiteral("B");
    picture.changes = changesSentence(a, b);
    picture.refusal = refusalOf(picture, a, b, stage, selection);
    if (!picture.refusal.isEmpty()) {
        picture.sentence = picture.refusal;
    } else {
        picture.difference = differenceOf(picture.a, picture.b, stage);
        picture.sentence = largestSentence(picture, a.evaluation.isBroughtUpToDate || b.evaluation.isBroughtUpToDate);
    }
    QString lead = Words::tr("A: ") + a.name + Words::tr(", B: ") + b.name + QStringLiteral(". ");
    if (picture.refusal.isEmpty())
        lead += stageTitle(stage) + QStringLiteral(", ") + picture.b.subtitle + QStringLiteral(". ");
    picture.caption = lead + picture.changes + u' ' + picture.sentence;
    return picture;
}

}  // namespace attn::app

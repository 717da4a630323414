#include "src/viewmodel/steps_picture.h"

#include <algorithm>
#include <optional>

#include "src/viewmodel/explanation_parts.h"
#include "src/viewmodel/heatmap_parts.h"
#include "src/viewmodel/mask_picture.h"
#include "src/viewmodel/stage_selection.h"
#include "src/viewmodel/words.h"

namespace attn::app {
namespace {

Matrix matrixOf(const Tensor& tensor) {
    Matrix matrix(tensor.dim(0), tensor.dim(1));
    for (Index i = 0; i < matrix.rows * matrix.cols; ++i)
        matrix.values[static_cast<std::size_t>(i)] = tensor[i];
    return matrix;
}

ui::Axis dimensionAxis(const char* letter) {
    return {Words::tr("dimension"), ui::AxisRole::None, QLatin1String(letter), {}};
}

/// The stages that heatmaps show as well.
std::optional<Stage> stageOf(Step step) {
    switch (step) {
        case Step::X:
            return Stage::X;
        case Step::Xkv:
            return Stage::Xkv;
        case Step::Q:
            return Stage::Q;
        case Step::K:
            return Stage::K;
        case Step::V:
            return Stage::V;
        case Step::Scores:
            return Stage::Scores;
        case Step::Scaled:
            return Stage::Scaled;
        case Step::Capped:
            return Stage::Capped;
        case Step::Masked:
            return Stage::Masked;
        case Step::Weights:
            return Stage::Weights;
        case Step::HeadOut:
            return Stage::HeadOut;
        case Step::Concat:
            return Stage::Concat;
        case Step::Output:
            return Stage::Output;
        default:
            return std::nullopt;
    }
}

class Maker {
  public:
    Maker(const Scene& scene, const Evaluation& evaluation, const ui::Selection& chosen)
        : m_scene(scene), m_evaluation(evaluation), m_dims(evaluation.dims), m_chosen(chosen) {}

    Steps make() {
        const Evaluation& e = m_evaluation;
        const bool hasScale = e.effectiveScale != 1.0;
        const bool hasMasked = hasMask(m_scene.mask) || e.bias.has();
        const bool isSilenced = !m_scene.silenced.empty();
        const bool hasConcat = e.concat.has() && (m_dims.heads > 1 || isSilenced);
        const bool hasWo = m_scene.Wo != nullptr;

        if (m_scene.X)
            addStage(Step::X, Words::tr("X"), {});
        if (e.Xpos.has())
            addPositions(Step::Xpos, e.Xpos, Stage::X, Words::tr("X with positions"));
        const QString source = e.Xpos.has() ? Words::tr("rows ×") : Words::tr("X ×");
        addProjection(Step::Wq, m_scene.Wq, Step::Q, ui::AxisRole::Query, QStringLiteral("×"), false);
        if (e.Qrot.has())
            addTurned(Step::Qrot, e.Qrot, Stage::Q, Words::tr("Q turned"), ui::AxisRole::Query);
        if (m_scene.Xkv)
            addStage(Step::Xkv, Words::tr("Context X"), {});
        if (e.XkvPos.has() && m_scene.Xkv)
            addPositions(Step::XkvPos, e.XkvPos, Stage::Xkv, Words::tr("Context with positions"));
        const bool followsContext = m_scene.Xkv != nullptr;
        addProjection(Step::Wk, m_scene.Wk, Step::K, ui::AxisRole::Key, followsContext ? QStringLiteral("×") : source,
                      !followsContext);
        if (e.Krot.has())
            addTurned(Step::Krot, e.Krot, Stage::K, Words::tr("K turned"), ui::AxisRole::Key);
        addProjection(Step::Wv, m_scene.Wv, Step::V, ui::AxisRole::Value,
                      followsContext ? Words::tr("context ×") : source, true);

        addStage(Step::Scores, Words::tr("Scores"), Words::tr("q · k"), true);
        if (hasScale)
            addStage(Step::Scaled, Words::tr("Scaled"), scaleWords(), true);
        if (e.capped.has())
            addStage(Step::Capped, Words::tr("Capped"), Words::tr("soft cap"), true);
        if (hasMasked)
            addStage(Step::Masked, Words::tr("Masked"), maskedWords(), true);
        addStage(Step::Weights, Words::tr("Weights"), Words::tr("softmax"), true);
        if (e.weightsDropped.has())
            addMade(Step::Dropped, e.weightsDropped, Stage::Weights, Words::tr("Dropped"), Words::tr("dropout"));
        addStage(Step::HeadOut,
                 hasConcat || hasWo || e.headOutDropped.has() ? Words::tr("Head output") : Words::tr("Output"),
                 Words::tr("× V"), true);
        if (e.headOutDropped.has())
            addMade(Step::HeadDropped, e.headOutDropped, Stage::HeadOut,
                    hasConcat || hasWo ? Words::tr("Dropped") : Words::tr("Output"), Words::tr("dropout"));
        if (hasConcat) {
            addStage(Step::Concat, hasWo ? Words::tr("Joined heads") : Words::tr("Output"), Words::tr("join"), true);
            markHead(m_dims.dv, m_chosen.head);
        }
        if (hasWo) {
            addGiven(Step::Wo, *m_scene.Wo, QStringLiteral("W_o"), QStringLiteral("×"), ui::AxisRole::None);
            if (e.output.has())
                addStage(Step::Output, Words::tr("Output"), QStringLiteral("="));
        }
        sayLeftOut(hasScale, hasMasked, hasConcat, hasWo);
        return std::move(m_steps);
    }

  private:
    ui::StepMatrix& add(Step step, ui::HeatmapPicture picture, const QString& name, const QString& before) {
        ui::StepMatrix matrix;
        matrix.shape = QStringLiteral("%1 × %2").arg(picture.cells.rows).arg(picture.cells.cols);
        matrix.picture = std::move(picture);
        matrix.name = name;
        matrix.before = before;
        m_steps.steps.push_back(step);
        m_steps.picture.matrices.push_back(std::move(matrix));
        return m_steps.picture.matrices.back();
    }

    ui::StepMatrix& addStage(Step step, const QString& name, const QString& before, bool hasArrow = false) {
        ui::StepMatrix& matrix =
            add(step, stagePicture(m_scene, m_evaluation, *stageOf(step), m_chosen), name, before);
        matrix.hasArrow = hasArrow;
        matrix.isGiven = step == Step::X || step == Step::Xkv;
        matrix.startsGroup = step == Step::Xkv;
        return matrix;
    }

    /// Numbers that no heatmap shows, beside those of `like`.
    ui::HeatmapPicture picture(Matrix cells, Stage like, const QString& noun) const {
        ui::HeatmapPicture made = stagePicture(m_scene, m_evaluation, like, m_chosen);
        made.cells = std::move(cells);
        made.title = made.stage = noun;
        applyLook({&made, 1}, like, {});
        return made;
    }

    void addPositions(Step step, const Values& values, Stage like, const QString& name) {
        add(step, picture(planeOf(values, m_chosen.batch), like, name), name, Words::tr("+ positions")).hasArrow =
            true;
    }

    void addTurned(Step step, const Values& values, Stage like, const QString& name, ui::AxisRole role) {
        const Index plane = like == Stage::Q ? m_chosen.batch * m_dims.heads + m_chosen.head
                                             : m_chosen.batch * m_dims.kvHeads + group();
        ui::StepMatrix& matrix = add(step, picture(planeOf(values, plane), like, name), name, Words::tr("turn"));
        matrix.hasArrow = true;
        matrix.role = role;
    }

    void addMade(Step step, const Values& values, Stage like, const QString& name, const QString& before) {
        add(step, picture(planeOf(values, m_chosen.batch * m_dims.heads + m_chosen.head), like, name), name, before)
            .hasArrow = true;
    }

    void addGiven(Step step, const Tensor& tensor, const QString& name, const QString& before, ui::AxisRole role) {
        ui::HeatmapPicture made;
        made.title = name;
        made.stage = QString(name).remove(u'_');
        made.cells = matrixOf(tensor);
        made.rows = dimensionAxis("row ");
        made.cols = dimensionAxis("column ");
        applyLook({&made, 1}, Stage::Q, {});
        ui::StepMatrix& matrix = add(step, std::move(made), name, before);
        matrix.isGiven = true;
        matrix.role = role;
    }

    /// W and what it makes; without W (given Q, K and V) that alone.
    void addProjection(Step given, const TensorPtr& tensor, Step made, ui::AxisRole role, const QString& before,
                       bool startsGroup) {
        const QString letter = made == Step::Q   ? QStringLiteral("Q")
                               : made == Step::K ? QStringLiteral("K")
                                                 : QStringLiteral("V");
        if (tensor) {
            addGiven(given, *tensor, QStringLiteral("W_") + letter.toLower(), before, role);
            m_steps.picture.matrices.back().startsGroup = startsGroup;
            markHead(made == Step::V ? m_dims.dv : m_dims.dk, made == Step::Q ? m_chosen.head : group());
        }
        ui::StepMatrix& matrix = addStage(made, letter, tensor ? QStringLiteral("=") : QString());
        matrix.role = role;
        matrix.startsGroup = !tensor;
    }

    /// The last matrix holds every head: the chosen one owns these of its columns.
    void markHead(Index width, Index head) {
        ui::StepMatrix& matrix = m_steps.picture.matrices.back();
        if (width <= 0 || matrix.picture.cells.cols <= width)
            return;
        matrix.headWidth = width;
        matrix.headFrom = head * width;
        matrix.headTo = (head + 1) * width;
        const bool isShared =
            (matrix.role == ui::AxisRole::Key || matrix.role == ui::AxisRole::Value) && m_dims.kvHeads < m_dims.heads;
        matrix.shape += QStringLiteral(", ") + (isShared ? Words::tr("KV head %1") : Words::tr("head %1")).arg(head);
    }

    QString scaleWords() const {
        if (m_scene.temperature == 1.0 && m_scene.scale.mode == ScaleMode::RsqrtDk)
            return Words::tr("÷ √d_k");
        return QStringLiteral("× %1").arg(
            operand(factorText(m_evaluation.effectiveScale, decimalsOf({m_evaluation.effectiveScale}, 3))));
    }

    QString maskedWords() const {
        if (!m_evaluation.bias.has())
            return Words::tr("mask");
        return hasMask(m_scene.mask) ? Words::tr("bias, mask") : Words::tr("+ bias");
    }

    void sayLeftOut(bool hasScale, bool hasMasked, bool hasConcat, bool hasWo) {
        QStringList parts;
        if (!hasScale)
            parts << Words::tr("scale");
        if (!m_evaluation.capped.has())
            parts << Words::tr("soft cap");
        if (!hasMasked)
            parts << Words::tr("mask");
        if (!hasConcat)
            parts << Words::tr("join");
        if (!hasWo)
            parts << Words::tr("output projection");
        if (!parts.isEmpty())
            m_steps.picture.leftOut =
                Words::tr("Left out, as they change nothing here: %1.").arg(parts.join(QStringLiteral(", ")));
        QStringList lead;
        if (m_dims.heads > 1)
            lead << Words::tr("head %1").arg(m_chosen.head);
        if (m_dims.batch > 1)
            lead << Words::tr("batch item %1").arg(m_chosen.batch);
        lead << maskWords(m_scene.mask);
        QString first = lead.join(QStringLiteral(", "));
        first[0] = first[0].toUpper();
        m_steps.picture.caption =
            first + QStringLiteral(". ") +
            Words::tr("The computation of attention for %1, matrix by matrix; each size is rows × columns.")
                .arg(m_dims.isCross
                         ? Words::tr("%1 and %2").arg(counted(m_dims.nq, "query"), counted(m_dims.nk, "key"))
                         : counted(m_dims.nq, "token"));
    }

    Index group() const { return m_dims.kvHead(m_chosen.head); }

    const Scene& m_scene;
    const Evaluation& m_evaluation;
    const Dimensions& m_dims;
    ui::Selection m_chosen;
    Steps m_steps;
};

}  // namespace

std::optional<Step> stepOf(Stage stage) {
    for (int step = 0; step <= static_cast<int>(Step::Output); ++step)
        if (stageOf(static_cast<Step>(step)) == stage)
            return static_cast<Step>(step);
    return std::nullopt;
}

int Steps::place(Step step) const {
    const auto found = std::find(steps.begin(), steps.end(), step);
    return found == steps.end() ? -1 : static_cast<int>(found - steps.begin());
}

Steps makeSteps(const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection) {
    Steps steps;
    if (evaluation.dims.nq == 0 || evaluation.dims.nk == 0) {
        steps.picture.empty =
            Words::tr("There are no tokens: nothing is computed. Type a sentence to see the steps.");
        return steps;
    }
    if (evaluation.kind != Kind::Mha && evaluation.kind != Kind::Qkv) {
        steps.picture.empty = Words::tr(
            "The steps are those of softmax attention over queries, keys and values; this scene has another kind.");
        return steps;
    }
    if (!evaluation.scores.has() || !evaluation.scaled.has() || !evaluation.masked.has() ||
        !evaluation.weights.has() || !evaluation.headOut.has()) {
        steps.picture.empty =
            Words::tr("The flash path keeps no scores and no weights: evaluate by the naive path to see them.");
        return steps;
    }
    return Maker(scene, evaluation, clamped(selection, evaluation.dims)).make();
}

namespace {

bool isWalked(const Steps& steps, std::size_t place) {
    return !steps.picture.matrices[place].isGiven || steps.steps[place] == Step::X;
}

}  // namespace

std::vector<Step> walkedSteps(const Steps& steps) {
    std::vector<Step> walked;
    for (std::size_t place = 0; place < steps.steps.size(); ++place)
        if (isWalked(steps, place))
            walked.push_back(steps.steps[place]);
    return walked;
}

Step stepFrom(const Steps& steps, Step step, int by) {
    int place = steps.place(step);
    const int last = static_cast<int>(steps.steps.size()) - 1;
    int best = std::clamp(place, 0, std::max(0, last));
    while (by != 0) {
        place += by > 0 ? 1 : -1;
        if (place < 0 || place > last)
            break;
        if (!isWalked(steps, static_cast<std::size_t>(place)))
            continue;
        best = place;
        by += by > 0 ? -1 : 1;
    }
    return steps.steps.empty() ? step : steps.steps[static_cast<std::size_t>(best)];
}

Step shownStep(const Steps& steps, Step step) {
    if (steps.steps.empty())
        return step;
    const auto next = std::lower_bound(steps.steps.begin(), steps.steps.end(), step);
    return next == steps.steps.end() ? steps.steps.back() : *next;
}

QString stepNote(const Steps& steps, const Scene& scene, const Evaluation& evaluation, const ui::Selection& selection,
                 Step step) {
    if (steps.steps.empty())
        return {};
    if (const auto stage = stageOf(step))
        return stageNote(scene, evaluation, *stage, selection);
    switch (step) {
        case Step::Xpos:
        case Step::XkvPos:
            return Words::tr(
                "Sines and cosines of the position are added to each row, so that rows of equal tokens differ.");
        case Step::Wq:
        case Step::Wk:
        case Step::Wv:
            return Words::tr(
                "Learned numbers. The heads lie side by side: each owns some columns of this one matrix.");
        case Step::Qrot:
        case Step::Krot:
            return Words::tr(
                "Pairs of columns are turned by an angle that grows with the position: a score then depends on the "
                "distance of the two.");
        case Step::Dropped:
        case Step::HeadDropped:
            return Words::tr(
                "In training some numbers are set to zero and the rest made larger, so that their mean stays.");
        case Step::Wo:
            return Words::tr(
                "Learned numbers that mix the joined heads: each head meets its own rows of this matrix.");
        default:
            return {};
    }
}

}  // namespace attn::app

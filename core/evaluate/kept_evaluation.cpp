#include "core/evaluate/kept_evaluation.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/evaluate/live_heads.h"
#include "core/evaluate/live_numbers.h"
#include "core/evaluate/live_projection.h"

namespace attn {

namespace {

/// Beyond this part of all keys or queries, exchanging them one by one costs more than making all anew.
constexpr Index kFewest = 8;

bool contains(const std::vector<Index>& sorted, Index value) {
    return std::binary_search(sorted.begin(), sorted.end(), value);
}

/// Of rows b * n + i those of batch item b, as i.
std::vector<Index> rowsOf(const std::vector<Index>& rows, Index b, Index n) {
    std::vector<Index> own;
    for (const Index row : rows)
        if (row / n == b)
            own.push_back(row % n);
    return own;
}

/// Copies `values` when they are there and held in T.
template <class T>
bool take(const Values& values, TensorOf<T>& to) {
    const auto tensor = values.tensor<T>();
    if (tensor)
        to = *tensor;
    return tensor != nullptr;
}

template <class T>
bool isFinite(const TensorOf<T>& tensor) {
    return std::all_of(tensor.data(), tensor.data() + tensor.size(), [](T number) { return std::isfinite(number); });
}

template <class T>
class Kept final : public KeptEvaluation, public std::enable_shared_from_this<Kept<T>> {
  public:
    Kept() : m_projection(m_numbers) {}

    bool takeFrom(const Scene& scene, const Evaluation& complete);
    const Scene& scene() const override { return m_numbers.scene; }
    bool bringTo(const Scene& next, const SceneDifference& difference, const Progress& progress) override;
    Evaluation evaluation() const override;
    const UpdateWork& lastWork() const override { return m_work; }

  private:
    using Target = typename LiveProjection<T>::Target;

    void follow(const Scene& next);
    OutputMatrix<T> outputMatrix();
    bool bringProjections(const SceneDifference& difference);
    void bringMask(const SceneDifference& difference);
    bool bringHead(LiveHeads<T>& heads, const SceneDifference& difference, const std::vector<Index>& queries,
                   Index p);
    Values values(const TensorOf<T>& tensor) const {
        return std::shared_ptr<const TensorOf<T>>(this->shared_from_this(), &tensor);
    }

    LiveNumbers<T> m_numbers;
    LiveProjection<T> m_projection;
    HeldMatrix<T> m_Wo, m_oldWo, m_bo;
    TensorPtr m_sharesOf;                       ///< The W_o that the shares of the heads were made with.
    std::vector<ChangedKeys<T>> m_changedKeys;  ///< One per batch item.
    Precision m_precision = Precision::F32;
    UpdateWork m_work;
};

template <class T>
void Kept<T>::follow(const Scene& next) {
    m_numbers.rules.reset();  // they point into the scene
    m_numbers.scene = next;
    m_numbers.rules.emplace(m_numbers.scene, m_numbers.dims);
    m_numbers.effectiveScale = effectiveScale(next, m_numbers.dims);
}

template <class T>
bool Kept<T>::takeFrom(const Scene& scene, const Evaluation& complete) {
    m_numbers.dims = complete.dims;
    m_precision = complete.precision;
    follow(scene);
    const bool isThere = take(complete.Q, m_numbers.Q) && take(complete.K, m_numbers.K) &&
                         take(complete.V, m_numbers.V) && take(complete.scores, m_numbers.scores) &&
                         take(complete.rowMax, m_numbers.rowMax) && take(complete.rowSum, m_numbers.rowSum) &&
                         take(complete.lse, m_numbers.lse) && take(complete.headOut, m_numbers.headOut) &&
                         take(complete.output, m_numbers.output);
    if (!isThere || !isFinite(m_numbers.Q) || !isFinite(m_numbers.K) || !isFinite(m_numbers.V))
        return false;
    take(complete.Xpos, m_numbers.Xpos);
    take(complete.XkvPos, m_numbers.XkvPos);
    take(complete.Qrot, m_numbers.Qrot);
    take(complete.Krot, m_numbers.Krot);
    m_numbers.allowed = complete.allowed;
    m_numbers.largestSum = m_numbers.rowSum;
    const Dimensions& d = m_numbers.dims;
    if (scene.Wo && !m_numbers.rules->drops(Dropout::Where::Output)) {
        m_numbers.shares = TensorOf<T>({d.batch, d.nq, d.heads, d.dOut});
        m_numbers.shareStates.resize(static_cast<std::size_t>(d.batch * d.heads * d.nq));
        m_numbers.lifted.resize(static_cast<std::size_t>(d.batch * d.heads));
        LiveOutput<T> output(m_numbers, outputMatrix());
        for (Index p = 0; p < d.batch * d.heads; ++p)
            output.remake(p);
    }
    return true;
}

template <class T>
OutputMatrix<T> Kept<T>::outputMatrix() {
    const Scene& scene = m_numbers.scene;
    if (!m_sharesOf)
        m_sharesOf = scene.Wo;
    const OutputMatrix<T> matrix{m_Wo.of(scene.Wo), m_oldWo.of(m_sharesOf), m_bo.of(scene.bo)};
    m_sharesOf = scene.Wo;
    return matrix;
}

template <class T>
bool Kept<T>::bringProjections(const SceneDifference& difference) {
    const Dimensions& d = m_numbers.dims;
    m_changedKeys.assign(static_cast<std::size_t>(d.batch), {});
    for (Index b = 0; b < d.batch; ++b) {
        ChangedKeys<T>& changed = m_changedKeys[static_cast<std::size_t>(b)];
        changed.keys = rowsOf(difference.keyRows, b, d.nk);
        for (Index kv = 0; kv < d.kvHeads; ++kv)
            for (const Index key : changed.keys) {
                const T* value = part<const T>(m_numbers.V, b * d.kvHeads + kv).row(key);
                changed.oldValues.insert(changed.oldValues.end(), value, value + d.dv);
            }
    }
    m_work.projectedRows +=
        static_cast<Index>(difference.queryRows.size()) + 2 * static_cast<Index>(difference.keyRows.size());
    // Every one of them, so that no number stays behind.
    const bool areFinite[] = {m_projection.bringRows(Target::Q, difference.queryRows),
                              m_projection.bringRows(Target::K, difference.keyRows),
                              m_projection.bringRows(Target::V, difference.keyRows),
                              m_projection.bringHeads(Target::Q, difference.queryHeads),
                              m_projection.bringHeads(Target::K, difference.keyHeads),
                              m_projection.bringHeads(Target::V, difference.valueHeads)};
    return std::all_of(std::begin(areFinite), std::end(areFinite), [](bool isFinite) { return isFinite; });
}

template <class T>
void Kept<T>::bringMask(const SceneDifference& difference) {
    const Dimensions& d = m_numbers.dims;
    const MaskRules& rules = m_numbers.rules->mask();
    if (!difference.allLogits && difference.maskRows.empty())
        return;
    // Others may hold the cells of the scene before.
    const auto cells = std::make_shared<BoolTensor>(*m_numbers.allowed);
    if (difference.allLogits)
        rules.fillCells(cells->data());
    for (Index p = 0; p < d.batch * d.heads && !difference.allLogits; ++p)
        for (const Index i : difference.maskRows)
            rules.fillRow(p / d.heads, p % d.heads, i, 0, d.nk, cells->data() + (p * d.nq + i) * d.nk);
    m_numbers.allowed = cells;
}

/// True when the head's shares of the output were made anew in every row.
template <class T>
bool Kept<T>::bringHead(LiveHeads<T>& heads, const SceneDifference& difference, const std::vector<Index>& queries,
                        Index p) {
    const Dimensions& d = m_numbers.dims;
    const Index b = p / d.heads;
    const Index h = p % d.heads;
    const Index kv = d.kvHead(h);
    const ChangedKeys<T>& changed = m_changedKeys[static_cast<std::size_t>(b)];
    const std::vector<Index> rows = united(queries, difference.maskRows);
    const bool isMuch =
        static_cast<Index>(changed.keys.size()) * kFewest > d.nk || static_cast<Index>(rows.size()) * 2 > d.nq;
    if (isMuch || contains(difference.queryHeads, h) || contains(difference.keyHeads, kv)) {
        heads.redoAll(p, true);
        return true;
    }
    if (difference.allLogits || contains(difference.valueHeads, kv)) {
        heads.redo(p, queries, true);
        heads.remakeScores(p, changed.keys);
        heads.redoAll(p, false);
        return true;
    }
    heads.redo(p, rows, true);
    if (!changed.keys.empty())
        heads.exchange(p, changed, rows);
    return false;
}

template <class T>
bool Kept<T>::bringTo(const Scene& next, const SceneDifference& difference, const Progress& progress) {
    m_work = {};
    follow(next);
    if (!bringProjections(difference))
        return false;
    bringMask(difference);
    LiveOutput<T> output(m_numbers, outputMatrix());
    LiveHeads<T> heads(m_numbers, output, m_work);
    const Dimensions& d = m_numbers.dims;
    std::vector<Index> queries;  // those of the batch item that changed
    for (Index p = 0; p < d.batch * d.heads; ++p) {
        if (progress.shouldStop())
            return false;
        if (p % d.heads == 0)
            queries = rowsOf(difference.queryRows, p / d.heads, d.nq);
        if (!bringHead(heads, difference, queries, p) && contains(difference.outputHeads, p % d.heads))
            output.remake(p);
        progress.report(static_cast<double>(p + 1) / static_cast<double>(d.batch * d.heads + 1));
    }
    output.sum(difference.outputSum || !difference.outputHeads.empty());
    return true;
}

template <class T>
Evaluation Kept<T>::evaluation() const {
    Evaluation out;
    out.kind = Kind::Mha;
    out.dims = m_numbers.dims;
    out.precision = m_precision;
    out.effectiveScale = m_numbers.effectiveScale;
    out.isBroughtUpToDate = true;
    out.Q = values(m_numbers.Q);
    out.K = values(m_numbers.K);
    out.V = values(m_numbers.V);
    const std::pair<const TensorOf<T>*, Values*> some[] = {{&m_numbers.Xpos, &out.Xpos},
                                                           {&m_numbers.XkvPos, &out.XkvPos},
                                                           {&m_numbers.Qrot, &out.Qrot},
                                                           {&m_numbers.Krot, &out.Krot}};
    for (const auto& [tensor, stage] : some)
        if (tensor->size() > 0)
            *stage = values(*tensor);
    out.alibiSlopes = m_numbers.rules->mask().slopes();
    out.scores = values(m_numbers.scores);
    out.allowed = m_numbers.allowed;
    out.rowMax = values(m_numbers.rowMax);
    out.rowSum = values(m_numbers.rowSum);
    out.lse = values(m_numbers.lse);
    out.headOut = values(m_numbers.headOut);
    out.output = values(m_numbers.output);
    addMadeStages(std::shared_ptr<const LiveNumbers<T>>(this->shared_from_this(), &m_numbers), out);
    return out;
}

template <class T>
std::shared_ptr<KeptEvaluation> keptFrom(const Scene& scene, const Evaluation& complete) {
    const auto kept = std::make_shared<Kept<T>>();
    return kept->takeFrom(scene, complete) ? kept : nullptr;
}

}  // namespace

std::shared_ptr<KeptEvaluation> KeptEvaluation::from(const Scene& scene, const Evaluation& complete) {
    if (complete.kind != Kind::Mha || complete.path != Path::Naive || !complete.allowed)
        return nullptr;
    switch (complete.precision) {
        case Precision::F64:
            return keptFrom<double>(scene, complete);
        case Precision::F32:
            return keptFrom<float>(scene, complete);
        case Precision::F16:
        case Precision::BF16:
            break;
    }
    return nullptr;
}

double KeptEvaluation::bytes(const Dimensions& d, Precision precision) {
    const auto size = [](Index n) { return static_cast<double>(n); };
    const double rows = size(d.batch) * size(d.heads) * size(d.nq);
    const double keys = size(d.batch) * size(d.kvHeads) * size(d.nk);
    const double inputs = size(d.batch) * (size(d.nq) * size(d.dModel + d.dOut) + size(d.nk) * size(d.dKv));
    const double matrices = size(d.heads) * (size(d.dModel) * size(d.dk) + 2.0 * size(d.dv) * size(d.dOut)) +
                            size(d.kvHeads) * size(d.dKv) * size(d.dk + d.dv);
    const double numbers =
        rows * size(d.nk + d.dk * 2 + d.dv + d.dOut + 7) + keys * size(d.dk * 2 + d.dv) + inputs + matrices;
    return numbers * (precision == Precision::F64 ? 8.0 : 4.0) + rows * size(d.nk);
}

}  // namespace attn

#include "core/evaluate/softmax_forward.h"

#include <algorithm>
#include <cmath>

#include "core/attention/naive.h"
#include "core/evaluate/projected_inputs.h"
#include "core/evaluate/projection.h"
#include "core/flash/flash_heads.h"

namespace attn {

namespace {

/// Stages in the order in which they are made, so that the first one that broke can be told.
enum Order { kQ = 1, kK, kV, kQrot, kKrot, kHeadStages, kHeadOutDropped = kHeadStages + 16, kOutput };

constexpr const char* kHeadStageNames[] = {"scores",  "scaled", "capped",  "masked",          "row_max",
                                           "row_sum", "lse",    "weights", "weights_dropped", "head_out"};

/// [B, G, past, d] and [B, G, n, d] -> [B, G, past + n, d]
template <class T>
Array<T> joined(const TensorPtr& past, const Tensor& now) {
    const Index before = past ? past->dim(2) : 0;
    const Index parts = now.dim(0) * now.dim(1);
    const Index width = now.dim(3);
    const auto all = makeArray<T>({now.dim(0), now.dim(1), before + now.dim(2), width});
    const auto narrow = [](double value) { return static_cast<T>(value); };
    T* to = all->data();
    for (Index p = 0; p < parts; ++p) {
        if (past)
            to = std::transform(past->data() + p * before * width, past->data() + (p + 1) * before * width, to,
                                narrow);
        to = std::transform(now.data() + p * now.dim(2) * width, now.data() + (p + 1) * now.dim(2) * width, to,
                            narrow);
    }
    return all;
}

}  // namespace

template <class T>
SoftmaxForward<T>::SoftmaxForward(const Scene& scene, const Progress& progress, WorkerPool* pool,
                                  StageRounding& rounding, Evaluation& out)
    : m_scene(scene),
      m_progress(progress),
      m_pool(pool),
      m_rounding(rounding),
      m_out(out),
      m_dims(out.dims),
      m_rules(scene, out.dims),
      m_scale(static_cast<T>(out.effectiveScale)) {
    if (scene.position.scheme == Position::Scheme::Rope) {
        m_queryRotary.emplace(rotaryOf(scene.position, m_dims.dk, scene.position.qOffset, m_dims.nq));
        m_keyRotary.emplace(rotaryOf(scene.position, m_dims.dk, scene.position.kOffset, m_dims.nk));
    }
}

template <class T>
bool SoftmaxForward<T>::run() {
    if (m_scene.kind == Kind::Qkv)
        takeGiven();
    else
        project();
    rotate();
    if (m_progress.shouldStop())
        return false;
    m_headOut = makeArray<T>({m_dims.batch, m_dims.heads, m_dims.nq, m_dims.dv});
    m_lse = makeArray<T>({m_dims.batch, m_dims.heads, m_dims.nq});
    if (!(m_out.path == Path::Flash ? flash() && walk() : naive()))
        return false;
    m_out.alibiSlopes = m_rules.mask().slopes();
    m_out.lse = ConstArray<T>(m_lse);
    m_out.headOut = ConstArray<T>(m_headOut);
    finishHeads();
    return true;
}

template <class T>
void SoftmaxForward<T>::round(int order, const char* stage, const Array<T>& array) {
    if (m_rounding.isActive())
        m_rounding.tensor(order, stage, *array);
}

template <class T>
void SoftmaxForward<T>::project() {
    const Projections<T> made = projectInputs<T>(m_scene, m_dims, m_rounding, m_out);
    m_queryInput = made.queryInput;
    m_keyInput = made.keyInput;
    m_Q = made.Q;
    m_K = made.K;
    m_V = made.V;
    round(kQ, "Q", m_Q);
    round(kK, "K", m_K);
    round(kV, "V", m_V);
}

template <class T>
void SoftmaxForward<T>::takeGiven() {
    m_Q = joined<T>(nullptr, *m_scene.Q);
    m_K = joined<T>(m_scene.pastK, *m_scene.K);
    m_V = joined<T>(m_scene.pastV, *m_scene.V);
}

template <class T>
void SoftmaxForward<T>::rotate() {
    m_out.Q = ConstArray<T>(m_Q);
    m_out.K = ConstArray<T>(m_K);
    m_out.V = ConstArray<T>(m_V);
    if (!m_queryRotary)
        return;
    m_Q = std::make_shared<TensorOf<T>>(*m_Q);
    m_K = std::make_shared<TensorOf<T>>(*m_K);
    for (Index p = 0; p < m_dims.batch * m_dims.heads; ++p)
        m_queryRotary->rotate(part<T>(*m_Q, p));
    for (Index p = 0; p < m_dims.batch * m_dims.kvHeads; ++p)
        m_keyRotary->rotate(part<T>(*m_K, p));
    round(kQrot, "Q_rot", m_Q);
    round(kKrot, "K_rot", m_K);
    m_out.Qrot = ConstArray<T>(m_Q);
    m_out.Krot = ConstArray<T>(m_K);
}

template <class T>
bool SoftmaxForward<T>::flash() {
    const TileSize tile = m_scene.flash ? TileSize{m_scene.flash->queryRows, m_scene.flash->keyRows} : TileSize{};
    const auto headOf = [this](Index p) {
        const Index kv = kvPart(p);
        return FlashHead<T>{part<const T>(*m_Q, p),  part<const T>(*m_K, kv),
                            part<const T>(*m_V, kv), m_rules.ofHead(p / m_dims.heads, p % m_dims.heads),
                            part<T>(*m_headOut, p),  partOf(m_lse, p, m_dims.nq)};
    };
    const bool isDone = flashHeads<T>(m_dims.batch * m_dims.heads, headOf, m_scale, tile, m_pool, m_progress);
    roundRows(kHeadStages + static_cast<int>(HeadStage::Lse), "lse", m_lse);
    round(kHeadStages + static_cast<int>(HeadStage::HeadOut), "head_out", m_headOut);
    return isDone;
}

template <class T>
bool SoftmaxForward<T>::walk() {
    if (!m_scene.flash)
        return true;
    const auto wide = [](const TensorOf<T>& tensor) {
        const View<const T> rows = part<const T>(tensor, 0);
        return Tensor({rows.rows, rows.cols}, std::vector<double>(rows.data, rows.data + rows.rows * rows.cols));
    };
    const Tensor Q = wide(*m_Q);
    const Tensor K = wide(*m_K);
    const Tensor V = wide(*m_V);
    const auto view = [](const Tensor& tensor) {
        return View<const double>{tensor.data(), tensor.dim(0), tensor.dim(1)};
    };
    const auto recorded = std::make_shared<TileWalk>();
    m_out.tileWalk = recorded;
    return recordTileWalk(view(Q), view(K), view(V), m_out.effectiveScale, m_rules.ofHead(0, 0), *m_scene.flash,
                          *recorded, m_progress);
}

template <class T>
bool SoftmaxForward<T>::naive() {
    const Shape cells{m_dims.batch, m_dims.heads, m_dims.nq, m_dims.nk};
    const Shape rows{m_dims.batch, m_dims.heads, m_dims.nq};
    const bool isMasked = !m_rules.mask().forbidsNothing();
    // Stages that are equal by construction share one array.
    const auto scores = makeArray<T>(cells);
    const auto scaled = m_scale == T(1) ? scores : makeArray<T>(cells);
    m_capped = m_scene.softcap > 0.0 ? makeArray<T>(cells) : nullptr;
    const auto unmasked = m_capped ? m_capped : scaled;
    const auto masked = isMasked || m_rules.mask().hasBias() ? makeArray<T>(cells) : unmasked;
    m_weights = makeArray<T>(cells);
    m_dropped = m_rules.drops(Dropout::Where::Weights) ? makeArray<T>(cells) : nullptr;
    const auto allowed = std::make_shared<BoolTensor>(cells, std::uint8_t(1));
    m_allowed = isMasked ? allowed : nullptr;
    const auto rowMax = makeArray<T>(rows);
    const auto rowSum = makeArray<T>(rows);
    const Index size = m_dims.nq * m_dims.nk;
    const bool isDone = forEachHead([&](Index p, Index kv, const HeadRules& rules) {
        NaiveStages<T> stages;
        stages.scores = partOf(scores, p, size);
        stages.scaled = partOf(scaled, p, size);
        stages.capped = partOf(m_capped, p, size);
        stages.masked = partOf(masked, p, size);
        stages.weights = partOf(m_weights, p, size);
        stages.dropped = partOf(m_dropped, p, size);
        stages.allowed = isMasked ? allowed->data() + p * size : nullptr;
        stages.rowMax = partOf(rowMax, p, m_dims.nq);
        stages.rowSum = partOf(rowSum, p, m_dims.nq);
        stages.lse = partOf(m_lse, p, m_dims.nq);
        if (m_rounding.isActive())
            stages.finish = [&, b = rules.mask.batch, h = rules.mask.head](HeadStage stage, Index i, T* row,
                                                                           Index n) {
                const int number = static_cast<int>(stage);
                m_rounding.row(kHeadStages + number, kHeadStageNames[number], b, h, i, row, n);
            };
        return naiveHead<T>(part<const T>(*m_Q, p), part<const T>(*m_K, kv), part<const T>(*m_V, kv), m_scale, rules,
                            stages, part<T>(*m_headOut, p), m_progress);
    });
    m_out.scores = ConstArray<T>(scores);
    m_out.scaled = ConstArray<T>(scaled);
    if (m_capped)
        m_out.capped = ConstArray<T>(m_capped);
    m_out.masked = ConstArray<T>(masked);
    m_out.weights = ConstArray<T>(m_weights);
    if (m_dropped)
        m_out.weightsDropped = ConstArray<T>(m_dropped);
    m_out.allowed = allowed;
    m_out.rowMax = ConstArray<T>(rowMax);
    m_out.rowSum = ConstArray<T>(rowSum);
    if (m_rules.mask().hasBias())
        m_out.bias = wholeBias();
    if (m_scene.sink) {
        const auto shares = makeArray<T>(rows);
        for (Index row = 0; row < shares->size(); ++row)
            (*shares)[row] =
                std::exp(static_cast<T>(*m_rules.ofHead(0, row / m_dims.nq % m_dims.heads).sink) - (*rowMax)[row]) /
                (*rowSum)[row];
        roundRows(kHeadStages + static_cast<int>(HeadStage::Weights), "sink_weight", shares);
        m_out.sinkWeight = ConstArray<T>(shares);
    }
    return isDone;
}

/// The bias as it was given, -inf included, plus ALiBi, for every cell.
template <class T>
Values SoftmaxForward<T>::wholeBias() {
    const Shape cells{m_dims.batch, m_dims.heads, m_dims.nq, m_dims.nk};
    if constexpr (std::is_same_v<T, double>)
        if (m_scene.mask.bias && m_scene.mask.bias->shape() == cells && m_rules.mask().slopes().empty())
            return m_scene.mask.bias;
    const auto bias = makeArray<T>(cells);
    T* cell = bias->data();
    for (Index b = 0; b < m_dims.batch; ++b)
        for (Index h = 0; h < m_dims.heads; ++h)
            for (Index i = 0; i < m_dims.nq; ++i)
                for (Index j = 0; j < m_dims.nk; ++j)
                    *cell++ = static_cast<T>(m_rules.mask().biasAt(b, h, i, j));
    round(kHeadStages, "bias", bias);
    return ConstArray<T>(bias);
}

/// One number per query: each is a row of its own.
template <class T>
void SoftmaxForward<T>::roundRows(int order, const char* stage, const Array<T>& array) {
    for (Index row = 0; row < array->size(); ++row)
        m_rounding.row(order, stage, row / (m_dims.heads * m_dims.nq), row / m_dims.nq % m_dims.heads,
                       row % m_dims.nq, array->data() + row, 1);
}

/// From the heads to the output.
template <class T>
void SoftmaxForward<T>::finishHeads() {
    ConstArray<T> heads = m_headOut;
    if (m_rules.drops(Dropout::Where::Output)) {
        const auto dropped = std::make_shared<TensorOf<T>>(*m_headOut);
        for (Index i = 0; i < dropped->size(); ++i)
            (*dropped)[i] *= static_cast<T>(m_rules.dropout()->factor(i));
        round(kHeadOutDropped, "head_out_dropped", dropped);
        heads = dropped;
        m_out.headOutDropped = heads;
    }
    const auto concat = joinHeads<T>(*heads, m_scene.silenced);
    const auto output = projectOutput<T>(concat, m_scene.Wo, m_scene.bo);
    if (output != concat)
        round(kOutput, "output", output);
    m_concat = concat;
    m_out.concat = m_concat;
    m_out.output = ConstArray<T>(output);
}

template class SoftmaxForward<float>;
template class SoftmaxForward<double>;

}  // namespace attn

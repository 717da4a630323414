#include "core/evaluate/evaluate.h"

#include <cmath>
#include <new>
#include <utility>

#include "core/attention/naive.h"
#include "core/base/text.h"
#include "core/evaluate/memory.h"
#include "core/evaluate/metrics.h"
#include "core/evaluate/projection.h"
#include "core/flash/flash.h"
#include "core/scene/validate.h"

namespace attn {

namespace {

template <class T>
using Array = std::shared_ptr<TensorOf<T>>;
template <class T>
using ConstArray = std::shared_ptr<const TensorOf<T>>;

template <class T>
Array<T> makeArray(Shape shape) {
    return std::make_shared<TensorOf<T>>(std::move(shape));
}

/// The rows of part `p` of [B, parts, n, d], where p counts through batch items and parts.
template <class T, class U>
View<T> part(U& tensor, Index p) {
    const Index rows = tensor.dim(2);
    const Index cols = tensor.dim(3);
    return {tensor.data() + p * rows * cols, rows, cols};
}

template <class T>
T* rowsOf(const Array<T>& array, Index p, Index rows) {
    return array ? array->data() + p * rows : nullptr;
}

double effectiveScale(const Scene& scene, const Dimensions& dims) {
    const double scale = scene.scale.mode == ScaleMode::RsqrtDk ? 1.0 / std::sqrt(static_cast<double>(dims.dk))
                         : scene.scale.mode == ScaleMode::None  ? 1.0
                                                                : scene.scale.value;
    return scale / scene.temperature;
}

/// One evaluation in the type T.
template <class T>
class Run {
  public:
    Run(const Scene& scene, const EvaluateOptions& options, const Progress& progress, Evaluation& out)
        : m_scene(scene),
          m_options(options),
          m_progress(progress),
          m_out(out),
          m_dims(out.dims),
          m_rules(scene.mask, out.dims),
          m_scale(static_cast<T>(out.effectiveScale)) {}

    /// False when stopped.
    bool go() {
        const Tensor& context = m_dims.isCross ? *m_scene.Xkv : *m_scene.X;
        m_Q = projectToHeads<T>(*m_scene.X, *m_scene.Wq, m_scene.bq, m_dims.heads);
        if (m_progress.shouldStop())
            return false;
        m_K = projectToHeads<T>(context, *m_scene.Wk, m_scene.bk, m_dims.kvHeads);
        m_V = projectToHeads<T>(context, *m_scene.Wv, m_scene.bv, m_dims.kvHeads);
        m_out.Q = m_Q;
        m_out.K = m_K;
        m_out.V = m_V;
        m_headOut = makeArray<T>({m_dims.batch, m_dims.heads, m_dims.nq, m_dims.dv});
        m_lse = makeArray<T>({m_dims.batch, m_dims.heads, m_dims.nq});
        if (!(m_out.path == Path::Flash ? flash() : naive()))
            return false;
        m_out.headOut = ConstArray<T>(m_headOut);
        m_out.lse = ConstArray<T>(m_lse);
        const ConstArray<T> concat = joinHeads<T>(*m_headOut, m_scene.silenced);
        m_out.concat = concat;
        m_out.output = projectOutput<T>(concat, m_scene.Wo, m_scene.bo);
        if (m_out.path == Path::Naive && m_options.metrics && !addMetrics(m_scene, m_out, m_progress))
            return false;
        m_progress.report(1.0);
        return true;
    }

  private:
    /// Calls work(p, kv part, mask) for every head of every batch item.
    template <class Work>
    bool forEachHead(const Work& work) {
        const Index count = m_dims.batch * m_dims.heads;
        const Index group = m_dims.heads / m_dims.kvHeads;
        for (Index p = 0; p < count; ++p) {
            const Index b = p / m_dims.heads;
            const Index h = p % m_dims.heads;
            if (!work(p, b * m_dims.kvHeads + h / group, HeadMask{&m_rules, b, h}))
                return false;
            m_progress.report(static_cast<double>(p + 1) / static_cast<double>(count + 1));
        }
        return true;
    }

    MaskConventions conventions() const { return {m_scene.emptyRow, m_scene.maskedValues}; }

    bool flash() {
        return forEachHead([&](Index p, Index kv, const HeadMask& mask) {
            return flashHead<T>(part<const T>(*m_Q, p), part<const T>(*m_K, kv), part<const T>(*m_V, kv), m_scale,
                                mask, conventions(), TileSize{}, part<T>(*m_headOut, p), rowsOf(m_lse, p, m_dims.nq),
                                m_progress);
        });
    }

    bool naive() {
        const Shape cells{m_dims.batch, m_dims.heads, m_dims.nq, m_dims.nk};
        const Shape rows{m_dims.batch, m_dims.heads, m_dims.nq};
        const bool isMasked = !m_rules.forbidsNothing();
        // Stages that are equal by construction share one array.
        const auto scores = makeArray<T>(cells);
        const auto scaled = m_scale == T(1) ? scores : makeArray<T>(cells);
        const auto masked = isMasked || m_rules.hasBias() ? makeArray<T>(cells) : scaled;
        const auto weights = makeArray<T>(cells);
        const auto allowed = std::make_shared<BoolTensor>(cells, std::uint8_t(1));
        const auto rowMax = makeArray<T>(rows);
        const auto rowSum = makeArray<T>(rows);
        const Index size = m_dims.nq * m_dims.nk;
        const bool finished = forEachHead([&](Index p, Index kv, const HeadMask& mask) {
            NaiveStages<T> stages{scores->data() + p * size,
                                  scaled->data() + p * size,
                                  masked->data() + p * size,
                                  weights->data() + p * size,
                                  isMasked ? allowed->data() + p * size : nullptr,
                                  rowsOf(rowMax, p, m_dims.nq),
                                  rowsOf(rowSum, p, m_dims.nq),
                                  rowsOf(m_lse, p, m_dims.nq)};
            return naiveHead<T>(part<const T>(*m_Q, p), part<const T>(*m_K, kv), part<const T>(*m_V, kv), m_scale,
                                mask, conventions(), stages, part<T>(*m_headOut, p), m_progress);
        });
        m_out.scores = ConstArray<T>(scores);
        m_out.scaled = ConstArray<T>(scaled);
        m_out.masked = ConstArray<T>(masked);
        m_out.weights = ConstArray<T>(weights);
        m_out.allowed = allowed;
        m_out.rowMax = ConstArray<T>(rowMax);
        m_out.rowSum = ConstArray<T>(rowSum);
        if (m_rules.hasBias())
            m_out.bias = wholeBias(cells);
        return finished;
    }

    /// The bias as it was given, -inf included, for every cell.
    Values wholeBias(const Shape& cells) const {
        if constexpr (std::is_same_v<T, double>)
            if (m_scene.mask.bias->shape() == cells)
                return m_scene.mask.bias;
        const auto bias = makeArray<T>(cells);
        T* cell = bias->data();
        for (Index b = 0; b < m_dims.batch; ++b)
            for (Index h = 0; h < m_dims.heads; ++h)
                for (Index i = 0; i < m_dims.nq; ++i)
                    for (Index j = 0; j < m_dims.nk; ++j)
                        *cell++ = static_cast<T>(m_rules.biasAt(b, h, i, j));
        return ConstArray<T>(bias);
    }

    const Scene& m_scene;
    const EvaluateOptions& m_options;
    const Progress& m_progress;
    Evaluation& m_out;
    const Dimensions m_dims;
    const MaskRules m_rules;
    const T m_scale;
    ConstArray<T> m_Q, m_K, m_V;
    Array<T> m_headOut, m_lse;
};

Result<void> needSupport(const Scene& scene, Path path, Precision precision) {
    if (precision == Precision::F16)
        return Error{ErrorCode::NotSupported, "Precision f16 (float16) is not yet supported; use f64 or f32."};
    if (precision == Precision::BF16)
        return Error{ErrorCode::NotSupported, "Precision bf16 (bfloat16) is not yet supported; use f64 or f32."};
    if (path == Path::Flash && scene.flash)
        return Error{
            ErrorCode::NotSupported,
            "The scene asks for the recorded walk of flash tiles, which is not yet supported; without its key "
            "\"flash\", or on the naive path, it can be evaluated."};
    return {};
}

}  // namespace

Result<Evaluation> evaluate(const Scene& scene, const EvaluateOptions& options, const Progress& progress) {
    const auto dims = validate(scene);
    if (!dims)
        return dims.error();
    Evaluation out;
    out.dims = *dims;
    out.precision = options.precision.value_or(scene.precision);
    out.path = options.path;
    out.effectiveScale = effectiveScale(scene, *dims);
    if (const auto supported = needSupport(scene, out.path, out.precision); !supported)
        return supported.error();
    if (const auto fits = needMemory(*dims, out.path, out.precision); !fits)
        return fits.error();
    // A process may be allowed less than the machine has free.
    try {
        const bool finished = out.precision == Precision::F64 ? Run<double>(scene, options, progress, out).go()
                                                              : Run<float>(scene, options, progress, out).go();
        if (!finished)
            return Error{ErrorCode::Cancelled, "The evaluation was stopped."};
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::TooLarge, "This evaluation needs " +
                                              bytesText(evaluationBytes(*dims, out.path, out.precision)) +
                                              ", but the system refused to give as much."};
    }
    return out;
}

}  // namespace attn

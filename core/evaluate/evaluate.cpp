#include "core/evaluate/evaluate.h"

#include <new>
#include <utility>

#include "core/base/text.h"
#include "core/evaluate/additive_run.h"
#include "core/evaluate/linear_run.h"
#include "core/evaluate/loss.h"
#include "core/evaluate/memory.h"
#include "core/evaluate/metrics.h"
#include "core/evaluate/scene_rules.h"
#include "core/evaluate/softmax_backward.h"
#include "core/scene/validate.h"

namespace attn {

namespace {

template <class T>
bool runSoftmax(const Scene& scene, const EvaluateOptions& options, StageRounding& rounding, const Progress& progress,
                Evaluation& out) {
    SoftmaxForward<T> forward(scene, progress, options.pool, rounding, out);
    if (!forward.run())
        return false;
    return !options.gradients || softmaxBackward<T>(forward, *outputGradient(scene, out.output), progress, out);
}

/// Kind Weights: the chosen layer as it is, and which keys the mask would have allowed.
bool takeWeights(const Scene& scene, Evaluation& out) {
    const Dimensions& d = out.dims;
    const Index size = d.batch * d.heads * d.nq * d.nk;
    const double* first = scene.A->data() + scene.layer * size;
    const Shape cells{d.batch, d.heads, d.nq, d.nk};
    out.weights = std::make_shared<const Tensor>(cells, std::vector<double>(first, first + size));
    const auto allowed = std::make_shared<BoolTensor>(cells);
    MaskRules(scene, d).fillCells(allowed->data());
    out.allowed = allowed;
    return true;
}

template <class T>
bool run(const Scene& scene, const EvaluateOptions& options, StageRounding& rounding, const Progress& progress,
         Evaluation& out) {
    switch (scene.kind) {
        case Kind::Mha:
        case Kind::Qkv:
            return runSoftmax<T>(scene, options, rounding, progress, out);
        case Kind::Linear:
            return runLinear<T>(scene, options, rounding, progress, out);
        case Kind::Additive:
            return runAdditive<T>(scene, options, rounding, progress, out);
        case Kind::Weights:
            return takeWeights(scene, out);
    }
    return false;
}

Result<void> needSupport(const Scene& scene, const EvaluateOptions& options) {
    const bool isSoftmax = scene.kind == Kind::Mha || scene.kind == Kind::Qkv;
    if (options.path == Path::Flash && !isSoftmax) {
        static constexpr const char* kNames[] = {"", "Linear", "Additive", "", "Given"};
        return Error{ErrorCode::NotSupported,
                     std::string(kNames[static_cast<int>(scene.kind)]) +
                         " attention has no flash form, which tiles a softmax over q . k; use the naive path."};
    }
    if (options.gradients && scene.kind == Kind::Weights)
        return Error{ErrorCode::NotSupported,
                     "Given attention weights have no gradients: nothing is computed from them."};
    if (options.gradients && !scene.dOut && !scene.loss)
        return Error{ErrorCode::OutOfRange, "Gradients need dOut or a loss in the scene; it has neither."};
    return {};
}

}  // namespace

Result<Evaluation> evaluate(const Scene& scene, const EvaluateOptions& options, const Progress& progress) {
    const auto dims = validate(scene);
    if (!dims)
        return dims.error();
    Evaluation out;
    out.kind = scene.kind;
    out.dims = *dims;
    out.precision = options.precision.value_or(scene.precision);
    out.path = options.path;
    out.effectiveScale = effectiveScale(scene, *dims);
    if (const auto supported = needSupport(scene, options); !supported)
        return supported.error();
    if (const auto fits = needMemory(scene, *dims, options); !fits)
        return fits.error();
    // A process may be allowed less than the machine has free.
    try {
        StageRounding rounding(out.precision);
        const Scene inputs = rounding.inputs(scene);
        const bool isDone = out.precision == Precision::F64 ? run<double>(inputs, options, rounding, progress, out)
                                                            : run<float>(inputs, options, rounding, progress, out);
        if (!isDone ||
            (options.metrics && out.weights.has() && !addMetrics(scene, options.jacobianNorms, out, progress)))
            return Error{ErrorCode::Cancelled, "The evaluation was stopped."};
        out.broken = rounding.broken();
        progress.report(1.0);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::TooLarge, "This evaluation needs " +
                                              bytesText(evaluationBytes(scene, *dims, options)) +
                                              ", but the system refused to give as much."};
    }
    return out;
}

}  // namespace attn

#include "core/evaluate/head_weights.h"

#include <string>

#include "core/evaluate/arrays.h"
#include "core/evaluate/scene_rules.h"

namespace attn {

namespace {

template <class T>
Result<PooledWeights> pool(const Scene& scene, const Evaluation& evaluation, Index batch, Index head,
                           const PoolRequest& request, const std::function<void(const PooledWeights&)>& refined,
                           const Progress& progress) {
    const Dimensions& dims = evaluation.dims;
    const auto Q = (evaluation.Qrot.has() ? evaluation.Qrot : evaluation.Q).template tensor<T>();
    const auto K = (evaluation.Krot.has() ? evaluation.Krot : evaluation.K).template tensor<T>();
    const auto lse = evaluation.lse.template tensor<T>();
    if (!Q || !K || !lse)
        return Error{ErrorCode::NotSupported, "The weights of this kind of attention do not follow from Q and K."};
    const SceneRules sceneRules(scene, dims);
    const HeadRules rules = sceneRules.ofHead(batch, head);
    const HeadScores<T> scores{part<const T>(*Q, batch * dims.heads + head),
                               part<const T>(*K, batch * dims.kvHeads + dims.kvHead(head)),
                               static_cast<T>(evaluation.effectiveScale), rules};
    if (auto fits = checkWindow(scores, request.window); !fits)
        return fits.error();
    const T* const first = lse->data() + (batch * dims.heads + head) * dims.nq;
    return pooledWeights<T>(scores, {first + request.window.firstRow, first + request.window.lastRow}, request,
                            refined, progress);
}

}  // namespace

Result<PooledWeights> pooledHeadWeights(const Scene& scene, const Evaluation& evaluation, Index batch, Index head,
                                        const PoolRequest& request,
                                        const std::function<void(const PooledWeights&)>& refined,
                                        const Progress& progress) {
    const Dimensions& dims = evaluation.dims;
    if (batch < 0 || batch >= dims.batch || head < 0 || head >= dims.heads)
        return Error{ErrorCode::OutOfRange, "There is no head " + std::to_string(head) + " of batch item " +
                                                std::to_string(batch) + ": the scene has " +
                                                std::to_string(dims.heads) + " heads and " +
                                                std::to_string(dims.batch) + " batch items."};
    switch (evaluation.precision) {
        case Precision::F64:
            return pool<double>(scene, evaluation, batch, head, request, refined, progress);
        case Precision::F32:
            return pool<float>(scene, evaluation, batch, head, request, refined, progress);
        case Precision::F16:
        case Precision::BF16:
            break;
    }
    return Error{
        ErrorCode::NotSupported,
        "Weights of 16 bits are rounded one by one, which is not done for a map that is too large to be held."};
}

}  // namespace attn

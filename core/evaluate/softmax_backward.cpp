#include "core/evaluate/softmax_backward.h"

#include <algorithm>
#include <cmath>

#include "core/attention/naive_backward.h"
#include "core/base/shared_progress.h"
#include "core/evaluate/output_backward.h"
#include "core/evaluate/projection.h"
#include "core/flash/flash_backward.h"

namespace attn {

namespace {

template <class T>
class Backward {
  public:
    Backward(const SoftmaxForward<T>& forward, const Progress& progress, const Evaluation& out)
        : m_forward(forward), m_progress(progress), m_out(out), m_dims(forward.dims()), m_scene(forward.scene()) {}

    bool run(const Tensor& dOut, Gradients& gradients) {
        m_dHeadOut = outputBackward<T>(m_scene, m_dims, m_forward.concat(), dOut, gradients);
        undoOutputDropout();
        m_dQ = makeArray<T>(m_forward.Q().shape());
        m_dK = makeArray<T>(m_forward.K().shape());
        m_dV = makeArray<T>(m_forward.V().shape());
        m_D = makeArray<T>({m_dims.batch, m_dims.heads, m_dims.nq});
        if (!(m_out.path == Path::Flash ? flash() : naive(gradients)))
            return false;
        if (m_scene.sink)
            gradients.dSink = sinkGradient();
        rotateBack();
        gradients.dHeadOut = ConstArray<T>(m_dHeadOut);
        gradients.D = ConstArray<T>(m_D);
        gradients.dQ = ConstArray<T>(m_dQ);
        gradients.dK = ConstArray<T>(m_dK);
        gradients.dV = ConstArray<T>(m_dV);
        if (m_scene.kind == Kind::Mha)
            inputsBackward<T>(m_scene, m_dims, m_forward.queryInput(), m_forward.keyInput(), *m_dQ, *m_dK, *m_dV,
                              gradients);
        return true;
    }

  private:
    void undoOutputDropout() {
        if (!m_forward.rules().drops(Dropout::Where::Output))
            return;
        for (Index i = 0; i < m_dHeadOut->size(); ++i)
            (*m_dHeadOut)[i] *= static_cast<T>(m_forward.rules().dropout()->factor(i));
    }

    bool naive(Gradients& gradients) {
        const Shape cells{m_dims.batch, m_dims.heads, m_dims.nq, m_dims.nk};
        const auto dWeights = makeArray<T>(cells);
        const auto dLogits = makeArray<T>(cells);
        const auto dScores = makeArray<T>(cells);
        const Index size = m_dims.nq * m_dims.nk;
        const bool isDone = m_forward.forEachHead([&](Index p, Index kv, const HeadRules& rules) {
            const KeptStages<T> kept{partOf(m_forward.weights(), p, size), partOf(m_forward.dropped(), p, size),
                                     partOf(m_forward.capped(), p, size), partOf(m_forward.allowedCells(), p, size)};
            const BackwardStages<T> stages{partOf(dWeights, p, size), partOf(dLogits, p, size),
                                           partOf(dScores, p, size), partOf(m_D, p, m_dims.nq)};
            return naiveHeadBackward<T>(part<const T>(m_forward.Q(), p), part<const T>(m_forward.K(), kv),
                                        part<const T>(m_forward.V(), kv), part<const T>(*m_dHeadOut, p),
                                        m_forward.scale(), rules, kept, stages, part<T>(*m_dQ, p), part<T>(*m_dK, kv),
                                        part<T>(*m_dV, kv), m_progress);
        });
        gradients.dWeights = ConstArray<T>(dWeights);
        gradients.dLogits = ConstArray<T>(dLogits);
        gradients.dScores = ConstArray<T>(dScores);
        return isDone;
    }

    bool flash() {
        const TileSize tile = m_scene.flash ? TileSize{m_scene.flash->queryRows, m_scene.flash->keyRows} : TileSize{};
        const Index groups = m_dims.batch * m_dims.kvHeads;
        const Index sharing = m_dims.heads / m_dims.kvHeads;
        SharedProgress shared(m_progress, static_cast<double>(groups * sharing));
        // Heads that share keys and values add to the same gradients: one thread takes them, in their order.
        return runItems(m_forward.pool(), groups, [&](Index kv) {
            for (Index p = kv * sharing; p < (kv + 1) * sharing; ++p)
                if (!flashBackward(p, kv, tile, shared.part(1.0)))
                    return false;
            return true;
        });
    }

    bool flashBackward(Index p, Index kv, const TileSize& tile, const Progress& progress) {
        return flashHeadBackward<T>(part<const T>(m_forward.Q(), p), part<const T>(m_forward.K(), kv),
                                    part<const T>(m_forward.V(), kv), part<const T>(m_forward.headOut(), p),
                                    part<const T>(*m_dHeadOut, p), partOf(m_forward.lse(), p, m_dims.nq),
                                    m_forward.scale(), m_forward.rules().ofHead(p / m_dims.heads, p % m_dims.heads), tile,
                                    part<T>(*m_dQ, p), part<T>(*m_dK, kv), part<T>(*m_dV, kv),
                                    partOf(m_D, p, m_dims.nq), progress);
    }

    /// d loss / d sink_h = - the sum over queries of the sink's weight times D.
    Values sinkGradient() const {
        const auto gradient = makeArray<T>({m_dims.heads});
        for (Index row = 0; row < m_D->size(); ++row) {
            const Index h = row / m_dims.nq % m_dims.heads;
            const auto logit = static_cast<T>(*m_forward.rules().ofHead(0, h).sink);
            (*gradient)[h] -= std::exp(logit - (*m_forward.lse())[row]) * (*m_D)[row];
        }
        return ConstArray<T>(gradient);
    }

    void rotateBack() {
        if (!m_forward.queryRotary())
            return;
        for (Index p = 0; p < m_dims.batch * m_dims.heads; ++p)
            m_forward.queryRotary()->rotateBack(part<T>(*m_dQ, p));
        for (Index p = 0; p < m_dims.batch * m_dims.kvHeads; ++p)
            m_forward.keyRotary()->rotateBack(part<T>(*m_dK, p));
    }

    const SoftmaxForward<T>& m_forward;
    const Progress& m_progress;
    const Evaluation& m_out;
    const Dimensions& m_dims;
    const Scene& m_scene;
    Array<T> m_dHeadOut, m_dQ, m_dK, m_dV, m_D;
};

}  // namespace

template <class T>
bool softmaxBackward(const SoftmaxForward<T>& forward, const Tensor& dOut, const Progress& progress,
                     Evaluation& out) {
    const auto gradients = std::make_shared<Gradients>();
    if (!Backward<T>(forward, progress, out).run(dOut, *gradients))
        return false;
    out.gradients = gradients;
    return true;
}

template bool softmaxBackward<float>(const SoftmaxForward<float>&, const Tensor&, const Progress&, Evaluation&);
template bool softmaxBackward<double>(const SoftmaxForward<double>&, const Tensor&, const Progress&, Evaluation&);

}  // namespace attn

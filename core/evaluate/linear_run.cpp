#include "core/evaluate/linear_run.h"

#include "core/attention/linear.h"
#include "core/evaluate/arrays.h"
#include "core/evaluate/loss.h"
#include "core/evaluate/output_backward.h"
#include "core/evaluate/projection.h"
#include "core/evaluate/projected_inputs.h"
#include "core/mask/mask_rules.h"

namespace attn {

namespace {

template <class T>
class LinearRun {
  public:
    LinearRun(const Scene& scene, StageRounding& rounding, const Progress& progress, Evaluation& out)
        : m_scene(scene),
          m_rounding(rounding),
          m_progress(progress),
          m_out(out),
          m_dims(out.dims),
          m_rules(scene, out.dims) {
        const Mask& mask = scene.mask;
        // Prefix sums know a causal rule and padding; anything else needs the cells one by one.
        m_isGeneral = mask.window || mask.block || mask.explicitAllow || !(mask.paint == Paint{});
    }

    bool forward() {
        const Projections<T> made = projectInputs<T>(m_scene, m_dims, m_rounding, m_out);
        m_queryInput = made.queryInput;
        m_keyInput = made.keyInput;
        m_Q = made.Q;
        m_K = made.K;
        m_V = made.V;
        makeStages();
        for (Index p = 0; p < m_dims.batch * m_dims.heads; ++p)
            if (!head(p))
                return false;
        publish();
        return true;
    }

    bool backward(const Tensor& dOut) {
        const auto gradients = std::make_shared<Gradients>();
        const auto dHeadOut = outputBackward<T>(m_scene, m_dims, *m_concat, dOut, *gradients);
        const auto dQ = makeArray<T>(m_Q->shape());
        const auto dK = makeArray<T>(m_K->shape());
        const auto dV = makeArray<T>(m_V->shape());
        const auto oneK = makeArray<T>({1, 1, m_dims.nk, m_dims.dk});
        const auto oneV = makeArray<T>({1, 1, m_dims.nk, m_dims.dv});
        for (Index p = 0; p < m_dims.batch * m_dims.heads; ++p) {
            const Index kv = keyValuePart(p);
            if (!linearHeadBackward<T>(part<const T>(*m_Q, p), part<const T>(*m_K, kv), part<const T>(*m_V, kv),
                                       eps(), maskOf(p), m_scene.emptyRow, part<const T>(*dHeadOut, p),
                                       part<T>(*dQ, p), part<T>(*oneK, 0), part<T>(*oneV, 0), m_progress))
                return false;
            // Heads that share keys and values add up.
            addTo(partOf(dK, kv, oneK->size()), *oneK);
            addTo(partOf(dV, kv, oneV->size()), *oneV);
        }
        inputsBackward<T>(m_scene, m_dims, *m_queryInput, *m_keyInput, *dQ, *dK, *dV, *gradients);
        gradients->dHeadOut = ConstArray<T>(dHeadOut);
        gradients->dQ = ConstArray<T>(dQ);
        gradients->dK = ConstArray<T>(dK);
        gradients->dV = ConstArray<T>(dV);
        m_out.gradients = gradients;
        return true;
    }

  private:
    T eps() const { return static_cast<T>(m_scene.eps); }
    Index keyValuePart(Index p) const {
        return p / m_dims.heads * m_dims.kvHeads + m_dims.kvHead(p % m_dims.heads);
    }

    LinearMask maskOf(Index p) const {
        const Index b = p / m_dims.heads;
        LinearMask mask;
        if (m_isGeneral) {
            mask.allowed = m_allowed->data() + p * m_dims.nq * m_dims.nk;
            return mask;
        }
        mask.isCausal = m_scene.mask.causal.has_value();
        mask.offset = m_rules.causalOffset(b);
        if (m_scene.mask.keyPadding)
            mask.padding = m_scene.mask.keyPadding->data() + b * m_dims.nk;
        return mask;
    }

    void makeStages() {
        const Index B = m_dims.batch;
        const Index H = m_dims.heads;
        m_allowed = std::make_shared<BoolTensor>(Shape{B, H, m_dims.nq, m_dims.nk});
        m_rules.fillCells(m_allowed->data());
        m_phiQ = makeArray<T>(m_Q->shape());
        m_phiK = makeArray<T>(m_K->shape());
        m_kernel = makeArray<T>({B, H, m_dims.nq, m_dims.nk});
        m_weights = makeArray<T>({B, H, m_dims.nq, m_dims.nk});
        m_denominator = makeArray<T>({B, H, m_dims.nq});
        m_headOut = makeArray<T>({B, H, m_dims.nq, m_dims.dv});
        m_hasSteps = maskOf(0).hasStatePerQuery();
        Shape stateS{B, H, m_dims.dk, m_dims.dv};
        Shape stateZ{B, H, m_dims.dk};
        if (m_hasSteps) {
            stateS.insert(stateS.begin() + 2, m_dims.nq);
            stateZ.insert(stateZ.begin() + 2, m_dims.nq);
        }
        // The states of a general mask would be nq sums over nk keys: only prefix sums give them on the way.
        if (!m_isGeneral) {
            m_stateS = makeArray<T>(stateS);
            m_stateZ = makeArray<T>(stateZ);
        }
    }

    bool head(Index p) {
        const Index kv = keyValuePart(p);
        const Index states = m_hasSteps ? m_dims.nq : 1;
        LinearStages<T> stages;
        stages.phiQ = partOf(m_phiQ, p, m_dims.nq * m_dims.dk);
        stages.phiK = partOf(m_phiK, kv, m_dims.nk * m_dims.dk);
        stages.kernel = partOf(m_kernel, p, m_dims.nq * m_dims.nk);
        stages.weights = partOf(m_weights, p, m_dims.nq * m_dims.nk);
        stages.denominator = partOf(m_denominator, p, m_dims.nq);
        stages.stateS = partOf(m_stateS, p, states * m_dims.dk * m_dims.dv);
        stages.stateZ = partOf(m_stateZ, p, states * m_dims.dk);
        return linearHead<T>(part<const T>(*m_Q, p), part<const T>(*m_K, kv), part<const T>(*m_V, kv), eps(),
                             maskOf(p), m_scene.emptyRow, stages, part<T>(*m_headOut, p), m_progress);
    }

    void publish() {
        const std::pair<const char*, const Array<T>*> stages[] = {{"Q", &m_Q},
                                                                  {"K", &m_K},
                                                                  {"V", &m_V},
                                                                  {"phi_Q", &m_phiQ},
                                                                  {"phi_K", &m_phiK},
                                                                  {"kernel", &m_kernel},
                                                                  {"denominator", &m_denominator},
                                                                  {"weights", &m_weights},
                                                                  {"head_out", &m_headOut}};
        int order = 1;
        for (const auto& [name, array] : stages)
            if (m_rounding.isActive())
                m_rounding.tensor(order++, name, **array);
        for (const auto& [name, array] : {std::pair{"state_S", m_stateS}, std::pair{"state_z", m_stateZ}})
            if (m_rounding.isActive() && array)
                m_rounding.tensor(order, name, *array);
        const auto concat = joinHeads<T>(*m_headOut, m_scene.silenced);
        const auto output = projectOutput<T>(concat, m_scene.Wo, m_scene.bo);
        if (m_rounding.isActive())
            m_rounding.tensor(order, "output", *output);
        m_concat = concat;
        m_out.Q = ConstArray<T>(m_Q);
        m_out.K = ConstArray<T>(m_K);
        m_out.V = ConstArray<T>(m_V);
        m_out.phiQ = ConstArray<T>(m_phiQ);
        m_out.phiK = ConstArray<T>(m_phiK);
        m_out.kernel = ConstArray<T>(m_kernel);
        m_out.denominator = ConstArray<T>(m_denominator);
        m_out.weights = ConstArray<T>(m_weights);
        m_out.allowed = m_allowed;
        if (m_stateS) {
            (m_hasSteps ? m_out.stateSteps : m_out.stateS) = ConstArray<T>(m_stateS);
            (m_hasSteps ? m_out.stateZSteps : m_out.stateZ) = ConstArray<T>(m_stateZ);
        }
        m_out.headOut = ConstArray<T>(m_headOut);
        m_out.concat = m_concat;
        m_out.output = ConstArray<T>(output);
    }

    const Scene& m_scene;
    StageRounding& m_rounding;
    const Progress& m_progress;
    Evaluation& m_out;
    const Dimensions m_dims;
    const MaskRules m_rules;
    bool m_isGeneral = false;
    bool m_hasSteps = false;
    TensorPtr m_queryInput, m_keyInput;
    Array<T> m_Q, m_K, m_V, m_phiQ, m_phiK, m_kernel, m_weights, m_denominator, m_stateS, m_stateZ, m_headOut;
    std::shared_ptr<BoolTensor> m_allowed;
    ConstArray<T> m_concat;
};

}  // namespace

template <class T>
bool runLinear(const Scene& scene, const EvaluateOptions& options, StageRounding& rounding, const Progress& progress,
               Evaluation& out) {
    LinearRun<T> run(scene, rounding, progress, out);
    if (!run.forward())
        return false;
    return !options.gradients || run.backward(*outputGradient(scene, out.output));
}

template bool runLinear<float>(const Scene&, const EvaluateOptions&, StageRounding&, const Progress&, Evaluation&);
template bool runLinear<double>(const Scene&, const EvaluateOptions&, StageRounding&, const Progress&, Evaluation&);

}  // namespace attn

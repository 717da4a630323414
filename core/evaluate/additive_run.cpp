#include "core/evaluate/additive_run.h"

#include "core/attention/additive.h"
#include "core/evaluate/arrays.h"
#include "core/evaluate/loss.h"
#include "core/evaluate/projection.h"

namespace attn {

namespace {

template <class T>
class AdditiveRun {
  public:
    AdditiveRun(const Scene& scene, StageRounding& rounding, const Progress& progress, Evaluation& out)
        : m_scene(scene),
          m_rounding(rounding),
          m_progress(progress),
          m_out(out),
          m_dims(out.dims),
          m_S(numbersAs<T>(*scene.S)),
          m_Hs(numbersAs<T>(*scene.Hs)),
          m_Wa(numbersAs<T>(*scene.Wa)),
          m_Ua(numbersAs<T>(*scene.Ua)),
          m_va(numbersAs<T>(*scene.va)),
          m_ba(scene.ba ? numbersAs<T>(*scene.ba) : nullptr),
          m_allowed(std::make_shared<BoolTensor>(Shape{m_dims.batch, m_dims.nq, m_dims.nk})) {
        MaskRules(scene, m_dims).fillCells(m_allowed->data());
    }

    bool forward() {
        const Index B = m_dims.batch;
        const Shape cells{B, m_dims.nq, m_dims.nk};
        const Shape rows{B, m_dims.nq};
        const auto projS = makeArray<T>({B, m_dims.nq, m_dims.dk});
        const auto projH = makeArray<T>({B, m_dims.nk, m_dims.dk});
        const auto scores = makeArray<T>(cells);
        const auto weights = makeArray<T>(cells);
        const auto rowMax = makeArray<T>(rows);
        const auto rowSum = makeArray<T>(rows);
        const auto lse = makeArray<T>(rows);
        const auto context = makeArray<T>({B, m_dims.nq, m_dims.dv});
        for (Index b = 0; b < B; ++b) {
            AdditiveStages<T> stages;
            stages.projS = partOf(projS, b, m_dims.nq * m_dims.dk);
            stages.projH = partOf(projH, b, m_dims.nk * m_dims.dk);
            stages.scores = partOf(scores, b, m_dims.nq * m_dims.nk);
            stages.weights = partOf(weights, b, m_dims.nq * m_dims.nk);
            stages.rowMax = partOf(rowMax, b, m_dims.nq);
            stages.rowSum = partOf(rowSum, b, m_dims.nq);
            stages.lse = partOf(lse, b, m_dims.nq);
            if (!additiveAttention<T>(inputs(b), stages, rowsOf(*context, b), m_progress))
                return false;
        }
        int order = 0;
        const std::pair<const char*, const Array<T>*> all[] = {
            {"proj_s", &projS},   {"proj_h", &projH}, {"scores", &scores},   {"row_max", &rowMax},
            {"row_sum", &rowSum}, {"lse", &lse},      {"weights", &weights}, {"context", &context}};
        for (const auto& [name, array] : all)
            if (m_rounding.isActive())
                m_rounding.tensor(order++, name, **array);
        m_out.projS = ConstArray<T>(projS);
        m_out.projH = ConstArray<T>(projH);
        m_out.scores = ConstArray<T>(scores);
        m_out.allowed = m_allowed;
        m_out.weights = ConstArray<T>(weights);
        m_out.rowMax = ConstArray<T>(rowMax);
        m_out.rowSum = ConstArray<T>(rowSum);
        m_out.lse = ConstArray<T>(lse);
        m_out.context = m_out.output = ConstArray<T>(context);
        return true;
    }

    bool backward(const Tensor& dOut) {
        const auto dContext = numbersAs<T>(dOut);
        const auto dS = makeArray<T>(m_S->shape());
        const auto dHs = makeArray<T>(m_Hs->shape());
        const auto dWeights = makeArray<T>(m_allowed->shape());
        const auto dScores = makeArray<T>(m_allowed->shape());
        const auto D = makeArray<T>({m_dims.batch, m_dims.nq});
        // Parameters are shared by the batch items, whose gradients add up.
        const Array<T> sums[] = {makeArray<T>(m_Wa->shape()), makeArray<T>(m_Ua->shape()),
                                 makeArray<T>(m_va->shape()), makeArray<T>(m_va->shape())};
        Array<T> one[4];
        for (int k = 0; k < 4; ++k)
            one[k] = makeArray<T>(sums[k]->shape());
        for (Index b = 0; b < m_dims.batch; ++b) {
            AdditiveGradients<T> item;
            item.dS = partOf(dS, b, m_dims.nq * m_dims.dModel);
            item.dHs = partOf(dHs, b, m_dims.nk * m_dims.dKv);
            item.dWeights = partOf(dWeights, b, m_dims.nq * m_dims.nk);
            item.dScores = partOf(dScores, b, m_dims.nq * m_dims.nk);
            item.D = partOf(D, b, m_dims.nq);
            item.dWa = one[0]->data();
            item.dUa = one[1]->data();
            item.dva = one[2]->data();
            item.dba = one[3]->data();
            if (!additiveBackward<T>(inputs(b), rowsOf(*dContext, b), item, m_progress))
                return false;
            for (int k = 0; k < 4; ++k)
                addTo(sums[k]->data(), *one[k]);
        }
        const auto gradients = std::make_shared<Gradients>();
        gradients->dS = ConstArray<T>(dS);
        gradients->dHs = ConstArray<T>(dHs);
        gradients->dWeights = ConstArray<T>(dWeights);
        gradients->dScores = ConstArray<T>(dScores);
        gradients->D = ConstArray<T>(D);
        gradients->dWa = ConstArray<T>(sums[0]);
        gradients->dUa = ConstArray<T>(sums[1]);
        gradients->dva = ConstArray<T>(sums[2]);
        if (m_ba)
            gradients->dba = ConstArray<T>(sums[3]);
        m_out.gradients = gradients;
        return true;
    }

  private:
    /// The rows of batch item b of [B, n, width].
    static View<const T> rowsOf(const TensorOf<T>& tensor, Index b) {
        return {tensor.data() + b * tensor.dim(1) * tensor.dim(2), tensor.dim(1), tensor.dim(2)};
    }
    static View<T> rowsOf(TensorOf<T>& tensor, Index b) {
        return {tensor.data() + b * tensor.dim(1) * tensor.dim(2), tensor.dim(1), tensor.dim(2)};
    }

    AdditiveInputs<T> inputs(Index b) const {
        return {rowsOf(*m_S, b),
                rowsOf(*m_Hs, b),
                {m_Wa->data(), m_Wa->dim(0), m_Wa->dim(1)},
                {m_Ua->data(), m_Ua->dim(0), m_Ua->dim(1)},
                m_va->data(),
                m_ba ? m_ba->data() : nullptr,
                m_allowed->data() + b * m_dims.nq * m_dims.nk,
                {m_scene.emptyRow, m_scene.maskedValues}};
    }

    const Scene& m_scene;
    StageRounding& m_rounding;
    const Progress& m_progress;
    Evaluation& m_out;
    const Dimensions m_dims;
    ConstArray<T> m_S, m_Hs, m_Wa, m_Ua, m_va, m_ba;
    std::shared_ptr<BoolTensor> m_allowed;
};

}  // namespace

template <class T>
bool runAdditive(const Scene& scene, const EvaluateOptions& options, StageRounding& rounding,
                 const Progress& progress, Evaluation& out) {
    AdditiveRun<T> run(scene, rounding, progress, out);
    if (!run.forward())
        return false;
    return !options.gradients || run.backward(*outputGradient(scene, out.output));
}

template bool runAdditive<float>(const Scene&, const EvaluateOptions&, StageRounding&, const Progress&, Evaluation&);
template bool runAdditive<double>(const Scene&, const EvaluateOptions&, StageRounding&, const Progress&, Evaluation&);

}  // namespace attn

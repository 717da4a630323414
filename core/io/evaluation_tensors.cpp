#include "core/io/evaluation_tensors.h"

#include <algorithm>
#include <utility>

namespace attn {

namespace {

NamedTensor named(std::string key, const Values& values) {
    NamedTensor tensor{std::move(key), values.shape(), NumberKind::F64, nullptr};
    tensor.kind = values.tensor<float>() ? NumberKind::F32 : NumberKind::F64;
    if (values.has())
        tensor.copy = [&values](Index first, Index count, double* out) { values.copyTo(first, count, out); };
    return tensor;
}

/// `numbers` may be null.
template <class T>
NamedTensor named(std::string key, const TensorOf<T>* numbers, NumberKind kind) {
    NamedTensor tensor{std::move(key), {}, kind, nullptr};
    if (numbers) {
        tensor.shape = numbers->shape();
        tensor.copy = [numbers](Index first, Index count, double* out) {
            std::copy_n(numbers->data() + first, count, out);
        };
    }
    return tensor;
}

using Stage = std::pair<const char*, const Values*>;

void addStages(std::vector<NamedTensor>& list, const std::vector<Stage>& stages) {
    for (const auto& [key, values] : stages)
        list.push_back(named(key, *values));
}

void addRowMetrics(std::vector<NamedTensor>& list, const RowMetrics* m) {
    const auto add = [&](const char* key, Tensor RowMetrics::*tensor, NumberKind kind = NumberKind::F64) {
        const bool isMade = m != nullptr && (m->*tensor).rank() == 3;
        list.push_back(named(std::string("row_metrics.") + key, isMade ? &(m->*tensor) : nullptr, kind));
    };
    add("entropy_nats", &RowMetrics::entropyNats);
    add("entropy_norm", &RowMetrics::entropyNorm);
    add("perplexity", &RowMetrics::perplexity);
    add("n_allowed", &RowMetrics::nAllowed, NumberKind::Int);
    add("max_weight", &RowMetrics::maxWeight);
    add("jac_max_diag", &RowMetrics::jacMaxDiag);
    add("jac_trace", &RowMetrics::jacTrace);
    add("jac_fro", &RowMetrics::jacFro);
    add("jac_spec", &RowMetrics::jacSpec);
}

void addHeadMetrics(std::vector<NamedTensor>& list, const HeadMetrics* m) {
    const auto add = [&](const char* key, Tensor HeadMetrics::*tensor, bool exists = true) {
        list.push_back(named(std::string("head_metrics.") + key, m != nullptr && exists ? &(m->*tensor) : nullptr,
                             NumberKind::F64));
    };
    add("mean_entropy_nats", &HeadMetrics::meanEntropyNats);
    add("mean_distance", &HeadMetrics::meanDistance);
    add("diagonality", &HeadMetrics::diagonality);
    add("confidence_mean_max", &HeadMetrics::confidenceMeanMax);
    add("sink_score_first_token", &HeadMetrics::sinkScoreFirstToken);
    add("current_token_score", &HeadMetrics::currentTokenScore);
    add("previous_token_score", &HeadMetrics::previousTokenScore);
    add("induction_score", &HeadMetrics::inductionScore, m != nullptr && m->hasInduction);
}

void addGradients(std::vector<NamedTensor>& list, const Gradients* g) {
    const std::pair<const char*, Values Gradients::*> all[] = {{"dX", &Gradients::dX},
                                                               {"dX_kv", &Gradients::dXkv},
                                                               {"dW_q", &Gradients::dWq},
                                                               {"dW_k", &Gradients::dWk},
                                                               {"dW_v", &Gradients::dWv},
                                                               {"dW_o", &Gradients::dWo},
                                                               {"db_q", &Gradients::dbq},
                                                               {"db_k", &Gradients::dbk},
                                                               {"db_v", &Gradients::dbv},
                                                               {"db_o", &Gradients::dbo},
                                                               {"dQ", &Gradients::dQ},
                                                               {"dK", &Gradients::dK},
                                                               {"dV", &Gradients::dV},
                                                               {"dhead_out", &Gradients::dHeadOut},
                                                               {"dweights", &Gradients::dWeights},
                                                               {"dlogits", &Gradients::dLogits},
                                                               {"dscores", &Gradients::dScores},
                                                               {"D", &Gradients::D},
                                                               {"dsink", &Gradients::dSink},
                                                               {"dS", &Gradients::dS},
                                                               {"dHs", &Gradients::dHs},
                                                               {"dW_a", &Gradients::dWa},
                                                               {"dU_a", &Gradients::dUa},
                                                               {"dv_a", &Gradients::dva},
                                                               {"db_a", &Gradients::dba}};
    static const Values kNone;
    for (const auto& [key, member] : all)
        list.push_back(named(std::string("grads.") + key, g != nullptr ? g->*member : kNone));
}

}  // namespace

std::vector<NamedTensor> tensorsOf(const Evaluation& e) {
    std::vector<NamedTensor> list;
    addStages(list, {{"X_pos", &e.Xpos},
                     {"X_kv_pos", &e.XkvPos},
                     {"Q", &e.Q},
                     {"K", &e.K},
                     {"V", &e.V},
                     {"Q_rot", &e.Qrot},
                     {"K_rot", &e.Krot},
                     {"phi_Q", &e.phiQ},
                     {"phi_K", &e.phiK},
                     {"proj_s", &e.projS},
                     {"proj_h", &e.projH}});
    NamedTensor slopes{"alibi_slopes", {static_cast<Index>(e.alibiSlopes.size())}, NumberKind::F64, nullptr};
    if (!e.alibiSlopes.empty())
        slopes.copy = [&e](Index first, Index count, double* out) {
            std::copy_n(e.alibiSlopes.data() + first, count, out);
        };
    list.push_back(slopes);
    addStages(list, {{"scores", &e.scores}, {"scaled", &e.scaled}, {"capped", &e.capped}, {"bias", &e.bias}});
    list.push_back(named("allowed", e.allowed.get(), NumberKind::Bool));
    addStages(list, {{"masked", &e.masked},
                     {"row_max", &e.rowMax},
                     {"row_sum", &e.rowSum},
                     {"lse", &e.lse},
                     {"kernel", &e.kernel},
                     {"denominator", &e.denominator},
                     {"weights", &e.weights},
                     {"weights_dropped", &e.weightsDropped},
                     {"sink_weight", &e.sinkWeight},
                     {"state_S", &e.stateS},
                     {"state_z", &e.stateZ},
                     {"state_S_after_step", &e.stateSteps},
                     {"state_z_after_step", &e.stateZSteps},
                     {"head_out", &e.headOut},
                     {"head_out_dropped", &e.headOutDropped},
                     {"concat", &e.concat},
                     {"context", &e.context},
                     {"output", &e.output}});
    addRowMetrics(list, e.rowMetrics.get());
    addHeadMetrics(list, e.headMetrics.get());
    addGradients(list, e.gradients.get());
    return list;
}

std::vector<NamedTensor> tensorsOf(const Scene& scene) {
    static constexpr std::pair<const char*, TensorPtr Scene::*> kAll[] = {
        {"X", &Scene::X},    {"X_kv", &Scene::Xkv},     {"W_q", &Scene::Wq},       {"W_k", &Scene::Wk},
        {"W_v", &Scene::Wv}, {"W_o", &Scene::Wo},       {"b_q", &Scene::bq},       {"b_k", &Scene::bk},
        {"b_v", &Scene::bv}, {"b_o", &Scene::bo},       {"Q", &Scene::Q},          {"K", &Scene::K},
        {"V", &Scene::V},    {"past_K", &Scene::pastK}, {"past_V", &Scene::pastV}, {"A", &Scene::A},
        {"S", &Scene::S},    {"Hs", &Scene::Hs},        {"W_a", &Scene::Wa},       {"U_a", &Scene::Ua},
        {"v_a", &Scene::va}, {"b_a", &Scene::ba},       {"dOut", &Scene::dOut}};
    std::vector<NamedTensor> list;
    for (const auto& [key, member] : kAll)
        if (scene.*member)
            list.push_back(named(key, (scene.*member).get(), NumberKind::F64));
    return list;
}

Tensor numbersOf(const NamedTensor& tensor) {
    Tensor numbers(tensor.shape);
    tensor.copy(0, numbers.size(), numbers.data());
    return numbers;
}

}  // namespace attn

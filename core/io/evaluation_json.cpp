#include "core/io/evaluation_json.h"

#include <algorithm>
#include <functional>
#include <ostream>

#include "core/io/json.h"

namespace attn {

namespace {

constexpr std::size_t kBlock = std::size_t(1) << 16;

/// One value of the result: whether this evaluation has it, and how it is written.
struct Entry {
    std::string key;  ///< Dotted within a group.
    bool exists = false;
    std::function<void(std::ostream&)> write;
};

/// {"shape": [...], "data": [...]}, in blocks, so that no second copy of the numbers is ever held.
template <class At>
void writeTensor(std::ostream& out, const Shape& shape, const char* dtype, const At& at) {
    std::string text = "{\"shape\": [";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    text += "]";
    text += dtype;
    text += ", \"data\": [";
    const Index size = elementCount(shape);
    for (Index i = 0; i < size; ++i) {
        if (i > 0)
            text += ", ";
        appendJsonNumber(text, at(i));
        if (text.size() > kBlock) {
            out << text;
            text.clear();
        }
    }
    out << text << "]}";
}

Entry entry(std::string key, const Values& values) {
    return {std::move(key), values.has(), [&values](std::ostream& out) {
                writeTensor(out, values.shape(), "", [&](Index i) { return values.at(i); });
            }};
}

/// `tensor` may be null.
Entry entry(std::string key, const Tensor* tensor, const char* dtype = "") {
    return {std::move(key), tensor != nullptr, [tensor, dtype](std::ostream& out) {
                writeTensor(out, tensor->shape(), dtype, [&](Index i) { return (*tensor)[i]; });
            }};
}

void addRowMetrics(std::vector<Entry>& list, const RowMetrics* m) {
    const auto add = [&](const char* key, Tensor RowMetrics::*tensor, const char* dtype = "") {
        const bool isMade = m != nullptr && (m->*tensor).rank() == 3;
        list.push_back(entry(std::string("row_metrics.") + key, isMade ? &(m->*tensor) : nullptr, dtype));
    };
    add("entropy_nats", &RowMetrics::entropyNats);
    add("entropy_norm", &RowMetrics::entropyNorm);
    add("perplexity", &RowMetrics::perplexity);
    add("n_allowed", &RowMetrics::nAllowed, ", \"dtype\": \"int\"");
    add("max_weight", &RowMetrics::maxWeight);
    add("jac_max_diag", &RowMetrics::jacMaxDiag);
    add("jac_trace", &RowMetrics::jacTrace);
    add("jac_fro", &RowMetrics::jacFro);
    add("jac_spec", &RowMetrics::jacSpec);
}

void addHeadMetrics(std::vector<Entry>& list, const HeadMetrics* m) {
    const auto add = [&](const char* key, Tensor HeadMetrics::*tensor, bool exists = true) {
        list.push_back(entry(std::string("head_metrics.") + key, m != nullptr && exists ? &(m->*tensor) : nullptr));
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

void addGradients(std::vector<Entry>& list, const Gradients* g) {
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
        list.push_back(entry(std::string("grads.") + key, g != nullptr ? g->*member : kNone));
}

std::string brokenJson(const std::optional<Broken>& broken) {
    if (!broken)
        return "null";
    std::string text = "{\"stage\": ";
    appendJsonText(text, broken->stage);
    text += ", \"batch\": " + std::to_string(broken->batch) +
            ", \"head\": " + (broken->head < 0 ? "null" : std::to_string(broken->head)) +
            ", \"row\": " + std::to_string(broken->row) + ", \"col\": " + std::to_string(broken->col) +
            ", \"what\": \"" + (broken->what == Broken::What::Overflow ? "overflow" : "underflow") + "\"}";
    return text;
}

void writeList(std::ostream& out, const char* key, const std::vector<double>& numbers, Shape shape) {
    out << ", \"" << key << "\": ";
    writeTensor(out, shape, "", [&](Index i) { return numbers[static_cast<std::size_t>(i)]; });
}

void writeTileWalk(std::ostream& out, const TileWalk& walk) {
    const auto queries = static_cast<Index>(walk.lse.size());
    const Index width = queries == 0 ? 0 : static_cast<Index>(walk.O.size()) / queries;
    out << "{\"batch\": 0, \"head\": 0, \"variant\": \""
        << (walk.tiling.variant == FlashTiling::Variant::Fa1 ? "fa1" : "fa2")
        << "\", \"Br\": " << walk.tiling.queryRows << ", \"Bc\": " << walk.tiling.keyRows
        << ", \"tiles\": " << walk.tiles << ", \"skipped_tiles\": " << walk.skipped << ", \"steps\": [";
    const char* separator = "\n   ";
    for (const TileStep& step : walk.steps) {
        out << separator << "{\"q\": [" << step.q0 << ", " << step.q1 << "], \"k\": [" << step.k0 << ", " << step.k1
            << ']';
        writeList(out, "m", step.max, {step.q1 - step.q0});
        writeList(out, "l", step.sum, {step.q1 - step.q0});
        writeList(out, "rescale", step.rescale, {step.q1 - step.q0});
        writeList(out, "O", step.O, {step.q1 - step.q0, width});
        out << '}';
        separator = ",\n   ";
    }
    out << ']';
    writeList(out, "O", walk.O, {queries, width});
    writeList(out, "lse", walk.lse, {queries});
    out << '}';
}

/// All that an evaluation may have, in the order of the file. The entries refer to `e`.
std::vector<Entry> entriesOf(const Evaluation& e) {
    std::vector<Entry> list;
    const std::pair<const char*, const Values*> inputs[] = {
        {"X_pos", &e.Xpos}, {"X_kv_pos", &e.XkvPos}, {"Q", &e.Q},         {"K", &e.K},
        {"V", &e.V},        {"Q_rot", &e.Qrot},      {"K_rot", &e.Krot},  {"phi_Q", &e.phiQ},
        {"phi_K", &e.phiK}, {"proj_s", &e.projS},    {"proj_h", &e.projH}};
    for (const auto& [key, values] : inputs)
        list.push_back(entry(key, *values));
    list.push_back({"effective_scale", e.kind == Kind::Mha || e.kind == Kind::Qkv, [&e](std::ostream& out) {
                        std::string text;
                        appendJsonNumber(text, e.effectiveScale);
                        out << text;
                    }});
    list.push_back({"alibi_slopes", !e.alibiSlopes.empty(), [&e](std::ostream& out) {
                        writeTensor(out, {static_cast<Index>(e.alibiSlopes.size())}, "",
                                    [&](Index i) { return e.alibiSlopes[static_cast<std::size_t>(i)]; });
                    }});
    const std::pair<const char*, const Values*> scores[] = {
        {"scores", &e.scores}, {"scaled", &e.scaled}, {"capped", &e.capped}, {"bias", &e.bias}};
    for (const auto& [key, values] : scores)
        list.push_back(entry(key, *values));
    list.push_back({"allowed", e.allowed != nullptr, [&e](std::ostream& out) {
                        writeTensor(out, e.allowed->shape(), ", \"dtype\": \"bool\"",
                                    [&](Index i) { return static_cast<double>((*e.allowed)[i]); });
                    }});
    const std::pair<const char*, const Values*> rest[] = {{"masked", &e.masked},
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
                                                          {"output", &e.output}};
    for (const auto& [key, values] : rest)
        list.push_back(entry(key, *values));
    list.push_back({"broken", e.precision == Precision::F16 || e.precision == Precision::BF16,
                    [&e](std::ostream& out) { out << brokenJson(e.broken); }});
    list.push_back({"flash", e.tileWalk != nullptr, [&e](std::ostream& out) { writeTileWalk(out, *e.tileWalk); }});
    addRowMetrics(list, e.rowMetrics.get());
    addHeadMetrics(list, e.headMetrics.get());
    addGradients(list, e.gradients.get());
    return list;
}

std::string groupOf(const std::string& key) {
    const std::size_t dot = key.find('.');
    return dot == std::string::npos ? std::string() : key.substr(0, dot);
}

bool isNamed(const Entry& entry, const std::string& name) {
    return entry.key == name || groupOf(entry.key) == name;
}

Result<void> checkNames(const std::vector<Entry>& entries, const std::vector<std::string>& only) {
    for (const std::string& name : only) {
        std::string shown;
        appendJsonText(shown, name);
        bool isKnown = false;
        bool exists = false;
        std::string known;
        for (const Entry& entry : entries) {
            isKnown = isKnown || isNamed(entry, name);
            exists = exists || (isNamed(entry, name) && entry.exists);
            known += (known.empty() ? "" : ", ") + entry.key;
        }
        if (!isKnown)
            return Error{ErrorCode::OutOfRange, "The key " + shown + " is unknown; known are " + known + "."};
        if (!exists)
            return Error{ErrorCode::OutOfRange, "This evaluation has no " + shown + "."};
    }
    return {};
}

}  // namespace

std::vector<std::string> evaluationKeys() {
    std::vector<std::string> keys;
    const Evaluation none;
    for (const Entry& entry : entriesOf(none))
        keys.push_back(entry.key);
    return keys;
}

Result<void> writeEvaluation(std::ostream& out, const Evaluation& evaluation, const std::vector<std::string>& only) {
    static constexpr const char* kPrecisions[] = {"f64", "f32", "f16", "bf16"};
    const std::vector<Entry> entries = entriesOf(evaluation);
    if (auto checked = checkNames(entries, only); !checked)
        return checked;
    out << "{\"format\": \"headscope/evaluation\", \"version\": 1, \"precision\": \""
        << kPrecisions[static_cast<int>(evaluation.precision)] << "\", \"path\": \""
        << (evaluation.path == Path::Naive ? "naive" : "flash") << "\",\n \"result\": {";
    std::string group;
    const char* separator = "\n";
    for (const Entry& entry : entries) {
        const bool isWanted = only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& name) {
                                  return isNamed(entry, name);
                              });
        if (!entry.exists || !isWanted)
            continue;
        const std::string own = groupOf(entry.key);
        if (own != group && !group.empty()) {
            out << "\n  }";
            separator = ",\n";
        }
        out << separator;
        if (own != group && !own.empty())
            out << "  \"" << own << "\": {\n";
        group = own;
        out << (own.empty() ? "  \"" : "   \"") << entry.key.substr(own.empty() ? 0 : own.size() + 1) << "\": ";
        entry.write(out);
        separator = ",\n";
    }
    out << (group.empty() ? "\n }}\n" : "\n  }\n }}\n");
    if (!out)
        return Error{ErrorCode::FileProblem, "The evaluation could not be written in full."};
    return {};
}

}  // namespace attn

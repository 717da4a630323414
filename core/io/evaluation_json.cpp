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
        list.push_back(entry(std::string("row_metrics.") + key, m != nullptr ? &(m->*tensor) : nullptr, dtype));
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

/// All that an evaluation may have, in the order of the file. The entries refer to `e`.
std::vector<Entry> entriesOf(const Evaluation& e) {
    std::vector<Entry> list;
    list.push_back(entry("Q", e.Q));
    list.push_back(entry("K", e.K));
    list.push_back(entry("V", e.V));
    list.push_back({"effective_scale", true, [&e](std::ostream& out) {
                        std::string text;
                        appendJsonNumber(text, e.effectiveScale);
                        out << text;
                    }});
    list.push_back(entry("scores", e.scores));
    list.push_back(entry("scaled", e.scaled));
    list.push_back(entry("bias", e.bias));
    list.push_back({"allowed", e.allowed != nullptr, [&e](std::ostream& out) {
                        writeTensor(out, e.allowed->shape(), ", \"dtype\": \"bool\"",
                                    [&](Index i) { return static_cast<double>((*e.allowed)[i]); });
                    }});
    list.push_back(entry("masked", e.masked));
    list.push_back(entry("row_max", e.rowMax));
    list.push_back(entry("row_sum", e.rowSum));
    list.push_back(entry("lse", e.lse));
    list.push_back(entry("weights", e.weights));
    list.push_back(entry("head_out", e.headOut));
    list.push_back(entry("concat", e.concat));
    list.push_back(entry("output", e.output));
    addRowMetrics(list, e.rowMetrics.get());
    addHeadMetrics(list, e.headMetrics.get());
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

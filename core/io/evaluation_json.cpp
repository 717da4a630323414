#include "core/io/evaluation_json.h"

#include <algorithm>
#include <functional>
#include <ostream>

#include "core/io/evaluation_tensors.h"
#include "core/io/json.h"

namespace attn {

namespace {

constexpr Index kBlock = Index(1) << 13;  ///< Numbers that are turned into text together.

/// One value of the result: whether this evaluation has it, and how it is written.
struct Entry {
    std::string key;  ///< Dotted within a group.
    bool exists = false;
    std::function<void(std::ostream&)> write;
};

/// {"shape": [...], "data": [...]}, in blocks, so that no second copy of the numbers is ever held.
void writeTensor(std::ostream& out, const Shape& shape, const char* dtype,
                 const std::function<void(Index, Index, double*)>& copy) {
    std::string text = "{\"shape\": [";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    text += "]";
    text += dtype;
    text += ", \"data\": [";
    const Index size = elementCount(shape);
    std::vector<double> numbers(static_cast<std::size_t>(std::min(size, kBlock)));
    for (Index first = 0; first < size; first += kBlock) {
        const Index count = std::min(kBlock, size - first);
        copy(first, count, numbers.data());
        for (Index i = 0; i < count; ++i) {
            if (first + i > 0)
                text += ", ";
            appendJsonNumber(text, numbers[static_cast<std::size_t>(i)]);
        }
        out << text;
        text.clear();
    }
    out << text << "]}";
}

Entry entry(const NamedTensor& tensor) {
    static constexpr const char* kTypes[] = {"", "", ", \"dtype\": \"bool\"", ", \"dtype\": \"int\""};
    return {tensor.key, tensor.exists(), [tensor](std::ostream& out) {
                writeTensor(out, tensor.shape, kTypes[static_cast<int>(tensor.kind)], tensor.copy);
            }};
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
    writeTensor(out, shape, "",
                [&](Index first, Index count, double* to) { std::copy_n(numbers.data() + first, count, to); });
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
    for (const NamedTensor& tensor : tensorsOf(e)) {
        if (tensor.key == "alibi_slopes")
            list.push_back({"effective_scale", e.kind == Kind::Mha || e.kind == Kind::Qkv, [&e](std::ostream& out) {
                                std::string text;
                                appendJsonNumber(text, e.effectiveScale);
                                out << text;
                            }});
        if (tensor.key == "row_metrics.entropy_nats") {
            list.push_back({"broken", e.precision == Precision::F16 || e.precision == Precision::BF16,
                            [&e](std::ostream& out) { out << brokenJson(e.broken); }});
            list.push_back(
                {"flash", e.tileWalk != nullptr, [&e](std::ostream& out) { writeTileWalk(out, *e.tileWalk); }});
        }
        list.push_back(entry(tensor));
    }
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

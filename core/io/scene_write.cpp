#include <string>
#include <utility>
#include <vector>

#include "core/io/json.h"
#include "core/io/scene_file.h"
#include "core/scene/validate.h"

namespace attn {

namespace {

/// Writes the members of one object, one on each line, in the order they are given.
class Members {
  public:
    Members(std::string& out, int indent) : m_out(out), m_indent(indent) { m_out += '{'; }

    /// Starts the line of one member; its value is appended by the caller.
    std::string& key(std::string_view name) {
        m_out += m_isEmpty ? "\n" : ",\n";
        m_isEmpty = false;
        m_out.append(static_cast<std::size_t>(m_indent), ' ');
        appendJsonText(m_out, name);
        m_out += ": ";
        return m_out;
    }
    void text(std::string_view name, std::string_view value) { appendJsonText(key(name), value); }
    void number(std::string_view name, double value) { appendJsonNumber(key(name), value); }
    void integer(std::string_view name, Index value) { key(name) += std::to_string(value); }
    /// Text that is JSON already. What is not would spoil the file, and is left out.
    void json(std::string_view name, std::string_view text) {
        if (auto compact = compactJson(text))
            key(name) += *compact;
    }
    void end() {
        if (!m_isEmpty) {
            m_out += '\n';
            m_out.append(static_cast<std::size_t>(m_indent - 1), ' ');
        }
        m_out += '}';
    }
    int indent() const { return m_indent; }

  private:
    std::string& m_out;
    int m_indent;
    bool m_isEmpty = true;
};

template <class List, class Append>
void appendList(std::string& out, const List& list, const Append& append) {
    out += '[';
    bool isFirst = true;
    for (const auto& item : list) {
        if (!std::exchange(isFirst, false))
            out += ", ";
        append(item);
    }
    out += ']';
}

void numbers(Members& to, std::string_view name, const std::vector<double>& list) {
    if (list.empty())
        return;
    std::string& out = to.key(name);
    appendList(out, list, [&](double value) { appendJsonNumber(out, value); });
}

void texts(Members& to, std::string_view name, const std::vector<std::string>& list) {
    if (list.empty())
        return;
    std::string& out = to.key(name);
    appendList(out, list, [&](const std::string& text) { appendJsonText(out, text); });
}

void integers(Members& to, std::string_view name, const std::vector<Index>& list) {
    if (list.empty())
        return;
    std::string& out = to.key(name);
    appendList(out, list, [&](Index value) { out += std::to_string(value); });
}

void oneOrMore(Members& to, std::string_view name, const std::vector<Index>& list) {
    if (list.size() == 1)
        to.integer(name, list[0]);
    else
        integers(to, name, list);
}

void cells(Members& to, std::string_view name, const std::vector<Cell>& list) {
    std::string& out = to.key(name);
    appendList(out, list,
               [&](const Cell& c) { out += "[" + std::to_string(c.row) + ", " + std::to_string(c.col) + "]"; });
}

/// One matrix row on each line, so that versions of a file can be compared.
template <class T>
void appendTensor(std::string& out, const TensorOf<T>& tensor, const char* dtype, int indent) {
    out += "{\"shape\": ";
    appendList(out, tensor.shape(), [&](Index size) { out += std::to_string(size); });
    out += dtype;
    out += ", \"data\": [";
    const Index columns = tensor.rank() == 0 ? 1 : tensor.dim(tensor.rank() - 1);
    const bool isBroken = tensor.size() > columns;
    for (Index i = 0; i < tensor.size(); ++i) {
        if (i > 0)
            out += isBroken && i % columns == 0 ? "," : ", ";
        if (isBroken && i % columns == 0) {
            out += '\n';
            out.append(static_cast<std::size_t>(indent + 1), ' ');
        }
        appendJsonNumber(out, static_cast<double>(tensor[i]));
    }
    out += "]}";
}

void tensor(Members& to, std::string_view name, const TensorPtr& tensor) {
    if (tensor)
        appendTensor(to.key(name), *tensor, "", to.indent());
}
void tensor(Members& to, std::string_view name, const BoolTensorPtr& tensor) {
    if (tensor)
        appendTensor(to.key(name), *tensor, ", \"dtype\": \"bool\"", to.indent());
}

void writeMask(std::string& out, const Mask& mask, int indent) {
    Members to(out, indent);
    if (mask.causal) {
        if (mask.causal->align == Causal::Align::Offset) {
            Members causal(to.key("causal"), indent + 1);
            oneOrMore(causal, "offset", mask.causal->offset);
            causal.end();
        } else {
            to.text("causal", mask.causal->align == Causal::Align::TopLeft ? "top_left" : "bottom_right");
        }
    }
    if (mask.window) {
        Members window(to.key("window"), indent + 1);
        window.integer("left", mask.window->left);
        window.integer("right", mask.window->right);
        if (mask.window->dilation != 1)
            window.integer("dilation", mask.window->dilation);
        oneOrMore(window, "offset", mask.window->offset);
        window.end();
    }
    if (mask.block) {
        Members block(to.key("block"), indent + 1);
        block.integer("block_size", mask.block->size);
        tensor(block, "pattern", mask.block->pattern);
        block.end();
    }
    integers(to, "global_tokens", mask.globalTokens);
    tensor(to, "key_padding", mask.keyPadding);
    tensor(to, "explicit", mask.explicitAllow);
    tensor(to, "bias", mask.bias);
    if (mask.paint != Paint{}) {
        Members paint(to.key("paint"), indent + 1);
        cells(paint, "allow", mask.paint.allow);
        cells(paint, "forbid", mask.paint.forbid);
        paint.end();
    }
    to.end();
}

void writeScale(std::string& out, const Scale& scale, int indent) {
    static constexpr const char* kModes[] = {"rsqrt_dk", "none", "custom"};
    Members to(out, indent);
    to.text("mode", kModes[static_cast<int>(scale.mode)]);
    if (scale.mode == ScaleMode::Custom)
        to.number("value", scale.value);
    to.end();
}

void writePosition(std::string& out, const Position& position, int indent) {
    static constexpr const char* kSchemes[] = {"none", "sinusoidal", "rope", "alibi"};
    Members to(out, indent);
    to.text("scheme", kSchemes[static_cast<int>(position.scheme)]);
    if (position.base != 10000.0)
        to.number("base", position.base);
    if (position.scheme == Position::Scheme::Rope || position.style != Position{}.style)
        to.text("style", position.style == Position::Style::Interleaved ? "interleaved" : "half");
    if (position.rotaryDim != 0)
        to.integer("rotary_dim", position.rotaryDim);
    numbers(to, "slopes", position.slopes);
    if (position.qOffset != 0)
        to.integer("q_offset", position.qOffset);
    if (position.kOffset != 0)
        to.integer("k_offset", position.kOffset);
    to.end();
}

void writeDropout(std::string& out, const Dropout& dropout, int indent) {
    Members to(out, indent);
    to.text("where", dropout.where == Dropout::Where::Weights ? "weights" : "output");
    to.number("p", dropout.p);
    if (dropout.keep)
        tensor(to, "keep", dropout.keep);
    else
        to.integer("seed", static_cast<Index>(dropout.seed));
    to.end();
}

void writeLoss(std::string& out, const Loss& loss, int indent) {
    static constexpr const char* kKinds[] = {"dot", "cell", "row_target", "square"};
    Members to(out, indent);
    to.text("kind", kKinds[static_cast<int>(loss.kind)]);
    const std::pair<const char*, Index> places[] = {{"batch", loss.batch}, {"row", loss.row}, {"col", loss.col}};
    for (const auto& [key, index] : places)
        if (index != 0)
            to.integer(key, index);
    numbers(to, "target", loss.target);
    to.end();
}

/// What changes logits and weights besides the mask; nothing where it is at rest.
void writeModifiers(Members& to, const Scene& scene) {
    const int inner = to.indent() + 1;
    if (scene.temperature != 1.0)
        to.number("temperature", scene.temperature);
    if (scene.softcap != 0.0)
        to.number("softcap", scene.softcap);
    if (scene.position != Position{})
        writePosition(to.key("position"), scene.position, inner);
    if (scene.sink) {
        Members sink(to.key("sink"), inner);
        sink.text("mode", scene.sink->logits.empty() ? "off_by_one" : "per_head");
        numbers(sink, "logits", scene.sink->logits);
        sink.end();
    }
    if (scene.dropout)
        writeDropout(to.key("dropout"), *scene.dropout, inner);
    if (scene.kind == Kind::Linear) {
        to.text("feature_map", "elu_plus_one");
        to.number("eps", scene.eps);
    }
}

void writeTensors(Members& to, const Scene& scene) {
    const std::pair<const char*, const TensorPtr*> tensors[] = {
        {"X", &scene.X},          {"X_kv", &scene.Xkv},     {"W_q", &scene.Wq}, {"W_k", &scene.Wk},
        {"W_v", &scene.Wv},       {"Q", &scene.Q},          {"K", &scene.K},    {"V", &scene.V},
        {"past_K", &scene.pastK}, {"past_V", &scene.pastV}, {"A", &scene.A},    {"S", &scene.S},
        {"Hs", &scene.Hs},        {"W_a", &scene.Wa},       {"U_a", &scene.Ua}, {"v_a", &scene.va},
        {"b_a", &scene.ba},       {"W_o", &scene.Wo},       {"b_q", &scene.bq}, {"b_k", &scene.bk},
        {"b_v", &scene.bv},       {"b_o", &scene.bo}};
    for (const auto& [key, matrix] : tensors)
        tensor(to, key, *matrix);
    integers(to, "kv_lengths", scene.kvLengths);
    if (scene.kind == Kind::Weights)
        to.integer("layer", scene.layer);
}

void writeSizes(Members& to, const Scene& scene) {
    to.integer("n_heads", scene.heads);
    to.integer("n_kv_heads", scene.kvHeads);
    const auto dims = validate(scene);
    if (!dims || (scene.kind != Kind::Mha && scene.kind != Kind::Linear))
        return;
    to.integer("d_model", dims->dModel);
    to.integer("d_head", dims->dk);
    to.integer("d_value", dims->dv);
}

void writeSceneObject(std::string& out, const Scene& scene, int indent) {
    static constexpr const char* kEmptyRows[] = {"zero", "nan", "uniform"};
    static constexpr const char* kKinds[] = {"mha", "linear", "additive", "qkv", "weights"};
    static constexpr const char* kPrecisions[] = {"f64", "f32", "f16", "bf16"};
    Members to(out, indent);
    const std::pair<const char*, const std::string*> descriptions[] = {
        {"name", &scene.name}, {"title", &scene.title}, {"why", &scene.why}};
    for (const auto& [key, text] : descriptions)
        if (!text->empty())
            to.text(key, *text);
    texts(to, "tags", scene.tags);
    to.text("kind", kKinds[static_cast<int>(scene.kind)]);
    texts(to, "tokens", scene.tokens);
    texts(to, "tokens_kv", scene.contextTokens);
    integers(to, "token_ids", scene.tokenIds);
    writeSizes(to, scene);
    writeTensors(to, scene);
    writeScale(to.key("scale"), scene.scale, indent + 1);
    writeModifiers(to, scene);
    writeMask(to.key("mask"), scene.mask, indent + 1);
    to.text("fully_masked", kEmptyRows[static_cast<int>(scene.emptyRow)]);
    to.text("masked_value_policy", scene.maskedValues == MaskedValues::Skip ? "skip" : "ieee");
    to.text("precision", kPrecisions[static_cast<int>(scene.precision)]);
    integers(to, "silenced", scene.silenced);
    if (scene.flash) {
        Members flash(to.key("flash"), indent + 1);
        flash.integer("Br", scene.flash->queryRows);
        flash.integer("Bc", scene.flash->keyRows);
        flash.text("variant", scene.flash->variant == FlashTiling::Variant::Fa2 ? "fa2" : "fa1");
        flash.end();
    }
    tensor(to, "dOut", scene.dOut);
    if (scene.loss)
        writeLoss(to.key("loss"), *scene.loss, indent + 1);
    for (const auto& [key, json] : scene.kept)
        to.json(key, json);
    to.end();
}

}  // namespace

std::string writeScene(const SceneFile& file) {
    std::string out;
    Members to(out, 1);
    to.text("format", "headscope/scene");
    to.integer("version", 1);
    writeSceneObject(to.key("scene"), file.scene, 2);
    if (!file.snapshots.empty()) {
        to.key("snapshots") += '[';
        for (std::size_t i = 0; i < file.snapshots.size(); ++i) {
            out += i == 0 ? "\n  " : ",\n  ";
            Members snapshot(out, 3);
            snapshot.text("name", file.snapshots[i].name);
            writeSceneObject(snapshot.key("scene"), file.snapshots[i].scene, 4);
            snapshot.end();
        }
        out += ']';
    }
    if (!file.view.empty())
        to.json("view", file.view);
    for (const auto& [key, json] : file.kept)
        to.json(key, json);
    to.end();
    out += '\n';
    return out;
}

}  // namespace attn

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

void writeTensors(Members& to, const Scene& scene) {
    tensor(to, "X", scene.X);
    tensor(to, "X_kv", scene.Xkv);
    tensor(to, "W_q", scene.Wq);
    tensor(to, "W_k", scene.Wk);
    tensor(to, "W_v", scene.Wv);
    tensor(to, "W_o", scene.Wo);
    tensor(to, "b_q", scene.bq);
    tensor(to, "b_k", scene.bk);
    tensor(to, "b_v", scene.bv);
    tensor(to, "b_o", scene.bo);
}

void writeSceneObject(std::string& out, const Scene& scene, int indent) {
    static constexpr const char* kEmptyRows[] = {"zero", "nan", "uniform"};
    static constexpr const char* kPrecisions[] = {"f64", "f32", "f16", "bf16"};
    Members to(out, indent);
    const std::pair<const char*, const std::string*> descriptions[] = {
        {"name", &scene.name}, {"title", &scene.title}, {"why", &scene.why}};
    for (const auto& [key, text] : descriptions)
        if (!text->empty())
            to.text(key, *text);
    texts(to, "tags", scene.tags);
    to.text("kind", "mha");
    texts(to, "tokens", scene.tokens);
    texts(to, "tokens_kv", scene.contextTokens);
    integers(to, "token_ids", scene.tokenIds);
    to.integer("n_heads", scene.heads);
    to.integer("n_kv_heads", scene.kvHeads);
    if (const auto dims = validate(scene)) {
        to.integer("d_model", dims->dModel);
        to.integer("d_head", dims->dk);
        to.integer("d_value", dims->dv);
    }
    writeTensors(to, scene);
    writeScale(to.key("scale"), scene.scale, indent + 1);
    if (scene.temperature != 1.0)
        to.number("temperature", scene.temperature);
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

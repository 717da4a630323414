#include "core/io/scene_object.h"

#include <algorithm>
#include <utility>

#include "core/scene/validate.h"

namespace attn {

namespace {

/// What the format knows and this program does not yet do.
void refuseUnsupported(Fields& in) {
    const std::pair<const char*, const char*> features[] = {{"mistakes", "Deliberate mistakes are"},
                                                            {"model", "A model folder is"}};
    for (const auto& [key, sentence] : features)
        if (in.take(key) != nullptr)
            in.state().fail(ErrorCode::NotSupported, std::string(sentence) + " not yet supported.");
}

std::optional<Causal> readCausal(Fields& in) {
    const Json* value = in.take("causal");
    if (value == nullptr)
        return std::nullopt;
    Causal causal;
    if (value->kind == Json::Kind::Object) {
        auto object = in.object("causal");
        causal.align = Causal::Align::Offset;
        causal.offset = object->oneOrMore("offset");
        object->finish();
        return causal;
    }
    const std::size_t align = in.choice("causal", {"top_left", "bottom_right"}, 0);
    causal.align = align == 0 ? Causal::Align::TopLeft : Causal::Align::BottomRight;
    return causal;
}

Mask readMask(Fields& in) {
    Mask mask;
    mask.causal = readCausal(in);
    if (auto window = in.object("window")) {
        mask.window = Window{window->integer("left", -1), window->integer("right", -1),
                             window->integer("dilation", 1), window->oneOrMore("offset")};
        mask.window->left = std::max<Index>(mask.window->left, -1);
        mask.window->right = std::max<Index>(mask.window->right, -1);
        window->finish();
    }
    mask.globalTokens = in.integers("global_tokens");
    std::sort(mask.globalTokens.begin(), mask.globalTokens.end());
    mask.globalTokens.erase(std::unique(mask.globalTokens.begin(), mask.globalTokens.end()), mask.globalTokens.end());
    if (auto block = in.object("block")) {
        mask.block = BlockPattern{block->integer("block_size", 1), block->boolTensor("pattern")};
        block->finish();
    }
    mask.keyPadding = in.boolTensor("key_padding");
    mask.explicitAllow = in.boolTensor("explicit");
    mask.bias = in.tensor("bias");
    if (auto paint = in.object("paint")) {
        mask.paint = {paint->cells("allow"), paint->cells("forbid")};
        paint->finish();
    }
    in.finish();
    return mask;
}

Scale readScale(Fields& in) {
    Scale scale;
    if (auto object = in.object("scale")) {
        const std::size_t mode = object->choice("mode", {"rsqrt_dk", "none", "custom"}, 0);
        scale.mode = mode == 0 ? ScaleMode::RsqrtDk : mode == 1 ? ScaleMode::None : ScaleMode::Custom;
        if (scale.mode == ScaleMode::Custom && object->take("value") == nullptr)
            object->state().fail(ErrorCode::Malformed, "A custom scale needs " + object->path("value") + ".");
        const double value = object->number("value", 1.0);
        if (scale.mode == ScaleMode::Custom)
            scale.value = value;
        object->finish();
    }
    return scale;
}

Position readPosition(Fields& in) {
    Position position;
    position.scheme = static_cast<Position::Scheme>(in.choice("scheme", {"none", "sinusoidal", "rope", "alibi"}, 0));
    position.base = in.number("base", 10000.0);
    if (position.scheme == Position::Scheme::Rope && in.take("style") == nullptr)
        in.state().fail(ErrorCode::Malformed,
                        "Rotary positions need " + in.path("style") + ": interleaved or half, which do not agree.");
    position.style = static_cast<Position::Style>(in.choice("style", {"interleaved", "half"}, 1));
    position.rotaryDim = in.integer("rotary_dim", 0);
    if (const Json* slopes = in.take("slopes"); slopes != nullptr && slopes->text != "auto")
        position.slopes = in.numbers("slopes");
    position.qOffset = in.integer("q_offset", 0);
    position.kOffset = in.integer("k_offset", 0);
    in.finish();
    return position;
}

Sink readSink(Fields& in) {
    Sink sink;
    const bool isPerHead = in.choice("mode", {"off_by_one", "per_head"}, 0) == 1;
    sink.logits = in.numbers("logits");
    if (isPerHead && sink.logits.empty())
        in.state().fail(ErrorCode::Malformed,
                        "A sink of mode per_head needs " + in.path("logits") + ", one number per head.");
    if (!isPerHead && !sink.logits.empty())
        in.state().fail(ErrorCode::Malformed, "A sink of mode off_by_one takes no " + in.path("logits") + ".");
    in.finish();
    return sink;
}

Dropout readDropout(Fields& in) {
    Dropout dropout;
    dropout.where = static_cast<Dropout::Where>(in.choice("where", {"weights", "output"}, 0));
    dropout.p = in.number("p", 0.0);
    dropout.keep = in.boolTensor("keep");
    const bool hasSeed = in.take("seed") != nullptr;
    if (dropout.keep && hasSeed)
        in.state().fail(ErrorCode::Malformed,
                        "Dropout takes " + in.path("keep") + " or " + in.path("seed") + ", not both.");
    dropout.seed = in.seed("seed");
    in.finish();
    return dropout;
}

Loss readLoss(Fields& in) {
    Loss loss;
    loss.kind = static_cast<Loss::Kind>(in.choice("kind", {"dot", "cell", "row_target", "square"}, 0));
    loss.batch = in.integer("batch", 0);
    loss.row = in.integer("row", 0);
    loss.col = in.integer("col", 0);
    loss.target = in.numbers("target");
    in.finish();
    return loss;
}

using TensorMember = std::pair<const char*, TensorPtr Scene::*>;

/// The tensors that a scene of `kind` has.
std::vector<TensorMember> tensorsOf(Kind kind) {
    switch (kind) {
        case Kind::Additive:
            return {{"S", &Scene::S},    {"Hs", &Scene::Hs},  {"W_a", &Scene::Wa},
                    {"U_a", &Scene::Ua}, {"v_a", &Scene::va}, {"b_a", &Scene::ba}};
        case Kind::Qkv:
            return {{"Q", &Scene::Q},          {"K", &Scene::K},    {"V", &Scene::V},   {"past_K", &Scene::pastK},
                    {"past_V", &Scene::pastV}, {"W_o", &Scene::Wo}, {"b_o", &Scene::bo}};
        case Kind::Weights:
            return {{"A", &Scene::A}};
        case Kind::Mha:
        case Kind::Linear:
            break;
    }
    return {{"X", &Scene::X},    {"X_kv", &Scene::Xkv}, {"W_q", &Scene::Wq}, {"W_k", &Scene::Wk},
            {"W_v", &Scene::Wv}, {"W_o", &Scene::Wo},   {"b_q", &Scene::bq}, {"b_k", &Scene::bk},
            {"b_v", &Scene::bv}, {"b_o", &Scene::bo}};
}

/// What only one kind has besides tensors.
void readKind(Fields& in, Scene& scene) {
    if (scene.kind == Kind::Qkv)
        scene.kvLengths = in.integers("kv_lengths");
    if (scene.kind == Kind::Weights)
        scene.layer = in.integer("layer", 0);
    if (scene.kind == Kind::Linear) {
        in.choice("feature_map", {"elu_plus_one"}, 0);
        scene.eps = in.number("eps", 0.0);
    }
}

/// Given Q or A say how many heads there are where the scene does not.
Index headsOf(const TensorPtr& tensor, Index axisFromRight) {
    return tensor && tensor->rank() > axisFromRight ? tensor->dim(tensor->rank() - 1 - axisFromRight) : 1;
}

void readHeads(Fields& in, Scene& scene) {
    const bool isQkv = scene.kind == Kind::Qkv;
    scene.heads = in.integer("n_heads", isQkv                         ? headsOf(scene.Q, 2)
                                        : scene.kind == Kind::Weights ? headsOf(scene.A, 2)
                                                                      : 1);
    scene.kvHeads = in.integer("n_kv_heads", isQkv ? headsOf(scene.K, 2) : scene.heads);
}

using StatedWidth = std::pair<const char*, Index Dimensions::*>;

/// Widths that a file may state once more.
std::vector<StatedWidth> widthsOf(Kind kind) {
    if (kind == Kind::Additive)
        return {{"d_s", &Dimensions::dModel}, {"d_h", &Dimensions::dKv}, {"d_a", &Dimensions::dk}};
    if (kind == Kind::Weights)
        return {};
    if (kind == Kind::Qkv)
        return {{"d_head", &Dimensions::dk}, {"d_value", &Dimensions::dv}};
    return {{"d_model", &Dimensions::dModel}, {"d_head", &Dimensions::dk}, {"d_value", &Dimensions::dv}};
}

/// They say again what the tensors say.
void checkWidths(Fields& in, Kind kind, const Dimensions& d) {
    for (const auto& [key, width] : widthsOf(kind))
        if (const Index stated = in.integer(key, d.*width); stated != d.*width)
            in.state().fail(ErrorCode::ShapeMismatch, in.path(key) + " is " + std::to_string(stated) +
                                                          " but the tensors have " + std::to_string(d.*width) + ".");
}

}  // namespace

const std::vector<std::string>& carriedSceneKeys() {
    static const std::vector<std::string> kCarried = {"relation", "wrong_answer"};
    return kCarried;
}

Scene readSceneObject(Fields in) {
    ReadState& state = in.state();
    Scene scene;
    refuseUnsupported(in);
    scene.kind = static_cast<Kind>(in.choice("kind", {"mha", "linear", "additive", "qkv", "weights"}, 0));
    scene.name = in.text("name");
    scene.title = in.text("title");
    scene.why = in.text("why");
    scene.tags = in.texts("tags");
    scene.tokens = in.texts("tokens");
    scene.contextTokens = in.texts("tokens_kv");
    scene.tokenIds = in.integers("token_ids");
    for (const auto& [key, member] : tensorsOf(scene.kind))
        scene.*member = in.tensor(key);
    scene.dOut = in.tensor("dOut");
    readKind(in, scene);
    readHeads(in, scene);
    scene.scale = readScale(in);
    scene.temperature = in.number("temperature", 1.0);
    scene.softcap = in.number("softcap", 0.0);
    if (auto position = in.object("position"))
        scene.position = readPosition(*position);
    if (auto sink = in.object("sink"))
        scene.sink = readSink(*sink);
    if (auto dropout = in.object("dropout"))
        scene.dropout = readDropout(*dropout);
    if (auto loss = in.object("loss"))
        scene.loss = readLoss(*loss);
    if (auto mask = in.object("mask"))
        scene.mask = readMask(*mask);
    scene.emptyRow = static_cast<EmptyRow>(in.choice("fully_masked", {"zero", "nan", "uniform"}, 0));
    scene.maskedValues = static_cast<MaskedValues>(in.choice("masked_value_policy", {"skip", "ieee"}, 0));
    scene.precision = static_cast<Precision>(in.choice("precision", {"f64", "f32", "f16", "bf16"}, 1));
    scene.silenced = in.integers("silenced");
    std::sort(scene.silenced.begin(), scene.silenced.end());
    scene.silenced.erase(std::unique(scene.silenced.begin(), scene.silenced.end()), scene.silenced.end());
    if (auto flash = in.object("flash")) {
        const Index queryRows = flash->integer("Br", 64);
        const Index keyRows = flash->integer("Bc", 64);
        const auto variant = static_cast<FlashTiling::Variant>(flash->choice("variant", {"fa2", "fa1"}, 0));
        scene.flash = FlashTiling{queryRows, keyRows, variant};
        flash->finish();
    }
    for (const auto& [key, value] : in.json().members)
        if (value.kind == Json::Kind::Raw && key != "view")
            scene.kept[key] = value.text;
    for (const std::string& key : carriedSceneKeys())
        in.take(key);
    const auto dims = validate(scene);
    if (dims)
        checkWidths(in, scene.kind, *dims);
    for (const auto& [key, width] : widthsOf(scene.kind))
        in.take(key);
    in.finish();
    if (!dims)
        state.fail(dims.error().code, in.path("") + dims.error().message);
    return scene;
}

}  // namespace attn

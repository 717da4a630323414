#include <algorithm>
#include <istream>
#include <iterator>

#include "core/io/fields.h"
#include "core/io/scene_file.h"
#include "core/scene/validate.h"

namespace attn {

namespace {

/// Keys of `scene` whose values carry no computation.
const std::vector<std::string> kCarried = {"relation", "wrong_answer"};

/// What the format knows and this program does not yet compute.
void refuseUnsupported(Fields& in) {
    const auto refuse = [&](const std::string& what) {
        in.state().fail(ErrorCode::NotSupported, what + " not yet supported.");
    };
    if (const std::string kind = in.text("kind", "mha"); kind != "mha")
        refuse("Scenes of kind " + (kind.size() <= 40 ? kind : kind.substr(0, 40) + "...") + " are");
    if (const double softcap = in.number("softcap", 0.0); softcap != 0.0)
        refuse(in.path("softcap") + ", the soft cap on logits, is");
    if (auto position = in.object("position")) {
        const std::vector<std::string> schemes = {"none", "sinusoidal", "rope", "alibi"};
        if (const std::size_t scheme = position->choice("scheme", schemes, 0); scheme != 0)
            refuse("Position scheme " + schemes[scheme] + " is");
        for (const char* parameter : {"base", "style", "rotary_dim", "slopes", "q_offset", "k_offset"})
            position->take(parameter);
        position->finish();
    }
    const std::pair<const char*, const char*> features[] = {{"sink", "An attention sink is"},
                                                            {"dropout", "Dropout is"},
                                                            {"loss", "A loss is"},
                                                            {"mistakes", "Deliberate mistakes are"},
                                                            {"model", "A model folder is"}};
    for (const auto& [key, sentence] : features)
        if (in.take(key) != nullptr)
            refuse(sentence);
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
    if (in.take("block") != nullptr)
        in.state().fail(ErrorCode::NotSupported, "A block mask is not yet supported.");
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
        const double value = object->number("value", 1.0);
        if (scale.mode == ScaleMode::Custom)
            scale.value = value;
        object->finish();
    }
    return scale;
}

void readTensors(Fields& in, Scene& scene) {
    const std::pair<const char*, TensorPtr*> tensors[] = {
        {"X", &scene.X},    {"X_kv", &scene.Xkv}, {"W_q", &scene.Wq}, {"W_k", &scene.Wk}, {"W_v", &scene.Wv},
        {"W_o", &scene.Wo}, {"b_q", &scene.bq},   {"b_k", &scene.bk}, {"b_v", &scene.bv}, {"b_o", &scene.bo}};
    for (const auto& [key, tensor] : tensors)
        *tensor = in.tensor(key);
    scene.dOut = in.tensor("dOut");
}

/// d_model, d_head and d_value say again what the tensors say.
void checkWidths(Fields& in, const Dimensions& d) {
    const std::pair<const char*, Index> widths[] = {{"d_model", d.dModel}, {"d_head", d.dk}, {"d_value", d.dv}};
    for (const auto& [key, width] : widths)
        if (const Index stated = in.integer(key, width); stated != width)
            in.state().fail(ErrorCode::ShapeMismatch, in.path(key) + " is " + std::to_string(stated) +
                                                          " but the tensors have " + std::to_string(width) + ".");
}

Scene readSceneObject(Fields in) {
    ReadState& state = in.state();
    Scene scene;
    refuseUnsupported(in);
    scene.name = in.text("name");
    scene.title = in.text("title");
    scene.why = in.text("why");
    scene.tags = in.texts("tags");
    scene.tokens = in.texts("tokens");
    scene.contextTokens = in.texts("tokens_kv");
    scene.tokenIds = in.integers("token_ids");
    scene.heads = in.integer("n_heads", 1);
    scene.kvHeads = in.integer("n_kv_heads", scene.heads);
    readTensors(in, scene);
    scene.scale = readScale(in);
    scene.temperature = in.number("temperature", 1.0);
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
    for (const std::string& key : kCarried)
        in.take(key);
    const auto dims = validate(scene);
    if (dims)
        checkWidths(in, *dims);
    for (const char* key : {"d_model", "d_head", "d_value"})
        in.take(key);
    in.finish();
    if (!dims)
        state.fail(dims.error().code, in.path("") + dims.error().message);
    return scene;
}

void readSnapshots(Fields& in, SceneFile& file) {
    const Json* list = in.take("snapshots");
    if (list == nullptr || (list->kind == Json::Kind::Numbers && list->numbers.empty()))
        return;
    if (list->kind != Json::Kind::Array)
        in.state().fail(ErrorCode::Malformed, "snapshots must be a list.");
    for (const Json& item : list->items) {
        const std::string place = "Snapshot " + std::to_string(file.snapshots.size() + 1) + ": ";
        if (item.kind != Json::Kind::Object) {
            in.state().fail(ErrorCode::Malformed, place + "it must be an object in braces.");
            return;
        }
        Fields fields(item, place, in.state());
        SceneFile::Snapshot snapshot;
        snapshot.name = fields.text("name");
        if (auto scene = fields.object("scene"))
            snapshot.scene = readSceneObject(Fields(scene->json(), place, in.state()));
        else
            in.state().fail(ErrorCode::Malformed, place + "it has no scene.");
        fields.finish();
        if (in.state().error)
            return;
        file.snapshots.push_back(std::move(snapshot));
    }
}

void checkHeader(Fields& in) {
    ReadState& state = in.state();
    const std::string format = in.text("format");
    if (format != "headscope/scene") {
        std::string shown;
        appendJsonText(shown, format.size() <= 60 ? format : format.substr(0, 60) + "...");
        state.fail(ErrorCode::Malformed, format.empty() ? "This is not a Headscope scene: it has no \"format\"."
                                                        : "This is not a Headscope scene: its format is " + shown +
                                                              ", not \"headscope/scene\".");
    }
    if (in.json().find("version") == nullptr)
        state.fail(ErrorCode::Malformed, "The scene file has no \"version\".");
    if (const Index version = in.integer("version", 1); version != 1)
        state.fail(ErrorCode::NotSupported,
                   "The scene file has version " + std::to_string(version) + "; this program reads version 1.");
}

Result<SceneFile> sceneFileFrom(const Json& root) {
    if (root.kind != Json::Kind::Object)
        return Error{ErrorCode::Malformed, "This is not a Headscope scene: it is not an object in braces."};
    ReadState state;
    Fields in(root, "", state);
    SceneFile file;
    checkHeader(in);
    if (state.error)
        return *state.error;
    if (auto scene = in.object("scene"))
        file.scene = readSceneObject(Fields(scene->json(), "", state));
    else
        state.fail(ErrorCode::Malformed, "The scene file has no \"scene\".");
    if (!state.error)
        readSnapshots(in, file);
    if (const Json* view = in.take("view"))
        file.view = view->text == "null" ? "" : view->text;
    for (const auto& [key, value] : root.members)
        if (key.rfind("x-", 0) == 0)
            file.kept[key] = value.text;
    if (!file.view.empty() && file.view[0] != '{')
        state.fail(ErrorCode::Malformed, "view must be an object in braces.");
    in.finish();
    if (state.error)
        return *state.error;
    return file;
}

}  // namespace

Result<SceneFile> readScene(std::istream& in) {
    std::string text;
    std::vector<char> block(std::size_t(1) << 16);
    try {
        while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
            text.append(block.data(), static_cast<std::size_t>(in.gcount()));
            if (static_cast<double>(text.size()) > kLargestSceneFile)
                return Error{ErrorCode::TooLarge, "The scene is longer than " + bytesText(kLargestSceneFile) +
                                                      ", which is the most that is read."};
        }
        if (in.bad())
            return Error{ErrorCode::FileProblem, "Reading failed after " + std::to_string(text.size()) + " bytes."};
        std::vector<std::string> rawKeys = kCarried;
        rawKeys.emplace_back("view");
        const auto root = parseJson(text, rawKeys);
        if (!root)
            return root.error();
        return sceneFileFrom(*root);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::TooLarge, "There is not enough memory for a scene of " +
                                              bytesText(static_cast<double>(text.size())) + "."};
    }
}

}  // namespace attn

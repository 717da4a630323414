#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/random.h"
#include "core/io/scene_file.h"
#include "core/scene/same.h"
#include "core/scene/validate.h"
#include "tests/support/catch.h"
#include "tests/support/core/scene_text.h"

using namespace attn;
using namespace attn::test;

TEST_CASE("readScene: left-out keys take the defaults of the format", "[io]") {
    const auto file = readText(sceneText(kTensors));
    REQUIRE(file);
    const Scene& scene = file->scene;
    CHECK((scene.heads == 1 && scene.kvHeads == 1 && scene.temperature == 1.0));
    CHECK(scene.scale == Scale{});
    CHECK((scene.emptyRow == EmptyRow::Zero && scene.maskedValues == MaskedValues::Skip));
    CHECK(scene.precision == Precision::F32);
    CHECK((!scene.Xkv && !scene.Wo && !scene.bq && !scene.dOut && !scene.flash));
    CHECK((!scene.mask.causal && !scene.mask.window && !scene.mask.explicitAllow));
    CHECK(*scene.X == Tensor({1, 3, 2}, {1, 2, 3, 4, 5, 6}));
    CHECK((file->snapshots.empty() && file->view.empty()));
}

TEST_CASE("readScene: every key reaches its member", "[io]") {
    const auto file = readText(sceneText(
        R"("name": "n", "title": "t", "why": "w", "tags": ["a", "b"], "tokens": ["The", "cat", "sat"],
           "tokens_kv": ["NaN", "Infinity"], "token_ids": [5, 6, 5], "n_heads": 2, "n_kv_heads": 1, "d_model": 2, "d_head": 1,
           "d_value": 1, "X_kv": {"shape": [1, 2, 1], "data": ["NaN", "-Infinity"]}, "W_o": [[1], [1]], "b_q": [1, 2],
           "b_k": [1], "b_v": [1], "b_o": [9], "X": [[[1, 2], [3, 4], [5, 6]]], "W_q": [[1, 0], [0, 1]], "W_k": [[1]],
           "W_v": [[1]], "scale": {"mode": "custom", "value": 0.25}, "temperature": 2,
           "mask": {"causal": {"offset": 1}, "window": {"left": 2, "right": -5, "dilation": 3, "offset": [7]},
             "global_tokens": [1, 0, 1], "key_padding": [[1, 0]], "explicit": [[true, false], [true, true], [false, true]],
             "bias": {"shape": [1, 2], "data": [0.5, "-Infinity"]}, "paint": {"allow": [[1, 1], [0, 0], [1, 1]]}},
           "fully_masked": "nan", "masked_value_policy": "ieee", "precision": "f64", "silenced": [1],
           "flash": {"Br": 4, "Bc": 3, "variant": "fa1"}, "dOut": [[[1], [2], [3]]], "relation": {"type": "same", "n": 1.50})",
        R"(, "view": {"head": 1}, "x-note": [1, "a"], "snapshots": [{"name": "first", "scene": {)" + kTensors +
            "}}]"));
    REQUIRE(faultOf("") != "");
    if (!file)
        FAIL(file.error().message);
    const Scene& s = file->scene;
    CHECK((s.name == "n" && s.title == "t" && s.why == "w"));
    CHECK(s.tags == std::vector<std::string>{"a", "b"});
    CHECK(s.tokens == std::vector<std::string>{"The", "cat", "sat"});
    CHECK(s.contextTokens == std::vector<std::string>{"NaN", "Infinity"});
    CHECK(s.tokenIds == std::vector<Index>{5, 6, 5});
    CHECK((std::isnan((*s.Xkv)[0]) && (*s.Xkv)[1] == -INFINITY));
    CHECK((s.bo && (*s.bo)[0] == 9.0 && s.bq && s.bk && s.bv));
    CHECK(s.scale == Scale{ScaleMode::Custom, 0.25});
    CHECK(s.mask.causal == Causal{Causal::Align::Offset, {1}});
    CHECK(s.mask.window == Window{2, -1, 3, {7}});
    CHECK(s.mask.globalTokens == std::vector<Index>{0, 1});
    CHECK(*s.mask.keyPadding == BoolTensor({1, 2}, {1, 0}));
    CHECK(*s.mask.explicitAllow == BoolTensor({3, 2}, {1, 0, 1, 1, 0, 1}));
    CHECK((*s.mask.bias)[1] == -INFINITY);
    CHECK(s.mask.paint.allow == std::vector<Cell>{{0, 0}, {1, 1}});
    CHECK((s.emptyRow == EmptyRow::NaN && s.maskedValues == MaskedValues::Ieee && s.precision == Precision::F64));
    CHECK(s.silenced == std::vector<Index>{1});
    CHECK(s.flash == FlashTiling{4, 3, FlashTiling::Variant::Fa1});
    CHECK(s.dOut->size() == 3);
    CHECK(s.kept.at("relation") == R"({"type":"same","n":1.50})");
    CHECK(file->view == R"({"head":1})");
    CHECK(file->kept.at("x-note") == R"([1,"a"])");
    REQUIRE(file->snapshots.size() == 1);
    CHECK((file->snapshots[0].name == "first" && file->snapshots[0].scene.X));
}

TEST_CASE("readScene: a random tensor has the numbers of randomTensor", "[io]") {
    const auto file = readText(sceneText(
        R"("X": {"shape": [1, 3, 2], "random": {"dist": "uniform", "seed": 7, "scale": 0.5}}, "W_q": [[1], [0]],
           "W_k": [[1], [0]], "W_v": {"shape": [2, 1], "random": {"seed": 3}})"));
    REQUIRE(file);
    CHECK(*file->scene.X == randomTensor({1, 3, 2}, Distribution::Uniform, 7, 0.5));
    CHECK(*file->scene.Wv == randomTensor({2, 1}, Distribution::Normal, 3, 1.0));
}

TEST_CASE("readScene: a fault is one sentence with its place and numbers", "[io][error]") {
    const std::pair<std::string, std::string> faults[] = {
        {"", "The text is empty."},
        {R"({"format": "headscope/scene",)",
         "The text ends too early, at byte 29 (line 1): it is not complete JSON."},
        {"[1, 2]", "This is not a Headscope scene: it is not an object in braces."},
        {"{}", "This is not a Headscope scene: it has no \"format\"."},
        {R"({"format": "headscope/expected", "scene": {}})",
         "This is not a Headscope scene: its format is \"headscope/expected\", not \"headscope/scene\"."},
        {R"({"format": "headscope/scene", "version": 2, "scene": {}})",
         "The scene file has version 2; this program reads version 1."},
        {R"({"format": "headscope/scene", "version": 1})", "The scene file has no \"scene\"."},
        {sceneText(kTensors) + "x", "The text is not valid JSON at byte 163 (line 1): something follows the end."},
        {sceneText(kTensors, R"(, "extra": 1)"), "The key \"extra\" is unknown."},
        {sceneText(kTensors + R"(, "W_Q": 1)"), "The key \"W_Q\" is unknown."},
        {sceneText(kTensors + R"(, "view": 1)"), "The key \"view\" is unknown."},
        {sceneText(kTensors + R"(, "mask": {"causl": 1})"), "The key \"mask.causl\" is unknown."},
        {sceneText(kTensors + R"(, "X": [[[1, 2]]])"), "The key \"X\" stands twice in one object."},
        {sceneText(kTensors + R"(, "n_heads": 1.5)"),
         "n_heads is 1.5 where a whole number of at most 2^53 is needed."},
        {sceneText(kTensors + R"(, "n_heads": true)"), "n_heads must be a whole number."},
        {sceneText(kTensors + R"(, "temperature": 1e999)"),
         "A number at byte 182 (line 1) is too large for double precision."},
        {sceneText(kTensors + R"(, "temperature": "hot")"), "temperature must be a number."},
        {sceneText(kTensors + R"(, "title": 3)"), "title must be a text."},
        {sceneText(kTensors + R"(, "precision": "f65")"),
         "precision is \"f65\"; it must be one of f64, f32, f16, bf16."},
        {sceneText(kTensors + R"(, "tokens": [1, "cat"])"), "\"tokens\" mixes numbers with other values."},
        {sceneText(kTensors + R"(, "d_head": 3)"), "d_head is 3 but the tensors have 2."},
        {sceneText(kTensors + R"(, "b_q": [1, 2, 3])"), "b_q has 3 numbers but W_q has 2 columns."},
        {sceneText(kTensors + R"(, "b_q": [true, false])"), "b_q holds true or false where numbers are needed."},
        {sceneText(kTensors + R"(, "W_o": [[1, 2], [3]])"), "W_o has rows of different lengths: 2 and 1."},
        {sceneText(kTensors + R"(, "W_o": [[1, 2], [[3]]])"), "W_o has rows of different lengths: 2 and 1."},
        {sceneText(kTensors + R"(, "W_o": [[[1]], [2]])"), "W_o is nested to different depths."},
        {sceneText(kTensors + R"(, "W_o": {"data": [1]})"), "W_o has no shape."},
        {sceneText(kTensors + R"(, "W_o": {"shape": [2, 2], "data": [1]})"),
         "W_o has shape 2 x 2, that is 4 numbers, but its data has 1."},
        {sceneText(kTensors + R"(, "W_o": {"shape": [2, -2], "data": [1]})"), "W_o has a negative size: 2 x -2."},
        {sceneText(kTensors + R"(, "W_o": {"shape": [4611686018427387904, 4], "data": []})"),
         "W_o.shape is 4611686018427387904 where a whole number of at most 2^53 is needed."},
        {sceneText(kTensors + R"(, "W_o": {"shape": [1048576, 1048576], "random": {}})"),
         "W_o of shape 1048576 x 1048576 would need 8 TiB; random tensors may take 2 GiB in one file."},
        {sceneText(kTensors + R"(, "W_o": {"shape": [9007199254740992, 9007199254740992], "random": {}})"),
         "W_o of shape 9007199254740992 x 9007199254740992 would need 562949953421312 EiB."},
        {sceneText(kTensors + R"(, "W_o": {"shape": [2, 2], "data": [1, 2, 3, 4], "dtype": "bool"})"),
         "W_o holds 2, which is not of its type bool."},
        {sceneText(kTensors + R"(, "mask": {"explicit": [[0, 0.5, 1]]})"),
         "mask.explicit holds 0.5 where only 0 and 1 are allowed."},
        {sceneText(kTensors + R"(, "mask": {"causal": "left"})"),
         "mask.causal is \"left\"; it must be one of top_left, bottom_right."},
        {sceneText(kTensors + R"(, "mask": {"paint": {"allow": [[1, 2, 3]]}})"),
         "mask.paint.allow must be a list of [row, column] pairs."},
        {sceneText(kTensors, R"(, "snapshots": [{"name": "a", "scene": {"n_heads": 0}}])"),
         "Snapshot 1: There are 0 heads; at least 1 is needed."},
        {std::string(100000, '['), "Brackets are nested more than 64 deep."},
        {sceneText(kTensors + R"(, "x-deep": )" + std::string(100000, '[')),
         "Brackets are nested more than 64 deep."},
        {std::string("{\"format\": \"a\0b\"}", 17), "Byte 14 of the text is zero: this is not JSON."},
        {sceneText(kTensors) + std::string(1, '\0') + "{", "Byte 163 of the text is zero: this is not JSON."},
        {"{\"format\": \"a\x01\"}",
         "The text is not valid JSON at byte 14 (line 1): a control character inside a text."},
        {"{\"format\": \"\xff\"}", "The text is not valid JSON at byte 13 (line 1): bytes that are not UTF-8."},
        {R"({"format": "\q"})",
         "The text is not valid JSON at byte 14 (line 1): a text that does not end or has a bad escape."},
    };
    for (const auto& [text, message] : faults) {
        INFO(text.substr(0, 300));
        CHECK(faultOf(text) == message);
    }
}

TEST_CASE("readScene: what is not yet computed is refused by name", "[io][error]") {
    const std::pair<std::string, std::string> refusals[] = {
        {R"("mistakes": ["no_scale"])", "Deliberate mistakes are not yet supported."},
        {R"("W_o": {"file": "a.safetensors", "tensor": "w"})",
         "W_o is in a file of its own; tensor files are not yet supported."},
    };
    for (const auto& [members, message] : refusals) {
        const auto file = readText(sceneText(kTensors + ", " + members));
        REQUIRE_FALSE(file);
        CHECK(file.error().message == message);
        CHECK(file.error().code == ErrorCode::NotSupported);
    }
    CHECK(faultOf(sceneText(kTensors + R"(, "softcap": 0, "position": {"scheme": "none"}, "sink": null)")) == "");
}

TEST_CASE("readScene: what a part of a scene lacks is said", "[io][error]") {
    const std::pair<std::string, std::string> faults[] = {
        {R"("position": {"scheme": "rope"})",
         "Rotary positions need position.style: interleaved or half, which do not agree."},
        {R"("position": {"scheme": "rope", "style": null})",
         "Rotary positions need position.style: interleaved or half, which do not agree."},
        {R"("scale": {"mode": "custom"})", "A custom scale needs scale.value."},
        {R"("scale": {"mode": "custom", "value": null})", "A custom scale needs scale.value."},
        {R"("dropout": {"p": 0.5, "seed": null, "keep": [[[[1, 1, 1], [1, 0, 1], [1, 1, 1]]]]})", ""},
        {R"("sink": {"mode": "per_head"})", "A sink of mode per_head needs sink.logits, one number per head."},
        {R"("sink": {"logits": [1]})", "A sink of mode off_by_one takes no sink.logits."},
        {R"("dropout": {"p": 0.5, "seed": 1, "keep": [[[[1]]]]})",
         "Dropout takes dropout.keep or dropout.seed, not both."},
        {R"("dropout": {"p": 1})", "dropout.p is 1; it must be at least 0 and below 1."},
        {R"("mask": {"block": {"block_size": 2}})", "The block mask has no pattern."},
        {R"("kind": "quadratic")", R"(kind is "quadratic"; it must be one of mha, linear, additive, qkv, weights.)"},
        {R"("kind": "qkv")", "The key \"X\" is unknown."},
        {R"("eps": 1)", "The key \"eps\" is unknown."},
        {R"("softcap": -1)", "The soft cap is -1; it must be finite and above 0, or 0 for none."},
    };
    for (const auto& [members, message] : faults)
        CHECK(faultOf(sceneText(kTensors + ", " + members)) == message);
}

TEST_CASE("readScene: every case scene is read, and written so that it reads back alike", "[io][cases]") {
    const std::filesystem::path folder = std::filesystem::path(HEADSCOPE_CASES) / "vectors/scenes";
    if (!std::filesystem::exists(folder)) {
        WARN("no cases: " << folder);
        return;
    }
    std::size_t read = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string number = entry.path().filename().string().substr(0, 3);
        if (number == "ind")
            continue;
        std::ifstream in(entry.path());
        const auto scene = nlohmann::json::parse(in).at("scene");
        const nlohmann::json whole = {{"format", "headscope/scene"}, {"version", 1}, {"scene", scene}};
        const auto file = readText(whole.dump());
        INFO(entry.path().filename().string() << ": " << (file ? "" : file.error().message));
        REQUIRE(file);
        ++read;
        const auto again = readText(writeScene(*file));
        REQUIRE(again);
        CHECK(writeScene(*file) == writeScene(*again));
        CHECK(sameScene(file->scene, again->scene));
    }
    CHECK(read >= 50);
}

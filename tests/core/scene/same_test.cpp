#include "core/scene/same.h"

#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;

TEST_CASE("sameScene: tensors are compared by value, and NaN equals NaN", "[scene]") {
    const Scene a = test::plainScene(1, 3, 4, 1, 1, 2);
    Scene b = a;
    b.X = std::make_shared<const Tensor>(*a.X);
    CHECK(sameScene(a, b));

    Tensor changed = *a.X;
    changed[5] = std::nan("");
    b.X = std::make_shared<const Tensor>(changed);
    CHECK_FALSE(sameScene(a, b));
    Scene c = a;
    c.X = std::make_shared<const Tensor>(changed);
    CHECK(sameScene(b, c));
}

TEST_CASE("sameScene: every member counts", "[scene]") {
    const Scene a = test::plainScene(1, 3, 4, 2, 2, 2);
    const std::vector<void (*)(Scene&)> edits = {
        [](Scene& s) { s.name = "n"; },
        [](Scene& s) { s.title = "t"; },
        [](Scene& s) { s.why = "w"; },
        [](Scene& s) { s.tags = {"x"}; },
        [](Scene& s) {
            s.tokens = {"a", "b", "c"};
        },
        [](Scene& s) { s.contextTokens = {"a"}; },
        [](Scene& s) {
            s.tokenIds = {1, 2, 3};
        },
        [](Scene& s) { s.Xkv = s.X; },
        [](Scene& s) { s.Wk = nullptr; },
        [](Scene& s) { s.Wv = nullptr; },
        [](Scene& s) {
            s.Wo = test::noise({4, 4}, 9);
        },
        [](Scene& s) { s.kind = Kind::Linear; },
        [](Scene& s) { s.softcap = 2.0; },
        [](Scene& s) { s.position.scheme = Position::Scheme::Rope; },
        [](Scene& s) { s.position.kOffset = 1; },
        [](Scene& s) { s.sink.emplace(); },
        [](Scene& s) {
            s.dropout = Dropout{Dropout::Where::Weights, 0.1, nullptr, 1};
        },
        [](Scene& s) {
            s.dropout = Dropout{Dropout::Where::Weights, 0.1, nullptr, 2};
        },
        [](Scene& s) {
            s.loss = Loss{Loss::Kind::Square, 0, 0, 0, {}};
        },
        [](Scene& s) {
            s.mask.block = BlockPattern{3, test::flags({1, 1}, {1})};
        },
        [](Scene& s) {
            s.mask.block = BlockPattern{3, test::flags({1, 1}, {0})};
        },
        [](Scene& s) {
            s.A = test::noise({3, 3}, 9);
        },
        [](Scene& s) {
            s.pastV = test::noise({1, 2, 3, 2}, 9);
        },
        [](Scene& s) { s.kvLengths = {3}; },
        [](Scene& s) { s.layer = 1; },
        [](Scene& s) { s.eps = 0.5; },
        [](Scene& s) { s.ba = test::noise({3}, 9); },
        [](Scene& s) { s.bq = test::noise({4}, 9); },
        [](Scene& s) { s.bk = test::noise({4}, 9); },
        [](Scene& s) { s.bv = test::noise({4}, 9); },
        [](Scene& s) { s.bo = test::noise({4}, 9); },
        [](Scene& s) { s.dOut = test::noise({4}, 9); },
        [](Scene& s) { s.heads = 4; },
        [](Scene& s) { s.kvHeads = 1; },
        [](Scene& s) { s.scale.mode = ScaleMode::None; },
        [](Scene& s) { s.scale.value = 2.0; },
        [](Scene& s) { s.temperature = 2.0; },
        [](Scene& s) { s.emptyRow = EmptyRow::NaN; },
        [](Scene& s) { s.maskedValues = MaskedValues::Ieee; },
        [](Scene& s) { s.precision = Precision::F64; },
        [](Scene& s) { s.silenced = {1}; },
        [](Scene& s) { s.flash = FlashTiling{}; },
        [](Scene& s) { s.kept["x-a"] = "1"; },
        [](Scene& s) { s.mask.causal = Causal{}; },
        [](Scene& s) { s.mask.window = Window{}; },
        [](Scene& s) { s.mask.globalTokens = {0}; },
        [](Scene& s) {
            s.mask.keyPadding = test::flags({1, 3}, {1, 1, 0});
        },
        [](Scene& s) {
            s.mask.explicitAllow = test::flags({1, 3}, {1, 1, 0});
        },
        [](Scene& s) { s.mask.bias = test::noise({3}, 9); },
        [](Scene& s) {
            s.mask.paint.allow = {{0, 1}};
        },
        [](Scene& s) {
            s.mask.paint.forbid = {{0, 1}};
        },
    };
    for (std::size_t i = 0; i < edits.size(); ++i) {
        CAPTURE(i);
        Scene b = a;
        edits[i](b);
        CHECK_FALSE(sameScene(a, b));
    }
}

TEST_CASE("sameShapes: values do not count, sizes and heads do", "[scene]") {
    const Scene a = test::plainScene(1, 3, 4, 2, 2, 2);
    Scene b = a;
    b.X = test::noise({1, 3, 4}, 77);
    b.mask.causal = Causal{};
    CHECK(sameShapes(a, b));
    b.X = test::noise({1, 5, 4}, 77);
    CHECK_FALSE(sameShapes(a, b));
    b = a;
    b.kvHeads = 1;
    CHECK_FALSE(sameShapes(a, b));
    b = a;
    b.Wo = test::noise({4, 4}, 1);
    CHECK_FALSE(sameShapes(a, b));
}

#include "core/scene/validate.h"

#include <cmath>
#include <functional>

#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

namespace {

struct Fault {
    std::function<void(Scene&)> make;
    ErrorCode code;
    std::string message;
};

/// Batch 2, 3 tokens, width 4, 2 heads of width 2 that share one key-value head.
Scene small() {
    return plainScene(2, 3, 4, 2, 1, 2);
}

void checkFaults(const std::vector<Fault>& faults) {
    for (const Fault& fault : faults) {
        Scene scene = small();
        fault.make(scene);
        const auto got = validate(scene);
        INFO(fault.message);
        REQUIRE_FALSE(got);
        CHECK(got.error().message == fault.message);
        CHECK(got.error().code == fault.code);
    }
}

constexpr auto kShape = ErrorCode::ShapeMismatch;
constexpr auto kRange = ErrorCode::OutOfRange;

}  // namespace

TEST_CASE("validate: a sound scene gives its sizes", "[scene]") {
    Scene scene = small();
    scene.Wo = noise({4, 5}, 9);
    Dimensions want;
    want.batch = 2, want.nq = want.nk = 3, want.dModel = want.dKv = 4, want.heads = 2, want.kvHeads = 1;
    want.dk = want.dv = 2, want.dOut = 5;
    const auto got = validate(scene);
    REQUIRE(got);
    CHECK(*got == want);

    scene.Xkv = noise({2, 7, 6}, 5);
    scene.Wk = noise({6, 2}, 6);
    scene.Wv = noise({6, 3}, 7);
    scene.Wo = nullptr;
    const auto cross = validate(scene);
    REQUIRE(cross);
    CHECK((cross->isCross && cross->nk == 7 && cross->dKv == 6 && cross->dv == 3 && cross->dOut == 6));
}

TEST_CASE("validate: no tokens at all is a sound scene", "[scene][limit]") {
    Scene scene = small();
    scene.X = noise({1, 0, 4}, 1);
    const auto got = validate(scene);
    REQUIRE(got);
    CHECK((got->nq == 0 && got->nk == 0));
}

TEST_CASE("validate: a matrix that does not fit is named with both numbers", "[scene][error]") {
    checkFaults({
        {[](Scene& s) { s.X = nullptr; }, kShape, "X is missing."},
        {[](Scene& s) {
             s.X = noise({3, 4}, 1);
         },
         kShape, "X has 2 axes (3 x 4) but needs 3: batch, tokens, width."},
        {[](Scene& s) {
             s.X = noise({0, 3, 4}, 1);
         },
         kShape, "X is 0 x 3 x 4; it needs at least 1 batch item and 1 column."},
        {[](Scene& s) {
             s.Wq = noise({3, 4}, 1);
         },
         kShape, "X has 4 columns but W_q has 3 rows."},
        {[](Scene& s) {
             s.Wk = noise({1, 2}, 1);
         },
         kShape, "X has 4 columns but W_k has 1 row."},
        {[](Scene& s) { s.Wv = nullptr; }, kShape, "W_v is missing."},
        {[](Scene& s) {
             s.heads = s.kvHeads = 4, s.Wq = noise({4, 10}, 1);
         },
         kShape, "10 columns of W_q are not divisible by 4 heads; try 1, 2, 5, 10."},
        {[](Scene& s) {
             s.Wk = noise({4, 3}, 1);
         },
         kShape, "W_q gives each head 2 columns but W_k gives each key-value head 3."},
        {[](Scene& s) {
             s.Wv = noise({4, 0}, 1);
         },
         kShape, "W_v has no columns."},
        {[](Scene& s) {
             s.Wo = noise({3, 4}, 1);
         },
         kShape, "W_o has 3 rows but 2 heads of value width 2 give 4."},
        {[](Scene& s) { s.bq = noise({3}, 1); }, kShape, "b_q has 3 numbers but W_q has 4 columns."},
        {[](Scene& s) { s.bo = noise({3}, 1); }, kShape, "b_o has 3 numbers but the joined output has 4 columns."},
        {[](Scene& s) {
             s.bv = noise({1, 2}, 1);
         },
         kShape, "b_v has 2 axes (1 x 2) but needs 1: one number per column."},
        {[](Scene& s) {
             s.dOut = noise({2, 3, 5}, 1);
         },
         kShape, "dOut is 2 x 3 x 5 but the output is 2 x 3 x 4."},
        {[](Scene& s) {
             s.Xkv = noise({1, 3, 4}, 1);
         },
         kShape, "X has 2 batch items but X_kv has 1."},
        {[](Scene& s) {
             s.Xkv = noise({2, 3, 5}, 1);
         },
         kShape, "X_kv has 5 columns but W_k has 4 rows."},
    });
}

TEST_CASE("validate: heads, labels and numbers out of range are named", "[scene][error]") {
    checkFaults({
        {[](Scene& s) { s.heads = 0; }, kRange, "There are 0 heads; at least 1 is needed."},
        {[](Scene& s) { s.kvHeads = -1; }, kRange, "There are -1 key-value heads; at least 1 is needed."},
        {[](Scene& s) { s.heads = 8, s.kvHeads = 3; }, kRange,
         "8 heads cannot share 3 key-value heads evenly; try 1, 2, 4, 8."},
        {[](Scene& s) {
             s.tokens = {"a", "b"};
         },
         kShape, "There are 2 token labels but X has 3 rows."},
        {[](Scene& s) { s.contextTokens = {"a"}; }, kShape, "There is 1 context label but no X_kv."},
        {[](Scene& s) {
             s.tokenIds = {1, 2};
         },
         kShape, "There are 2 token ids but X has 3 rows."},
        {[](Scene& s) { s.temperature = 0.0; }, kRange, "The temperature is 0; it must be finite and above 0."},
        {[](Scene& s) { s.temperature = NAN; }, kRange, "The temperature is nan; it must be finite and above 0."},
        {[](Scene& s) {
             s.scale = {ScaleMode::Custom, INFINITY};
         },
         kRange, "The custom scale is inf; it must be finite."},
        {[](Scene& s) { s.silenced = {2}; }, kRange,
         "Silenced head 2 is out of range: there are 2 heads, numbered 0 to 1."},
        {[](Scene& s) {
             s.silenced = {1, 0};
         },
         kRange, "Silenced heads must be sorted and without repeats."},
        {[](Scene& s) {
             s.flash = FlashTiling{0, 3, FlashTiling::Variant::Fa2};
         },
         kRange, "Flash tiles are 0 x 3; both sizes must be at least 1."},
    });
}

TEST_CASE("validate: positions, sinks, dropout and losses that do not fit are named", "[scene][error]") {
    using Scheme = Position::Scheme;
    checkFaults({
        {[](Scene& s) { s.position.base = 0.0; }, kRange, "position.base is 0; it must be finite and above 0."},
        {[](Scene& s) { s.position.qOffset = Index(1) << 40; }, kRange,
         "The position's offset 1099511627776 is further than 2147483648 positions."},
        {[](Scene& s) { s.position = {Scheme::Rope, 10000.0, Position::Style::Half, 3, {}, 0, 0}; }, kRange,
         "The rotary width is 3; it must be even and from 2 to d_k, 2."},
        {[](Scene& s) { s.position = {Scheme::Alibi, 10000.0, Position::Style::Half, 0, {1.0}, 0, 0}; }, kShape,
         "position.slopes has 1 number but there are 2 heads."},
        {[](Scene& s) { s.position.slopes = {NAN}; }, kRange,
         "position.slopes holds nan; every slope must be finite."},
        {[](Scene& s) { s.softcap = INFINITY; }, kRange,
         "The soft cap is inf; it must be finite and above 0, or 0 for none."},
        {[](Scene& s) { s.eps = -1.0; }, kRange, "eps is -1; it must be finite and at least 0."},
        {[](Scene& s) { s.sink = Sink{{1.0}}; }, kShape, "sink.logits has 1 number but there are 2 heads."},
        {[](Scene& s) {
             s.sink = Sink{{1.0, -INFINITY}};
         },
         kRange, "sink.logits holds -inf; every logit of a sink must be finite."},
        {[](Scene& s) {
             s.dropout = Dropout{Dropout::Where::Weights, NAN, nullptr, 0};
         },
         kRange, "dropout.p is nan; it must be at least 0 and below 1."},
        {[](Scene& s) {
             s.dropout = Dropout{Dropout::Where::Output, 0.5, flags({1}, {1}), 0};
         },
         kShape, "dropout.keep is 1 but needs 2 x 2 x 3 x 2."},
        {[](Scene& s) { s.loss.emplace(); }, kShape, "A loss of kind dot needs dOut."},
        {[](Scene& s) {
             s.loss = Loss{Loss::Kind::Cell, 0, 0, 4, {}};
         },
         kRange, "The loss's column 4 is out of range: there are 4 columns, numbered 0 to 3."},
        {[](Scene& s) {
             s.loss = Loss{Loss::Kind::RowTarget, 2, 0, 0, {}};
         },
         kRange, "The loss's batch item 2 is out of range: there are 2 batch items, numbered 0 to 1."},
        {[](Scene& s) {
             s.loss = Loss{Loss::Kind::RowTarget, 1, 0, 0, {1.0}};
         },
         kShape, "loss.target has 1 number but a row of the output has 4."},
        {[](Scene& s) {
             s.mask.block = BlockPattern{2, flags({1, 2}, {1, 1})};
         },
         kShape, "The block pattern is 1 x 2 but 3 query rows and 3 keys in blocks of 2 need 2 x 2."},
        {[](Scene& s) {
             s.kind = Kind::Linear;
             s.mask.bias = noise({3}, 1);
         },
         ErrorCode::NotSupported, "Linear attention has no place for additive bias."},
        {[](Scene& s) {
             s.kind = Kind::Linear;
             s.temperature = 2.0;
         },
         ErrorCode::NotSupported, "Linear attention has no place for temperature."},
    });
}

TEST_CASE("validate: tensors of the other kinds that do not fit are named", "[scene][error]") {
    const auto given = [](Scene& s) {
        s = Scene{};
        s.kind = Kind::Qkv;
        s.Q = noise({2, 1, 3, 4}, 1), s.K = noise({2, 1, 5, 4}, 2), s.V = noise({2, 1, 5, 2}, 3);
    };
    const auto additive = [](Scene& s) {
        s = Scene{};
        s.kind = Kind::Additive;
        s.S = noise({1, 2, 3}, 1), s.Hs = noise({1, 4, 2}, 2), s.Wa = noise({3, 5}, 3), s.Ua = noise({2, 5}, 4);
        s.va = noise({5}, 5);
    };
    const auto weights = [](Scene& s) {
        s = Scene{};
        s.kind = Kind::Weights;
        s.A = noise({3, 4}, 1);
    };
    Scene scene;
    for (const std::function<void(Scene&)>& make : {std::function<void(Scene&)>(given), {additive}, {weights}}) {
        make(scene);
        CHECK(validate(scene));
    }
    checkFaults({
        {[&](Scene& s) { given(s), s.K = nullptr; }, kShape, "K is missing."},
        {[&](Scene& s) {
             given(s), s.V = noise({5, 2}, 1);
         },
         kShape, "V has 2 axes (5 x 2) but needs 4: batch, heads, tokens, width."},
        {[&](Scene& s) { given(s), s.heads = 2; }, kShape, "Q has 1 head but the scene has 2."},
        {[&](Scene& s) {
             given(s), s.K = noise({1, 1, 5, 4}, 1);
         },
         kShape, "Q has 2 batch items but K has 1."},
        {[&](Scene& s) {
             given(s), s.K = noise({2, 1, 5, 3}, 1);
         },
         kShape, "Q has 4 columns but K has 3."},
        {[&](Scene& s) {
             given(s), s.V = noise({2, 1, 4, 2}, 1);
         },
         kShape, "K has 5 keys but V has 4."},
        {[&](Scene& s) {
             given(s), s.pastV = noise({2, 1, 4, 2}, 1);
         },
         kShape, "past_K is missing: a cache has both keys and values."},
        {[&](Scene& s) {
             given(s), s.pastK = noise({2, 1, 1, 4}, 1), s.pastV = noise({2, 1, 2, 2}, 1);
         },
         kShape, "past_K has 1 key but past_V has 2."},
        {[&](Scene& s) { given(s), s.kvLengths = {1}; }, kShape,
         "kv_lengths has 1 number but there are 2 batch items."},
        {[&](Scene& s) {
             given(s);
             s.kvLengths = {1, 6};
         },
         kRange, "kv_lengths holds 6; it must be from 0 to the number of keys, 5."},
        {[&](Scene& s) { given(s), s.tokens = {"a"}; }, kShape, "There is 1 token label but there are 3 query rows."},
        {[&](Scene& s) { weights(s), s.A = nullptr; }, kShape, "A is missing."},
        {[&](Scene& s) { weights(s), s.A = noise({4}, 1); }, kShape,
         "A has 1 axis (4) but needs 2 to 5: layers, batch, heads, queries, keys."},
        {[&](Scene& s) { weights(s), s.heads = 2; }, kShape, "A has 1 head but the scene has 2."},
        {[&](Scene& s) { weights(s), s.layer = 1; }, kRange,
         "Layer 1 is out of range: there is 1 layer, numbered 0."},
        {[&](Scene& s) { weights(s), s.silenced = {0}; }, ErrorCode::NotSupported,
         "A scene of given weights has no place for silenced heads."},
        {[&](Scene& s) { additive(s), s.heads = 2; }, kRange, "Additive attention has 1 head, not 2."},
        {[&](Scene& s) {
             additive(s), s.Wa = noise({2, 5}, 1);
         },
         kShape, "S has 3 columns but W_a has 2 rows."},
        {[&](Scene& s) {
             additive(s), s.Ua = noise({3, 5}, 1);
         },
         kShape, "Hs has 2 columns but U_a has 3 rows."},
        {[&](Scene& s) {
             additive(s), s.Ua = noise({2, 4}, 1);
         },
         kShape, "U_a has 4 columns but v_a has 5 numbers."},
        {[&](Scene& s) { additive(s), s.ba = noise({4}, 1); }, kShape, "b_a has 4 numbers but W_a has 5 columns."},
        {[&](Scene& s) { additive(s), s.softcap = 1.0; }, ErrorCode::NotSupported,
         "Additive attention has no place for soft cap."},
    });
}

TEST_CASE("validate: a mask that does not fit is named with both numbers", "[scene][error]") {
    checkFaults({
        {[](Scene& s) {
             s.mask.keyPadding = flags({1, 3}, {1, 1, 1});
         },
         kShape, "The key padding is 1 x 3 but needs [batch, keys] = 2 x 3."},
        {[](Scene& s) {
             s.mask.explicitAllow = flags({2}, {1, 1});
         },
         kShape,
         "The explicit mask of shape 2 cannot be broadcast to [batch, heads, queries, keys] = [2 x 2 x 3 x 3]: 2 is "
         "neither 1 nor 3."},
        {[](Scene& s) {
             s.mask.bias = noise({3, 1, 1}, 1);
         },
         kShape,
         "The additive bias of shape 3 x 1 x 1 cannot be broadcast to [batch, heads, queries, keys] = [2 x 2 x 3 x "
         "3]: "
         "3 is neither 1 nor 2."},
        {[](Scene& s) {
             s.mask.bias = noise({1, 1, 1, 3, 3}, 1);
         },
         kShape,
         "The additive bias has 5 axes; it needs 1 to 4, to be broadcast to [batch, heads, queries, keys] = [2 x 2 x "
         "3 "
         "x 3]."},
        {[](Scene& s) { s.mask.globalTokens = {3}; }, kRange,
         "Global token 3 is out of range: there are 3 tokens, numbered 0 to 2."},
        {[](Scene& s) {
             s.mask.window = Window{1, 1, 0, {}};
         },
         kRange, "The window's dilation is 0; it must be from 1 to 2147483648."},
        {[](Scene& s) {
             s.mask.window = Window{1, 1, 1, {1, 2, 3}};
         },
         kShape, "The window's offset has 3 numbers; it needs 1 or one per batch item (2)."},
        {[](Scene& s) {
             s.mask.window = Window{Index(1) << 40, 1, 1, {}};
         },
         kRange, "The window's bound 1099511627776 is larger than 2147483648."},
        {[](Scene& s) {
             s.mask.causal = Causal{Causal::Align::Offset, {}};
         },
         kShape, "The causal offset has 0 numbers; it needs 1 or one per batch item (2)."},
        {[](Scene& s) {
             s.mask.paint.allow = {{0, 3}};
         },
         kRange, "Painted column 3 is out of range: there are 3 keys, numbered 0 to 2."},
        {[](Scene& s) {
             s.mask.paint.forbid = {{-1, 0}};
         },
         kRange, "Painted row -1 is out of range: there are 3 rows, numbered 0 to 2."},
        {[](Scene& s) {
             s.mask.paint = {{{1, 2}}, {{0, 0}, {1, 2}}};
         },
         kRange, "Cell (1, 2) is painted both allowed and forbidden."},
        {[](Scene& s) {
             s.mask.paint.allow = {{1, 2}, {1, 2}};
         },
         kRange, "Painted cells must be sorted and without repeats."},
    });
}

TEST_CASE("validate: masks of every rank that broadcast are sound", "[scene]") {
    const Shape shape = GENERATE(Shape{3}, Shape{1, 3}, Shape{3, 1}, Shape{2, 3, 3}, Shape{1, 1, 3},
                                 Shape{2, 2, 3, 3}, Shape{2, 1, 1, 1});
    Scene scene = small();
    scene.mask.bias = noise(shape, 1);
    CHECK(validate(scene));
}

TEST_CASE("validate: sizes whose scores could not be counted are refused", "[scene][error]") {
    const auto got = validate(plainScene(1, Index(1) << 20, 1, Index(1) << 14, 1, 1));
    REQUIRE_FALSE(got);
    CHECK(got.error().code == ErrorCode::TooLarge);
    CHECK(got.error().message ==
          "The scores would have 18014398509481984 numbers, which is more than can be counted (9007199254740992).");
}

TEST_CASE("tokenLabel: labels where there are some, else the letter and the number from 1", "[scene]") {
    Scene scene = small();
    CHECK(tokenLabel(scene, 2) == "t2");
    CHECK(contextLabel(scene, 0) == "t0");
    scene.tokens = {"The", "cat", "sat"};
    CHECK(tokenLabel(scene, 2) == "sat");
    CHECK(contextLabel(scene, 1) == "cat");
    scene.Xkv = noise({2, 7, 4}, 5);
    CHECK(contextLabel(scene, 1) == "c1");
    scene.contextTokens = {"a", "b", "c", "d", "e", "f", "g"};
    CHECK(contextLabel(scene, 6) == "g");
}

#include "src/viewmodel/mask_note.h"

#include <limits>

#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::app;

namespace {

QString words(const char* text) { return QString::fromUtf8(text); }

Scene withEmptyRow(EmptyRow becomes) {
    Scene scene = test::catSat();
    scene.mask.paint.forbid = {{1, 0}, {1, 1}, {1, 2}};
    scene.emptyRow = becomes;
    return scene;
}

QString note(const Scene& scene) { return maskNote(scene, test::evaluated(scene), {}); }
QString warning(const Scene& scene) { return emptyRowsWarning(scene, test::evaluated(scene), {}); }

}  // namespace

TEST_CASE("maskNote: promises a sum of 1 only to rows that have one", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.mask.causal = Causal{};
    CHECK(note(scene) == words("A masked cell gets weight 0: its score is left out before the softmax, so the rest of the row "
                               "still sums to 1."));
    CHECK(note(withEmptyRow(EmptyRow::Zero)).endsWith(words("sums to 1; a row without a key has only zeros.")));
    CHECK(note(withEmptyRow(EmptyRow::NaN)).endsWith(words("; a row without a key becomes NaN, the formula’s own 0 ÷ 0.")));
    CHECK(note(withEmptyRow(EmptyRow::Uniform))
              .endsWith(words("; in a row without a key each one, masked or not, weighs 1/3.")));
}

TEST_CASE("maskNote: a row whose scores are no numbers has no sum", "[viewmodel]") {
    Scene scene = test::catSat();
    scene.X = test::tensor({1, 3, 4}, {1, 0, 1, 0, 0, std::numeric_limits<double>::quiet_NaN(), 0, 1, 1, 1, 0, 0});
    CHECK(note(scene).startsWith(words("Where scores are finite, a masked cell gets weight 0")));
}

TEST_CASE("emptyRowsWarning: names the rows and what they become", "[viewmodel]") {
    CHECK(warning(test::catSat()).isEmpty());
    CHECK(warning(withEmptyRow(EmptyRow::Zero)) == words("Row 1 “cat” may attend nothing. Its weights are all 0."));
    CHECK(warning(withEmptyRow(EmptyRow::NaN)) == words("Row 1 “cat” may attend nothing. Its weights are NaN."));
    CHECK(warning(withEmptyRow(EmptyRow::Uniform)) == words("Row 1 “cat” may attend nothing. Its weights are 1/3 each."));
    Scene scene = withEmptyRow(EmptyRow::Zero);
    scene.mask.keyPadding = test::flags({1, 3}, {0, 0, 0});
    CHECK(warning(scene) == words("3 rows may attend nothing: 0 to 2. Their weights are all 0."));
}

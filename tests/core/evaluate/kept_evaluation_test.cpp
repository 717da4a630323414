#include "core/evaluate/kept_evaluation.h"

#include "tests/support/catch.h"
#include "tests/support/core/live_scenes.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::test;

TEST_CASE("keptEvaluation: dragging a token, then another, then pasting two follows exactly",
          "[reevaluation][oracle]") {
    for (const Variant& variant : variants())
        for (const Precision precision : {Precision::F64, Precision::F32}) {
            INFO(variant.name << (precision == Precision::F64 ? ", double" : ", float"));
            Scene scene = startOf(variant, precision);
            const auto set = [&scene](Index token, Index c, double value) {
                TensorPtr& tensor = scene.Xkv ? scene.Xkv : scene.X;
                tensor = withCell(tensor, token * tensor->dim(2) + c, value);
            };
            Reevaluation reevaluation;
            live(reevaluation, scene);
            Random random(5);
            Evaluation shown;
            for (int step = 0; step < 24; ++step) {
                INFO("edit " << step);
                const Index token = step < 8 ? 7 : step < 16 ? 20 : 7;
                set(token, 3, 2.0 * random.uniform() - 1.0);
                if (step % 5 == 4)
                    set(30, 1, random.uniform());
                if (step == 6 || step == 12)
                    scene.silenced = scene.silenced.empty() ? std::vector<Index>{1, 2} : std::vector<Index>{};
                if (step == 10 && scene.Wo)
                    scene.Wo = withCell(scene.Wo, 7, 0.25);
                shown = live(reevaluation, scene);
                CHECK(shown.isBroughtUpToDate);
                checkSame(shown, whole(scene), precision == Precision::F64 ? 1e-12 : 1e-5);
            }
        }
}

TEST_CASE("keptEvaluation: a huge number that comes and goes leaves no rounding behind", "[reevaluation][limit]") {
    for (const Precision precision : {Precision::F64, Precision::F32}) {
        Scene scene = startOf(variants()[1], precision);
        Reevaluation reevaluation;
        live(reevaluation, scene);
        for (const double value : {0.5, 1e9, 1e9, 0.25, -1e12, 0.125, -0.5}) {
            INFO(value);
            scene.X = withCell(scene.X, 20 * 8 + 3, value);
            checkSame(live(reevaluation, scene), whole(scene), precision == Precision::F64 ? 1e-12 : 1e-5);
        }
    }
}

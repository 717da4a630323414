#include "src/viewmodel/sharing_picture.h"

#include "core/base/text.h"
#include "core/scene/edit.h"
#include "tests/support/catch.h"
#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::app;

namespace {

const ModelPreset& preset(const char* name) {
    for (const ModelPreset& model : modelPresets())
        if (QLatin1String(model.name) == QLatin1String(name))
            return model;
    FAIL("There is no preset " << name);
    return modelPresets().front();
}

ui::SharingPicture pictureOf(Index heads, Index kvHeads, Index context = 4096, const char* model = "LLaMA-2 7B") {
    const Scene scene = test::plainScene(2, 3, 8, heads, kvHeads, 4);
    const auto dims = validate(scene);
    REQUIRE(dims);
    return sharingPicture(scene, *dims, {}, context, preset(model));
}

std::vector<QString> namesOf(const ui::SharingBars& bars) {
    std::vector<QString> names;
    for (const ui::SharingBar& bar : bars.bars)
        names.push_back(bar.name);
    return names;
}

}  // namespace

TEST_CASE("kvHeadChoices: the divisors of the number of heads, from MHA to MQA", "[viewmodel]") {
    CHECK(kvHeadChoices(12) == std::vector<Index>{12, 6, 4, 3, 2, 1});
    CHECK(kvHeadChoices(7) == std::vector<Index>{7, 1});
    CHECK(kvHeadChoices(1) == std::vector<Index>{1});
}

TEST_CASE("sharingPicture: consecutive query heads read one KV head", "[viewmodel]") {
    CHECK(pictureOf(6, 6).reads == std::vector<Index>{0, 1, 2, 3, 4, 5});
    CHECK(pictureOf(6, 2).reads == std::vector<Index>{0, 0, 0, 1, 1, 1});
    CHECK(pictureOf(6, 3).reads == std::vector<Index>{0, 0, 1, 1, 2, 2});
    CHECK(pictureOf(6, 1).reads == std::vector<Index>(6, 0));
}

TEST_CASE("sharingPicture: the scene's cache is batch, tokens, G and both widths, four bytes each", "[viewmodel]") {
    const auto picture = pictureOf(4, 2, 1000);
    const ui::SharingBars& scene = picture.groups.at(0);
    CHECK(namesOf(scene) == std::vector<QString>{QStringLiteral("MHA, G = 4"), QStringLiteral("GQA, G = 2"),
                                                 QStringLiteral("MQA, G = 1")});
    CHECK(scene.bars[0].bytes == 2.0 * 1000 * 4 * (4 + 4) * 4);
    CHECK(scene.bars[1].bytes == scene.bars[0].bytes / 2);
    CHECK(scene.bars[2].bytes == scene.bars[0].bytes / 4);
    CHECK(scene.bars[1].text == QString::fromStdString(bytesText(scene.bars[1].bytes)));
    CHECK(scene.bars[1].factor == QStringLiteral("H / G = 2"));
    CHECK(scene.bars[1].isPresent);
    CHECK_FALSE(scene.bars[0].isPresent);
    CHECK(scene.bars[1].remark == QStringLiteral("as now"));
    CHECK(picture.sentences.first() ==
          QStringLiteral(
              "4 query heads share 2 KV heads, 2 each (GQA): a cache is H / G = 2 times smaller than with MHA."));
}

TEST_CASE("sharingPicture: at either end there are two bars, with one head one", "[viewmodel]") {
    CHECK(pictureOf(4, 4).groups[0].bars.size() == 2);
    CHECK(pictureOf(4, 4).groups[0].bars[0].isPresent);
    CHECK(pictureOf(4, 1).groups[0].bars[1].isPresent);
    CHECK(pictureOf(1, 1).groups[0].bars.size() == 1);
    CHECK(pictureOf(1, 1).groups[0].bars[0].name == QStringLiteral("MHA, G = 1"));
    CHECK(pictureOf(4, 4).sentences.first().contains(QStringLiteral("nothing is saved")));
}

TEST_CASE("sharingPicture: the presets have their published caches", "[viewmodel]") {
    // LLaMA-2 7B: 32 layers, 32 heads of width 128, 2 bytes, keys and values, 4096 tokens: 2 GiB.
    const ui::SharingBars seven = pictureOf(4, 2).groups[1];
    CHECK(seven.bars[0].text == QStringLiteral("2 GiB"));
    CHECK(seven.bars[0].remark == QStringLiteral("as published"));
    CHECK(seven.bars[1].name == QStringLiteral("GQA, G = 16"));
    CHECK(seven.bars[1].remark == QStringLiteral("shared as here"));
    CHECK(seven.note.contains(QStringLiteral("seen in a public source")));
    const ui::SharingBars seventy = pictureOf(4, 4, 4096, "LLaMA-2 70B").groups[1];
    CHECK(namesOf(seventy) == std::vector<QString>{QStringLiteral("MHA, G = 64"), QStringLiteral("GQA, G = 8"),
                                                   QStringLiteral("MQA, G = 1")});
    CHECK(seventy.bars[1].text == QStringLiteral("1.25 GiB"));
    CHECK(seventy.bars[0].remark == QStringLiteral("shared as here"));
    // A share that does not divide the model's heads has no bar.
    CHECK(pictureOf(3, 1).groups[1].bars.size() == 2);
}

TEST_CASE("sharingPicture: a rolling window bounds the cache, and says so", "[viewmodel]") {
    const ui::SharingBars within = pictureOf(4, 4, 4096, "Mistral 7B").groups[1],
                          beyond = pictureOf(4, 4, 32768, "Mistral 7B").groups[1];
    CHECK(within.bars[1].bytes == beyond.bars[1].bytes);
    CHECK_FALSE(within.note.contains(QStringLiteral("keeps the last")));
    CHECK(beyond.note.contains(QStringLiteral("keeps the last")));
}

TEST_CASE("sharingPicture: maps of another number of heads are left out", "[viewmodel]") {
    const Scene scene = test::plainScene(1, 3, 8, 4, 2, 4);
    const auto dims = validate(scene);
    REQUIRE(dims);
    CHECK(sharingPicture(scene, *dims, std::vector<ui::HeatmapPicture>(4), 10, preset("LLaMA-2 7B")).heads.size() ==
          4);
    CHECK(sharingPicture(scene, *dims, std::vector<ui::HeatmapPicture>(2), 10, preset("LLaMA-2 7B")).heads.empty());
}

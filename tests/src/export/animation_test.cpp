#include "src/export/animation.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <cmath>

#include "src/export/scene_animations.h"
#include "src/viewmodel/heatmap_pictures.h"
#include "tests/support/catch.h"
#include "tests/support/core/evaluated.h"
#include "tests/support/gui/decoded_gif.h"
#include "tests/support/gui/program.h"
#include "ui/heatmap/color_scale.h"

using namespace attn;
using namespace attn::app;
using namespace attn::test;

namespace {

struct Opened {
    SharedScene scene;
    SharedEvaluation evaluation;
    explicit Opened(const Scene& given)
        : scene(std::make_shared<const Scene>(given)),
          evaluation(std::make_shared<const Evaluation>(evaluated(given))) {}
};

AnimationRequest small(double rate = 5.0) {
    AnimationRequest request;
    request.figure.dpi = 96.0;
    request.framesPerSecond = rate;
    return request;
}

QStringList filesIn(const QString& folder) {
    return QDir(folder).entryList(QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
}

/// Frames of one colour each.
Animation plainFrames(int count, int broken = -1) {
    return {QStringLiteral("plain"), count, [=](int frame) -> Result<SceneFigure> {
                if (frame == broken)
                    return Error{ErrorCode::OutOfRange, "Frame " + std::to_string(frame) + " is at fault."};
                return SceneFigure{QStringLiteral("plain"), [=](const FigureRequest&) {
                                       return Figure{[=](QPainter& painter, QSizeF size) {
                                                         painter.setRenderHint(QPainter::Antialiasing, false);
                                                         painter.fillRect(QRectF(QPointF(), size),
                                                                          QColor(40 * frame, 10, 200));
                                                     },
                                                     [=](double width) { return width / 4.0 + frame; }};
                                   }};
            }};
}

}  // namespace

TEST_CASE("animation: each frame of a sweep has the colours of its own scene in every cell", "[export][animation]") {
    const Opened opened(catSat());
    const auto sweep = sweepFromWord(QStringLiteral("temperature=0.25:4:4:log"));
    REQUIRE(sweep);
    const Animation animation = sweepAnimation(opened.scene, *sweep, stageMaker(Stage::Weights, {}, {}));
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("sweep.gif"));
    REQUIRE(writeAnimation(animation, small(10.0), path));
    CHECK(filesIn(folder.path()) == QStringList{QStringLiteral("sweep.gif")});
    const DecodedGif decoded = decodedGif(contents(path));
    if (!decoded.isThere)
        return;
    REQUIRE(decoded.frames.size() == 4);
    CHECK(decoded.delays == QStringList(4, QStringLiteral("10")));
    // The same frames as PNG say where the cells are: each must have the same colour in the GIF.
    const QString numbered = folder.filePath(QStringLiteral("{frame}.png"));
    REQUIRE(writeAnimation(animation, small(10.0), numbered));
    for (int i = 0; i < 4; ++i) {
        const QImage png =
            QImage(folder.filePath(QStringLiteral("000%1.png").arg(i + 1))).convertToFormat(QImage::Format_RGB32);
        REQUIRE(png.size() == decoded.frames[static_cast<std::size_t>(i)].size());
        const auto swept = sweptScene(*opened.scene, *sweep, i);
        const ui::HeatmapPicture picture = stagePicture(*swept, evaluated(*swept), Stage::Weights, {});
        const ui::ColorScale scale(picture);
        for (Index row = 0; row < 3; ++row) {
            const QRgb want = scale.color(picture.cells(row, row), row);
            int found = 0, others = 0;
            for (int y = 0; y < png.height(); ++y)
                for (int x = 0; x < png.width(); ++x)
                    if (png.pixel(x, y) == want) {
                        ++found;
                        others += decoded.frames[static_cast<std::size_t>(i)].pixel(x, y) == want ? 0 : 1;
                    }
            CAPTURE(i, row);
            CHECK(found > 400);
            CHECK(others == 0);
        }
    }
}

TEST_CASE("animation: the steps have a frame for each matrix, and the tile walk one for each tile and the start",
          "[export][animation]") {
    Scene scene = plainScene(1, 8, 6, 2, 2, 3);
    scene.mask.causal = Causal{};
    const Opened opened(scene);
    const auto steps = stepsAnimation(opened.scene, opened.evaluation, {.head = 1, .query = 3, .key = 2});
    REQUIRE(steps);
    CHECK(steps->count == static_cast<int>(makeSteps(*opened.scene, *opened.evaluation, {.head = 1}).steps.size()));
    const auto tiles = tilesAnimation(opened.scene, opened.evaluation, {}, {4, 4, FlashTiling::Variant::Fa2});
    REQUIRE(tiles);
    CHECK(tiles->count == 4);  // the mask skips one of four
    const QTemporaryDir folder;
    for (const Animation& animation : {*steps, *tiles}) {
        const QString path = folder.filePath(animation.name + QStringLiteral(".gif"));
        REQUIRE(writeAnimation(animation, small(), path));
        const DecodedGif decoded = decodedGif(contents(path));
        if (!decoded.isThere)
            return;
        REQUIRE(decoded.frames.size() == static_cast<std::size_t>(animation.count));
        for (std::size_t i = 1; i < decoded.frames.size(); ++i) {
            CHECK(decoded.frames[i].size() == decoded.frames[0].size());
            CHECK(decoded.frames[i] != decoded.frames[i - 1]);
        }
    }
}

TEST_CASE("animation: frames of different heights share the highest, numbered from 1", "[export][animation]") {
    const QTemporaryDir folder;
    REQUIRE(writeAnimation(plainFrames(3), small(), folder.filePath(QStringLiteral("a-{frame}.png"))));
    CHECK(filesIn(folder.path()) ==
          QStringList{QStringLiteral("a-0001.png"), QStringLiteral("a-0002.png"), QStringLiteral("a-0003.png")});
    const double points = 88.0 / 25.4 * 72.0;
    for (const QString& name : filesIn(folder.path()))
        CHECK(QImage(folder.filePath(name)).height() == std::lround((points / 4.0 + 2.0) * 96.0 / 72.0));
    CHECK(isAnimationName(QStringLiteral("x.GIF")));
    CHECK(isAnimationName(QStringLiteral("out/{frame}.png")));
    CHECK_FALSE(isAnimationName(QStringLiteral("{frame}/x.png")));
}

TEST_CASE("animation: a fault or a cancel leaves nothing new behind, and what was there", "[export][animation]") {
    const QTemporaryDir folder;
    const QString gif = folder.filePath(QStringLiteral("x.gif")),
                  row = folder.filePath(QStringLiteral("x{frame}.png"));
    QFile old(gif);
    REQUIRE(old.open(QIODevice::WriteOnly));
    old.write("old");
    old.close();
    for (const QString& path : {gif, row}) {
        CHECK(writeAnimation(plainFrames(5, 4), small(), path).error().message == "Frame 4 is at fault.");
        int asked = 0;
        std::vector<double> told;
        const Progress progress([&asked] { return ++asked > 7; },
                                [&told](double fraction) { told.push_back(fraction); });
        CHECK(writeAnimation(plainFrames(5), small(), path, progress).error().code == ErrorCode::Cancelled);
        CHECK(told.size() == 7);
        CHECK(std::is_sorted(told.begin(), told.end()));
        CHECK(filesIn(folder.path()) == QStringList{QStringLiteral("x.gif")});
        CHECK(contents(gif) == "old");
    }
    CHECK(writeAnimation(plainFrames(2), small(), folder.filePath(QStringLiteral("no/such/x.gif"))).error().code ==
          ErrorCode::FileProblem);
    CHECK(writeAnimation(plainFrames(2), small(), folder.filePath(QStringLiteral("no/such/{frame}.png")))
              .error()
              .code == ErrorCode::FileProblem);
    CHECK(writeAnimation(plainFrames(0), small(), gif).error().message == "There is nothing to animate.");
    CHECK(writeAnimation(plainFrames(2), small(99.0), gif).error().message ==
          "An animation has between 0.02 and 50 frames a second, not 99.");
}

TEST_CASE("headscope render: animations of views and sweeps, with a rate, and views that do not move",
          "[cli][animation]") {
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("{scene}-{view}.gif"));
    const auto run = [&](const QStringList& more) {
        return headscope(
            QStringList{QStringLiteral("render"), example("18_tile_by_tile"), QStringLiteral("-o"), out} + more);
    };
    Run made = run({QStringLiteral("--view"), QStringLiteral("tiles"), QStringLiteral("--tile"),
                    QStringLiteral("8,8"), QStringLiteral("--fps"), QStringLiteral("4")});
    CAPTURE(made.err.toStdString());
    REQUIRE(made.status == 0);
    const DecodedGif decoded = decodedGif(contents(folder.filePath(QStringLiteral("18_tile_by_tile-tiles.gif"))));
    if (decoded.isThere) {
        CHECK(decoded.frames.size() == 4);
        CHECK(decoded.delays.value(1) == QStringLiteral("25"));
    }
    made = run({QStringLiteral("--view"), QStringLiteral("lines"), QStringLiteral("--sweep"),
                QStringLiteral("temperature=1:2:3")});
    CAPTURE(made.err.toStdString());
    CHECK(made.status == 0);
    made = run({});
    CHECK(made.status == 1);
    CHECK(made.err.contains("The view heatmap does not move by itself"));
    made = headscope({QStringLiteral("render"), example("01_the_cat_sat"), QStringLiteral("-o"),
                      folder.filePath(QStringLiteral("x.svg")), QStringLiteral("--sweep"),
                      QStringLiteral("scale=0:1:2")});
    CHECK(made.status == 1);
    CHECK(made.err.contains("--sweep and --fps need an animation"));
    made = headscope({QStringLiteral("render"), example("01_the_cat_sat"), QStringLiteral("-o"),
                      folder.filePath(QStringLiteral("row/{frame}.png")), QStringLiteral("--sweep"),
                      QStringLiteral("scale=0:1:2")});
    CHECK(made.status == 0);
    CHECK(filesIn(folder.filePath(QStringLiteral("row"))) ==
          QStringList{QStringLiteral("0001.png"), QStringLiteral("0002.png")});
    CHECK(run({QStringLiteral("--sweep"), QStringLiteral("speed=1:2")}).status == 2);
    CHECK(run({QStringLiteral("--fps"), QStringLiteral("0")}).status == 2);
    CHECK(filesIn(folder.path()).size() == 3);
}

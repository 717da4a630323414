#include <QDir>
#include <QImage>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "core/io/scene_file.h"
#include "src/viewmodel/heatmap_pictures.h"
#include "tests/support/catch.h"
#include "tests/support/core/evaluated.h"
#include "tests/support/gui/program.h"
#include "ui/heatmap/color_scale.h"

using namespace attn;
using namespace attn::app;
using namespace attn::test;

namespace {

/// The LaTeX in a document of its own, compiled and drawn at 100 dpi; null, loudly, where a program is missing.
QImage compiled(const QByteArray& tex) {
    for (const char* program : {"pdflatex", "pdftoppm"})
        if (QStandardPaths::findExecutable(QLatin1String(program)).isEmpty()) {
            WARN(program << " is not installed: the LaTeX heatmap is not compiled");
            return {};
        }
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("x.tex")));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(
        "\\documentclass{article}\\usepackage{pgfplots}\\pgfplotsset{compat=1.18}\\pagestyle{empty}\\begin{document}"
        "\n" +
        tex + "\\end{document}\n");
    file.close();
    const auto run = [&](const char* program, const QStringList& words) {
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.start(QLatin1String(program), words);
        REQUIRE(process.waitForFinished(100000));
        CAPTURE(process.readAllStandardOutput().right(3000).toStdString());
        REQUIRE(process.exitCode() == 0);
    };
    run("pdflatex",
        {QStringLiteral("-interaction=nonstopmode"), QStringLiteral("-halt-on-error"), QStringLiteral("x.tex")});
    if (!QFile::exists(folder.filePath(QStringLiteral("x.pdf")))) {
        FAIL("pdflatex made no page");
        return {};
    }
    run("pdftoppm", {QStringLiteral("-r"), QStringLiteral("100"), QStringLiteral("-png"),
                     QStringLiteral("-singlefile"), QStringLiteral("x.pdf"), QStringLiteral("x")});
    return QImage(folder.filePath(QStringLiteral("x.png"))).convertToFormat(QImage::Format_RGB32);
}

int pixelsNear(const QImage& image, QRgb color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QRgb pixel = image.pixel(x, y);
            count += std::abs(qRed(pixel) - qRed(color)) + std::abs(qGreen(pixel) - qGreen(color)) +
                                 std::abs(qBlue(pixel) - qBlue(color)) <=
                             9
                         ? 1
                         : 0;
        }
    return count;
}

QByteArray rendered(const QString& scene, const QStringList& more = {}) {
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("x.tex"));
    const Run run = headscope(QStringList{QStringLiteral("render"), scene, QStringLiteral("-o"), out} + more);
    CAPTURE(run.err.toStdString());
    REQUIRE(run.status == 0);
    return contents(out);
}

}  // namespace

TEST_CASE("headscope render: a .tex compiles, with every cell in the colour of the picture", "[cli][latex]") {
    const char* stage = GENERATE("weights", "scaled");
    CAPTURE(stage);
    const QByteArray tex = rendered(example("01_the_cat_sat"), {QStringLiteral("--stage"), QLatin1String(stage)});
    CHECK(tex.contains("xticklabels={{The},{cat},{sat}}"));
    CHECK(tex.contains("ylabel={query (attends)}"));
    const QImage page = compiled(tex);
    if (page.isNull())
        return;
    const auto file = readSceneFile(example("01_the_cat_sat").toStdString());
    REQUIRE(file);
    const ui::HeatmapPicture picture =
        stagePicture(file->scene, evaluated(file->scene), *stageFromWord(QLatin1String(stage)), {});
    const ui::ColorScale scale(picture);
    for (Index i = 0; i < 9; ++i) {
        CAPTURE(i);
        CHECK(pixelsNear(page, scale.color(picture.cells(i / 3, i % 3), i / 3)) > 2000);
    }
}

TEST_CASE("headscope render: LaTeX of hostile tokens and of masks compiles, masked cells are white", "[cli][latex]") {
    Scene scene = plainScene(1, 6, 4, 1, 1, 2);
    scene.tokens = {"\\input{x}", "<s>|&%$#_{}~^", "", "  ", "a,b]", "}\x1b{"};
    scene.mask.causal = Causal{};
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("hostile.headscope"));
    REQUIRE(saveSceneFile(path.toStdString(), {scene, {}, {}, {}}));
    const QByteArray tex = rendered(path);
    CHECK(tex.count(" nan\n") == 15);
    CHECK(tex.contains("{\\textbackslash{}input\\{x\\}}"));
    static_cast<void>(compiled(tex));
}

TEST_CASE("headscope render: a .tex of what pgfplots cannot show is refused with what to do", "[cli][latex]") {
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("x.tex"));
    for (const auto& [flag, word] :
         {std::pair{"--view", "lines"}, {"--range", "row"}, {"--range", "log"}, {"--head", "all"}}) {
        const Run run = headscope({QStringLiteral("render"), example("03_four_heads"), QStringLiteral("-o"), out,
                                   QLatin1String(flag), QLatin1String(word)});
        CAPTURE(word, run.err.toStdString());
        CHECK(run.status == 1);
        CHECK(run.err.contains("choose --"));
        CHECK_FALSE(QFile::exists(out));
    }
    CHECK(rendered(example("03_four_heads"), {QStringLiteral("--head"), QStringLiteral("mean")})
              .contains("mean attention weight"));
}

#include "src/cli/render_many.h"

#include <QDir>
#include <QImage>
#include <QTemporaryDir>

#include "tests/support/catch.h"
#include "tests/support/gui/program.h"

using namespace attn;
using namespace attn::app;
using namespace attn::test;

namespace {

QStringList render(const QStringList& scenes, const QString& output, const QStringList& more = {}) {
    return QStringList{QStringLiteral("render")} + scenes + QStringList{QStringLiteral("-o"), output} + more;
}

QStringList filesIn(const QString& folder) {
    return QDir(folder).entryList(QDir::Files, QDir::Name);
}

/// The example under another name, in `folder`.
QString copied(const QTemporaryDir& folder, const char* from, const QString& name) {
    const QString path = folder.filePath(name);
    REQUIRE(QFile::copy(example(from), path));
    return path;
}

}  // namespace

TEST_CASE("render: an ending that no figure has is off before anything is read", "[cli]") {
    for (const char* name : {"x.bmp", "x", "", "out/{scene}.jpg"}) {
        CAPTURE(name);
        const Run run = headscope({QStringLiteral("render"), QStringLiteral("missing.headscope"), QStringLiteral("-o"),
                                   QString::fromLatin1(name)});
        CHECK(run.status == 2);
        CHECK(run.err.contains("ends in none of .png, .svg, .pdf, .html, .gif, .tex"));
    }
}

TEST_CASE("render many: a file name cannot become a path, a hidden, an invisible or an overlong one",
          "[cli][render]") {
    CHECK(safeFileName(QStringLiteral("cat sat")) == QStringLiteral("cat sat"));
    CHECK(safeFileName(QStringLiteral("注意 👩‍🏫 e\u0301")).startsWith(QStringLiteral("注意 👩")));
    CHECK(safeFileName(QStringLiteral("../../etc/passwd")) == QStringLiteral("_.._etc_passwd"));
    CHECK(safeFileName(QStringLiteral("..")) == QStringLiteral("scene"));
    CHECK(safeFileName(QStringLiteral(".hidden.")) == QStringLiteral("hidden"));
    CHECK(safeFileName(QString()) == QStringLiteral("scene"));
    CHECK(safeFileName(QStringLiteral("-rf")) == QStringLiteral("_-rf"));
    CHECK(safeFileName(QStringLiteral("a\n\u001B[2Jb\u202Ec:d*?")) == QStringLiteral("a__[2Jb_c_d__"));
    CHECK(safeFileName(QString(300, QChar(u'x'))).size() == 100);
    CHECK(safeFileName(QStringLiteral("e\u0301")) == safeFileName(QStringLiteral("\u00E9")));
}

TEST_CASE("render many: an output with an unknown place or a lone brace is refused as words that are off",
          "[cli][render]") {
    CHECK(checkOutput("out/{scene}-{head}.svg").empty());
    CHECK(checkOutput("plain.png").empty());
    CHECK(checkOutput("{scne}.svg").find("the place {scne}; known are {scene}, {head}") != std::string::npos);
    CHECK(checkOutput("{scene.svg") == "\"{scene.svg\" has a brace without its other.");
    const QTemporaryDir folder;
    CHECK(headscope(render({example("01_the_cat_sat")}, folder.filePath(QStringLiteral("{x}.svg")))).status == 2);
    CHECK(filesIn(folder.path()).isEmpty());
}

TEST_CASE("render many: a template gets every scene and every head, or the one that is asked for", "[cli][render]") {
    const QTemporaryDir folder;
    const QStringList scenes{example("01_the_cat_sat"), example("03_four_heads")};
    const QString output = folder.filePath(QStringLiteral("new/{scene}/{view}-{stage}-{head}.svg"));
    const Run run = headscope(render(scenes, output, {QStringLiteral("--stage"), QStringLiteral("scores")}));
    CAPTURE(run.err.toStdString());
    REQUIRE(run.status == 0);
    CHECK(filesIn(folder.filePath(QStringLiteral("new/01_the_cat_sat"))) ==
          QStringList{QStringLiteral("heatmap-scores-0.svg")});
    const QString four = folder.filePath(QStringLiteral("new/03_four_heads/"));
    REQUIRE(filesIn(four).size() == 4);
    // A head drawn among others is the same as drawn alone.
    const QString alone = folder.filePath(QStringLiteral("alone.svg"));
    REQUIRE(headscope(render({scenes[1]}, alone,
                             {QStringLiteral("--stage"), QStringLiteral("scores"), QStringLiteral("--head"),
                              QStringLiteral("2")}))
                .status == 0);
    CHECK(contents(alone) == contents(four + QStringLiteral("heatmap-scores-2.svg")));
    CHECK(contents(alone) != contents(four + QStringLiteral("heatmap-scores-1.svg")));

    const QString one = folder.filePath(QStringLiteral("one/{scene}-{head}.png"));
    REQUIRE(headscope(render({scenes[1]}, one, {QStringLiteral("--head"), QStringLiteral("3")})).status == 0);
    CHECK(filesIn(folder.filePath(QStringLiteral("one"))) == QStringList{QStringLiteral("03_four_heads-3.png")});
}

TEST_CASE("render many: a scene at fault does not keep the others, and the status says so", "[cli][render]") {
    const QTemporaryDir folder;
    const QString broken = folder.filePath(QStringLiteral("broken.headscope"));
    QFile file(broken);
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write("{\"format\": \"headscope/scene\", \"version\": 1, \"scene\": {\"X\": [");
    file.close();
    const QString out = folder.filePath(QStringLiteral("out/"));
    for (const QString& output : {out, out + QStringLiteral("{scene}-{head}.png")}) {
        const Run run = headscope(
            render({broken, example("01_the_cat_sat"), folder.filePath(QStringLiteral("none.headscope"))}, output));
        CAPTURE(run.err.toStdString());
        CHECK(run.status == 1);
        CHECK(run.err.count('\n') == 2);
        CHECK(run.err.contains("broken.headscope: "));
        CHECK(run.err.contains("none.headscope: "));
    }
    CHECK(filesIn(out) == QStringList{QStringLiteral("01_the_cat_sat-0.png"), QStringLiteral("01_the_cat_sat.png")});
}

TEST_CASE("render many: no two figures in one file, and no name that leads out of the folder", "[cli][render]") {
    const QTemporaryDir folder;
    const QTemporaryDir other;
    const QString first = copied(folder, "01_the_cat_sat", QStringLiteral("a.headscope"));
    const QString second = copied(other, "03_four_heads", QStringLiteral("a.headscope"));
    const QString out = folder.filePath(QStringLiteral("out/"));
    for (const QString& output : {out, out + QStringLiteral("{scene}.svg"), out + QStringLiteral("{head}.svg")}) {
        const Run run = headscope(render({first, second}, output));
        CAPTURE(output.toStdString(), run.err.toStdString());
        CHECK(run.status == 1);
        CHECK(run.err.count('\n') == 1);
    }
    CHECK_FALSE(QFile::exists(out));
    const QString dots = copied(folder, "01_the_cat_sat", QStringLiteral("...headscope"));
    CHECK(headscope(render({dots}, out)).status == 0);
    CHECK(filesIn(out) == QStringList{QStringLiteral("scene.png")});
    const QString braces = copied(folder, "01_the_cat_sat", QStringLiteral("{head} {view}.headscope"));
    CHECK(headscope(render({braces}, out)).status == 0);
    CHECK(filesIn(out).contains(QStringLiteral("{head} {view}.png")));
}

TEST_CASE("render many: all heads stand on one contact sheet, and a page has an ending of its own", "[cli][render]") {
    const QTemporaryDir folder;
    const QString sheet = folder.filePath(QStringLiteral("sheet.svg"));
    REQUIRE(headscope(render({example("03_four_heads")}, sheet, {QStringLiteral("--view"), QStringLiteral("heads")}))
                .status == 0);
    for (const char* head : {"head 0", "head 1", "head 2", "head 3"})
        CHECK(contents(sheet).contains(head));
    const QString page = folder.filePath(QStringLiteral("all.html"));
    const Run run = headscope(render({example("03_four_heads")}, page));
    CHECK(run.status == 0);
    CHECK(run.err.isEmpty());
    CHECK(contents(page).startsWith("<!doctype html>"));
    CHECK(contents(page).contains("\"headCount\":4"));
    REQUIRE(
        headscope(render({example("03_four_heads")}, page, {QStringLiteral("--head"), QStringLiteral("2")})).status ==
        0);
    CHECK(contents(page).contains("\"headNumbers\":[2]"));
}

TEST_CASE("headscope: an output never replaces an input, by whatever name", "[cli][render]") {
    const QTemporaryDir folder;
    const QByteArray before = contents(example("01_the_cat_sat"));
    for (const char* name : {"a.png", "a.html", "a.json", "a.gif"}) {
        const QString scene = copied(folder, "01_the_cat_sat", QString::fromLatin1(name));
        const QString same = folder.filePath(QStringLiteral("./") + QString::fromLatin1(name));
        QStringList words = render({scene}, same, {QStringLiteral("--view"), QStringLiteral("steps")});
        if (scene.endsWith(QStringLiteral(".json")))
            words = QStringList{QStringLiteral("convert"), scene, same};
        const Run run = headscope(words);
        CAPTURE(name, run.err.toStdString());
        CHECK(run.status == 1);
        CHECK(run.err.contains("which would be replaced"));
        CHECK(contents(scene) == before);
    }
    const QString json = folder.filePath(QStringLiteral("a.json")), png = folder.filePath(QStringLiteral("a.png"));
    CHECK(headscope({QStringLiteral("evaluate"), json, QStringLiteral("-o"), json}).status == 1);
    CHECK(headscope({QStringLiteral("screenshot"), png, QStringLiteral("-o"), png}).status == 1);
    CHECK(contents(json) == before);
    CHECK(contents(png) == before);
}

TEST_CASE("headscope render: a margin that leaves nothing of the height is refused", "[cli][render]") {
    const QTemporaryDir folder;
    const Run run = headscope(render({example("01_the_cat_sat")}, folder.filePath(QStringLiteral("a.png")),
                                     {QStringLiteral("--height"), QStringLiteral("10"), QStringLiteral("--margin"),
                                      QStringLiteral("5")}));
    CHECK(run.status == 1);
    CHECK(run.err.contains("A margin of 5 mm leaves nothing of a height of 10 mm."));
    CHECK(filesIn(folder.path()).isEmpty());
}

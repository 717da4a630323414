#include "src/export/html_page.h"

#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "src/viewmodel/words.h"
#include "tests/support/catch.h"
#include "tests/support/core/evaluated.h"
#include "ui/heatmap/color_scale.h"

using namespace attn;
using namespace attn::app;
using namespace attn::test;

namespace {

ScenePage pageOf(const Scene& scene, const PageRequest& request = {}) {
    auto page = scenePage(scene, evaluated(scene), request);
    if (!page)
        FAIL(page.error().message);
    return *std::move(page);
}

QJsonObject dataOf(const QByteArray& page) {
    const QByteArray begin = "<script type=\"application/json\" id=\"data\">";
    const qsizetype from = page.indexOf(begin) + begin.size();
    return QJsonDocument::fromJson(page.mid(from, page.indexOf("</script>", from) - from)).object();
}

QJsonObject stageOf(const QByteArray& page, const char* word) {
    for (const auto& stage : dataOf(page)[QStringLiteral("stages")].toArray())
        if (stage.toObject()[QStringLiteral("word")].toString() == QLatin1String(word))
            return stage.toObject();
    return {};
}

const QStringList kHostile{QStringLiteral("</script><script>window.stolen=1</script>"),
                           QStringLiteral("<!--"),
                           QStringLiteral("a&b \"c\" 'd'"),
                           QStringLiteral("x\u2028y\u2029z"),
                           QStringLiteral("\u202Eright\u2066"),
                           QStringLiteral("@DATA@ @SCRIPT@"),
                           QStringLiteral("注意"),
                           QStringLiteral("مرحبا"),
                           QStringLiteral("\\u003c\n\t")};

Scene hostileScene() {
    Scene scene = plainScene(1, kHostile.size(), 6, 2, 2, 3);
    for (const QString& token : kHostile)
        scene.tokens.push_back(token.toStdString());
    scene.title = "</title><script>window.stolen=1</script> @STYLE@ & \"quoted\"";
    return scene;
}

struct Visit {
    bool isThere = false;
    QJsonObject answer;  ///< What `probe` returned.
    QString dom;
    QString complaints;  ///< Lines that the console got.
};

/// Opens the page in Chromium without a window; `probe` is the body of a function that returns an object. Says loudly
/// where there is no Chromium.
Visit visit(QByteArray page, const QByteArray& probe, const QString& place = {}) {
    const QString browser = QStandardPaths::findExecutable(QStringLiteral("chromium"));
    if (browser.isEmpty()) {
        WARN("chromium is not installed: the page is not opened in a browser");
        return {};
    }
    page.replace("</body>",
                 "<script>document.body.dataset.answer = JSON.stringify((() => {" + probe + "})());</script></body>");
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("page.html")));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(page);
    file.close();
    QProcess process;
    process.start(
        browser,
        {QStringLiteral("--headless"), QStringLiteral("--no-sandbox"), QStringLiteral("--disable-gpu"),
         QStringLiteral("--user-data-dir=") + folder.filePath(QStringLiteral("profile")),
         QStringLiteral("--enable-logging=stderr"), QStringLiteral("--v=0"), QStringLiteral("--window-size=1280,800"),
         QStringLiteral("--dump-dom"), QStringLiteral("file://") + file.fileName() + place});
    REQUIRE(process.waitForFinished(60000));
    REQUIRE(process.exitCode() == 0);
    Visit visit;
    visit.isThere = true;
    visit.dom = QString::fromUtf8(process.readAllStandardOutput());
    for (const QByteArray& line : process.readAllStandardError().split('\n'))
        if (line.contains("CONSOLE"))
            visit.complaints += QString::fromUtf8(line) + u'\n';
    static const QRegularExpression kAnswer(QStringLiteral("data-answer=\"([^\"]*)\""));
    const QString answer = kAnswer.match(visit.dom)
                               .captured(1)
                               .replace(QStringLiteral("&quot;"), QStringLiteral("\""))
                               .replace(QStringLiteral("&lt;"), QStringLiteral("<"))
                               .replace(QStringLiteral("&gt;"), QStringLiteral(">"))
                               .replace(QStringLiteral("&nbsp;"), QStringLiteral("\u00A0"))
                               .replace(QStringLiteral("&amp;"), QStringLiteral("&"));
    visit.answer = QJsonDocument::fromJson(answer.toUtf8()).object();
    return visit;
}

/// Digits and value of a number, whether or not it is written with an exponent.
std::pair<QString, double> sameNumber(const QString& text) {
    static const QRegularExpression kNoDigits(QStringLiteral("e.*$|[^0-9]"));
    static const QRegularExpression kEnds(QStringLiteral("^0+|0+$"));
    return {QString(text).remove(kNoDigits).remove(kEnds), QString(text).replace(QChar(0x2212), u'-').toDouble()};
}

/// The value in a cell's sentence, after its place and noun.
std::pair<QString, double> valueIn(const QJsonValue& sentence, const QString& before) {
    const QString text = sentence.toString().remove(QChar(0x2068)).remove(QChar(0x2069));
    CAPTURE(text.toStdString());
    CHECK(text.startsWith(before));
    return sameNumber(text.mid(before.size()));
}

/// A head of a causal scene with 40 tokens, some of them twice.
Scene manyTokens() {
    Scene scene = plainScene(1, 40, 12, 3, 3, 4);
    for (int i = 0; i < 40; ++i)
        scene.tokens.push_back(QStringLiteral("t%1").arg(i % 30).toStdString());
    scene.mask.causal = Causal{};
    return scene;
}

}  // namespace

TEST_CASE("page: one file that asks for nothing, and whose policy forbids to ask", "[export][page]") {
    const QByteArray page = pageOf(catSat()).bytes;
    CHECK(
        page.contains("Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline'; style-src "
                      "'unsafe-inline'\""));
    for (const char* word :
         {"http:", "https:", "//cdn", "src=", "href=", "@import", "url(", "fetch(", "innerHTML", "eval("}) {
        CAPTURE(word);
        CHECK_FALSE(page.contains(word));
    }
    CHECK(page == pageOf(catSat()).bytes);
}

TEST_CASE("page: twelve heads of 64 tokens take less than a million bytes", "[export][page]") {
    SECTION("narrow heads keep every number exactly") {
        const ScenePage page = pageOf(plainScene(1, 64, 96, 12, 12, 8));
        CHECK(page.bytes.size() < 1'000'000);
        CHECK(page.note.isEmpty());
        for (const char* word : {"scores", "weights", "Q", "K", "V", "head_out"})
            CHECK(stageOf(page.bytes, word)[QStringLiteral("numbers")].toObject()[QStringLiteral("as")].toString() ==
                  QStringLiteral("f32"));
    }
    SECTION("wide ones keep the weights exactly, and say what they round") {
        const ScenePage page = pageOf(plainScene(1, 64, 768, 12, 12, 64));
        CHECK(page.bytes.size() < 1'000'000);
        CHECK(page.note.contains(QStringLiteral("Rounded, so that the page stays small: Q to within 0.0")));
        CHECK(stageOf(page.bytes, "weights")[QStringLiteral("numbers")].toObject()[QStringLiteral("as")].toString() ==
              QStringLiteral("f32"));
        CHECK(stageOf(page.bytes, "Q")[QStringLiteral("notes")].toString().contains(
            QStringLiteral("Rounded to within")));
        CHECK(stageOf(page.bytes, "scaled")[QStringLiteral("rounding")].toDouble() ==
              Approx(stageOf(page.bytes, "scores")[QStringLiteral("rounding")].toDouble() / 8.0));
    }
}

TEST_CASE("page: stages that follow from others to the bit are not stored, others are", "[export][page]") {
    Scene scene = manyTokens();
    const auto kindOf = [](const QByteArray& page, const char* word) {
        return stageOf(page, word)[QStringLiteral("numbers")].toObject()[QStringLiteral("as")].toString();
    };
    QByteArray page = pageOf(scene).bytes;
    CHECK(kindOf(page, "scaled") == QStringLiteral("times"));
    CHECK(kindOf(page, "masked") == QStringLiteral("where"));
    CHECK(kindOf(page, "concat") == QStringLiteral("joined"));
    CHECK(kindOf(page, "weights") == QStringLiteral("f32"));
    scene.mask.bias = tensor({40, 40}, std::vector<double>(1600, 0.25));
    page = pageOf(scene).bytes;
    CHECK(kindOf(page, "masked") == QStringLiteral("f32"));
}

TEST_CASE("page: a batch item or head that is not there is refused with their number", "[export][page]") {
    const Scene scene = manyTokens();
    const Evaluation evaluation = evaluated(scene);
    PageRequest request;
    request.head = 3;
    CHECK(scenePage(scene, evaluation, request).error().message ==
          "There is no head 3: the scene has 3, counted from 0.");
    request.head = 1;
    request.batch = 1;
    CHECK(scenePage(scene, evaluation, request).error().message ==
          "There is no batch item 1: the scene has 1, counted from 0.");
    request.batch = 0;
    const Progress stopped([] { return true; });
    CHECK(scenePage(scene, evaluation, request, stopped).error().code == ErrorCode::Cancelled);
    const auto one = scenePage(scene, evaluation, request);
    REQUIRE(one);
    CHECK(dataOf(one->bytes)[QStringLiteral("headNumbers")].toArray() == QJsonArray{1});
    CHECK(stageOf(one->bytes, "weights")[QStringLiteral("heads")].toInt() == 1);
}

TEST_CASE("page: hostile tokens stand in it as data, in the file and in the browser", "[export][page]") {
    const QByteArray page = pageOf(hostileScene()).bytes;
    CHECK(page.count("<script") == 2);
    CHECK(page.count("</script>") == 2);
    CHECK(page.count("<title>") == 1);
    CHECK_FALSE(page.contains("\u2028"));
    CHECK_FALSE(page.contains("\u202E"));
    const QJsonArray labels =
        dataOf(page)[QStringLiteral("axes")].toArray()[0].toObject()[QStringLiteral("labels")].toArray();
    CHECK(labels[0].toString() == kHostile[0]);
    CHECK(labels[5].toString() == kHostile[5]);
    const Visit seen = visit(page,
                             "return {stolen: 'stolen' in window, place: element('place').textContent, "
                             "title: document.title, scripts: document.scripts.length};",
                             QStringLiteral("#stage=weights&head=1&row=0&col=4"));
    if (!seen.isThere)
        return;
    CAPTURE(seen.complaints.toStdString());
    CHECK(seen.complaints.isEmpty());
    CHECK_FALSE(seen.answer[QStringLiteral("stolen")].toBool(true));
    CHECK(seen.answer[QStringLiteral("scripts")].toInt() == 3);  // and the probe
    CHECK(seen.answer[QStringLiteral("place")].toString() ==
          QStringLiteral("q0 “</script><script>window.stolen=1</script>” → k4 “⟨U+202E⟩right⟨U+2066⟩”"));
    CHECK(seen.answer[QStringLiteral("title")].toString() ==
          QStringLiteral("</title><script>window.stolen=1</script> @STYLE@ & \"quoted\""));
}

TEST_CASE("page: every number, colour and word of the program, in a browser that finds no fault", "[export][page]") {
    const Scene scene = manyTokens();
    const Evaluation evaluation = evaluated(scene);
    const auto made = scenePage(scene, evaluation, {});
    REQUIRE(made);
    const Visit seen = visit(made->bytes, R"(
        const texts = {};
        for (const stage of stages) texts[stage.word] = Array.from(valuesOf(stage), (value) => exactText(stage, value));
        chooseHead(2);
        const pixels = [];
        const wide = element('ground').width;
        const ground = element('ground').getContext('2d').getImageData(0, 0, wide, element('ground').height).data;
        for (let row = 0; row < 40; ++row)
          for (let col = 0; col <= row; ++col) {
            const at = 4 * (Math.floor((row + 0.5) * place.cell) * wide + Math.floor((col + 0.5) * place.cell));
            pixels.push([...ground.slice(at, at + 3)]);
          }
        const box = element('cells').getBoundingClientRect();
        element('cells').dispatchEvent(new PointerEvent('pointermove', {clientX: box.left + 3.5 * place.cell, clientY: box.top + 7.5 * place.cell}));
        const tip = element('tip').hidden ? '' : element('tip').textContent;
        const key = (name) => element('map').dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true}));
        key('ArrowDown'); key('ArrowDown'); key('ArrowRight');
        const walked = element('said').textContent;
        key('PageUp');
        const head = element('part').textContent;
        const theme = getComputedStyle(document.body).color;
        element('theme').click();
        const mask = element('legend').textContent;
        key(']');
        element('numbers').open = true;
        showTable();
        const nameless = [...document.querySelectorAll('button, input, [tabindex], canvas[role]')].filter((part) =>
          !(part.getAttribute('aria-label') || part.textContent || (part.labels && part.labels[0].textContent))).length;
        return {texts, pixels, tip, walked, head, mask, nameless, themes: [theme, getComputedStyle(document.body).color],
                cells: document.querySelectorAll('#table td').length, stage: element('stage').textContent, hash: location.hash};)");
    if (!seen.isThere)
        return;
    CAPTURE(seen.complaints.toStdString());
    CHECK(seen.complaints.isEmpty());
    const QJsonObject texts = seen.answer[QStringLiteral("texts")].toObject();
    for (const Stage stage : stagesOf(scene, evaluation)) {
        CAPTURE(stageWord(stage).toStdString());
        const QJsonArray shown = texts[stageWord(stage)].toArray();
        qsizetype at = 0;
        for (const ui::HeatmapPicture& picture : thumbnailPictures(scene, evaluation, stage, 0))
            for (const double value : picture.cells.values) {
                const Precision precision = stage == Stage::X ? Precision::F64 : Precision::F32;
                if (sameNumber(shown[at].toString()) != sameNumber(exactText(value, precision)))
                    FAIL_CHECK(shown[at].toString().toStdString()
                               << " for " << exactText(value, precision).toStdString());
                ++at;
            }
        CHECK(at == shown.size());
    }
    const ui::HeatmapPicture weights = stagePicture(scene, evaluation, Stage::Weights, {.head = 2});
    const ui::ColorScale scale(weights);
    const QJsonArray pixels = seen.answer[QStringLiteral("pixels")].toArray();
    qsizetype at = 0;
    for (Index row = 0; row < 40; ++row)
        for (Index col = 0; col <= row; ++col, ++at) {
            const QJsonArray rgb = pixels[at].toArray();
            const QRgb want = scale.color(weights.cells(row, col), row);
            if (qRgb(rgb[0].toInt(), rgb[1].toInt(), rgb[2].toInt()) != (want | 0xFF000000))
                FAIL_CHECK("another colour at row " << row << ", column " << col);
        }
    CHECK(valueIn(seen.answer[QStringLiteral("tip")], QStringLiteral("q7 “t7” → k3 “t3”, weight ")) ==
          sameNumber(exactText(weights.cells(7, 3), Precision::F32)));
    CHECK(valueIn(seen.answer[QStringLiteral("walked")], QStringLiteral("q2 “t2” → k1 “t1”, weight ")) ==
          sameNumber(exactText(weights.cells(2, 1), Precision::F32)));
    CHECK(seen.answer[QStringLiteral("head")].toString().startsWith(QStringLiteral("head 1,")));
    CHECK(seen.answer[QStringLiteral("mask")].toString() == QStringLiteral("masked"));
    CHECK(seen.answer[QStringLiteral("themes")].toArray() ==
          QJsonArray{QStringLiteral("rgb(24, 32, 38)"), QStringLiteral("rgb(233, 237, 239)")});
    CHECK(seen.answer[QStringLiteral("nameless")].toInt(-1) == 0);
    CHECK(seen.answer[QStringLiteral("stage")].toString() == QStringLiteral("Head output"));
    CHECK(seen.answer[QStringLiteral("cells")].toInt() == 40 * 4 + 1);
    CHECK(seen.answer[QStringLiteral("hash")].toString() == QStringLiteral("#stage=head_out&head=1&row=2&col=1"));
}

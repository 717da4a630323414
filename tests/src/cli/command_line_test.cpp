#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include "tests/support/catch.h"
#include "tests/support/gui/program.h"

using namespace attn::test;

namespace {

/// The words of an SVG, without the elements that hold them.
QString svgWords(const QString& path) {
    return QString::fromUtf8(contents(path)).remove(QRegularExpression(QStringLiteral("<[^>]*>|\\n")));
}

const QString kCatSat = example("01_the_cat_sat");

}  // namespace

TEST_CASE("headscope: words that are off end with status 2 and write nothing", "[cli]") {
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("x.png"));
    for (const QStringList& words : std::vector<QStringList>{{QStringLiteral("evaluate"), QStringLiteral("--no-such-flag")},
                                                             {QStringLiteral("render"), kCatSat},
                                                             {QStringLiteral("render"), kCatSat, QStringLiteral("-o"), out, QStringLiteral("--stage"), QStringLiteral("W")},
                                                             {QStringLiteral("render"), kCatSat, QStringLiteral("-o"), out, QStringLiteral("--range"), QStringLiteral("1:0")},
                                                             {QStringLiteral("memory"), QStringLiteral("--n"), QStringLiteral("many")}}) {
        CAPTURE(words.join(QLatin1Char(' ')).toStdString());
        CHECK(headscope(words).status == 2);
        CHECK_FALSE(QFile::exists(out));
    }
}

TEST_CASE("headscope: a seed or a count that is no whole number of 64 bits is refused in one sentence", "[cli]") {
    const auto run = [](const char* words) { return headscope(QString::fromLatin1(words).split(QLatin1Char(' '))); };
    for (const char* seed : {"-1", "18446744073709551616", "1.5", "0x10"}) {
        const Run refused = run(("saturation --rows 10 --seed " + std::string(seed)).c_str());
        CAPTURE(seed, refused.err.toStdString());
        CHECK(refused.status == 2);
        CHECK(refused.out.isEmpty());
        CHECK(refused.err.contains("The seed \"" + QByteArray(seed) + "\" is not a whole number from 0 to 18446744073709551615."));
    }
    CHECK(run("saturation --rows 10 --seed 18446744073709551615 --dk 1").status == 0);
    for (const char* words : {"saturation --keys 99999999999999999999", "saturation --rows 99999999999999999999",
                              "saturation --dk 1,99999999999999999999", "memory --n 99999999999999999999",
                              "memory --heads 99999999999999999999", "memory --batch 1e3"}) {
        const Run refused = run(words);
        CAPTURE(words, refused.err.toStdString());
        CHECK(refused.status == 2);
        CHECK(refused.err.contains("is not a whole number of at most 9223372036854775807."));
    }
    for (const char* words : {"saturation --keys -1", "saturation --rows -1", "saturation --dk -4", "memory --n -5 --heads 1",
                              "memory --heads -1", "memory --kv-heads -2", "memory --head-dim -1", "memory --batch -1"}) {
        const Run refused = run(words);
        CAPTURE(words, refused.err.toStdString());
        CHECK(refused.status == 1);
        CHECK(refused.err.contains("but must be between"));
    }
}

TEST_CASE("headscope render: --show chooses what a view shows, and refuses what it has not", "[cli]") {
    const QTemporaryDir folder;
    const QString scene = example("11_two_new_tokens");
    std::vector<QByteArray> drawn;
    for (const auto& [view, show] : {std::pair{"saturation", "row"}, {"saturation", "demonstration"}, {"mask", "pattern"},
                                     {"mask", "weights"}, {"mask", "alignments"}, {"mask", "empty-rows"}}) {
        CAPTURE(view, show);
        const QString out = folder.filePath(QStringLiteral("%1-%2.svg").arg(QLatin1String(view), QLatin1String(show)));
        const Run run = headscope({QStringLiteral("render"), scene, QStringLiteral("-o"), out, QStringLiteral("--view"), QLatin1String(view),
                                   QStringLiteral("--show"), QLatin1String(show)});
        CAPTURE(run.err.toStdString());
        CHECK(run.status == 0);
        drawn.push_back(contents(out));
        CHECK_FALSE(drawn.back().isEmpty());
    }
    CHECK(drawn[0].contains("Entropy"));
    CHECK(drawn[1].contains("0.000999"));
    CHECK(drawn[4].contains("End (bottom right)"));
    CHECK(drawn[5].contains("change nothing"));
    const QString out = folder.filePath(QStringLiteral("x.svg"));
    for (const QStringList& words : std::vector<QStringList>{{QStringLiteral("mask"), QStringLiteral("row")},
                                                             {QStringLiteral("heads"), QStringLiteral("row")}}) {
        const Run run = headscope({QStringLiteral("render"), scene, QStringLiteral("-o"), out, QStringLiteral("--view"), words[0],
                                   QStringLiteral("--show"), words[1]});
        CHECK(run.status == 1);
        CHECK_FALSE(QFile::exists(out));
    }
}

TEST_CASE("headscope evaluate: the worked example has the known weights in both types and on both paths", "[cli]") {
    const Run run = headscope({QStringLiteral("evaluate"), kCatSat, QStringLiteral("--precision"), QStringLiteral("f64"), QStringLiteral("--only"), QStringLiteral("weights,row_metrics.entropy_nats")});
    REQUIRE(run.status == 0);
    const QJsonObject whole = QJsonDocument::fromJson(run.out).object();
    CHECK(whole[QStringLiteral("format")].toString() == QStringLiteral("headscope/evaluation"));
    const QJsonObject result = whole[QStringLiteral("result")].toObject();
    CHECK(result.keys() == QStringList{QStringLiteral("row_metrics"), QStringLiteral("weights")});
    const QJsonArray weights = result[QStringLiteral("weights")].toObject()[QStringLiteral("data")].toArray();
    CHECK(weights[1].toDouble() == Approx(0.7679179361387025).epsilon(1e-14));

    const Run flash = headscope({QStringLiteral("evaluate"), kCatSat, QStringLiteral("--path"), QStringLiteral("flash")});
    REQUIRE(flash.status == 0);
    const QStringList keys = QJsonDocument::fromJson(flash.out).object()[QStringLiteral("result")].toObject().keys();
    CHECK(keys.contains(QStringLiteral("lse")));
    CHECK_FALSE(keys.contains(QStringLiteral("weights")));
}

TEST_CASE("headscope: an input at fault gives one sentence, status 1, and leaves the old output as it was", "[cli]") {
    const QTemporaryDir folder;
    const QString broken = folder.filePath(QStringLiteral("broken.headscope"));
    QFile file(broken);
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(contents(kCatSat).left(300));
    file.close();
    const QString out = folder.filePath(QStringLiteral("out.svg"));
    QFile old(out);
    REQUIRE(old.open(QIODevice::WriteOnly));
    old.write("old");
    old.close();
    for (const QStringList& words : std::vector<QStringList>{{QStringLiteral("render"), broken, QStringLiteral("-o"), out},
                                                             {QStringLiteral("evaluate"), broken, QStringLiteral("-o"), out},
                                                             {QStringLiteral("render"), folder.filePath(QStringLiteral("none.headscope")), QStringLiteral("-o"), out},
                                                             {QStringLiteral("render"), kCatSat, QStringLiteral("-o"), out, QStringLiteral("--head"), QStringLiteral("7")},
                                                             {QStringLiteral("render"), kCatSat, QStringLiteral("-o"), out, QStringLiteral("--view"), QStringLiteral("layers")},
                                                             {QStringLiteral("evaluate"), kCatSat, QStringLiteral("-o"), QStringLiteral("/nowhere/at/all.json")}}) {
        CAPTURE(words.join(QLatin1Char(' ')).toStdString());
        const Run run = headscope(words);
        CHECK(run.status == 1);
        CHECK(run.err.startsWith("headscope: "));
        CHECK(run.err.count('\n') == 1);
        CHECK(contents(out) == "old");
    }
}

TEST_CASE("headscope render: every view comes as PNG, SVG and PDF, the same bytes at any screen scale", "[cli]") {
    const QTemporaryDir folder;
    const QString view = GENERATE(as<QString>(), QStringLiteral("heatmap"), QStringLiteral("heads"), QStringLiteral("lines"), QStringLiteral("steps"), QStringLiteral("mask"), QStringLiteral("saturation"), QStringLiteral("memory"), QStringLiteral("sharing"), QStringLiteral("compare"),
                                  QStringLiteral("flops"), QStringLiteral("backward"), QStringLiteral("traffic"), QStringLiteral("tiles"), QStringLiteral("difference"), QStringLiteral("kinds"));
    const QString scene = example(view == QStringLiteral("compare") ? "19_with_and_without_the_scale" : "04_causal");
    for (const auto& [ending, magic] : {std::pair{"png", "\x89PNG"}, {"svg", "<?xml"}, {"pdf", "%PDF"}}) {
        CAPTURE(view.toStdString(), ending);
        const QString first = folder.filePath(QStringLiteral("a.") + QLatin1String(ending));
        const QString second = folder.filePath(QStringLiteral("b.") + QLatin1String(ending));
        REQUIRE(headscope({QStringLiteral("render"), scene, QStringLiteral("-o"), first, QStringLiteral("--view"), view}).status == 0);
        REQUIRE(headscope({QStringLiteral("render"), scene, QStringLiteral("-o"), second, QStringLiteral("--view"), view}, {QStringLiteral("QT_SCALE_FACTOR=2")}).status == 0);
        CHECK(contents(first).startsWith(magic));
        CHECK(contents(first) == contents(second));
    }
}

TEST_CASE("headscope render: lines of one head, of all, by another rule, and not of a mean", "[cli]") {
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("x.svg"));
    const auto render = [&](const QStringList& words) {
        return headscope(QStringList{QStringLiteral("render"), example("03_four_heads"), QStringLiteral("-o"), out, QStringLiteral("--view"), QStringLiteral("lines")} + words).status;
    };
    REQUIRE(render({}) == 0);
    const QByteArray one = contents(out);
    REQUIRE(render({QStringLiteral("--head"), QStringLiteral("all")}) == 0);
    const QByteArray all = contents(out);
    CHECK(all != one);
    CHECK(all.contains("head 3"));
    REQUIRE(render({QStringLiteral("--lines"), QStringLiteral("largest:1")}) == 0);
    const QByteArray largest = contents(out);
    CHECK(largest != one);
    CHECK(render({QStringLiteral("--head"), QStringLiteral("mean")}) == 1);
    CHECK(contents(out) == largest);
    CHECK(render({QStringLiteral("--lines"), QStringLiteral("largest:0")}) == 2);
}

TEST_CASE("headscope render: compare takes two snapshots by name, or now, and refuses what is not there", "[cli]") {
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("x.svg"));
    const auto render = [&](const QString& scene, const QStringList& words) {
        return headscope(QStringList{QStringLiteral("render"), scene, QStringLiteral("-o"), out, QStringLiteral("--view"), QStringLiteral("compare")} + words);
    };
    const QString scene = example("19_with_and_without_the_scale");
    REQUIRE(render(scene, {}).status == 0);
    const QByteArray usual = contents(out);
    CHECK(usual.contains("without the scale"));
    CHECK(usual.contains("B − A"));
    const QStringList named{QStringLiteral("--a"), QStringLiteral("without the scale"), QStringLiteral("--b"), QStringLiteral("now")};
    REQUIRE(render(scene, named).status == 0);
    CHECK(contents(out) == usual);
    REQUIRE(render(scene, {QStringLiteral("--a"), QStringLiteral("now"), QStringLiteral("--b"), QStringLiteral("without the scale")}).status == 0);
    const QByteArray swapped = contents(out);
    CHECK(swapped != usual);
    const Run unknown = render(scene, {QStringLiteral("--a"), QStringLiteral("x")});
    CHECK(unknown.status == 1);
    CHECK(unknown.err.contains("There is no snapshot \"x\": the file has \"without the scale\"."));
    const Run none = render(example("04_causal"), {});
    CHECK(none.status == 1);
    CHECK(none.err.contains("The file has no snapshot to compare the scene with."));
    CHECK(render(scene, {QStringLiteral("--head"), QStringLiteral("1")}).status == 1);
    CHECK(render(scene, {QStringLiteral("--stage"), QStringLiteral("capped")}).err.contains("has no stage Capped"));
    CHECK(contents(out) == swapped);
}

TEST_CASE("headscope render: sharing takes a context and a model, and refuses others", "[cli]") {
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("x.svg"));
    const auto render = [&](const QStringList& words) {
        return headscope(QStringList{QStringLiteral("render"), example("07_grouped_query_heads"), QStringLiteral("-o"), out, QStringLiteral("--view"), QStringLiteral("sharing")} + words).status;
    };
    REQUIRE(render({}) == 0);
    CHECK(contents(out).contains("2 GiB"));
    REQUIRE(render({QStringLiteral("--context"), QStringLiteral("8192"), QStringLiteral("--model"), QStringLiteral("LLaMA-2 70B")}) == 0);
    CHECK(contents(out).contains("2.5 GiB"));
    CHECK(render({QStringLiteral("--model"), QStringLiteral("none")}) == 2);
    CHECK(render({QStringLiteral("--context"), QStringLiteral("0")}) == 2);
}

TEST_CASE("headscope render: every stage is drawn, at the size that is asked for", "[cli]") {
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("x.png"));
    for (const char* stage : {"X", "Q", "K", "V", "scores", "scaled", "masked", "weights", "head_out", "output"}) {
        CAPTURE(stage);
        QFile::remove(out);
        REQUIRE(headscope({QStringLiteral("render"), kCatSat, QStringLiteral("-o"), out, QStringLiteral("--stage"), QLatin1String(stage), QStringLiteral("--width"),
                           QStringLiteral("50.8"), QStringLiteral("--dpi"), QStringLiteral("100")}).status == 0);
        CHECK(QImage(out).width() == 200);
    }
}

TEST_CASE("headscope render: scenes of one name are not drawn over each other", "[cli]") {
    const QTemporaryDir folder;
    const QString other = folder.filePath(QStringLiteral("01_the_cat_sat.headscope"));
    REQUIRE(QFile::copy(kCatSat, other));
    const QString out = folder.filePath(QStringLiteral("out/"));
    const Run run = headscope({QStringLiteral("render"), kCatSat, other, QStringLiteral("-o"), out});
    CHECK(run.status == 1);
    CHECK(run.err.count('\n') == 1);
    CHECK(run.err.contains("would replace"));
    CHECK_FALSE(QFile::exists(out));
    REQUIRE(headscope({QStringLiteral("render"), kCatSat, example("04_causal"), QStringLiteral("-o"), out}).status == 0);
    CHECK(QFile::exists(out + QStringLiteral("01_the_cat_sat.png")));
    CHECK(QFile::exists(out + QStringLiteral("04_causal.png")));
}

TEST_CASE("headscope render --view steps: --select marks the cell of a stage and what made it", "[cli]") {
    const QTemporaryDir folder;
    const auto render = [&](const char* name, const QStringList& more) {
        const QString out = folder.filePath(QLatin1String(name));
        const Run run = headscope(QStringList{QStringLiteral("render"), kCatSat, QStringLiteral("-o"), out, QStringLiteral("--view"), QStringLiteral("steps"),
                                              QStringLiteral("--dpi"), QStringLiteral("100"), QStringLiteral("--theme"), QStringLiteral("light")} + more);
        CHECK(run.status == (more.contains(QStringLiteral("masked")) ? 1 : 0));
        return QImage(out);
    };
    const auto accent = [](const QImage& image) {
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                count += image.pixel(x, y) == qRgb(0x0B, 0x6E, 0x73) ? 1 : 0;
        return count;
    };
    const QImage plain = render("a.png", {});
    CHECK(plain.width() == 709);
    CHECK(accent(plain) == 0);
    const QStringList cell{QStringLiteral("--select"), QStringLiteral("1,0"), QStringLiteral("--stage")};
    CHECK(accent(render("b.png", cell + QStringList{QStringLiteral("weights")})) > 20);
    CHECK(render("c.png", cell + QStringList{QStringLiteral("masked")}).isNull());
}

TEST_CASE("headscope memory and saturation: JSON as it is promised", "[cli]") {
    const Run memory = headscope({QStringLiteral("memory"), QStringLiteral("--n"), QStringLiteral("64,128"), QStringLiteral("--heads"), QStringLiteral("2"), QStringLiteral("--json"), QStringLiteral("--measure")});
    REQUIRE(memory.status == 0);
    const QJsonArray lengths = QJsonDocument::fromJson(memory.out).object()[QStringLiteral("rows")].toArray();
    REQUIRE(lengths.size() == 2);
    CHECK(lengths[1].toObject()[QStringLiteral("naive_counted_bytes")].toDouble() == 2.0 * 128 * 128 * 2 * 4);
    CHECK(lengths[1].toObject()[QStringLiteral("naive_measured_bytes")].toDouble() > 0.0);

    const Run saturation = headscope({QStringLiteral("saturation"), QStringLiteral("--json")});
    REQUIRE(saturation.status == 0);
    const QJsonArray widths = QJsonDocument::fromJson(saturation.out).object()[QStringLiteral("rows")].toArray();
    REQUIRE(widths.size() == 6);
    const auto mean = [&widths](qsizetype row, const char* kind, const char* what) {
        return widths[row].toObject()[QLatin1String(kind)].toObject()[QLatin1String(what)].toArray()[0].toDouble();
    };
    CHECK(mean(0, "raw", "entropy") == mean(0, "scaled", "entropy"));
    for (qsizetype row = 1; row < 6; ++row) {
        CHECK(mean(row, "raw", "entropy") < mean(row - 1, "raw", "entropy"));
        CHECK(mean(row, "scaled", "entropy") == Approx(mean(1, "scaled", "entropy")).epsilon(0.05));
        CHECK(mean(row, "scaled", "p1p") == Approx(mean(1, "scaled", "p1p")).epsilon(0.05));
        CHECK(mean(row, "scaled", "max_weight") == Approx(mean(1, "scaled", "max_weight")).epsilon(0.10));
    }
}

TEST_CASE("headscope screenshot: the whole window in the size that is asked for", "[cli]") {
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("window.png"));
    REQUIRE(headscope({QStringLiteral("screenshot"), kCatSat, QStringLiteral("-o"), out, QStringLiteral("--size"), QStringLiteral("1000x700"), QStringLiteral("--theme"), QStringLiteral("dark")}).status == 0);
    const QImage picture(out);
    CHECK(picture.size() == QSize(1000, 700));
    CHECK(picture.pixelColor(4, 300).lightness() < 80);
}

TEST_CASE("headscope convert: matrices for other programs, one or all", "[cli]") {
    const QTemporaryDir folder;
    const auto convert = [&](const QString& name, const QStringList& words = {}) {
        const QString out = folder.filePath(name);
        const Run run = headscope(QStringList{QStringLiteral("convert"), kCatSat, out} + words);
        INFO(run.err.toStdString());
        CHECK(run.status == 0);
        return contents(out);
    };
    const QByteArray csv = convert(QStringLiteral("w.csv"));
    CHECK(csv.startsWith("query,The,cat,sat\nThe,0."));
    CHECK(csv.count('\n') == 4);
    CHECK(convert(QStringLiteral("w.TSV")).startsWith("query\tThe\tcat\tsat\n"));
    CHECK(convert(QStringLiteral("w.npy"), {QStringLiteral("--only"), QStringLiteral("W_q")}).startsWith("\x93NUMPY"));
    const QByteArray npz = convert(QStringLiteral("all.npz"));
    for (const char* name : {"X.npy", "W_q.npy", "weights.npy", "row_metrics.max_weight.npy"})
        CHECK(npz.contains(name));
    CHECK(convert(QStringLiteral("all.safetensors")).contains("\"weights\":{\"dtype\":\"F32\",\"shape\":[1,1,3,3]"));
    CHECK(convert(QStringLiteral("w.json"), {QStringLiteral("--only"), QStringLiteral("weights")}).contains("headscope/evaluation"));
    CHECK(convert(QStringLiteral("w.tex")).contains("\\begin{bmatrix}"));
    CHECK(convert(QStringLiteral("t.tex"), {QStringLiteral("--as"), QStringLiteral("booktabs")}).contains("\\toprule"));
    CHECK(convert(QStringLiteral("h.tex"), {QStringLiteral("--as"), QStringLiteral("heatmap")}).contains("matrix plot*"));
}

TEST_CASE("headscope convert: what it cannot do is said, and nothing is written", "[cli]") {
    const QTemporaryDir folder;
    const auto refused = [&](const QString& name, const QStringList& words, int status, const char* reason) {
        const QString out = folder.filePath(name);
        const Run run = headscope(QStringList{QStringLiteral("convert"), kCatSat, out} + words);
        CHECK(run.status == status);
        INFO(run.err.toStdString());
        CHECK(run.err.contains(reason));
        CHECK_FALSE(QFile::exists(out));
    };
    refused(QStringLiteral("w.doc"), {}, 2, "does not end in .npy, .npz, .safetensors, .csv, .tsv, .json or .tex");
    refused(QStringLiteral("w.csv"), {QStringLiteral("--only"), QStringLiteral("W_x")}, 1, "The scene has no \"W_x\"; it has X, W_q");
    refused(QStringLiteral("w.csv"), {QStringLiteral("--head"), QStringLiteral("1")}, 1, "There is no head 1: weights has 1, counted from 0.");
    refused(QStringLiteral("w.npy"), {QStringLiteral("--only"), QStringLiteral("row_metrics")}, 1, "holds one tensor, but --only names 9");
}

TEST_CASE("headscope render: the walk stops after a tile, in tiles and in an order of one's own, and no further", "[cli]") {
    const QTemporaryDir folder;
    const QString out = folder.filePath(QStringLiteral("x.svg"));
    const auto render = [&](const QStringList& words) {
        return headscope(QStringList{QStringLiteral("render"), example("18_tile_by_tile"), QStringLiteral("-o"), out, QStringLiteral("--view")} + words);
    };
    REQUIRE(render({QStringLiteral("tiles")}).status == 0);
    CHECK(svgWords(out).contains(QStringLiteral("tile 5 of 10")));
    REQUIRE(render({QStringLiteral("tiles"), QStringLiteral("--tile"), QStringLiteral("8,8"), QStringLiteral("--step"), QStringLiteral("3"), QStringLiteral("--keys-outside")}).status == 0);
    CHECK(svgWords(out).contains(QStringLiteral("tile 3 of 3")));
    const Run further = render({QStringLiteral("tiles"), QStringLiteral("--step"), QStringLiteral("11")});
    CHECK(further.status == 1);
    CHECK(further.err.contains("There is no tile 11: the walk has 10."));
    CHECK(render({QStringLiteral("tiles"), QStringLiteral("--tile"), QStringLiteral("0,4")}).status == 2);
    REQUIRE(render({QStringLiteral("traffic"), QStringLiteral("--device"), QStringLiteral("RTX 4090")}).status == 0);
    CHECK(contents(out).contains("RTX 4090"));
    CHECK(render({QStringLiteral("traffic"), QStringLiteral("--device"), QStringLiteral("abacus")}).status == 1);
    REQUIRE(render({QStringLiteral("time"), QStringLiteral("--measure-up-to"), QStringLiteral("128")}).status == 0);
    CHECK(contents(out).contains("measured here"));
}

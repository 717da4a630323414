#include "src/export/figure_export.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <cmath>
#include <iostream>

#include "src/export/svg_device.h"
#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"
#include "ui/heatmap/heatmap_sample.h"
#include "ui/theme/typeface.h"

using namespace attn;
using namespace attn::app;
using namespace attn::test;

namespace {

constexpr FigureFormat kFormats[] = {FigureFormat::Png, FigureFormat::Svg, FigureFormat::Pdf};

Figure figureOf(const ui::HeatmapPicture& picture, const FigureRequest& request = {},
                ui::HeatmapOptions options = {}) {
    return heatmapFigure(picture, options, request, {});
}

/// The layout that the exporter uses, to know where the cells are.
ui::HeatmapLayout layoutOf(const ui::HeatmapPicture& picture, const FigureRequest& request,
                           ui::HeatmapOptions options = {}) {
    options.theme = &request.colors();
    options.paper = true;
    options.pixelsPerUnit = request.dpi / 72.0;
    options.largestCell = 42.0;
    const double width = request.widthMm * 72.0 / 25.4;
    const ui::TypefaceScope typeface({});
    return ui::layoutHeatmap(picture, options, {width, ui::naturalHeight(picture, options, width)});
}

int count(const QByteArray& bytes, const char* what) {
    return static_cast<int>(bytes.count(what));
}

/// A file turned into an image by a program that is not ours; null, loudly, where that is not installed.
QImage rasterised(const QString& program, const QStringList& arguments, const QByteArray& bytes,
                  const QString& ending) {
    if (QStandardPaths::findExecutable(program).isEmpty()) {
        WARN(program.toStdString() << " is not installed: its picture of the " << ending.toStdString()
                                   << " is not compared");
        return {};
    }
    const QTemporaryDir folder;
    REQUIRE(writeFigure(folder.filePath(QStringLiteral("in.") + ending), bytes));
    QProcess process;
    process.setWorkingDirectory(folder.path());
    process.start(program, arguments);
    REQUIRE(process.waitForFinished(60000));
    CAPTURE(process.readAllStandardError().toStdString());
    REQUIRE(process.exitCode() == 0);
    return QImage(folder.filePath(QStringLiteral("out.png")));
}

QStringList words(const char* text) {
    return QString::fromLatin1(text).split(u' ');
}

bool isNear(QRgb a, QRgb b, int within) {
    return std::abs(qRed(a) - qRed(b)) <= within && std::abs(qGreen(a) - qGreen(b)) <= within &&
           std::abs(qBlue(a) - qBlue(b)) <= within;
}

}  // namespace

TEST_CASE("exports: PNG has the pixels and the density asked for", "[export]") {
    FigureRequest request;
    request.widthMm = 88;
    request.heightMm = 60;
    request.dpi = 300;
    const auto bytes = renderPng(figureOf(causalTwelve(), request), request);
    REQUIRE(bytes);
    const QImage image = QImage::fromData(*bytes);
    CHECK(image.width() == std::lround(88 / 25.4 * 300));
    CHECK(image.height() == std::lround(60 / 25.4 * 300));
    CHECK(image.dotsPerMeterX() == 11811);
}

TEST_CASE("exports: SVG agrees with itself in size, has a rect for each cell and a text for each number",
          "[export]") {
    const ui::HeatmapPicture picture = plainWeights(6, 6);
    ui::HeatmapOptions options;
    options.labels = options.axisTitles = options.colorBar = options.legend = options.notes = false;
    FigureRequest request;
    const auto svg = renderSvg(figureOf(picture, request, options), request);
    REQUIRE(svg);
    CHECK(count(*svg, "<rect") == 36);
    CHECK(count(*svg, "<text") == 36);
    CHECK(count(*svg, "stroke=\"none\" shape-rendering=\"crispEdges\"") == 1);
    QXmlStreamReader reader(*svg);
    REQUIRE(reader.readNextStartElement());
    const auto root = reader.attributes();
    const QStringList box = root.value(QStringLiteral("viewBox")).toString().split(u' ');
    const double width = root.value(QStringLiteral("width")).toString().chopped(2).toDouble();
    const double height = root.value(QStringLiteral("height")).toString().chopped(2).toDouble();
    CHECK(width == Approx(88.0));
    CHECK(box.at(2).toDouble() * 25.4 / 72 == Approx(width).epsilon(1e-4));
    CHECK(box.at(3).toDouble() * 25.4 / 72 == Approx(height).epsilon(1e-4));
    std::vector<QByteArray> heights;
    for (const QByteArray& line : svg->split('\n'))
        if (line.startsWith("<rect"))
            heights.push_back(line.mid(line.indexOf("height=")).split('"').at(1));
    CHECK(heights.front() == heights.back());
}

TEST_CASE("exports: the words of a PDF are found by who looks for them", "[export]") {
    ui::HeatmapPicture picture = causalTwelve();
    picture.rows.labels[0].text = QStringLiteral("attention");
    picture.rows.labels[1].text = QStringLiteral("office");
    const auto pdf = renderPdf(figureOf(picture), {});
    REQUIRE(pdf);
    if (QStandardPaths::findExecutable(QStringLiteral("pdftotext")).isEmpty()) {
        WARN("pdftotext is not installed: the text of a PDF is not read");
        return;
    }
    QProcess reader;
    reader.start(QStringLiteral("pdftotext"), {QStringLiteral("-"), QStringLiteral("-")});
    reader.write(*pdf);
    reader.closeWriteChannel();
    REQUIRE(reader.waitForFinished(60000));
    const QByteArray text = reader.readAllStandardOutput();
    for (const char* word : {"attention", "office", "attends", "attended"}) {
        CAPTURE(word, text.toStdString());
        CHECK(text.contains(word));
    }
}

TEST_CASE("exports: SVG holds tokens as they are, whatever they contain", "[export]") {
    const auto svg = renderSvg(figureOf(manyScripts()), {});
    REQUIRE(svg);
    QXmlStreamReader reader(*svg);
    QStringList texts;
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QStringLiteral("text"))
            texts << reader.readElementText();
    CHECK_FALSE(reader.hasError());
    for (const char* token : {"注意", "한국", "مرحبا", "שלום", "नमस्ते", "<b>x</b>", "a&b", "&lt;", "↵"}) {
        CAPTURE(token);
        CHECK(texts.count(QString::fromUtf8(token)) == 2);
    }
    CHECK(xmlText(QString(QChar(0x0B)) + QStringLiteral("<\"&>")) == "\xEF\xBF\xBD&lt;&quot;&amp;&gt;");
}

TEST_CASE("exports: PNG, SVG and PDF show the colours of the screen in every cell", "[export]") {
    const ui::HeatmapPicture picture = everyState();
    FigureRequest request;
    request.theme = GENERATE(FigureTheme::Paper, FigureTheme::Dark);
    const Figure figure = figureOf(picture, request);
    const ui::HeatmapLayout layout = layoutOf(picture, request);
    const auto png = renderPng(figure, request), svg = renderSvg(figure, request), pdf = renderPdf(figure, request);
    REQUIRE((png && svg && pdf));
    const std::pair<const char*, QImage> images[] = {
        {"png", QImage::fromData(*png)},
        {"rsvg", rasterised(QStringLiteral("rsvg-convert"), words("-d 300 -p 300 in.svg -o out.png"), *svg,
                            QStringLiteral("svg"))},
        {"splash", rasterised(QStringLiteral("pdftoppm"), words("-r 300 -png -singlefile in.pdf out"), *pdf,
                              QStringLiteral("pdf"))},
        {"cairo", rasterised(QStringLiteral("pdftocairo"), words("-r 300 -png -singlefile in.pdf out"), *pdf,
                             QStringLiteral("pdf"))}};
    const ui::ColorScale scale(picture);
    for (const auto& [name, image] : images) {
        if (image.isNull())
            continue;
        CHECK(image.width() == Approx(88 / 25.4 * 300).epsilon(0.005));
        for (Index row = 0; row < 5; ++row)
            for (Index col = 0; col < 5; ++col) {
                const ui::CellState state = picture.state(row, col);
                if (state == ui::CellState::Masked || state == ui::CellState::MaskedByHand)
                    continue;
                // Beside the number, inside the frame of a fault.
                const QRectF cell = layout.cellRect(row, col);
                const QPointF at =
                    QPointF(cell.left() + cell.width() * 0.15, cell.top() + cell.height() * 0.75) * (300 / 72.0);
                CAPTURE(name, row, col);
                CHECK(isNear(image.pixel(at.toPoint()),
                             ui::cellGround(picture, scale, request.colors(), false, row, col), 1));
            }
        // A masked cell is its ground with lines, and nothing else.
        const QRectF masked = layout.cellRect(0, 2);
        int grounds = 0, all = 0;
        for (double x = 0.1; x < 0.9; x += 0.02)
            for (double y = 0.1; y < 0.9; y += 0.02, ++all)
                grounds += isNear(
                    image.pixel((QPointF(masked.left() + x * masked.width(), masked.top() + y * masked.height()) *
                                 (300 / 72.0))
                                    .toPoint()),
                    request.colors().maskGround.rgb(), 2);
        CAPTURE(name, grounds, all);
        CHECK(grounds > all / 2);
        CHECK(grounds < all * 95 / 100);
    }
}

TEST_CASE("exports: no renderer shows a seam between cells of one colour", "[export]") {
    ui::HeatmapPicture picture = plainWeights(23, 23);
    picture.cells = Matrix(23, 23, 0.5);
    ui::HeatmapOptions options;
    options.values = false;
    FigureRequest request;
    const Figure figure = figureOf(picture, request, options);
    const QRectF map = layoutOf(picture, request, options).map;
    const auto svg = renderSvg(figure, request), pdf = renderPdf(figure, request);
    REQUIRE((svg && pdf));
    CHECK(count(*pdf, "/DCTDecode") == 0);
    for (const auto& [program, arguments, bytes, ending] :
         {std::tuple{"pdftoppm", "-r 173 -png -singlefile in.pdf out", *pdf, "pdf"},
          std::tuple{"pdftocairo", "-r 173 -png -singlefile in.pdf out", *pdf, "pdf"},
          std::tuple{"rsvg-convert", "-d 173 -p 173 in.svg -o out.png", *svg, "svg"}}) {
        const QImage image =
            rasterised(QString::fromLatin1(program), words(arguments), bytes, QString::fromLatin1(ending));
        if (image.isNull())
            continue;
        int others = 0;
        const QRectF inner(map.topLeft() * (173 / 72.0), map.size() * (173 / 72.0));
        for (int y = qCeil(inner.top()) + 3; y < qFloor(inner.bottom()) - 3; ++y)
            for (int x = qCeil(inner.left()) + 3; x < qFloor(inner.right()) - 3; ++x)
                others +=
                    !isNear(image.pixel(x, y), ui::color(ui::MapName::Cividis, 0.5), 2);  // Rounding, not a seam.
        CAPTURE(program);
        CHECK(others == 0);
    }
}

TEST_CASE("exports: more cells than a vector file should hold become one sharp image", "[export]") {
    const ui::HeatmapPicture picture = plainWeights(300, 300);
    const auto svg = renderSvg(figureOf(picture), {});
    REQUIRE(svg);
    CHECK(count(*svg, "<rect") == 0);
    CHECK(count(*svg, "<image") == 1);
    CHECK(count(*svg, "<text") > 10);
}

TEST_CASE("exports: the chosen row is in the figure", "[export]") {
    const auto plain = renderSvg(heatmapFigure(causalTwelve(), {}, {}), {});
    const auto chosen = renderSvg(heatmapFigure(causalTwelve(), {}, {}, {{}, 3, -1}), {});
    REQUIRE((plain && chosen));
    CHECK(count(*plain, "#0b6e73") == 0);
    CHECK(count(*chosen, "#0b6e73") > 0);
    CHECK(count(*chosen, "font-weight=\"600\"") > 0);
}

TEST_CASE("exports: what cannot be drawn is refused with its numbers", "[export]") {
    const auto messageOf = [](FigureRequest request) {
        const auto bytes = renderPng(figureOf(plainWeights(2, 2)), request);
        return bytes ? std::string() : bytes.error().message;
    };
    FigureRequest request;
    CHECK(messageOf(request).empty());
    request.widthMm = -3;
    CHECK(messageOf(request).find("-3") != std::string::npos);
    request.widthMm = std::nan("");
    CHECK_FALSE(messageOf(request).empty());
    request.widthMm = 5000;
    request.dpi = 1200;
    CHECK(messageOf(request).find("236220") != std::string::npos);
    request.dpi = 0;
    CHECK_FALSE(messageOf(request).empty());
    request = {};
    request.marginMm = 44;
    CHECK(messageOf(request).find("44") != std::string::npos);
    request.marginMm = -1;
    CHECK_FALSE(messageOf(request).empty());
    request = {};
    request.typePoints = 0;
    CHECK_FALSE(messageOf(request).empty());
    request = {};
    request.heightMm = 1e9;
    CHECK_FALSE(messageOf(request).empty());
    CHECK(figureFormat(QStringLiteral("a/b.SVG")));
    CHECK_FALSE(figureFormat(QStringLiteral("picture.jpg")));
}

TEST_CASE("writeFigure: replaces a file whole, or leaves it and says where", "[export]") {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.svg"));
    REQUIRE(writeFigure(path, "old"));
    REQUIRE(writeFigure(path, "new"));
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadOnly));
    CHECK(file.readAll() == "new");
    const QString nowhere = folder.filePath(QStringLiteral("none/a.svg"));
    const auto failed = writeFigure(nowhere, "x");
    REQUIRE_FALSE(failed);
    CHECK(failed.error().message.find(nowhere.toStdString()) != std::string::npos);
    CHECK_FALSE(writeFigure(folder.path(), "x"));
    CHECK(QDir(folder.path()).entryList(QDir::Files) == QStringList{QStringLiteral("a.svg")});
}

TEST_CASE("exports: helper that writes each format into a folder", "[.export-helper]") {
    const QString folder = qEnvironmentVariable("HEADSCOPE_EXPORT_FOLDER");
    REQUIRE_FALSE(folder.isEmpty());
    for (const FigureFormat format : kFormats) {
        const auto bytes = renderFigure(figureOf(manyScripts()), {}, format);
        REQUIRE(bytes);
        REQUIRE(writeFigure(folder + QStringLiteral("/%1").arg(static_cast<int>(format)), *bytes));
    }
}

TEST_CASE("exports: the same bytes on every run and at any screen scale", "[export]") {
    // Runs within one second would agree on the time as well.
    CHECK(count(*renderPdf(figureOf(manyScripts()), {}), "/CreationDate (D:20000101000000") == 1);
    for (const char* scale : {"1", "1.25", "2"}) {
        const QTemporaryDir folder;
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QString::fromLatin1(scale));
        environment.insert(QStringLiteral("HEADSCOPE_EXPORT_FOLDER"), folder.path());
        process.setProcessEnvironment(environment);
        process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("[.export-helper]")});
        REQUIRE(process.waitForFinished(100000));
        REQUIRE(process.exitCode() == 0);
        for (const FigureFormat format : kFormats) {
            QFile file(folder.filePath(QString::number(static_cast<int>(format))));
            REQUIRE(file.open(QIODevice::ReadOnly));
            CAPTURE(scale, static_cast<int>(format));
            CHECK(file.readAll() == *renderFigure(figureOf(manyScripts()), {}, format));
        }
    }
}

#include "src/export/figure_style.h"

#include <QFile>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include "src/export/scene_figure.h"
#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"

using namespace attn;
using namespace attn::app;
using namespace attn::test;

namespace {

/// A style file of the given members beside the two that every style has.
std::string styleText(const std::string& members) {
    std::string text = R"({"format": "headscope/style", "version": 1)";
    if (!members.empty())
        text.append(", ").append(members);
    return text.append("}");
}

/// "key": "xxx", with so many x.
std::string named(const char* key, std::size_t signs) {
    std::string text = "\"";
    return text.append(key).append("\": \"").append(signs, 'x').append("\"");
}

std::string faultOf(const std::string& text) {
    const auto style = readFigureStyle(text);
    return style ? std::string() : style.error().message;
}

SceneFigure heatmap(const ui::HeatmapPicture& picture, ui::HeatmapMarks marks = {}) {
    return heatmapSceneFigure(QStringLiteral("weights"), picture, exportOptions(), marks);
}

QByteArray svgOf(const SceneFigure& figure, const FigureStyle& style) {
    const FigureRequest request = requestOf(style, figure.widthMm, {});
    const auto svg = renderSvg(figure.make(request), request);
    REQUIRE(svg);
    return *svg;
}

QImage pngOf(const SceneFigure& figure, const FigureStyle& style) {
    const FigureRequest request = requestOf(style, figure.widthMm, {});
    const auto png = renderPng(figure.make(request), request);
    REQUIRE(png);
    return QImage::fromData(*png);
}

QStringList textsOf(const QByteArray& svg) {
    QXmlStreamReader reader(svg);
    QStringList texts;
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QStringLiteral("text"))
            texts << reader.readElementText();
    REQUIRE_FALSE(reader.hasError());
    return texts;
}

double sizeOfType(const QByteArray& svg, const char* token) {
    for (const QByteArray& line : svg.split('\n'))
        if (line.endsWith(QByteArray(">") + token + "</text>"))
            return line.mid(line.indexOf("font-size=\"") + 11).split('"').first().toDouble();
    FAIL("There is no text " << token);
    return 0.0;
}

ui::HeatmapPicture titledTwelve() {
    ui::HeatmapPicture picture = causalTwelve();
    picture.title = QStringLiteral("TITLE");
    picture.caption = QStringLiteral("CAPTION");
    picture.quantity = QStringLiteral("QUANTITY");
    picture.isShare = true;
    return picture;
}

}  // namespace

TEST_CASE("figure style: what is written reads back to the same style and the same bytes", "[export][style]") {
    FigureStyle full;
    full.name = QStringLiteral("A \"name\" <b> 注意");
    full.width = FigureLength{3.5, FigureLength::Unit::Inch};
    full.height = FigureLength{0.1 + 0.2 + 60.0, FigureLength::Unit::Millimetre};
    full.marginMm = 3.25;
    full.dpi = 601.25;
    full.family = QStringLiteral("DejaVu Sans");
    full.typePoints = 9.1;
    full.theme = FigureTheme::Dark;
    full.isTransparent = true;
    full.map = ui::MapName::Ink;
    full.range = Range{Range::Kind::Fixed, -0.1, 1e300};
    full.part(FigurePart::Title) = true;
    full.part(FigurePart::Values) = false;
    std::vector<FigureStyle> styles{FigureStyle(), full};
    for (const BuiltInStyle& preset : builtInStyles())
        styles.push_back(preset.style);
    for (std::size_t venue = 0; venue < venueWidths().size(); ++venue) {
        FigureStyle style;
        style.width = FigureLength{static_cast<double>(venue), FigureLength::Unit::Venue};
        styles.push_back(style);
    }
    for (const char* word : {"auto", "row", "log"}) {
        FigureStyle style;
        style.range = rangeFromWord(QString::fromLatin1(word));
        styles.push_back(style);
    }
    for (const FigureStyle& style : styles) {
        const std::string text = writeFigureStyle(style);
        CAPTURE(text);
        const auto read = readFigureStyle(text);
        REQUIRE(read);
        CHECK(*read == style);
        CHECK(writeFigureStyle(*read) == text);
    }
}

TEST_CASE("figure style: hostile files are refused in one sentence with the numbers", "[export][style]") {
    CHECK(faultOf(styleText("")).empty());
    const auto names = [](const std::string& text, const char* what) {
        const std::string fault = faultOf(text);
        CAPTURE(text, fault);
        CHECK(fault.find(what) != std::string::npos);
        CHECK(fault.find('\n') == std::string::npos);
    };
    names("", "empty");
    names("[]", "object");
    names("{}", "headscope/style");
    names(R"({"format": "headscope/scene", "version": 1})", "headscope/style");
    names(R"({"format": "headscope/style", "version": 2})", "2");
    names(styleText(R"("colour": 1)"), "colour");
    names(styleText(R"("dpi": 300, "dpi": 400)"), "dpi");
    names(styleText(R"("dpi": 9)"), "9");
    names(styleText(R"("dpi": 1e9)"), "4800");
    names(styleText(R"("dpi": "NaN")"), "dpi");
    names(styleText(R"("dpi": true)"), "dpi");
    names(styleText(R"("margin": -1)"), "-1");
    names(styleText(R"("font_size": 0)"), "font_size");
    names(styleText(R"("font_size": -7)"), "-7");
    names(styleText(R"("width": 88)"), "width");
    names(styleText(R"("width": "88 cm")"), "88 cm");
    names(styleText(R"("width": "-3 mm")"), "-3");
    names(styleText(R"("width": "nan in")"), "width");
    names(styleText(R"("height": "1e400 mm")"), "height");
    names(styleText(R"("width": "acl-colum")"), "acl-colum");
    names(styleText(R"("theme": "sepia")"), "paper");
    names(styleText(R"("colormap": "jet")"), "cividis");
    names(styleText(R"("range": "1:0")"), "1:0");
    names(styleText(R"("range": 3)"), "range");
    names(styleText(R"("transparent": 1)"), "transparent");
    names(styleText(R"("show": {"tokens": true})"), "show.tokens");
    names(styleText(R"("show": {"title": 1})"), "show.title");
    names(styleText(R"("show": true)"), "show");
    names(styleText("\"name\": \"a\\u001b[31m\""), "name");
    names(styleText("\"name\": \"a\\u202eb\""), "name");
    names(styleText(named("name", 81)), "81");
    names(styleText(named("font", 121)), "121");
    names(styleText(named("x-pad", kLargestStyle)), "65536");
    names(std::string(500, '['), "64");
    // Every beginning of a file is safe, and none of them is a style.
    const std::string whole = writeFigureStyle(builtInStyles().front().style);
    for (std::size_t length = 0; length + 2 < whole.size(); ++length)
        CHECK_FALSE(faultOf(whole.substr(0, length)).empty());
}

TEST_CASE("figure style: a file is read up to its bound and no further", "[export][style]") {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.json"));
    CHECK_FALSE(loadFigureStyle(path));
    CHECK_FALSE(loadFigureStyle(folder.path()));
    CHECK_FALSE(loadFigureStyle(QStringLiteral("/dev/zero")));
    REQUIRE(writeFigure(path, QByteArray::fromStdString(writeFigureStyle(builtInStyles().back().style))));
    const auto style = loadFigureStyle(path);
    REQUIRE(style);
    CHECK(*style == builtInStyles().back().style);
}

TEST_CASE("figure style: lengths are millimetres, inches or a venue's", "[export][style]") {
    const auto mm = [](const char* word) {
        const auto length = lengthFromWord(QString::fromLatin1(word));
        return length ? length->mm() : -1.0;
    };
    CHECK(mm("88") == 88.0);
    CHECK(mm("88mm") == 88.0);
    CHECK(mm("3.5 in") == Approx(88.9));
    CHECK(mm("ieee-column") == Approx(88.9));
    CHECK(mm("5001") == -1.0);
    CHECK(mm("0.5 mm") == -1.0);
    CHECK(mm("in") == -1.0);
    CHECK(mm("") == -1.0);
    for (const VenueWidth& venue : venueWidths())
        CHECK(mm(venue.word) == venue.mm);
}

TEST_CASE("figure style: every part is shown or left out independently of the others", "[export][style]") {
    const ui::HeatmapPicture picture = titledTwelve();
    const SceneFigure figure = heatmap(picture, {{}, 3, 2});
    CHECK(figure.parts.size() == kFigureParts);
    // Even numbers of parts on, all 2^7 of them: each part's own mark in the file tells whether it is there.
    for (unsigned shown = 0; shown < 128; ++shown) {
        FigureStyle style;
        // Cells that are large enough for numbers with every other part beside them.
        style.width = FigureLength{200.0, FigureLength::Unit::Millimetre};
        for (std::size_t part = 0; part < kFigureParts; ++part)
            style.parts[part] = (shown >> part & 1U) != 0;
        const QByteArray svg = svgOf(figure, style);
        const QStringList texts = textsOf(svg);
        const auto isOn = [&](FigurePart part) { return *style.parts[static_cast<std::size_t>(part)]; };
        CAPTURE(shown);
        CHECK(texts.contains(QStringLiteral("TITLE")) == isOn(FigurePart::Title));
        CHECK(texts.contains(QStringLiteral("CAPTION")) == isOn(FigurePart::Caption));
        CHECK(texts.contains(QStringLiteral("quick")) == isOn(FigurePart::Labels));
        CHECK(texts.contains(QStringLiteral("QUANTITY")) == isOn(FigurePart::ColorBar));
        CHECK(svg.contains("#0b6e73") == isOn(FigurePart::Selection));
        // 12 * 13 / 2 cells are not masked.
        const auto numbers = std::count_if(texts.begin(), texts.end(), [](const QString& text) {
            return text.startsWith(u'.') || text.startsWith(QStringLiteral("0.")) || text.startsWith(QStringLiteral("1."));
        });
        CHECK((numbers >= 60) == isOn(FigurePart::Values));
        // A line for each of the 11 gaps both ways; the ground is the first of that colour.
        CHECK((svg.count("fill=\"#ffffff\"") > 22) == (isOn(FigurePart::Grid) || isOn(FigurePart::Values)));
    }
}

TEST_CASE("figure style: type has the size and the family asked for", "[export][style]") {
    const SceneFigure figure = heatmap(titledTwelve());
    FigureStyle style;
    style.width = FigureLength{200.0, FigureLength::Unit::Millimetre};
    CHECK(sizeOfType(svgOf(figure, style), "quick") == Approx(7.5));
    style.typePoints = 15.0;
    style.family = QStringLiteral("DejaVu Sans");
    const QByteArray svg = svgOf(figure, style);
    CHECK(sizeOfType(svg, "quick") == Approx(15.0));
    CHECK(svg.contains("font-family=\"'DejaVu Sans', Lato"));
    // The next figure has the bundled font again.
    CHECK_FALSE(svgOf(figure, {}).contains("'DejaVu Sans', Lato"));
    CHECK(needFont(style));
    style.family = QStringLiteral("No Such Family 7");
    const auto missing = needFont(style);
    REQUIRE_FALSE(missing);
    CHECK(missing.error().message.find("No Such Family 7") != std::string::npos);
}

TEST_CASE("figure style: physical size decides the pixels, whatever the type", "[export][style]") {
    FigureStyle style = builtInStyles()[1].style;
    CHECK(pngOf(heatmap(titledTwelve()), style).size() == QSize(1920, 1080));
    style.typePoints = 7.5;
    CHECK(pngOf(heatmap(titledTwelve()), style).size() == QSize(1920, 1080));
    // The margin of 10 mm is bare.
    const QImage image = pngOf(heatmap(titledTwelve()), style);
    const QRgb ground = image.pixel(0, 0);
    int drawn = 0;
    for (int x = 0; x < image.width(); ++x)
        for (int y = 0; y < 56; ++y)
            drawn += image.pixel(x, y) != ground || image.pixel(x, image.height() - 1 - y) != ground;
    CHECK(drawn == 0);
}

TEST_CASE("figure style: a transparent ground lets the page through in every format", "[export][style]") {
    const SceneFigure figure = heatmap(titledTwelve());
    FigureStyle style;
    CHECK(qAlpha(pngOf(figure, style).pixel(1, 1)) == 255);
    CHECK(svgOf(figure, style).contains("fill=\"#ffffff\""));
    style.isTransparent = true;
    style.part(FigurePart::Values) = false;
    const QImage image = pngOf(figure, style);
    CHECK(qAlpha(image.pixel(1, 1)) == 0);
    CHECK_FALSE(svgOf(figure, style).contains("fill=\"#ffffff\""));
    // What is drawn is drawn whole.
    int opaque = 0;
    for (int y = 0; y < image.height(); y += 7)
        for (int x = 0; x < image.width(); x += 7)
            opaque += qAlpha(image.pixel(x, y)) == 255;
    CHECK(opaque > 1000);
}

TEST_CASE("figure style: the range changes colours, never values, and says so", "[export][style]") {
    ui::HeatmapPicture picture = titledTwelve();
    picture.cells(3, 1) = 0.123;
    const SceneFigure figure = heatmap(picture);
    FigureStyle style;
    style.width = FigureLength{200.0, FigureLength::Unit::Millimetre};
    const QByteArray plain = svgOf(figure, style);
    for (const auto& [word, said, bar] : {std::tuple{"row", "Each row has its own range", "QUANTITY, per row"},
                                          std::tuple{"log", "spaced by the logarithm", "QUANTITY, logarithmic"},
                                          std::tuple{"0.2:0.4", "outside 0.2 to 0.4", "QUANTITY"}}) {
        style.range = rangeFromWord(QString::fromLatin1(word));
        const QByteArray svg = svgOf(figure, style);
        CAPTURE(word);
        CHECK(textsOf(svg).join(u' ').contains(QLatin1String(said)));
        CHECK(textsOf(svg).contains(QLatin1String(bar)));
        CHECK(svg != plain);
        CHECK(textsOf(svg).contains(QStringLiteral("0.123")));
    }
    style.range = Range{};
    CHECK(svgOf(figure, style) == plain);
    style.map = ui::MapName::Ink;
    CHECK(svgOf(figure, style).contains(QColor(ui::color(ui::MapName::Ink, 1.0)).name().toLatin1()));
}

TEST_CASE("figure style: all heads on one sheet say a range of their own below them", "[export][style]") {
    ui::HeatmapPicture picture = titledTwelve();
    std::vector<ui::Thumbnail> heads;
    for (Index id = 0; id < 5; ++id)
        heads.push_back({picture, id, {}});
    const SceneFigure figure = headsSceneFigure(QStringLiteral("heads"), heads, QStringLiteral("ALL HEADS"));
    FigureStyle style;
    style.range = Range{Range::Kind::Row};
    style.part(FigurePart::Caption) = false;
    const QStringList texts = textsOf(svgOf(figure, style));
    CHECK_FALSE(texts.join(u' ').contains(QStringLiteral("ALL HEADS")));
    CHECK(texts.join(u' ').contains(QStringLiteral("Each row has its own range")));
    // On a slide the sheet is as high as the slide, and nothing is cut off.
    const QByteArray slide = svgOf(figure, builtInStyles()[1].style);
    for (const QByteArray& line : slide.split('\n'))
        if (line.startsWith("<rect"))
            CHECK(line.mid(line.indexOf(" y=\"") + 4).split('"').first().toDouble() < 540.0);
}

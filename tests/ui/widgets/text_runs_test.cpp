#include "ui/widgets/text_runs.h"

#include <QImage>
#include <QPainter>

#include "tests/support/catch.h"
#include "ui/widgets/run_label.h"

using namespace attn::ui;

namespace {

QImage drawn(const TextRuns& runs) {
    QImage image(200, 60, QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    drawRuns(painter, {10, 30}, runs, bodyFont(20), theme(ThemeKind::Light));
    return image;
}

/// The lowest row that is not white.
int lowest(const QImage& image) {
    for (int y = image.height() - 1; y >= 0; --y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixel(x, y) != qRgb(255, 255, 255))
                return y;
    return -1;
}

}  // namespace

TEST_CASE("drawRuns: a subscript stands lower and is smaller", "[widgets][runs]") {
    const TextRuns plain{{QStringLiteral("d")}, {QStringLiteral("k")}};
    const TextRuns index{{QStringLiteral("d")}, {QStringLiteral("k"), TextRun::Subscript}};
    CHECK(lowest(drawn(index)) >= lowest(drawn(plain)) + 3);
    CHECK(runsWidth(index, bodyFont(20)) < runsWidth(plain, bodyFont(20)));
}

TEST_CASE("drawRuns: a subscript has the colour of what it belongs to", "[widgets][runs]") {
    const QImage image = drawn({{QStringLiteral("q"), TextRun::Query}, {QStringLiteral("1"), TextRun::Subscript}});
    const QColor query = theme(ThemeKind::Light).query;
    const int from = 10 + static_cast<int>(runsWidth({{QStringLiteral("q")}}, bodyFont(20)));
    bool isThere = false;
    for (int x = from; x < image.width(); ++x)
        for (int y = 0; y < image.height(); ++y)
            isThere = isThere || image.pixelColor(x, y).rgb() == query.rgb();
    CHECK(isThere);
}

TEST_CASE("RunLabel: markup in a token is drawn and said letter by letter", "[widgets][runs]") {
    const TextRuns token{{QStringLiteral("<b>cat</b>"), TextRun::Key}};
    const RunLabel label(token);
    CHECK(label.accessibleName() == QStringLiteral("<b>cat</b>"));
    CHECK(runsWidth(token, bodyFont()) > runsWidth({{QStringLiteral("cat")}}, bodyFont()) * 2);
}

TEST_CASE("nameRuns: what follows the first low line is a subscript", "[widgets][runs]") {
    CHECK(nameRuns(QStringLiteral("W_q")) ==
          TextRuns{{QStringLiteral("W")}, {QStringLiteral("q"), TextRun::Subscript}});
    CHECK(nameRuns(QStringLiteral("X")) == TextRuns{{QStringLiteral("X")}});
    CHECK(nameRuns(QStringLiteral("_x")) == TextRuns{{QStringLiteral("_x")}});
    CHECK(nameRuns(QStringLiteral("x_")) == TextRuns{{QStringLiteral("x_")}});
    CHECK(nameRuns(QString()) == TextRuns{{QString()}});
}

TEST_CASE("wrapRuns: every line fits and no sign is lost", "[widgets][runs]") {
    const TextRuns runs{{QStringLiteral("the width d")},
                        {QStringLiteral("k"), TextRun::Subscript},
                        {QStringLiteral(" of one head and averyveryverylongwordthatfitsnowhere end")}};
    const double width = GENERATE(60.0, 90.0, 200.0, 1000.0);
    CAPTURE(width);
    QString together;
    for (const TextRuns& line : wrapRuns(runs, bodyFont(), width)) {
        CHECK(runsWidth(line, bodyFont()) <= width);
        together += plainText(line);
    }
    CHECK(together.remove(QLatin1Char(' ')) == plainText(runs).remove(QLatin1Char(' ')));
}

TEST_CASE("wrapRuns: a width of nothing still ends", "[widgets][runs]") {
    CHECK(wrapRuns({{QStringLiteral("cat")}}, bodyFont(), 0.0).size() == 3);
    CHECK(wrapRuns({}, bodyFont(), 0.0).size() == 1);
}

TEST_CASE("RunLabel: text that does not fit is cut, and the tooltip has it all", "[widgets][runs]") {
    RunLabel label({{QStringLiteral("a <i>long</i> text that does not fit")}});
    label.resize(60, 20);
    label.show();
    CHECK(label.toolTip().contains(QStringLiteral("&lt;i&gt;")));
    label.resize(600, 20);
    QCoreApplication::processEvents();
    CHECK(label.toolTip().isEmpty());
}

#include "ui/explain/explanation_view.h"

#include <QApplication>
#include <QClipboard>
#include <QTest>
#include <cmath>

#include "tests/support/catch.h"
#include "ui/explain/explanation_page.h"
#include "ui/figure/color_map.h"
#include "ui/theme/style.h"

using namespace attn;
using namespace attn::ui;

namespace {

ExplainCell cell(const char* text, const char* exact = "", bool isRight = true) {
    return {{{QString::fromUtf8(text)}}, QString::fromUtf8(exact), isRight, false};
}

ExplanationPicture picture() {
    ExplanationPicture p;
    p.headline = {{QStringLiteral("q"), TextRun::Query, true}, {QStringLiteral("1"), TextRun::Subscript}};
    p.value = QStringLiteral("0.768");
    p.exactValue = QStringLiteral("0.76791775");
    p.valueWords = QStringLiteral("weight, head 0");
    ExplainSection dot;
    dot.title = QStringLiteral("Dot product");
    dot.lines = {{{cell("0", "", false), cell("0.12", "0.123456"), cell("0.50")}}};
    p.sections = {dot};
    p.barsTitle = QStringLiteral("Row of “cat”");
    p.barsNote = QStringLiteral("sum 1.000");
    for (Index key = 0; key < 4; ++key) {
        ExplainBar bar;
        bar.label = {QStringLiteral("t%1").arg(key), key, false};
        bar.value = key == 0 ? 0.768 : key == 3 ? NAN : 0.116;
        bar.text = QString::number(bar.value, 'f', 3);
        bar.exact = QStringLiteral("exact %1").arg(key);
        bar.isChosen = key == 0;
        bar.state = key == 2 ? CellState::Masked : CellState::Plain;
        p.bars.push_back(bar);
    }
    p.sentence = QStringLiteral("“cat” takes 76.8 % of its output from “The”.");
    return p;
}

struct Shown {
    ExplanationView view;
    ExplanationPage& page = *static_cast<ExplanationPage*>(view.widget());
    explicit Shown(int width = 288, const ExplanationPicture& p = picture()) {
        view.resize(width, 700);
        view.setPicture(p);
        view.show();
        REQUIRE(QTest::qWaitForWindowExposed(&view));
    }
    QColor at(QPointF point) {
        const QImage image = page.grab().toImage();
        const double scale = image.devicePixelRatio();
        return image.pixelColor((point * scale).toPoint());
    }
};

}  // namespace

TEST_CASE("ExplanationView: a bar is filled with its map colour, a masked one hatched, NaN a fault", "[explain]") {
    Shown s;
    CHECK(s.at(*s.page.barCentre(0)).rgb() == color(MapName::Cividis, 0.768));
    CHECK(s.at(*s.page.barCentre(1)) == currentTheme().raised);
    const QColor masked = s.at(*s.page.barCentre(2));
    CHECK((masked != currentTheme().raised && masked != currentTheme().surface));
    CHECK(s.at(*s.page.barCentre(3)) == currentTheme().faultGround);
}

TEST_CASE("ExplanationView: every number has its exact value", "[explain]") {
    Shown s;
    QStringList found;
    for (int y = 0; y < s.page.height(); y += 3)
        for (int x = 0; x < s.page.width(); x += 3)
            if (const QString exact = s.page.exactAt(QPointF(x, y)); !exact.isEmpty() && !found.contains(exact))
                found << exact;
    CHECK(found.contains(QStringLiteral("0.76791775")));
    CHECK(found.contains(QStringLiteral("0.123456")));
    CHECK(found.contains(QStringLiteral("exact 1")));
}

TEST_CASE("ExplanationView: a click on a bar chooses its key", "[explain]") {
    Shown s;
    std::vector<Index> chosen;
    QObject::connect(&s.view, &ExplanationView::keyChosen, &s.view, [&](Index key) { chosen.push_back(key); });
    QTest::mouseClick(&s.page, Qt::LeftButton, {}, s.page.barCentre(1)->toPoint());
    QTest::mouseClick(&s.page, Qt::LeftButton, {}, QPoint(20, 20));
    CHECK(chosen == std::vector<Index>{1});
}

TEST_CASE("ExplanationView: is as wide as its dock, whatever it holds", "[explain]") {
    ExplanationPicture p = picture();
    const QString lengthy(300, u'W');
    p.bars[0].label.text = lengthy;
    p.headline.push_back({lengthy, TextRun::Key});
    p.value = QStringLiteral("−123456789012345678901234567890");
    p.warning = lengthy;
    ExplainLine line;
    for (int i = 0; i < 7; ++i)
        line.cells.push_back(cell("−123456789.123"));
    p.sections[0].lines.push_back(line);
    Shown s(288, p);
    CHECK(s.page.width() == s.view.viewport()->width());
    s.page.grab();
    s.view.resize(360, 700);
    QCoreApplication::processEvents();
    CHECK(s.page.width() == s.view.viewport()->width());
    s.view.resize(240, 100);
    QCoreApplication::processEvents();
    CHECK(s.page.width() == s.view.viewport()->width());
}

TEST_CASE("ExplanationView: copies as text, and a screen reader hears the same", "[explain]") {
    Shown s;
    QTest::keyClick(&s.view, Qt::Key_C, Qt::ControlModifier);
    const QString text = QApplication::clipboard()->text();
    CHECK(text.contains(QStringLiteral("0.768 weight, head 0")));
    CHECK(text.contains(QStringLiteral("t2\tmasked")));
    CHECK(s.page.accessibleDescription() == text);
}

TEST_CASE("ExplanationView: an empty explanation is its sentence", "[explain]") {
    ExplanationPicture p;
    p.empty = QStringLiteral("There are no tokens to attend.");
    Shown s(288, p);
    CHECK_FALSE(s.page.barCentre(0));
    CHECK(s.page.height() < 100);
    s.view.setPicture(picture());
    CHECK(s.page.barCentre(0));
}

TEST_CASE("ExplanationView: the keyboard chooses bars and shows in full what is shortened", "[explain]") {
    ExplanationPicture p = picture();
    ExplainLine more;
    more.isLeftOut = true;
    more.fold = ExplainFold::Terms;
    more.cells = {cell("… 55 more dimensions  show all", "", false)};
    p.sections[0].lines.push_back(more);
    Shown s(288, p);
    std::vector<Index> chosen;
    int toggled = 0;
    QObject::connect(&s.view, &ExplanationView::keyChosen, &s.view, [&](Index key) { chosen.push_back(key); });
    QObject::connect(&s.view, &ExplanationView::foldToggled, &s.view,
                     [&](ExplainFold fold) { toggled += fold == ExplainFold::Terms; });
    QTest::keyClick(&s.view, Qt::Key_Left);  // the first bar is chosen already
    QTest::keyClick(&s.view, Qt::Key_Right);
    QTest::keyClick(&s.view, Qt::Key_End);
    CHECK(chosen == std::vector<Index>{1, 3});
    QTest::keyClick(&s.view, Qt::Key_Return);
    REQUIRE(s.page.foldCentre(ExplainFold::Terms));
    QTest::mouseClick(&s.page, Qt::LeftButton, {}, s.page.foldCentre(ExplainFold::Terms)->toPoint());
    CHECK(toggled == 2);
    CHECK_FALSE(s.page.foldCentre(ExplainFold::Keys));
}

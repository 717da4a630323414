#include "ui/steps/steps_view.h"

#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"

using namespace attn;
using namespace attn::test;
using namespace attn::ui;

namespace {

StepMatrix matrix(HeatmapPicture picture, const QString& name, const QString& before = {}) {
    StepMatrix made;
    made.shape = QStringLiteral("%1 × %2").arg(picture.cells.rows).arg(picture.cells.cols);
    made.picture = std::move(picture);
    made.name = name;
    made.before = before;
    made.hasArrow = before.size() > 1;
    return made;
}

StepsPicture three() {
    StepsPicture picture;
    picture.matrices = {matrix(plainWeights(4, 2), QStringLiteral("W_q")),
                        matrix(crossScores(), QStringLiteral("Scores"), QStringLiteral("q · k")),
                        matrix(causalTwelve(), QStringLiteral("Weights"), QStringLiteral("softmax"))};
    picture.matrices[0].role = AxisRole::Query;
    return picture;
}

QRgb at(const QImage& image, QPointF point) {
    return image.pixel(point.toPoint());
}

StepMarks marked(int matrix, Index row, Index col) {
    StepMarks marks;
    marks.matrix = matrix;
    marks.cell = {row, col};
    return marks;
}

}  // namespace

TEST_CASE("StepsView: every cell has its map's colour, ringed cells too", "[steps]") {
    StepsView view;
    view.resize(760, 300);
    const StepsPicture picture = three();
    view.setPicture(picture);
    StepMarks marks = marked(2, 5, 3);
    marks.lit = {{{0, 1}, {1}, true}, {{2}, {0, 1, 2, 7}, false}, {}};
    view.setMarks(marks);
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
        view.setTheme(kind);
        const QImage image = view.grab().toImage();
        for (int m = 0; m < 3; ++m) {
            const HeatmapPicture& cells = picture.matrices[static_cast<std::size_t>(m)].picture;
            const ColorScale scale(cells);
            for (Index row = 0; row < cells.cells.rows; ++row)
                for (Index col = 0; col < cells.cells.cols; ++col) {
                    if (cells.state(row, col) != CellState::Plain ||
                        view.currentLayout().places[static_cast<std::size_t>(m)].cells.hasValues)
                        continue;
                    CAPTURE(m, row, col);
                    CHECK(at(image, view.cellCentre(m, row, col)) == scale.color(cells.cells(row, col), row));
                }
        }
    }
}

TEST_CASE("StepsView: a frame in the role's colour stands around what is lit, and nowhere else", "[steps]") {
    StepsView view;
    view.resize(760, 300);
    view.setPicture(three());
    const auto countBlue = [&] {
        const QImage image = view.grab().toImage();
        const QRectF map = view.currentLayout().places[0].cells.map;
        int count = 0;
        for (int y = static_cast<int>(map.top()); y < static_cast<int>(map.bottom()); ++y)
            for (int x = static_cast<int>(map.left()); x < static_cast<int>(map.right()); ++x)
                count += QColor(image.pixel(x, y)) == theme(ThemeKind::Light).query ? 1 : 0;
        return count;
    };
    CHECK(countBlue() == 0);
    StepMarks marks = marked(2, 0, 0);
    marks.lit = {{{1}, {0, 1}, true}, {}, {}};
    view.setMarks(marks);
    const int direct = countBlue();
    CHECK(direct > 20);
    marks.lit[0].isDirect = false;
    view.setMarks(marks);
    CHECK(countBlue() > 10);
    CHECK(countBlue() < direct);
}

TEST_CASE("StepsView: the mouse chooses the cell under it, also in cells that are not square", "[steps]") {
    StepsView view;
    view.resize(760, 300);
    view.setPicture(three());
    view.show();
    QSignalSpy chosen(&view, &StepsView::cellChosen);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.cellCentre(1, 2, 17).toPoint());
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.cellCentre(0, 3, 1).toPoint());
    QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(1, 1));
    REQUIRE(chosen.count() == 2);
    CHECK(chosen.at(0) == QList<QVariant>{1, QVariant::fromValue<Index>(2), QVariant::fromValue<Index>(17)});
    CHECK(chosen.at(1) == QList<QVariant>{0, QVariant::fromValue<Index>(3), QVariant::fromValue<Index>(1)});
}

TEST_CASE("StepsView: arrows move in a matrix, Tab goes on, Page keys walk, Space plays", "[steps]") {
    StepsView view;
    view.resize(760, 300);
    view.setPicture(three());
    view.show();
    view.setFocus();
    QSignalSpy chosen(&view, &StepsView::cellChosen), other(&view, &StepsView::matrixChosen),
        asked(&view, &StepsView::stepAsked), walk(&view, &StepsView::walkToggled);
    view.setMarks(marked(1, 0, 0));
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
    REQUIRE(chosen.count() == 2);
    CHECK(chosen.at(0).at(2).value<Index>() == 1);
    CHECK(chosen.at(1) == QList<QVariant>{1, QVariant::fromValue<Index>(2), QVariant::fromValue<Index>(17)});
    QTest::keyClick(&view, Qt::Key_Tab);
    QTest::keyClick(&view, Qt::Key_Backtab);
    REQUIRE(other.count() == 2);
    CHECK(other.at(0).at(0).toInt() == 2);
    CHECK(other.at(1).at(0).toInt() == 0);
    QTest::keyClick(&view, Qt::Key_PageDown);
    QTest::keyClick(&view, Qt::Key_PageUp);
    REQUIRE(asked.count() == 2);
    CHECK((asked.at(0).at(0).toInt() == 1 && asked.at(1).at(0).toInt() == -1));
    QTest::keyClick(&view, Qt::Key_Space);
    CHECK(walk.count() == 1);
    CHECK(view.accessibleDescription().startsWith(QStringLiteral("Scores, 3 × 18: ")));
}

TEST_CASE("layoutSteps: nothing reaches past the width, nothing overlaps, whatever the sizes", "[steps]") {
    const auto [rows, cols] =
        GENERATE(std::pair<Index, Index>(1, 1), std::pair<Index, Index>(3, 2), std::pair<Index, Index>(200, 200),
                 std::pair<Index, Index>(2, 512), std::pair<Index, Index>(0, 3));
    const QSizeF size = GENERATE(QSizeF(760, 260), QSizeF(1290, 560), QSizeF(340, 400));
    StepsPicture picture;
    for (int i = 0; i < 14; ++i)
        picture.matrices.push_back(matrix(plainWeights(rows, cols), QStringLiteral("Joined heads"),
                                          i ? QStringLiteral("÷ √d_k") : QString()));
    HeatmapOptions options;
    const StepsLayout layout = layoutSteps(picture, surveySteps(picture, false), options, size);
    CAPTURE(rows, cols, size.width());
    for (std::size_t i = 0; i < layout.places.size(); ++i) {
        const QRectF box = layout.places[i].box;
        CHECK(box.right() <= size.width());
        CHECK(layout.places[i].before.right() <= box.left() + 1.0);
        for (std::size_t j = 0; j < i; ++j)
            CHECK_FALSE(box.intersects(layout.places[j].box.adjusted(0.5, 0.5, -0.5, -0.5)));
        if (size.width() > 700)
            CHECK(box.bottom() < layout.bars.top());
    }
}

TEST_CASE("StepsView: hatched, NaN, empty and large matrices are drawn, the legend names what occurs", "[steps]") {
    StepsView view;
    view.resize(760, 300);
    view.grab();
    StepsPicture picture;
    picture.empty = QStringLiteral("There is nothing.");
    view.setPicture(picture);
    view.grab();
    QTest::keyClick(&view, Qt::Key_Right);
    picture.empty.clear();
    picture.matrices = {matrix(everyState(), QStringLiteral("Masked"))};
    view.setPicture(picture);
    const QImage image = view.grab().toImage();
    CHECK_FALSE(view.currentLayout().isFlat);
    QStringList named;
    for (const LegendItem& item : view.currentLayout().legendItems)
        named << item.text;
    CHECK(named.join(u' ').contains(QStringLiteral("masked")));
    bool hasHatch = false, hasGround = false;
    for (Index row = 0; row < 5; ++row)
        for (Index col = 0; col < 5; ++col)
            if (picture.matrices[0].picture.state(row, col) == CellState::Masked) {
                const QRect cell =
                    view.currentLayout().places[0].cells.cellRect(row, col).toRect().adjusted(1, 1, -1, -1);
                for (int x = cell.left(); x <= cell.right(); ++x) {
                    const QColor ink(image.pixel(x, cell.center().y()));
                    hasGround |= ink == theme(ThemeKind::Light).maskGround;
                    hasHatch |= ink != theme(ThemeKind::Light).maskGround;
                }
            }
    CHECK((hasHatch && hasGround));
    picture.matrices = {matrix(plainWeights(300, 300), QStringLiteral("Weights")),
                        matrix(plainWeights(0, 4), QStringLiteral("X"))};
    view.setPicture(picture);
    view.grab();
    CHECK(view.currentLayout().isFlat);
}

TEST_CASE("layoutSteps: centred, every line and the whole stand in the middle", "[steps]") {
    const StepsPicture picture = three();
    const StepsSurvey survey = surveySteps(picture, false);
    HeatmapOptions options;
    options.largestCell = GENERATE(20.0, 64.0);
    const QSizeF size(900, 700);
    const StepsLayout plain = layoutSteps(picture, survey, options, size);
    const StepsLayout centred = layoutSteps(picture, survey, options, size, true);
    REQUIRE(plain.places.size() == centred.places.size());
    const double down = centred.places.front().box.top() - plain.places.front().box.top();
    const double below = centred.bars.top() - centred.places.back().box.bottom();
    CHECK(std::abs(below - down - 10.0) < 13.0);
    for (std::size_t i = 0, first = 0; i < centred.places.size(); ++i) {
        const StepPlace& place = centred.places[i];
        CHECK(place.box.size() == plain.places[i].box.size());
        CHECK(place.name - place.box.topLeft() == plain.places[i].name - plain.places[i].box.topLeft());
        CHECK(place.cells.map.top() - place.box.top() == plain.places[i].cells.map.top() - plain.places[i].box.top());
        if (place.box.top() != centred.places[first].box.top())
            first = i;
        const bool isLast = i + 1 == centred.places.size() || centred.places[i + 1].box.top() != place.box.top();
        if (isLast) {
            const QRectF before = centred.places[first].before;
            const double left = before.isNull() ? centred.places[first].box.left() : before.left();
            CHECK(std::abs(left - (size.width() - place.box.right())) < 2.0);
        }
    }
}

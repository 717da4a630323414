#include "ui/saturation/softmax_row_view.h"

#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"
#include "ui/figure/color_map.h"

using namespace attn;
using namespace attn::ui;

namespace {

/// The row (0.7, 0.2, 0.1) of three keys and what it lets through of 1 on the second.
SoftmaxRowPicture threeKeys() {
    SoftmaxRowPicture picture;
    const std::vector<double> p{0.7, 0.2, 0.1};
    picture.weights = p;
    picture.keys = {0, 1, 2};
    picture.names = QStringList{QStringLiteral("k0 “The”"), QStringLiteral("k1 “cat”"), QStringLiteral("k2 “sat”")};
    picture.upstream = {0.0, 1.0, 0.0};
    picture.jacobian.cells = Matrix(3, 3);
    for (Index i = 0; i < 3; ++i) {
        for (Index j = 0; j < 3; ++j)
            picture.jacobian.cells(i, j) = (i == j ? p[static_cast<std::size_t>(i)] : 0.0) - p[static_cast<std::size_t>(i)] * p[static_cast<std::size_t>(j)];
        picture.gradient.push_back(picture.jacobian.cells(i, 1));
    }
    picture.jacobian.map = MapName::Diverging;
    picture.jacobian.low = -0.25;
    picture.jacobian.high = 0.25;
    picture.jacobian.rows = picture.jacobian.cols =
        test::tokenAxis(AxisRole::Key, {QStringLiteral("The"), QStringLiteral("cat"), QStringLiteral("sat")});
    picture.weightsTitle = QStringLiteral("weights of q0");
    picture.facts = {{QStringLiteral("Entropy"), QStringLiteral("0.802 nats")}};
    return picture;
}

/// Equal weights of many keys.
SoftmaxRowPicture manyKeys(Index count) {
    SoftmaxRowPicture picture;
    const double p = 1.0 / static_cast<double>(count);
    picture.jacobian.cells = Matrix(count, count, -p * p);
    for (Index i = 0; i < count; ++i) {
        picture.keys.push_back(i);
        picture.names << QString::number(i);
        picture.jacobian.cells(i, i) = p - p * p;
    }
    picture.weights.assign(static_cast<std::size_t>(count), p);
    picture.upstream.assign(static_cast<std::size_t>(count), 0.0);
    picture.gradient.assign(static_cast<std::size_t>(count), 0.0);
    picture.jacobian.map = MapName::Diverging;
    picture.jacobian.low = -p;
    picture.jacobian.high = p;
    return picture;
}

struct Shown {
    SoftmaxRowView view;

    explicit Shown(SoftmaxRowPicture picture, QSize size = {900, 620}) {
        view.resize(size);
        view.setPicture(std::move(picture));
        view.show();
        REQUIRE(QTest::qWaitForWindowExposed(&view));
    }
    QColor at(QPointF point) { return view.grab().toImage().pixelColor(point.toPoint()); }
};

}  // namespace

TEST_CASE("SoftmaxRowView: a bar, a cell and a row of the gradient choose their key", "[saturation]") {
    Shown s(threeKeys());
    QSignalSpy chosen(&s.view, &SoftmaxRowView::keyChosen);
    QTest::mouseClick(&s.view, Qt::LeftButton, {}, s.view.barFoot(2).toPoint());
    CHECK(chosen.takeLast().at(0).value<Index>() == 2);
    CHECK(s.view.chosenPlace() == 2);
    QTest::mouseClick(&s.view, Qt::LeftButton, {}, s.view.cellCentre(0, 1).toPoint());
    CHECK(chosen.takeLast().at(0).value<Index>() == 1);
    QTest::mouseClick(&s.view, Qt::LeftButton, {}, s.view.currentLayout().rowOf(0).center().toPoint());
    CHECK(chosen.takeLast().at(0).value<Index>() == 0);
    QTest::mouseClick(&s.view, Qt::LeftButton, {}, QPoint(3, 3));
    CHECK(chosen.isEmpty());
    CHECK(s.view.accessibleDescription().contains(QStringLiteral("k0 “The”: weight 0.7, upstream 0")));
}

TEST_CASE("SoftmaxRowView: the arrow keys, Home and End choose keys and stop at the ends", "[saturation]") {
    Shown s(threeKeys());
    s.view.setChosen(0);
    QTest::keyClick(&s.view, Qt::Key_Right);
    CHECK(s.view.chosenPlace() == 1);
    QTest::keyClick(&s.view, Qt::Key_End);
    CHECK(s.view.chosenPlace() == 2);
    QTest::keyClick(&s.view, Qt::Key_Down);
    CHECK(s.view.chosenPlace() == 2);
    QTest::keyClick(&s.view, Qt::Key_Home);
    CHECK(s.view.chosenPlace() == 0);
    QTest::keyClick(&s.view, Qt::Key_Left);
    CHECK(s.view.chosenPlace() == 0);
}

TEST_CASE("SoftmaxRowView: bars, cells and gradient have the colours of their values", "[saturation]") {
    Shown s(threeKeys());
    CHECK(s.at(s.view.barFoot(0)).rgb() == color(MapName::Cividis, 0.7));
    CHECK(s.at(s.view.barFoot(2)).rgb() == color(MapName::Cividis, 0.1));
    // Beside the number in the middle of the cell.
    const QRectF cell = s.view.currentLayout().heatmap.cellRect(0, 0).translated(s.view.currentLayout().corner);
    CHECK(s.at(cell.topLeft() + QPointF(4, 4)).rgb() == color(MapName::Diverging, (0.21 + 0.25) / 0.5));
    // The gradient of the second key is positive: its bar stands right of the middle, that of the first left of it.
    const auto middle = [&](Index place, double from) {
        const QRectF row = s.view.currentLayout().rowOf(place);
        const double centre = row.left() + (row.width() - 60.0) / 2.0;
        return s.at({centre + from, row.center().y()});
    };
    CHECK(middle(1, 4.0).rgb() == color(MapName::Diverging, 0.85));
    CHECK(middle(1, -4.0) == theme(ThemeKind::Light).sunken);
    CHECK(middle(0, -4.0).rgb() == color(MapName::Diverging, 0.15));
}

TEST_CASE("SoftmaxRowView: a masked key and a NaN look different from a zero", "[saturation]") {
    SoftmaxRowPicture picture = threeKeys();
    picture.weights = {1.0, 0.0, 0.0};
    picture.jacobian.states.assign(9, CellState::Plain);
    picture.jacobian.states[8] = CellState::Masked;
    Shown s(picture);
    const Theme& light = theme(ThemeKind::Light);
    const QColor zero = s.at(s.view.barFoot(1) - QPointF(0, 20));
    CHECK(zero == light.sunken);
    const QRectF column = s.view.currentLayout().columnOf(2);
    const QImage image = s.view.grab().toImage();
    bool hasGround = false;
    for (int y = static_cast<int>(column.top()) + 2; y < column.bottom() - 2; ++y)
        hasGround |= image.pixelColor(static_cast<int>(column.center().x()), y) == light.maskGround;
    CHECK(hasGround);
    picture.weights[1] = std::nan("");
    s.view.setPicture(picture);
    CHECK(s.at(s.view.barFoot(1) - QPointF(0, 20)) == light.faultGround);
    CHECK(s.view.accessibleDescription().contains(QStringLiteral("Entropy 0.802 nats")));
}

TEST_CASE("SoftmaxRowView: everything fits, whatever the size and the number of keys", "[saturation]") {
    for (const QSize size : {QSize(560, 420), QSize(760, 420), QSize(1296, 860)})
        for (const Index count : {Index(1), Index(3), Index(200)}) {
            CAPTURE(size.width(), count);
            Shown s(count == 3 ? threeKeys() : manyKeys(count), size);
            const SoftmaxRowLayout& layout = s.view.currentLayout();
            const QRectF whole(s.view.rect());
            for (const QRectF& part : {layout.facts, layout.bars, layout.map, layout.upstream, layout.gradient})
                CHECK((part.isEmpty() || whole.contains(part)));
            CHECK(layout.bars.bottom() <= layout.map.top());
            CHECK(layout.map.bottom() <= layout.upstream.top());
            CHECK_FALSE(layout.facts.intersects(layout.map));
            CHECK(layout.map.height() >= 60.0);
        }
}

TEST_CASE("SoftmaxRowView: without a row there is a sentence, and no key does harm", "[saturation]") {
    SoftmaxRowPicture picture;
    picture.empty = QStringLiteral("There is no row.");
    Shown s(picture);
    QTest::keyClick(&s.view, Qt::Key_Right);
    QTest::mouseClick(&s.view, Qt::LeftButton, {}, QPoint(200, 100));
    CHECK(s.view.chosenPlace() == -1);
    CHECK(s.view.accessibleDescription().contains(QStringLiteral("There is no row.")));
}

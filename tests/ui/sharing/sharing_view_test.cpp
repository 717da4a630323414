#include "ui/sharing/sharing_view.h"

#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"

using namespace attn;
using namespace attn::test;
using namespace attn::ui;

namespace {

SharingPicture shared(Index heads, Index kvHeads) {
    SharingPicture picture;
    picture.kvHeads = kvHeads;
    for (Index head = 0; head < heads; ++head)
        picture.reads.push_back(head / (heads / kvHeads));
    picture.groups = {
        {QStringLiteral("This scene"),
         {{QStringLiteral("MHA, G = 4"), {}, 4096.0, QStringLiteral("4 KiB"), QStringLiteral("H / G = 1"), false},
          {QStringLiteral("GQA, G = 2"), QStringLiteral("as now"), 2048.0, QStringLiteral("2 KiB"),
           QStringLiteral("H / G = 2"), true}},
         QStringLiteral("One layer.")}};
    picture.sentences << QStringLiteral("Four query heads share two KV heads.");
    return picture;
}

struct Shown {
    SharingView view;
    explicit Shown(const SharingPicture& picture, QSize size = {700, 500}, ThemeKind kind = ThemeKind::Light) {
        view.resize(size);
        view.setTheme(kind);
        view.setPicture(picture);
        view.show();
    }
    const QRectF& query(std::size_t head) { return view.currentLayout().queryHeads[head]; }
    const QRectF& kv(std::size_t head) { return view.currentLayout().kvHeads[head]; }
    QColor colorAt(QPointF at) { return QColor(view.grab().toImage().pixel(at.toPoint())); }
    /// Some pixel around the middle of the line from a query head to a KV head has this colour.
    bool isJoined(std::size_t head, std::size_t to, const QColor& ink) {
        const QPointF middle =
            (QPointF(query(head).center().x(), query(head).bottom()) + QPointF(kv(to).center().x(), kv(to).top())) /
            2.0;
        const QImage image = view.grab().toImage();
        for (int dx = -2; dx <= 2; ++dx)
            if (QColor(image.pixel((middle + QPointF(dx, 0)).toPoint())) == ink)
                return true;
        return false;
    }
};

}  // namespace

TEST_CASE("SharingView: the chosen head and what it reads are lit, in both themes", "[sharing]") {
    const ThemeKind kind = GENERATE(ThemeKind::Light, ThemeKind::Dark);
    Shown shown(shared(4, 2), {700, 500}, kind);
    shown.view.setChosen(2);
    CHECK(shown.isJoined(2, 1, theme(kind).accent));
    CHECK_FALSE(shown.isJoined(2, 0, theme(kind).accent));
    CHECK_FALSE(shown.isJoined(0, 0, theme(kind).accent));
    CHECK(shown.colorAt({shown.kv(1).center().x(), shown.kv(1).top() - 1.0}) == theme(kind).accent);
    CHECK(shown.colorAt({shown.kv(1).left() + 4.0, shown.kv(1).top() + 4.0}) == theme(kind).keyGround);
    CHECK(shown.colorAt({shown.kv(1).left() + 4.0, shown.kv(1).bottom() - 4.0}) == theme(kind).valueGround);
    CHECK(shown.colorAt(shown.query(0).center()) == theme(kind).queryGround);
}

TEST_CASE("SharingView: a KV head stands below the middle of its readers", "[sharing]") {
    for (const Index kvHeads : {8, 4, 2, 1}) {
        Shown shown(shared(8, kvHeads));
        const std::size_t share = 8 / static_cast<std::size_t>(kvHeads);
        for (std::size_t kv = 0; kv < static_cast<std::size_t>(kvHeads); ++kv) {
            const double first = shown.query(kv * share).center().x(),
                         last = shown.query(kv * share + share - 1).center().x();
            CHECK(shown.kv(kv).center().x() == Approx((first + last) / 2.0));
        }
    }
}

TEST_CASE("SharingView: a click and the arrows choose a query head", "[sharing]") {
    Shown shown(shared(4, 2));
    QSignalSpy chosen(&shown.view, &SharingView::headChosen);
    const auto last = [&] { return chosen.last().at(0).value<Index>(); };
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.query(3).center().toPoint());
    CHECK(last() == 3);
    QTest::keyClick(&shown.view, Qt::Key_Right);
    CHECK(last() == 3);
    QTest::keyClick(&shown.view, Qt::Key_Left);
    CHECK(last() == 2);
    QTest::keyClick(&shown.view, Qt::Key_Home);
    CHECK(last() == 0);
    CHECK(shown.view.accessibleDescription().startsWith(QStringLiteral("Query head 0 reads KV head 0")));
    CHECK(shown.view.accessibleDescription().contains(QStringLiteral("GQA, G = 2, as now, 2 KiB, H / G = 2")));
    const auto count = chosen.count();
    QTest::mouseClick(&shown.view, Qt::LeftButton, {}, shown.kv(0).center().toPoint());
    CHECK(chosen.count() == count);
}

TEST_CASE("SharingView: hovering lights a head's line, and leaving puts it out", "[sharing]") {
    Shown shown(shared(4, 2));
    const QPointF at = shown.query(1).center();
    QMouseEvent event(QEvent::MouseMove, at, shown.view.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&shown.view, &event);
    CHECK(shown.isJoined(1, 0, theme(ThemeKind::Light).accent));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&shown.view, &leave);
    CHECK_FALSE(shown.isJoined(1, 0, theme(ThemeKind::Light).accent));
}

TEST_CASE("SharingView: weights are drawn in the squares, and 64 heads still have theirs", "[sharing]") {
    SharingPicture picture = shared(4, 2);
    for (int head = 0; head < 4; ++head)
        picture.heads.push_back(plainWeights(3, 3));
    Shown shown(picture);
    CHECK(shown.colorAt(shown.query(0).center()) != theme(ThemeKind::Light).queryGround);
    Shown many(shared(64, 8));
    CHECK(many.query(63).right() <= many.view.width());
    CHECK(many.query(0).width() >= 2.0);
    CHECK(many.view.currentLayout().step > 1);
    QSignalSpy chosen(&many.view, &SharingView::headChosen);
    QTest::mouseClick(&many.view, Qt::LeftButton, {}, many.query(40).center().toPoint());
    CHECK(chosen.last().at(0).value<Index>() == 40);
}

TEST_CASE("SharingView: nothing overlaps at its least height, and an empty picture is drawn", "[sharing]") {
    for (const int width : {300, 500, 900}) {
        Shown shown(shared(4, 2), {width, 100});
        const SharingLayout& layout = shown.view.currentLayout();
        CAPTURE(width);
        CHECK(shown.view.minimumHeight() >= layout.sentences.bottom());
        CHECK(layout.kvHeads[0].top() > layout.queryHeads[0].bottom());
        CHECK(layout.groups[0].top() >= layout.kvTitle.bottom());
        CHECK(layout.sentences.top() >= layout.groups[0].bottom());
    }
    Shown empty(SharingPicture{});
    empty.view.grab();
    QTest::keyClick(&empty.view, Qt::Key_Right);
}

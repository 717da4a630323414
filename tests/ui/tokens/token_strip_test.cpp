#include "ui/tokens/token_strip.h"

#include <QLineEdit>
#include <QMouseEvent>
#include <QtTest>

#include "tests/support/catch.h"

using namespace attn;
using namespace attn::ui;

namespace {

/// A strip whose owner does what it asks, as the document does.
class Desk {
  public:
    explicit Desk(const QStringList& labels) {
        picture.name = QStringLiteral("Tokens");
        picture.labels = labels;
        QObject::connect(&strip, &TokenStrip::tokenChosen, [this](Index index, bool asKey) {
            (asKey ? picture.keyIndex : picture.queryIndex) = index;
            show();
        });
        QObject::connect(&strip, &TokenStrip::renameRequested, [this](Index index, const QString& label) {
            picture.labels[index] = label;
            show();
        });
        QObject::connect(&strip, &TokenStrip::removeRequested, [this](Index index) {
            picture.labels.removeAt(index);
            show();
        });
        QObject::connect(&strip, &TokenStrip::moveRequested, [this](Index from, Index to) {
            picture.labels.move(from, to);
            show();
        });
        QObject::connect(&strip, &TokenStrip::insertRequested, [this](Index at, const QString& label) {
            picture.labels.insert(at, label);
            show();
        });
        QObject::connect(&strip, &TokenStrip::sentenceEntered, [this](const QString& text) { sentences << text; });
        QObject::connect(&strip, &TokenStrip::tokenHovered, [this](Index index) { hovered = index; });
        QObject::connect(&strip, &TokenStrip::message, [this](const QString& text, bool) { message = text; });
        show();
        strip.resize(192, 200);
        strip.show();
        QApplication::setActiveWindow(&strip);
        strip.chips()->setFocus();
        QApplication::processEvents();
    }
    void show() { strip.setPicture(picture); }
    QWidget* viewport() const { return qobject_cast<QAbstractScrollArea*>(strip.chips())->viewport(); }
    void mouse(QEvent::Type type, QPoint at, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {}) {
        const bool isMove = type == QEvent::MouseMove, isUp = type == QEvent::MouseButtonRelease;
        QMouseEvent event(type, at, viewport()->mapToGlobal(at), isMove ? Qt::NoButton : button,
                          isUp ? Qt::NoButton : button, modifiers);
        QApplication::sendEvent(viewport(), &event);
    }
    QPoint centre(Index index) const { return strip.chipRect(index).center(); }
    void click(Index index, Qt::MouseButton button = Qt::LeftButton, Qt::KeyboardModifiers modifiers = {}) {
        mouse(QEvent::MouseButtonPress, centre(index), button, modifiers);
        mouse(QEvent::MouseButtonRelease, centre(index), button, modifiers);
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(strip.chips(), key, modifiers); }
    QLineEdit* editor() const {
        for (QLineEdit* line : viewport()->findChildren<QLineEdit*>())
            if (line->isVisible())
                return line;
        return nullptr;
    }
    QLineEdit* sentence() const { return strip.findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly); }

    TokenStrip strip;
    TokensPicture picture;
    QStringList sentences;
    Index hovered = -1;
    QString message;
};

QStringList cat() { return {QStringLiteral("The"), QStringLiteral("cat"), QStringLiteral("sat")}; }

}  // namespace

TEST_CASE("TokenStrip: a click chooses the query, Shift or the right button the key", "[tokens]") {
    Desk desk(cat());
    desk.click(1);
    CHECK(desk.picture.queryIndex == 1);
    desk.click(2, Qt::LeftButton, Qt::ShiftModifier);
    CHECK(desk.picture.keyIndex == 2);
    desk.click(0, Qt::RightButton);
    CHECK(desk.picture.keyIndex == 0);
    CHECK(desk.picture.queryIndex == 1);
    CHECK(desk.picture.labels == cat());
}

TEST_CASE("TokenStrip: where only keys may be chosen, a click chooses the key", "[tokens]") {
    Desk desk(cat());
    desk.picture.mayBeQuery = false;
    desk.show();
    desk.click(1);
    CHECK(desk.picture.keyIndex == 1);
    CHECK(desk.picture.queryIndex == -1);
    desk.key(Qt::Key_Right);
    desk.key(Qt::Key_Return);
    CHECK(desk.picture.keyIndex == 2);
}

TEST_CASE("TokenStrip: dragging a chip puts it where the mark stands", "[tokens]") {
    Desk desk(cat());
    desk.mouse(QEvent::MouseButtonPress, desk.centre(0));
    desk.mouse(QEvent::MouseMove, desk.centre(1));
    desk.mouse(QEvent::MouseMove, desk.strip.chipRect(2).center() + QPoint(8, 0));
    desk.mouse(QEvent::MouseButtonRelease, desk.strip.chipRect(2).center() + QPoint(8, 0));
    CHECK(desk.picture.labels == QStringList{QStringLiteral("cat"), QStringLiteral("sat"), QStringLiteral("The")});
    CHECK(desk.picture.queryIndex == -1);
    // Escape during a drag leaves everything in its place.
    desk.mouse(QEvent::MouseButtonPress, desk.centre(2));
    desk.mouse(QEvent::MouseMove, desk.strip.chipRect(0).topLeft() + QPoint(2, 5));
    desk.key(Qt::Key_Escape);
    desk.mouse(QEvent::MouseButtonRelease, desk.strip.chipRect(0).topLeft() + QPoint(2, 5));
    CHECK(desk.picture.labels.last() == QStringLiteral("The"));
}

TEST_CASE("TokenStrip: a double click or F2 renames in place, Escape does not", "[tokens]") {
    Desk desk(cat());
    desk.mouse(QEvent::MouseButtonDblClick, desk.centre(1));
    REQUIRE(desk.editor());
    CHECK(desk.editor()->selectedText() == QStringLiteral("cat"));
    QTest::keyClicks(desk.editor(), QStringLiteral("<b>dog"));
    QTest::keyClick(desk.editor(), Qt::Key_Return);
    CHECK(desk.picture.labels[1] == QStringLiteral("<b>dog"));
    CHECK_FALSE(desk.editor());
    desk.key(Qt::Key_F2);
    REQUIRE(desk.editor());
    QTest::keyClicks(desk.editor(), QStringLiteral("x"));
    QTest::keyClick(desk.editor(), Qt::Key_Escape);
    CHECK(desk.picture.labels[1] == QStringLiteral("<b>dog"));
    // An empty name is no name.
    desk.key(Qt::Key_F2);
    desk.editor()->clear();
    QTest::keyClick(desk.editor(), Qt::Key_Return);
    REQUIRE(desk.editor());
    CHECK(desk.message.contains(QStringLiteral("at least one sign")));
}

TEST_CASE("TokenStrip: the plus adds a token at the end once it has a name", "[tokens]") {
    Desk desk(cat());
    desk.click(3);
    REQUIRE(desk.editor());
    CHECK(desk.picture.labels.size() == 3);
    QTest::keyClicks(desk.editor(), QStringLiteral("down"));
    QTest::keyClick(desk.editor(), Qt::Key_Return);
    CHECK(desk.picture.labels.size() == 4);
    CHECK(desk.picture.labels.last() == QStringLiteral("down"));
    desk.key(Qt::Key_Return);
    REQUIRE(desk.editor());
    QTest::keyClick(desk.editor(), Qt::Key_Return);
    CHECK(desk.picture.labels.size() == 4);
}

TEST_CASE("TokenStrip: everything has a key", "[tokens]") {
    Desk desk(cat());
    desk.key(Qt::Key_Right);
    desk.key(Qt::Key_Return);
    CHECK(desk.picture.queryIndex == 1);
    desk.key(Qt::Key_Return, Qt::ShiftModifier);
    CHECK(desk.picture.keyIndex == 1);
    desk.key(Qt::Key_Left, Qt::ControlModifier);
    CHECK(desk.picture.labels.first() == QStringLiteral("cat"));
    desk.key(Qt::Key_Left, Qt::ControlModifier);
    CHECK(desk.picture.labels.first() == QStringLiteral("cat"));
    desk.key(Qt::Key_Right, Qt::ControlModifier);
    desk.key(Qt::Key_Delete);
    CHECK(desk.picture.labels == QStringList{QStringLiteral("The"), QStringLiteral("sat")});
    desk.key(Qt::Key_End);
    desk.key(Qt::Key_Delete);
    CHECK(desk.picture.labels.size() == 2);
}

TEST_CASE("TokenStrip: a pasted sentence becomes one line, a too long one is refused with the limit", "[tokens]") {
    Desk desk({});
    desk.sentence()->setText(QStringLiteral("  The cat\r\nsat \t down "));
    QTest::keyClick(desk.sentence(), Qt::Key_Return);
    CHECK(desk.sentences == QStringList{QStringLiteral("The cat sat down")});
    CHECK(desk.sentence()->text().isEmpty());
    desk.sentence()->setText(QString(kMaxSentenceChars + 500, u'a'));
    QTest::keyClick(desk.sentence(), Qt::Key_Return);
    CHECK(desk.sentences.size() == 1);
    CHECK(desk.message == QStringLiteral("A sentence has at most 20000 characters."));
}

TEST_CASE("TokenStrip: hovering tells which token, and that it ended", "[tokens]") {
    Desk desk(cat());
    desk.mouse(QEvent::MouseMove, desk.centre(2), Qt::NoButton);
    CHECK(desk.hovered == 2);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(desk.viewport(), &leave);
    CHECK(desk.hovered == -1);
}

TEST_CASE("TokenStrip: a thousand tokens scroll inside a few rows", "[tokens]") {
    QStringList labels;
    for (int i = 0; i < 1024; ++i)
        labels << QStringLiteral("token%1").arg(i);
    Desk desk(labels);
    CHECK(desk.strip.chips()->height() == 6 * 32 - 4);
    desk.key(Qt::Key_End);
    CHECK(desk.viewport()->rect().contains(desk.strip.chipRect(1024)));
    desk.key(Qt::Key_Home);
    CHECK(desk.viewport()->rect().contains(desk.strip.chipRect(0)));
    CHECK_FALSE(desk.strip.grab().isNull());
}

TEST_CASE("TokenStrip: a very long or odd label stays inside its chip", "[tokens]") {
    Desk desk({QString(5000, u'w'), QStringLiteral("\n"), QString(), QString(QChar(0x202E)) + QStringLiteral("abc")});
    CHECK(desk.strip.chipRect(0).right() < desk.viewport()->width());
    CHECK_FALSE(desk.strip.grab().isNull());
}

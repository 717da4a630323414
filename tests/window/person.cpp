#include "tests/window/person.h"

#include <QProcess>
#include <QTest>
#include <QWidget>

#include "tests/support/catch.h"

namespace attn::test {
namespace {

constexpr int kPatience = 5000;  // ms

void xdotool(const QStringList& words) {
    QProcess process;
    process.start(QStringLiteral("xdotool"), words);
    // The event loop must run meanwhile: xdotool waits for answers of the X server, which waits for nobody.
    const bool hasEnded = QTest::qWaitFor([&process] { return process.state() == QProcess::NotRunning; }, kPatience);
    INFO("xdotool " << words.join(QLatin1Char(' ')).toStdString() << ": " << process.readAllStandardError().toStdString());
    REQUIRE(hasEnded);
    REQUIRE(process.exitStatus() == QProcess::NormalExit);
    REQUIRE(process.exitCode() == 0);
    QCoreApplication::processEvents();
}

QStringList place(QWidget* widget, QPoint at) {
    const QPoint global = widget->mapToGlobal(at) * widget->devicePixelRatioF();
    // Not with --sync: it would wait for ever where the pointer is already in its place.
    return {QStringLiteral("mousemove"), QString::number(global.x()), QString::number(global.y())};
}

}  // namespace

void Person::moveTo(QWidget* widget, QPoint at) { xdotool(place(widget, at)); }

void Person::click(QWidget* widget, QPoint at, int button) {
    xdotool(place(widget, at) + QStringList{QStringLiteral("click"), QString::number(button)});
}

void Person::doubleClick(QWidget* widget, QPoint at) {
    xdotool(place(widget, at) + QStringList{QStringLiteral("click"), QStringLiteral("--repeat"), QStringLiteral("2"),
                                            QStringLiteral("--delay"), QStringLiteral("60"), QStringLiteral("1")});
}

void Person::drag(QWidget* widget, QPoint from, QPoint to) {
    xdotool(place(widget, from) + QStringList{QStringLiteral("mousedown"), QStringLiteral("1")});
    constexpr int kSteps = 8;
    for (int i = 1; i <= kSteps; ++i)
        xdotool(place(widget, from + (to - from) * i / kSteps));
    xdotool({QStringLiteral("mouseup"), QStringLiteral("1")});
}

void Person::key(const QString& keys) { xdotool({QStringLiteral("key"), keys}); }

void Person::type(const QString& text) {
    xdotool({QStringLiteral("type"), QStringLiteral("--delay"), QStringLiteral("20"), text});
}

bool waitUntil(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, kPatience); }

}  // namespace attn::test

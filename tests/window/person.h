#pragma once
#include <QPoint>
#include <QString>
#include <functional>

class QWidget;

namespace attn::test {

/// Moves the real pointer and presses real keys through the X server, as a person would; the program under test cannot
/// tell the difference. Each step waits until the program has had its say.
class Person {
  public:
    void moveTo(QWidget* widget, QPoint at);
    void click(QWidget* widget, QPoint at, int button = 1);
    void doubleClick(QWidget* widget, QPoint at);
    void drag(QWidget* widget, QPoint from, QPoint to);
    void key(const QString& keys);    ///< "ctrl+z", "Return"
    void type(const QString& text);
};

/// Lets the program run until `condition` holds; false after five seconds.
bool waitUntil(const std::function<bool()>& condition);

}  // namespace attn::test

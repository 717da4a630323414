#pragma once
#include <QApplication>
#include <QPushButton>
#include <QtTest>

#include "src/window/appearance.h"
#include "src/window/files.h"
#include "src/window/main_window.h"
#include "tests/support/catch.h"

namespace attn::app::test {

/// The window on an example, evaluated.
struct OpenedWindow {
    Appearance appearance;
    MainWindow window{appearance};

    explicit OpenedWindow(const char* example, QSize size = {1280, 800}) {
        appearance.show(ui::ThemeKind::Light);
        window.resize(size);
        REQUIRE(window.files().openExample(resource(example)));
        window.show();
        settle();
    }
    ~OpenedWindow() { window.session().document().history().setClean(); }

    static QString resource(const char* name) {
        for (const Example& example : examples())
            if (example.resource.contains(QLatin1String(name)))
                return example.resource;
        FAIL("There is no example " << name);
        return {};
    }
    void settle() {
        REQUIRE(QTest::qWaitFor([this] { return window.isSettled(); }, 20000));
        QApplication::processEvents();
    }
    QPushButton* button(const QString& text) {
        for (auto* part : window.findChildren<QPushButton*>())
            if (part->text() == text)
                return part;
        FAIL("There is no button " << text.toStdString());
        return nullptr;
    }
    template <class T>
    T* named(const QString& accessibleName) {
        for (T* part : window.findChildren<T*>())
            if (part->accessibleName() == accessibleName)
                return part;
        FAIL("There is no " << accessibleName.toStdString());
        return nullptr;
    }
    QString statusText() {
        QString text;
        for (const QWidget* part : window.findChildren<QWidget*>())
            text += part->accessibleName() + u'\n';
        return text;
    }
};

}  // namespace attn::app::test

#pragma once
#include <QApplication>
#include <QDialog>
#include <QTest>
#include <QTimer>
#include <exception>
#include <functional>

#include "core/evaluate/evaluation.h"
#include "core/scene/edit.h"
#include "src/window/appearance.h"
#include "src/window/centre.h"
#include "src/window/files.h"
#include "src/window/main_window.h"
#include "tests/support/catch.h"
#include "tests/window/person.h"
#include "ui/matrix/matrix_view.h"

namespace attn::test {

using namespace attn::app;

/// The program as a person finds it: open on the worked example, in front, evaluated.
struct Desk {
    Appearance appearance;
    MainWindow window{appearance};
    Person person;
    QTimer watch;
    bool isInDialog = false;

    Desk() {
        // A dialog that no step expects would hold the test for ever: it is closed, and the next check fails.
        QObject::connect(&watch, &QTimer::timeout, &watch, [this] {
            if (QWidget* dialog = QApplication::activeModalWidget(); dialog && !isInDialog) {
                WARN("Nobody expected the dialog \"" << dialog->windowTitle().toStdString() << "\"");
                dialog->close();
            }
        });
        watch.start(5000);
        appearance.show(ui::ThemeKind::Light);
        window.resize(1280, 800);
        window.files().openExample(examples().front().resource);
        window.show();
        REQUIRE(QTest::qWaitForWindowActive(&window, 20000));
        settle();
    }
    ~Desk() { window.session().document().history().setClean(); }

    const Scene& scene() { return window.session().scene(); }
    const Evaluation& evaluation() { return *window.session().result().evaluation; }
    void settle() {
        REQUIRE(waitUntil([this] { return window.isSettled(); }));
    }

    template <class T>
    T* part(const char* name = nullptr) {
        for (T* candidate : window.findChildren<T*>(name ? QString::fromLatin1(name) : QString()))
            if (candidate->isVisible())
                return candidate;
        FAIL("There is no visible " << T::staticMetaObject.className() << " " << (name ? name : ""));
        return nullptr;
    }
    ui::MatrixView* matrix(MatrixId id) {
        for (auto* view : window.findChildren<ui::MatrixView*>())
            if (view->isVisible() && view->picture().id == static_cast<int>(id))
                return view;
        FAIL("The matrix is not shown");
        return nullptr;
    }
    /// By its shortcut, whatever its place in the row of tabs.
    void showInstrument(const QString& id) {
        const auto& entries = instrumentRegistry();
        for (std::size_t i = 0; i < entries.size(); ++i)
            if (entries[i].id == id)
                i < 9 ? person.key(QStringLiteral("ctrl+%1").arg(i + 1)) : window.centre().show(static_cast<int>(i));
        REQUIRE(waitUntil([&] { return window.centre().currentId() == id; }));
    }
    void clickCell(ui::MatrixView* view, Index row, Index col) {
        person.click(view->viewport(), view->cellRect(row, col).center());
    }
    /// Presses `keys`, which open a dialog T, and lets `steps` work in it. The dialog runs an event loop of its own,
    /// so that the steps must be taken from inside of it; what they throw is thrown here, after it has closed.
    template <class T>
    void inDialog(const QString& keys, const std::function<void(T*)>& steps) {
        inDialog<T>([&] { person.key(keys); }, steps);
    }
    /// The same for a dialog that `open` leads to.
    template <class T>
    void inDialog(const std::function<void()>& open, const std::function<void(T*)>& steps) {
        bool hasBegun = false;
        std::exception_ptr fault;
        QTimer timer;
        QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
            auto* dialog = qobject_cast<T*>(QApplication::activeModalWidget());
            if (hasBegun || !dialog || !dialog->isActiveWindow())
                return;
            hasBegun = true;
            isInDialog = true;
            try {
                steps(dialog);
            } catch (...) {
                fault = std::current_exception();
            }
            if (QWidget* left = QApplication::activeModalWidget(); left && fault)
                left->close();
            isInDialog = false;
        });
        timer.start(20);
        open();
        const bool isDone = waitUntil([&] { return hasBegun && !QApplication::activeModalWidget(); });
        if (fault)
            std::rethrow_exception(fault);
        REQUIRE(isDone);
    }
};

}  // namespace attn::test

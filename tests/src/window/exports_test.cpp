#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QTemporaryDir>

#include "src/window/centre.h"
#include "src/window/dialogs/animation_dialog.h"
#include "src/window/scene_exports.h"
#include "tests/support/gui/decoded_gif.h"
#include "tests/support/gui/opened_window.h"
#include "tests/support/gui/program.h"
#include "ui/heatmap/heatmap_view.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/number_box.h"

using namespace attn;
using namespace attn::app;
using namespace attn::app::test;
using attn::test::contents;

namespace {

template <class T>
T* part(QDialog& dialog, const char* accessibleName) {
    for (T* found : dialog.findChildren<T*>())
        if (found->accessibleName() == QLatin1String(accessibleName))
            return found;
    FAIL("There is no " << accessibleName);
    return nullptr;
}

QAbstractButton* doneButton(QDialog& dialog) {
    return dialog.findChild<QAbstractButton*>(QStringLiteral("writeAnimation"));
}

QPushButton* cancelButton(QDialog& dialog) {
    for (auto* button : dialog.findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Cancel"))
            return button;
    return nullptr;
}

}  // namespace

TEST_CASE("exports: the scene becomes a page off the window's thread, and the status line says so",
          "[window][page]") {
    OpenedWindow opened("03_four_heads");
    SceneExports exports(opened.window.session(), &opened.window);
    QStringList told;
    QObject::connect(&opened.window.session(), &Session::told, [&](const QString& words) { told << words; });
    QObject::connect(&opened.window.session(), &Session::refused, [&](const QString& words) { told << words; });
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("scene.html"));
    exports.writePage(path);
    REQUIRE(QTest::qWaitFor([&] { return !told.isEmpty(); }, 20000));
    CHECK(told.first().startsWith(QStringLiteral("Wrote ")));
    CHECK(contents(path).startsWith("<!doctype html>"));
    told.clear();
    exports.writePage(folder.filePath(QStringLiteral("none/scene.html")));
    REQUIRE(QTest::qWaitFor([&] { return !told.isEmpty(); }, 20000));
    CHECK(told.first().contains(QStringLiteral("cannot be written")));
}

TEST_CASE("exports: the animation dialog proposes, previews and writes what moves", "[window][animation]") {
    OpenedWindow opened("01_the_cat_sat");
    const QTemporaryDir folder;
    AnimationDialog dialog(opened.window.session().result(), {}, &opened.window);
    dialog.show();
    auto* what = part<QComboBox>(dialog, "What moves");
    auto* path = part<QLineEdit>(dialog, "File");
    const auto* preview = dialog.findChild<QLabel*>(QStringLiteral("preview"));
    CHECK(what->count() == 7);  // no positions, and so no base
    REQUIRE(QTest::qWaitFor([&] { return !preview->pixmap(Qt::ReturnByValue).isNull(); }, 20000));
    CHECK(path->text().endsWith(QStringLiteral("/steps.gif")));
    what->setCurrentIndex(2);
    emit what->activated(2);
    CHECK(path->text().endsWith(QStringLiteral("/temperature.gif")));
    part<ui::IntBox>(dialog, "Values")->setValue(5);
    part<ui::NumberBox>(dialog, "Width")->setValue(60);
    const QString file = folder.filePath(QStringLiteral("t.gif"));
    path->setText(file);
    REQUIRE(QTest::qWaitFor([&] { return doneButton(dialog)->isEnabled(); }, 20000));
    QTest::mouseClick(doneButton(dialog), Qt::LeftButton);
    REQUIRE(QTest::qWaitFor([&] { return dialog.result() == QDialog::Accepted; }, 20000));
    CHECK(dialog.written().contains(QStringLiteral("5 frames")));
    const attn::test::DecodedGif decoded = attn::test::decodedGif(contents(file));
    if (decoded.isThere)
        CHECK(decoded.frames.size() == 5);
}

TEST_CASE("exports: a cancelled animation leaves nothing, and a range that cannot be is told",
          "[window][animation]") {
    OpenedWindow opened("06_twelve_tokens");
    const QTemporaryDir folder;
    AnimationDialog dialog(opened.window.session().result(), {}, &opened.window);
    dialog.show();
    auto* what = part<QComboBox>(dialog, "What moves");
    what->setCurrentIndex(2);
    emit what->activated(2);
    auto* from = part<ui::NumberBox>(dialog, "From");
    from->setValue(-1);
    emit from->edited(-1);
    CHECK_FALSE(doneButton(dialog)->isEnabled());
    from->setValue(1);
    emit from->edited(1);
    part<ui::IntBox>(dialog, "Values")->setValue(1000);
    part<QLineEdit>(dialog, "File")->setText(folder.filePath(QStringLiteral("long.gif")));
    REQUIRE(QTest::qWaitFor([&] { return doneButton(dialog)->isEnabled(); }, 20000));
    QTest::mouseClick(doneButton(dialog), Qt::LeftButton);
    const auto* facts = dialog.findChild<QLabel*>(QStringLiteral("facts"));
    CHECK(facts->text().startsWith(QStringLiteral("Drawing")));
    QTest::mouseClick(cancelButton(dialog), Qt::LeftButton);
    REQUIRE(QTest::qWaitFor([&] { return facts->text().startsWith(QStringLiteral("Cancelled")); }, 20000));
    CHECK(doneButton(dialog)->isEnabled());
    CHECK(dialog.isVisible());
    // Closing while it draws stops it as well.
    QTest::mouseClick(doneButton(dialog), Qt::LeftButton);
    dialog.reject();
    REQUIRE(QTest::qWaitFor([&] { return !dialog.isVisible(); }, 20000));
    CHECK(QDir(folder.path()).isEmpty());
    CHECK(dialog.written().isEmpty());
}

TEST_CASE("exports: Copy values puts the heatmap with its tokens on the clipboard, as text, table and CSV",
          "[window][clipboard]") {
    OpenedWindow opened("01_the_cat_sat");
    opened.window.centre().showById(QStringLiteral("heatmap"));
    opened.settle();
    opened.window.actions()[Actions::CopyValues]->trigger();
    const QMimeData* data = QApplication::clipboard()->mimeData();
    REQUIRE(data->hasHtml());
    CHECK(data->text().startsWith(QStringLiteral("\tThe\tcat\tsat\nThe\t0.")));
    CHECK(data->html().contains(QStringLiteral(">cat</th>")));
    CHECK(data->data(QStringLiteral("text/csv")).startsWith(",The,cat,sat\r\n"));
    CHECK(opened.statusText().contains(QStringLiteral("Copied 3 × 3 numbers with their tokens.")));
    opened.window.actions()[Actions::CopyNumbers]->trigger();
    CHECK(QApplication::clipboard()->text().startsWith(QStringLiteral("0.")));
    // The heatmap offers the same by its own menu.
    const auto* view = opened.window.centre().instrument()->body()->findChild<ui::HeatmapView*>();
    if (!view)
        view = qobject_cast<ui::HeatmapView*>(opened.window.centre().instrument()->body());
    REQUIRE(view != nullptr);
    CHECK(view->contextMenuPolicy() == Qt::ActionsContextMenu);
    CHECK(view->actions().contains(opened.window.actions()[Actions::CopyValues]));
    opened.window.centre().showById(QStringLiteral("lines"));
    opened.settle();
    opened.window.actions()[Actions::CopyValues]->trigger();
    CHECK(opened.statusText().contains(QStringLiteral("No heatmap is shown whose numbers could be copied.")));
}

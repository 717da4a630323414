#include "src/window/dialogs/export_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>
#include <QtTest>

#include "src/window/dialogs/style_form.h"
#include "tests/support/catch.h"
#include "tests/support/gui/heatmap_pictures.h"
#include "ui/theme/style.h"
#include "ui/widgets/message_strip.h"
#include "ui/widgets/number_box.h"

using namespace attn;
using namespace attn::app;
using namespace attn::test;

namespace {

SceneFigure figure() {
    ui::HeatmapPicture picture = causalTwelve();
    picture.isShare = true;
    return heatmapSceneFigure(QStringLiteral("weights"), picture, exportOptions());
}

struct Opened {
    QTemporaryDir folder;
    KeptStyles kept{folder.filePath(QStringLiteral("styles"))};
    SceneFigure shown = figure();
    ExportDialog dialog{shown, nullptr, kept};

    Opened() {
        dialog.show();
        QApplication::processEvents();
    }
    template <class T>
    T* named(const char* accessible) {
        for (T* part : dialog.findChildren<T*>())
            if (part->accessibleName() == QLatin1String(accessible))
                return part;
        FAIL("There is no " << accessible);
        return nullptr;
    }
    template <class T>
    T* said(const char* text) {
        for (T* part : dialog.findChildren<T*>())
            if (part->text() == QString::fromUtf8(text))
                return part;
        FAIL("There is no " << text);
        return nullptr;
    }
    void choose(const char* accessible, const char* entry) {
        auto* list = named<QComboBox>(accessible);
        const int index = list->findText(QString::fromUtf8(entry));
        REQUIRE(index >= 0);
        list->setCurrentIndex(index);
        emit list->activated(index);
        QApplication::processEvents();
    }
    void keepAs(const QString& name) {
        QTimer::singleShot(0, &dialog, [this, name] {
            auto* ask = dialog.findChild<QInputDialog*>();
            REQUIRE(ask);
            ask->setTextValue(name);
            ask->accept();
        });
        said<QPushButton>("Keep…")->click();
    }
    const FigureStyle& style() { return dialog.findChild<StyleForm*>()->style(); }
    QImage preview() {
        QApplication::processEvents();
        return dialog.findChild<QLabel*>(QStringLiteral("preview"))->pixmap(Qt::ReturnByValue).toImage();
    }
};

}  // namespace

TEST_CASE("export dialog: the preview follows every field", "[window][export]") {
    Opened opened;
    QImage before = opened.preview();
    const auto hasChanged = [&] {
        const QImage now = opened.preview();
        const bool isOther = now != before;
        before = now;
        return isOther;
    };
    for (const auto& [list, entry] : {std::pair{"Kind of width", "ACL, both columns"}, std::pair{"Ground", "Dark"},
                                      std::pair{"Colour map", "Magma"}, std::pair{"Range of the colours", "Logarithmic"},
                                      std::pair{"Font", "DejaVu Sans"}}) {
        CAPTURE(list);
        opened.choose(list, entry);
        CHECK(hasChanged());
    }
    CHECK(opened.style().width->mm() == 160.0);
    for (const char* part : {"Title", "Caption", "Tokens", "Numbers in cells", "Grid", "Colour bar", "Transparent"}) {
        CAPTURE(part);
        opened.said<QCheckBox>(part)->click();
        CHECK(hasChanged());
    }
    CHECK_FALSE(opened.said<QCheckBox>("Selection")->isEnabled());
    auto* type = opened.named<ui::NumberBox>("Size of type");
    type->stepBy(3);
    CHECK(opened.style().typePoints == Approx(9.0));
    CHECK(hasChanged());
}

TEST_CASE("export dialog: what is written is the style that is shown", "[window][export]") {
    Opened opened;
    opened.choose("Preset", "Slide 16:9");
    const QString path = opened.folder.filePath(QStringLiteral("out.png"));
    opened.named<QLineEdit>("File")->setText(path);
    opened.dialog.findChild<QAbstractButton*>(QStringLiteral("writeFigure"))->click();
    CHECK(QImage(path).size() == QSize(1920, 1080));
    CHECK(opened.dialog.written().contains(QStringLiteral("1920")));
    // The next dialog begins with it, and names its preset.
    ExportDialog next(opened.shown, nullptr, opened.kept);
    CHECK(next.findChild<StyleForm*>()->style() == builtInStyles()[1].style);
    CHECK(next.findChild<QComboBox*>(QStringLiteral("preset"))->currentText() == QStringLiteral("Slide 16:9"));
}

TEST_CASE("export dialog: a preset is kept under a name, chosen and removed", "[window][export]") {
    Opened opened;
    auto* list = opened.named<QComboBox>("Preset");
    auto* remove = opened.said<QPushButton>("Remove");
    opened.choose("Preset", "Poster");
    CHECK_FALSE(remove->isEnabled());
    opened.named<ui::NumberBox>("Density")->stepBy(1);
    CHECK(list->currentIndex() == 0);
    opened.keepAs(QStringLiteral("Mine <b>"));
    CHECK(list->currentText() == QStringLiteral("Mine <b>"));
    REQUIRE(opened.kept.all().size() == 1);
    CHECK(opened.kept.all().front().style.dpi == 250.0);
    opened.choose("Preset", "Paper column");
    CHECK(opened.style().dpi == 300.0);
    opened.choose("Preset", "Mine <b>");
    CHECK(opened.style().dpi == 250.0);
    CHECK(remove->isEnabled());
    remove->click();
    CHECK(opened.kept.all().empty());
    CHECK(list->findText(QStringLiteral("Mine <b>")) < 0);
    // A name that cannot be kept is refused in words.
    opened.keepAs(QStringLiteral(" "));
    CHECK_FALSE(opened.dialog.findChild<ui::MessageStrip*>()->sentence().isEmpty());
}

TEST_CASE("export dialog: Copy puts an image and SVG on the clipboard", "[window][export]") {
    Opened opened;
    QApplication::clipboard()->clear();
    opened.dialog.findChild<QPushButton*>(QStringLiteral("copyStyled"))->click();
    const QMimeData* data = QApplication::clipboard()->mimeData();
    CHECK(data->hasImage());
    CHECK(data->data(QStringLiteral("image/png")).startsWith("\x89PNG"));
    CHECK(data->data(QStringLiteral("image/svg+xml")).contains("<svg"));
}

TEST_CASE("export dialog: it fits a small window with the largest type", "[window][export]") {
    const double scale = ui::fontScale();
    ui::setFontScale(1.5);
    ui::applyTheme(*qApp, ui::ThemeKind::Light);
    {
        Opened opened;
        CHECK(opened.dialog.minimumSizeHint().width() <= 1280);
        CHECK(opened.dialog.minimumSizeHint().height() <= 760);
    }
    ui::setFontScale(scale);
    ui::applyTheme(*qApp, ui::ThemeKind::Light);
}

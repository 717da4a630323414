#include "ui/matrix/matrix_dock.h"

#include <QApplication>
#include <QInputDialog>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/catch.h"
#include "ui/matrix/matrix_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/segmented_control.h"

using namespace attn;
using namespace attn::ui;

namespace {

QString words(const char* text) { return QString::fromUtf8(text); }

MatrixPicture matrix(int id, const char* base, const char* sub, Index rows, Index cols) {
    MatrixPicture picture;
    picture.id = id;
    picture.name = {words(base), words(sub)};
    picture.cells = SharedMatrix(Matrix(rows, cols, 1.0));
    return picture;
}

const MissingMatrix kNoWo{5, {QStringLiteral("W"), QStringLiteral("o")},
                          QStringLiteral("Not used: the output is the joined heads."), QStringLiteral("Add W_o")};

/// The panel in a window of 1280 x 800, with three tokens and matrices of 4 rows.
struct Shown {
    MatrixPanel panel;

    explicit Shown(QSize size = {768, 194}, double scale = 1.0) {
        setFontScale(scale);
        applyTheme(*qApp, ThemeKind::Light);
        panel.setPictures(pictures(), {kNoWo});
        panel.resize(size);
        panel.show();
        QApplication::processEvents();
    }
    ~Shown() {
        setFontScale(1.0);
        applyTheme(*qApp, ThemeKind::Light);
    }
    static std::vector<MatrixPicture> pictures() {
        std::vector<MatrixPicture> all{matrix(0, "X", "", 3, 4), matrix(2, "W", "q", 4, 2), matrix(3, "W", "k", 4, 2),
                                       matrix(4, "W", "v", 4, 2)};
        all[0].rowLabels = {words("The"), words("cat"), words("sat")};
        return all;
    }
    SegmentedControl* segments() const { return panel.findChild<SegmentedControl*>(); }
    EmptyState* place() const { return panel.findChild<EmptyState*>(); }
    /// The texts of the fill menu as a person opens it.
    QMenu* fillMenu() const {
        auto* menu = panel.findChild<QMenu*>();
        emit menu->aboutToShow();
        return menu;
    }
    QAction* fillAction(const char* start) const {
        for (QAction* action : fillMenu()->actions())
            if (action->text().startsWith(words(start)))
                return action;
        return nullptr;
    }
    bool isScrolling(int id) const {
        const MatrixView* view = panel.view(id);
        return view->verticalScrollBar()->isVisible() || view->horizontalScrollBar()->isVisible() ||
               view->verticalScrollBar()->maximum() > 0 || view->horizontalScrollBar()->maximum() > 0;
    }
};

}  // namespace

TEST_CASE("MatrixPanel: all matrices of the first example stand side by side without scroll bars", "[matrix]") {
    const double scale = GENERATE(1.0, 1.15, 1.5);
    CAPTURE(scale);
    const Shown shown({qRound(768 * scale), qRound(194 * scale)}, scale);
    CHECK(shown.segments()->current() == 0);
    int left = 16;
    for (const int id : {0, 2, 3, 4}) {
        CAPTURE(id);
        const MatrixView* view = shown.panel.view(id);
        REQUIRE(view->isVisible());
        CHECK_FALSE(shown.isScrolling(id));
        CHECK(view->size() == view->wholeSize());
        CHECK(view->x() == left);
        left = view->geometry().right() + 1 + 24;
    }
    REQUIRE(shown.place()->isVisible());
    CHECK(shown.place()->x() == left);
    CHECK(shown.place()->geometry().right() < shown.panel.width() - 16);
}

TEST_CASE("MatrixPanel: the place of a missing matrix takes what is left, or nothing", "[matrix]") {
    Shown shown;
    const int from = shown.place()->x();
    shown.panel.resize(from + 16 + 130, 194);
    CHECK(shown.place()->isVisible());
    CHECK(shown.place()->width() == 130);
    shown.panel.resize(from + 16 + 60, 194);  // the matrices move closer, and only the link is shown
    CHECK(shown.place()->isVisible());
    CHECK(shown.place()->width() == 60 + 4 * 8);
    CHECK(shown.place()->toolTip().contains(kNoWo.sentence));
    shown.panel.resize(from + 16 + 40, 194);
    CHECK_FALSE(shown.place()->isVisible());
    CHECK(shown.panel.view(4)->isVisible());

    const QSignalSpy added(&shown.panel, &MatrixPanel::addRequested);
    shown.panel.setChosenMatrix(5);
    REQUIRE(shown.place()->isVisible());
    QTest::mouseClick(shown.place()->findChild<LinkButton*>(), Qt::LeftButton);
    REQUIRE(added.size() == 1);
    CHECK(added[0][0].toInt() == 5);
    auto withWo = Shown::pictures();
    withWo.push_back(matrix(5, "W", "o", 2, 2));
    shown.panel.setPictures(withWo, {});
    CHECK(shown.panel.view(5)->isVisible());
    CHECK(shown.segments()->current() == 5);
}

TEST_CASE("MatrixPanel: what does not fit is shown one by one, and comes back", "[matrix]") {
    Shown shown;
    shown.panel.resize(420, 194);
    CHECK(shown.segments()->current() == 1);
    CHECK(shown.panel.view(0)->isVisible());
    CHECK_FALSE(shown.panel.view(2)->isVisible());
    shown.panel.resize(768, 194);
    CHECK(shown.segments()->current() == 0);
    CHECK(shown.panel.view(2)->isVisible());
    shown.panel.setChosenMatrix(3);
    CHECK(shown.segments()->current() == 3);
    CHECK_FALSE(shown.panel.view(2)->isVisible());
    shown.panel.setChosenMatrix(77);
    CHECK(shown.panel.chosenMatrix() == -1);
    CHECK(shown.panel.view(77) == nullptr);
}

TEST_CASE("MatrixPanel: more rows than there is room for scroll", "[matrix]") {
    Shown shown;
    auto pictures = Shown::pictures();
    pictures[0] = matrix(0, "X", "", 40, 4);
    shown.panel.setPictures(pictures, {kNoWo});
    CHECK(shown.panel.view(0)->verticalScrollBar()->maximum() > 0);
    CHECK(shown.panel.view(0)->horizontalScrollBar()->maximum() == 0);
    CHECK_FALSE(shown.isScrolling(2));
}

TEST_CASE("MatrixPanel: folded, the header alone names the shapes", "[matrix]") {
    Shown shown;
    const QSignalSpy folded(&shown.panel, &MatrixPanel::foldedChanged);
    QTest::mouseClick(shown.panel.findChild<IconButton*>(), Qt::LeftButton);
    REQUIRE(folded.size() == 1);
    CHECK(shown.panel.isFolded());
    CHECK(shown.panel.sizeHint().height() == 36);
    CHECK(shown.panel.maximumHeight() == 36);
    CHECK_FALSE(shown.panel.view(0)->isVisible());
    CHECK_FALSE(shown.segments()->isVisible());
    bool isNamed = false;
    for (const RunLabel* label : shown.panel.findChildren<RunLabel*>())
        isNamed |= label->isVisible() && plainText(label->runs()) == words("X 3 × 4, Wq Wk Wv 4 × 2");
    CHECK(isNamed);
    shown.panel.setFolded(false);
    shown.panel.resize(768, 194);
    CHECK(folded.size() == 1);  // a setter is silent
    CHECK(shown.panel.view(0)->isVisible());
    CHECK(shown.segments()->isVisible());
}

TEST_CASE("MatrixPanel: the fill menu fills the matrix that it names", "[matrix]") {
    Shown shown;
    std::vector<std::tuple<int, FillKind, quint64>> fills;
    QObject::connect(&shown.panel, &MatrixPanel::fillRequested,
                     [&fills](int id, FillKind kind, quint64 seed) { fills.emplace_back(id, kind, seed); });
    CHECK(shown.fillMenu()->actions().front()->text() == words("X, 3 × 4"));
    shown.fillAction("Zeros")->trigger();
    shown.panel.setChosenMatrix(3);
    CHECK(shown.fillMenu()->actions().front()->text() == words("W_k, 4 × 2"));
    shown.fillAction("Identity")->trigger();
    QAction* random = shown.fillAction("Random, seed ");
    REQUIRE(random);
    const quint64 seed = random->text().mid(13).toULongLong();
    random->trigger();
    CHECK(fills == std::vector<std::tuple<int, FillKind, quint64>>{
                       {0, FillKind::Zeros, 0}, {3, FillKind::Identity, 0}, {3, FillKind::Random, seed}});
    CHECK_FALSE(shown.fillAction("Remove"));
    shown.panel.setChosenMatrix(5);
    CHECK_FALSE(shown.fillMenu()->actions().front()->isEnabled());
    CHECK(shown.fillMenu()->actions().size() == 1);
}

TEST_CASE("MatrixPanel: in a panel too narrow for all, Fill means the matrix that is seen", "[matrix]") {
    Shown shown;
    shown.panel.resize(420, 194);
    CHECK(shown.fillMenu()->actions().front()->text() == words("X, 3 × 4"));
}

TEST_CASE("MatrixPanel: a locked matrix is not filled, a removable one can go", "[matrix]") {
    Shown shown;
    auto pictures = Shown::pictures();
    pictures[1].isLocked = pictures[2].isRemovable = true;
    shown.panel.setPictures(pictures, {kNoWo});
    shown.panel.setChosenMatrix(2);
    CHECK_FALSE(shown.fillAction("Zeros")->isEnabled());
    shown.panel.setChosenMatrix(3);
    const QSignalSpy removed(&shown.panel, &MatrixPanel::removeRequested);
    shown.fillAction("Remove W_k")->trigger();
    REQUIRE(removed.size() == 1);
    CHECK(removed[0][0].toInt() == 3);
}

TEST_CASE("MatrixPanel: a seed that is no number is refused in words", "[matrix]") {
    Shown shown;
    std::vector<quint64> seeds;
    QObject::connect(&shown.panel, &MatrixPanel::fillRequested,
                     [&seeds](int, FillKind, quint64 seed) { seeds.push_back(seed); });
    for (const char* text : {"-3", "18446744073709551615"}) {
        shown.fillAction("Random with")->trigger();
        auto* dialog = shown.panel.findChild<QInputDialog*>();
        REQUIRE(dialog);
        dialog->setTextValue(words(text));
        dialog->accept();
        QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    CHECK(seeds == std::vector<quint64>{18446744073709551615ull});
    bool isSaid = false;
    for (const RunLabel* label : shown.panel.findChildren<RunLabel*>())
        isSaid |= plainText(label->runs()).contains(words("“-3” is no seed"));
    CHECK(isSaid);
}

namespace {

/// Notes what of a widget is painted.
class PaintedRegion : public QObject {
  public:
    explicit PaintedRegion(QWidget* widget) { widget->installEventFilter(this); }
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint)
            region += static_cast<QPaintEvent*>(event)->region();
        return false;
    }
    QRegion region;
};

}  // namespace

TEST_CASE("MatrixPanel: an edit of one number paints that cell and no other matrix", "[matrix]") {
    Shown shown;
    auto pictures = Shown::pictures();
    for (MatrixPicture& picture : pictures)
        picture.cells = SharedMatrix(Matrix(picture.cells.rows, picture.cells.cols, 0.25));
    shown.panel.setPictures(pictures, {kNoWo});
    QApplication::processEvents();
    PaintedRegion edited(shown.panel.view(0)->viewport()), other(shown.panel.view(2)->viewport()), panel(&shown.panel);
    Matrix values(3, 4, 0.25);
    values(1, 2) = 0.75;
    pictures[0].cells = SharedMatrix(values);
    shown.panel.setPictures(pictures, {kNoWo});
    QApplication::processEvents();
    const QRect cell = shown.panel.view(0)->cellRect(1, 2);
    CHECK(edited.region.boundingRect() == cell);
    CHECK(other.region.isEmpty());
    CHECK(panel.region.isEmpty());

    // A number that needs more room is given it, and what stands beside moves.
    const QRect before = shown.panel.view(2)->geometry();
    values(1, 2) = -1234.5;
    pictures[0].cells = SharedMatrix(values);
    shown.panel.setPictures(pictures, {kNoWo});
    QApplication::processEvents();
    CHECK(shown.panel.view(2)->geometry().left() > before.left());
    CHECK(edited.region.contains(shown.panel.view(0)->cellRect(1, 2)));
}

TEST_CASE("MatrixPanel: the place of W_o stays beside matrices with decimals", "[matrix]") {
    Shown shown;
    CHECK(shown.place()->isVisible());
    auto pictures = Shown::pictures();
    for (MatrixPicture& picture : pictures)
        picture.cells = SharedMatrix(Matrix(picture.cells.rows, picture.cells.cols, picture.id == 0 ? -0.125 : 1.0));
    shown.panel.setPictures(pictures, {kNoWo});
    QApplication::processEvents();
    REQUIRE(shown.place()->isVisible());
    CHECK(shown.panel.rect().contains(QRect(shown.place()->mapTo(&shown.panel, QPoint()), shown.place()->size())));
    for (const MatrixPicture& picture : pictures)
        CHECK_FALSE(shown.isScrolling(picture.id));
    auto* link = shown.place()->findChild<LinkButton*>();
    CHECK(link->isVisible());
    CHECK(shown.place()->rect().contains(link->geometry()));
}

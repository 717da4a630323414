#include "ui/matrix/matrix_dock.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

#include "ui/matrix/matrix_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/segmented_control.h"

namespace attn::ui {
namespace {

constexpr int kMostDecimals = 9;
int headerHeight() { return scaled(36); }

TextRuns nameOf(const MatrixName& name, TextRun::Kind kind = TextRun::Normal, bool isSemibold = false) {
    TextRuns runs{{name.base, kind, isSemibold}};
    if (!name.sub.isEmpty())
        runs.push_back({name.sub, TextRun::Subscript, isSemibold});
    return runs;
}

}  // namespace

MatrixPanel::MatrixPanel(QWidget* parent)
    : QWidget(parent), m_header(new QWidget(this)), m_body(new QWidget(this)), m_line(new RunLabel({}, type::kIndex, this)) {
    buildHeader();
    showMessage({}, false);
    arrange();
}

MatrixPanel::~MatrixPanel() {
    // Views that lose the keyboard while they are deleted have nobody left to tell.
    for (const auto& [id, view] : m_views)
        view->disconnect(this);
}

void MatrixPanel::buildHeader() {
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(m_left, 0, 8, 0);
    row->setSpacing(8);
    auto* title = new RunLabel({{tr("Matrices"), TextRun::Semibold}}, type::kBody, m_header);
    m_segments = new SegmentedControl(tr("Matrix"), m_header);
    m_segments->setEqualWidths(false);
    m_name = new RunLabel({}, type::kBody, m_header);
    m_fill = new QToolButton(m_header);
    m_fill->setText(tr("Fill"));
    m_fill->setToolTip(tr("Fill a matrix with zeros, the identity or random numbers"));
    m_fill->setPopupMode(QToolButton::InstantPopup);
    m_fill->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_fillMenu = new QMenu(m_fill);
    m_fill->setMenu(m_fillMenu);
    m_digitsName = new RunLabel({{tr("Digits"), TextRun::Second}}, type::kBody, m_header);
    m_digits = new IntBox(tr("Digits shown"), m_header);
    m_digits->setRange(0, kMostDecimals);
    m_digits->setValue(3);
    m_digits->setToolTip(tr("Decimals shown; editing keeps every digit"));
    m_fold = new IconButton("chevron-down", tr("Fold the matrices"), m_header, 28);
    row->addWidget(title);
    row->addSpacing(4);
    row->addWidget(m_segments);
    row->addWidget(m_name, 1);
    row->addWidget(m_fill);
    row->addWidget(m_digitsName);
    row->addWidget(m_digits);
    row->addWidget(m_fold);

    connect(m_segments, &SegmentedControl::chosen, this, [this](int word) {
        const auto all = entries();
        setChosenMatrix(word == 0 ? -1 : all[static_cast<std::size_t>(word - 1)].id);
        emit chosenMatrixChanged(m_chosen);
    });
    connect(m_fillMenu, &QMenu::aboutToShow, this, &MatrixPanel::fillMenu);
    connect(m_digits, &IntBox::edited, this, [this](int decimals) {
        setDecimals(decimals);
        emit decimalsChanged(decimals);
    });
    connect(m_fold, &QAbstractButton::clicked, this, [this] {
        setFolded(!m_isFolded);
        emit foldedChanged(m_isFolded);
    });
}

std::vector<MatrixPanel::Entry> MatrixPanel::entries() const {
    std::vector<Entry> all;
    for (const MatrixPicture& picture : m_pictures)
        all.push_back({picture.id, &picture, nullptr});
    for (const MissingMatrix& missing : m_missing) {
        const auto after = std::find_if(all.begin(), all.end(), [&](const Entry& e) { return e.id > missing.id; });
        all.insert(after, {missing.id, nullptr, &missing});
    }
    return all;
}

std::vector<MatrixPanel::Place> MatrixPanel::places() const {
    std::vector<Place> all;
    for (const MatrixPicture& picture : m_pictures)
        all.push_back({picture.id, picture.name, picture.role, sizeText(picture.cells), m_views.at(picture.id)->wholeSize()});
    return all;
}

const MatrixPicture* MatrixPanel::pictureOf(int id) const {
    const auto found = std::find_if(m_pictures.begin(), m_pictures.end(), [id](const auto& p) { return p.id == id; });
    return found == m_pictures.end() ? nullptr : &*found;
}

MatrixView* MatrixPanel::view(int id) const {
    const auto found = m_views.find(id);
    return found == m_views.end() ? nullptr : found->second;
}

MatrixView* MatrixPanel::makeView(int id) {
    auto* made = new MatrixView(m_body);
    connect(made, &MatrixView::cellEdited, this, &MatrixPanel::cellEdited);
    connect(made, &MatrixView::blockEdited, this, &MatrixPanel::blockEdited);
    connect(made, &MatrixView::gestureStarted, this, &MatrixPanel::gestureStarted);
    connect(made, &MatrixView::gestureEnded, this, &MatrixPanel::gestureEnded);
    connect(made, &MatrixView::groupChosen, this, &MatrixPanel::groupChosen);
    connect(made, &MatrixView::message, this, &MatrixPanel::showMessage);
    connect(made, &MatrixView::cellChosen, this, [this, id](Index row, Index col) { emit cellChosen(id, row, col); });
    connect(made, &MatrixView::focused, this, [this](int focusedId) { m_active = focusedId; });
    return made;
}

void MatrixPanel::setPictures(std::vector<MatrixPicture> pictures, std::vector<MissingMatrix> missing) {
    const bool areSameMissing = missing == m_missing;
    m_pictures = std::move(pictures);
    m_missing = std::move(missing);
    const auto isMissing = [this](int id) {
        return std::any_of(m_missing.begin(), m_missing.end(), [id](const auto& m) { return m.id == id; });
    };
    std::erase_if(m_views, [this](const auto& entry) {
        if (pictureOf(entry.first))
            return false;
        entry.second->hide();
        entry.second->disconnect(this);
        entry.second->deleteLater();  // it may be the one whose edit led here
        return true;
    });
    std::erase_if(m_places, [this, &isMissing](const auto& entry) {
        if (isMissing(entry.first))
            return false;
        entry.second->hide();
        entry.second->deleteLater();
        m_placeNames[entry.first]->deleteLater();
        m_placeNames.erase(entry.first);
        return true;
    });
    for (MatrixPicture& picture : m_pictures) {
        picture.decimals = m_digits->value();
        MatrixView*& view = m_views[picture.id];
        if (!view)
            view = makeView(picture.id);
        view->setPicture(picture);
    }
    // An edit changes numbers and nothing else: then everything stands where it should.
    if (areSameMissing && places() == m_placed)
        return;
    for (const MissingMatrix& gone : m_missing) {
        if (!m_places.contains(gone.id)) {
            m_places[gone.id] = new EmptyState(m_body);
            m_placeNames[gone.id] = new RunLabel({}, type::kBody, m_body);
            connect(m_places[gone.id], &EmptyState::actionTriggered, this, [this, id = gone.id] { emit addRequested(id); });
        }
        m_places[gone.id]->setSentence({{gone.sentence, TextRun::Second}});
        m_places[gone.id]->setAction(nameRuns(gone.action));
        m_placeNames[gone.id]->setRuns(nameOf(gone.name, TextRun::Normal, true));
    }
    if (m_active >= 0 && !pictureOf(m_active))
        m_active = -1;
    if (m_chosen >= 0 && !pictureOf(m_chosen) && !isMissing(m_chosen))
        m_chosen = -1;
    updateWords();
    arrange();
}

void MatrixPanel::updateWords() {
    std::vector<TextRuns> words{{{tr("All")}}};
    std::vector<QString> plain{tr("All")};
    for (const Entry& entry : entries()) {
        const MatrixName& name = entry.picture ? entry.picture->name : entry.missing->name;
        words.push_back(nameOf(name));
        plain.push_back(QString::number(entry.id) + name.plain());
    }
    if (plain == m_words)
        return;
    m_words = plain;
    m_segments->setWords(words);
}

void MatrixPanel::setChosenMatrix(int id) {
    const auto all = entries();
    const bool isThere = std::any_of(all.begin(), all.end(), [id](const Entry& e) { return e.id == id; });
    m_chosen = isThere ? id : -1;
    arrange();
}

int MatrixPanel::chosenMatrix() const { return m_chosen; }

void MatrixPanel::setDecimals(int decimals) {
    m_digits->setValue(std::clamp(decimals, 0, kMostDecimals));
    for (MatrixPicture& picture : m_pictures) {
        picture.decimals = m_digits->value();
        m_views[picture.id]->setPicture(picture);
    }
    arrange();
}

void MatrixPanel::setFolded(bool isFolded) {
    m_isFolded = isFolded;
    m_fold->setIconName(isFolded ? "chevron-up" : "chevron-down");
    m_fold->setName(isFolded ? tr("Unfold the matrices") : tr("Fold the matrices"));
    setMaximumHeight(isFolded ? headerHeight() : QWIDGETSIZE_MAX);
    updateGeometry();
    arrange();
}

void MatrixPanel::setLeftMargin(int margin) {
    m_left = margin;
    m_header->layout()->setContentsMargins(margin, 0, 8, 0);
    arrange();
}

void MatrixPanel::addHeaderButton(QWidget* button) { m_header->layout()->addWidget(button); }

bool MatrixPanel::isFolded() const { return m_isFolded; }

void MatrixPanel::showMessage(const QString& text, bool isFault) {
    m_message = text;
    m_isFault = isFault && !text.isEmpty();
    const QString hint = tr("Type to replace · drag a number to change it · Tab moves right, Enter moves down · paste "
                            "blocks from a spreadsheet");
    m_line->setColor(m_isFault ? currentTheme().fault : currentTheme().secondText);
    if (m_isFault)
        m_line->setRuns({{QStringLiteral("!  "), TextRun::Semibold}, {text}});
    else
        m_line->setText(text.isEmpty() ? hint : text);
}

void MatrixPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::StyleChange)
        return;
    showMessage(m_message, m_isFault);
    arrange();
}

}  // namespace attn::ui

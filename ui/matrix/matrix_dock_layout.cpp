// Where the matrices of the dock stand, and its menu.
#include <QInputDialog>
#include <QMenu>
#include <QRandomGenerator>
#include <QScrollBar>
#include <QToolButton>
#include <algorithm>

#include "ui/matrix/matrix_dock.h"
#include "ui/matrix/matrix_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/segmented_control.h"

namespace attn::ui {
namespace {

constexpr int kMargin = 16, kBetween = 24, kCloser = 16;
constexpr int kPlaceWidth = 186, kLeastPlaceWidth = 128, kCompactPlaceWidth = 88;
int headerHeight() { return scaled(36); }
int lineHeight() { return scaled(24); }

/// "X 3 × 4, W_q W_k W_v 4 × 2"
TextRuns summaryOf(const std::vector<MatrixPicture>& pictures) {
    TextRuns runs;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        const QString size = sizeText(pictures[i].cells);
        runs.push_back({pictures[i].name.base, TextRun::Second});
        if (!pictures[i].name.sub.isEmpty())
            runs.push_back({pictures[i].name.sub, TextRun::Subscript});
        const bool isLast = i + 1 == pictures.size();
        const bool endsGroup = isLast || sizeText(pictures[i + 1].cells) != size;
        runs.push_back({(endsGroup ? u' ' + size : QString()) + (isLast ? QString() : endsGroup ? QStringLiteral(", ") : QStringLiteral(" ")),
                        TextRun::Second});
    }
    return runs;
}

}  // namespace

QSize MatrixPanel::sizeHint() const { return {scaled(768), m_isFolded ? headerHeight() : scaled(194)}; }

QSize MatrixPanel::minimumSizeHint() const {
    return {scaled(320), m_isFolded ? headerHeight() : headerHeight() + lineHeight() + scaled(80)};
}

void MatrixPanel::resizeEvent(QResizeEvent*) { arrange(); }

bool MatrixPanel::fitsAll() const {
    int width = m_left + kMargin - kBetween;
    for (const auto& [id, view] : m_views) {
        const bool scrolls = view->wholeSize().height() > m_body->height();
        width += view->wholeSize().width() + (scrolls ? view->verticalScrollBar()->sizeHint().width() : 0) + kBetween;
    }
    return m_views.empty() || width <= this->width();
}

void MatrixPanel::arrange() {
    m_placed = places();
    m_header->setGeometry(0, 0, width(), headerHeight());
    m_body->setVisible(!m_isFolded);
    m_line->setVisible(!m_isFolded);
    m_segments->setVisible(!m_isFolded);
    m_fill->setVisible(!m_isFolded);
    m_digitsName->setVisible(!m_isFolded);
    m_digits->setVisible(!m_isFolded);
    if (m_isFolded)
        return m_name->setRuns(summaryOf(m_pictures));
    constexpr int kAbove = 6, kBelow = 2;
    const int top = headerHeight() + kAbove;
    m_body->setGeometry(0, top, width(), std::max(0, height() - top - lineHeight() - kBelow));
    m_line->setGeometry(m_left, height() - lineHeight() - kBelow, width() - m_left - kMargin, lineHeight());

    for (const auto& [id, view] : m_views)
        view->setTitleVisible(m_chosen < 0);
    const bool fits = fitsAll();
    m_segments->setWordEnabled(0, fits);
    m_segments->setWordToolTip(0, fits ? tr("All matrices side by side") : tr("They do not fit side by side here"));
    // What was chosen is kept: all of them come back when there is room again.
    const auto all = entries();
    const int shown = m_chosen >= 0 ? m_chosen : fits || all.empty() ? -1 : all.front().id;
    if (shown < 0)
        placeAll();
    else
        placeOne(shown);
    const auto at = std::find_if(all.begin(), all.end(), [shown](const Entry& e) { return e.id == shown; });
    m_segments->setCurrent(shown < 0 ? 0 : static_cast<int>(at - all.begin()) + 1);
    const MatrixPicture* picture = pictureOf(shown);
    m_name->setRuns(picture ? titleRuns(*picture) : TextRuns{});
}

void MatrixPanel::placeAll() {
    const int height = m_body->height();
    const auto widthOf = [&](const MatrixView& view) {
        const QSize whole = view.wholeSize();
        return whole.width() + (whole.height() > height ? view.verticalScrollBar()->sizeHint().width() : 0);
    };
    int all = m_left + kMargin;
    for (const auto& [id, view] : m_views)
        all += widthOf(*view) + kBetween;
    const bool isTight = !m_missing.empty() && all + scaled(kLeastPlaceWidth) > width();
    const int between = isTight ? kCloser : kBetween;
    int x = m_left;
    for (const MatrixPicture& picture : m_pictures) {
        MatrixView* view = m_views[picture.id];
        view->setGeometry(x, 0, widthOf(*view), std::min(view->wholeSize().height(), height));
        view->show();
        x += widthOf(*view) + between;
    }
    // Missing ones get what is left; where nothing is left, the words above still lead to them.
    for (const MissingMatrix& gone : m_missing) {
        const int placeWidth = std::min(scaled(kPlaceWidth), width() - kMargin - x);
        const bool fits = placeWidth >= scaled(kCompactPlaceWidth);
        m_places[gone.id]->setCompact(placeWidth < scaled(kLeastPlaceWidth));
        const int top = scaled(20) + 6;
        m_placeNames[gone.id]->setGeometry(x, 0, std::max(0, placeWidth), scaled(20));
        m_places[gone.id]->setGeometry(x, top, std::max(0, placeWidth), std::max(0, std::min(height - top, scaled(96))));
        m_placeNames[gone.id]->setVisible(fits);
        m_places[gone.id]->setVisible(fits);
        x += placeWidth + between;
    }
}

void MatrixPanel::placeOne(int id) {
    for (const auto& [otherId, view] : m_views) {
        if (otherId == id) {
            view->setTitleVisible(false);
            view->setGeometry(m_left, 0, width() - m_left - 4, m_body->height());
        }
        view->setVisible(otherId == id);
    }
    for (const auto& [otherId, place] : m_places) {
        place->setGeometry(m_left, 4, std::min(width() - m_left - kMargin, scaled(2 * kPlaceWidth)),
                           std::max(0, std::min(m_body->height() - 8, scaled(96))));
        place->setCompact(false);
        place->setVisible(otherId == id);
        m_placeNames[otherId]->hide();
    }
}

int MatrixPanel::fillTarget() const {
    if (m_chosen >= 0 || m_pictures.empty())
        return m_chosen;
    for (const auto& [id, view] : m_views)  // too narrow for all: the one that is seen
        if (view->isVisible() && m_segments->current() > 0)
            return id;
    return m_active >= 0 ? m_active : m_pictures.front().id;
}

void MatrixPanel::fillMenu() {
    m_fillMenu->clear();
    const int id = fillTarget();
    const MatrixPicture* picture = pictureOf(id);
    if (!picture) {
        m_fillMenu->addAction(tr("There is no matrix to fill"))->setEnabled(false);
        return;
    }
    const QString name = picture->name.plain();
    m_fillMenu->addAction(tr("%1, %2").arg(name, sizeText(picture->cells)))->setEnabled(false);
    m_fillMenu->addSeparator();
    const auto add = [&](const QString& text, auto&& run) {
        m_fillMenu->addAction(text, this, run)->setEnabled(!picture->isLocked);
    };
    add(tr("Zeros"), [this, id] { emit fillRequested(id, FillKind::Zeros, 0); });
    add(tr("Identity"), [this, id] { emit fillRequested(id, FillKind::Identity, 0); });
    const auto seed = static_cast<quint64>(QRandomGenerator::global()->bounded(1, 1000000));
    add(tr("Random, seed %1").arg(seed), [this, id, seed] { emit fillRequested(id, FillKind::Random, seed); });
    add(tr("Random with a seed…"), [this, id] { askForSeed(id); });
    if (picture->isRemovable) {
        m_fillMenu->addSeparator();
        add(tr("Remove %1").arg(name), [this, id] { emit removeRequested(id); });
    }
}

void MatrixPanel::askForSeed(int id) {
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Random numbers"));
    dialog->setLabelText(tr("Seed, a whole number from 0 on. The same seed gives the same numbers."));
    dialog->setTextValue(QStringLiteral("1"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, id](const QString& text) {
        bool isNumber = false;
        const quint64 seed = text.trimmed().toULongLong(&isNumber);
        if (isNumber)
            emit fillRequested(id, FillKind::Random, seed);
        else
            showMessage(tr("“%1” is no seed: it must be a whole number from 0 to 18446744073709551615.").arg(text.left(40)), true);
    });
    dialog->open();
}

}  // namespace attn::ui

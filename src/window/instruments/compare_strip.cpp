#include "src/window/instruments/compare_strip.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "src/window/snapshot_commands.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/run_label.h"

namespace attn::app {
namespace {

QString escaped(QString text) {
    return text.replace(u'&', QStringLiteral("&&"));
}

}  // namespace

CompareStrip::CompareStrip(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_boxes{new QComboBox, new QComboBox},
      m_swap(new QPushButton(tr("Swap"))) {
    build();
    connect(m_boxes[0], &QComboBox::activated, this, [this](int index) { choose(0, index); });
    connect(m_boxes[1], &QComboBox::activated, this, [this](int index) { choose(1, index); });
    connect(m_swap, &QAbstractButton::clicked, this, &CompareStrip::swapSides);
    connect(&m_menu, &QMenu::aboutToShow, this, &CompareStrip::fillMenu);
    connect(&session, &Session::comparedChanged, this, [this] {
        takeCompared();
        emit chosen();
    });
    takeCompared();
}

/// What a file remembers, as far as its snapshots go.
void CompareStrip::takeCompared() {
    const Compared& compared = m_session.compared();
    const auto choice = [this](Index place) {
        const bool isThere = place >= 0 && place < static_cast<Index>(snapshots().size());
        return isThere ? snapshots()[static_cast<std::size_t>(place)] : Choice{};
    };
    m_choices = {choice(compared.a), choice(compared.b)};
}

void CompareStrip::keepCompared() {
    const auto placeOf = [this](const Choice& choice) {
        const auto place = std::find(snapshots().begin(), snapshots().end(), choice);
        return place == snapshots().end() ? Index(-1) : static_cast<Index>(place - snapshots().begin());
    };
    m_session.keepCompared(snapshots().empty() ? Compared{} : Compared{placeOf(a()), placeOf(b())});
}

void CompareStrip::build() {
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(16, 8, 16, 8);
    line->setSpacing(8);
    const QString letters[] = {QStringLiteral("A"), QStringLiteral("B")};
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        m_boxes[i]->setAccessibleName(letters[i]);
        m_boxes[i]->setToolTip(tr("What stands as %1: a snapshot, or the scene as it is now").arg(letters[i]));
        m_boxes[i]->setMinimumContentsLength(8);
        m_boxes[i]->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        line->addWidget(new ui::RunLabel({{letters[i], ui::TextRun::Semibold}}));
        line->addWidget(m_boxes[i], 1);
    }
    m_swap->setToolTip(tr("Exchange A and B"));
    line->addWidget(m_swap);
    line->addStretch(1);
    auto* menuButton = new QToolButton;
    menuButton->setObjectName(QStringLiteral("snapshots"));
    menuButton->setPopupMode(QToolButton::InstantPopup);
    menuButton->setToolButtonStyle(Qt::ToolButtonTextOnly);
    menuButton->setText(tr("Snapshots"));
    menuButton->setMenu(&m_menu);
    menuButton->setToolTip(tr("Restore, rename or remove a snapshot"));
    line->addWidget(menuButton);
    auto* take = ui::plainButton("snapshot", tr("Take a snapshot"));
    take->setObjectName(QStringLiteral("take"));
    take->setToolTip(tr("Keep the scene as it is now (Ctrl+D)"));
    connect(take, &QAbstractButton::clicked, this, [this] { takeSnapshot(m_session); });
    line->addWidget(take);
}

void CompareStrip::fillMenu() {
    m_menu.clear();
    for (std::size_t i = 0; i < snapshots().size(); ++i) {
        QMenu* one = m_menu.addMenu(escaped(snapshotName(snapshots(), i)));
        one->addAction(tr("&Restore"), this, [this, i] { restoreSnapshot(m_session, i); });
        one->addAction(tr("Re&name…"), this, [this, i] { askSnapshotName(m_session, i, window()); });
        one->addAction(tr("Re&move"), this, [this, i] { removeSnapshot(m_session, i); });
    }
    if (snapshots().empty())
        m_menu.addAction(tr("None yet"))->setEnabled(false);
}

CompareStrip::Choice CompareStrip::found(const Choice& choice, const Choice& otherwise) const {
    const Snapshots& all = snapshots();
    if (!choice.scene || std::find(all.begin(), all.end(), choice) != all.end())
        return choice;
    // It has a new name, or is gone.
    const auto same =
        std::find_if(all.begin(), all.end(), [&](const Snapshot& one) { return one.scene == choice.scene; });
    return same == all.end() ? otherwise : *same;
}

QString CompareStrip::nameOf(const Choice& choice) const {
    const Snapshots& all = snapshots();
    const auto place = std::find(all.begin(), all.end(), choice);
    return place == all.end() ? tr("now") : snapshotName(all, static_cast<std::size_t>(place - all.begin()));
}

void CompareStrip::showChoices() {
    const Snapshots& all = snapshots();
    const Choice first = all.empty() ? Choice{} : all.front();
    auto& [a, b] = m_choices;
    a = found(a, b.scene ? Choice{} : first);
    b = found(b, Choice{});
    if (!a.scene && !b.scene)
        a = first;
    QStringList names{tr("Now")};
    for (std::size_t i = 0; i < all.size(); ++i)
        names << snapshotName(all, i);
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        QStringList shown;
        for (int item = 0; item < m_boxes[i]->count(); ++item)
            shown << m_boxes[i]->itemText(item);
        if (shown != names) {
            m_boxes[i]->clear();
            m_boxes[i]->addItems(names);
        }
        const auto place = std::find(all.begin(), all.end(), m_choices[i]);
        m_boxes[i]->setCurrentIndex(place == all.end() ? 0 : static_cast<int>(place - all.begin()) + 1);
        m_boxes[i]->setEnabled(!all.empty());
    }
    m_swap->setEnabled(!all.empty());
    keepCompared();
}

void CompareStrip::choose(std::size_t side, int index) {
    const auto at = static_cast<std::size_t>(std::max(index - 1, 0));
    const bool isNow = index <= 0 || at >= snapshots().size();
    const Choice before = std::exchange(m_choices[side], isNow ? Choice{} : snapshots()[at]);
    if (!a().scene && !b().scene)
        m_choices[1 - side] = before;  // the scene against itself shows nothing: the two change places
    keepCompared();
    emit chosen();
}

void CompareStrip::swapSides() {
    std::swap(m_choices[0], m_choices[1]);
    keepCompared();
    emit chosen();
}

}  // namespace attn::app

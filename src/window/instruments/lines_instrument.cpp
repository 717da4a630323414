#include "src/window/instruments/lines_instrument.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

#include "src/viewmodel/words.h"
#include "ui/lines/lines_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"

namespace attn::app {
namespace {

constexpr std::size_t kMostPicked = 4;

}  // namespace

LinesInstrument::LinesInstrument(Session& session, QObject* parent)
    : Instrument(session, parent),
      m_view(new ui::LinesView),
      m_controls(new QWidget),
      m_headButton(new QToolButton),
      m_headMenu(new QMenu(m_headButton)),
      m_ruleBox(new QComboBox),
      m_threshold(new ui::NumberBox(tr("Threshold"))),
      m_count(new ui::IntBox(tr("Lines per query"))),
      m_percent(new ui::IntBox(tr("Share of the mass, in percent"))),
      m_percentSign(new ui::RunLabel({{QStringLiteral("%"), ui::TextRun::Second}})) {
    m_view->setObjectName(QStringLiteral("lines"));
    build();
    connectView();
    showRule();
}

void LinesInstrument::build() {
    m_headButton->setPopupMode(QToolButton::InstantPopup);
    m_headButton->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_headButton->setMenu(m_headMenu);
    m_headButton->setToolTip(tr("The heads whose lines are drawn: the chosen one, all, or up to four"));
    connect(m_headMenu, &QMenu::aboutToShow, this, &LinesInstrument::fillMenu);

    m_ruleBox->setAccessibleName(tr("Lines to draw"));
    m_ruleBox->addItem(tr("Above"));
    m_ruleBox->setItemData(0, tr("All weights above a threshold"), Qt::ToolTipRole);
    m_ruleBox->addItem(tr("Largest"));
    m_ruleBox->setItemData(1, tr("The largest weights of each query"), Qt::ToolTipRole);
    m_ruleBox->addItem(tr("Share"));
    m_ruleBox->setItemData(2, tr("The fewest lines that hold a share of each query’s mass"), Qt::ToolTipRole);
    m_threshold->setRange(0.0, 1.0);
    m_threshold->setSingleStep(0.01);
    m_threshold->setValue(m_rule.threshold);
    m_count->setRange(1, 999);
    m_count->setValue(static_cast<int>(m_rule.count));
    m_percent->setRange(1, 100);
    m_percent->setValue(static_cast<int>(m_rule.percent));

    auto* line = new QHBoxLayout(m_controls);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(m_headButton);
    line->addWidget(m_ruleBox);
    for (QWidget* box : std::initializer_list<QWidget*>{m_threshold, m_count, m_percent, m_percentSign})
        line->addWidget(box);

    connect(m_ruleBox, &QComboBox::activated, this, [this](int index) {
        m_rule.kind = static_cast<LinesRule::Kind>(index);
        showRule();
        changed();
    });
    connect(m_threshold, &ui::NumberBox::edited, this, [this](double value) {
        m_rule.threshold = value;
        changed();
    });
    connect(m_count, &ui::IntBox::edited, this, [this](int value) {
        m_rule.count = value;
        changed();
    });
    connect(m_percent, &ui::IntBox::edited, this, [this](int value) {
        m_rule.percent = value;
        changed();
    });
}

void LinesInstrument::connectView() {
    connect(m_view, &ui::LinesView::tokenChosen, this, [this](const ui::LinesToken& token) {
        if (!session().hasResult())
            return;
        ui::Selection selection = session().selection();
        (token.isKey ? selection.key : selection.query) = token.index;
        session().select(selection);
    });
    connect(m_view, &ui::LinesView::tokenHovered, this, [this](const ui::LinesToken& token) {
        emit session().cellPointedAt(token.isKey ? -1 : token.index, token.isKey ? token.index : -1);
    });
    connect(m_view, &ui::LinesView::hoverLeft, this, [this] { emit session().cellPointedAt(-1, -1); });
    connect(&session(), &Session::tokenPointedAt, this, [this](Index token, bool isContext) {
        m_view->setHover(token < 0 ? std::nullopt : std::optional(ui::LinesToken{isContext, token}));
    });
}

QWidget* LinesInstrument::body() {
    return m_view;
}

void LinesInstrument::changed() {
    refresh();
    emit wordsChanged();
}

void LinesInstrument::showRule() {
    m_ruleBox->setCurrentIndex(static_cast<int>(m_rule.kind));
    m_threshold->setVisible(m_rule.kind == LinesRule::Kind::Above);
    m_count->setVisible(m_rule.kind == LinesRule::Kind::Largest);
    m_percent->setVisible(m_rule.kind == LinesRule::Kind::Share);
    m_percentSign->setVisible(m_rule.kind == LinesRule::Kind::Share);
}

void LinesInstrument::fillMenu() {
    m_headMenu->clear();
    m_headMenu->setToolTipsVisible(true);
    const auto add = [this](const QString& text, Shown shown) {
        QAction* action = m_headMenu->addAction(text, this, [this, shown] {
            m_shown = shown;
            m_picked.clear();
            changed();
        });
        action->setCheckable(true);
        action->setChecked(m_shown == shown);
    };
    add(tr("Chosen head"), Shown::Chosen);
    add(tr("All heads"), Shown::All);
    m_headMenu->addSeparator();
    const Index count = session().hasResult() ? session().result().evaluation->dims.heads : 0;
    for (Index head = 0; head < count; ++head) {
        const bool isPicked = std::find(m_picked.begin(), m_picked.end(), head) != m_picked.end();
        QAction* action = m_headMenu->addAction(tr("Head %1").arg(head), this, [this, head, isPicked] {
            if (isPicked)
                std::erase(m_picked, head);
            else
                m_picked.insert(std::upper_bound(m_picked.begin(), m_picked.end(), head), head);
            m_shown = m_picked.empty() ? Shown::Chosen : Shown::Picked;
            changed();
        });
        action->setCheckable(true);
        action->setChecked(isPicked);
        action->setEnabled(isPicked || m_picked.size() < kMostPicked);
        if (!action->isEnabled())
            action->setToolTip(tr("Up to four heads can be picked"));
    }
}

std::vector<Index> LinesInstrument::heads() const {
    const Dimensions& dims = session().result().evaluation->dims;
    std::vector<Index> picked = m_picked;
    std::erase_if(picked, [&](Index head) { return head >= dims.heads; });
    if (m_shown == Shown::All)
        return allHeads(dims);
    return m_shown == Shown::Picked && !picked.empty() ? picked : std::vector<Index>{session().selection().head};
}

QString LinesInstrument::headWords() const {
    const std::vector<Index> shown = heads();
    if (shown.size() == 1)
        return tr("Head %1").arg(shown.front());
    return m_shown == Shown::All ? tr("All heads") : tr("Heads %1").arg(listWords(shown));
}

ui::LinesPicture LinesInstrument::picture() const {
    const LiveResult& result = session().result();
    return linesPicture(*result.scene, *result.evaluation, session().selection(), heads(), m_rule);
}

QString LinesInstrument::subtitle() const {
    if (!session().hasResult())
        return {};
    return session().result().evaluation->dims.batch > 1
               ? tr("weights, batch item %1").arg(session().selection().batch)
               : tr("weights");
}

QString LinesInstrument::note() const {
    return tr(
        "Each line is one weight, from the query that attends to the key that is attended. Lines that are left out "
        "keep their "
        "share: nothing is renormalised.");
}

void LinesInstrument::refresh() {
    if (!session().hasResult())
        return;
    m_headButton->setText(headWords());
    m_headButton->setAccessibleName(tr("Heads shown: %1").arg(headWords()));
    m_view->setTheme(ui::currentTheme().kind);
    m_view->setPicture(picture());
    m_view->setSelection(session().selection().query, session().selection().key);
}

std::optional<SceneFigure> LinesInstrument::figure() const {
    if (!session().hasResult())
        return {};
    return linesSceneFigure(picture());
}

}  // namespace attn::app

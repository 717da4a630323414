#include "ui/mask/mask_panel_parts.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/mask/index_list.h"
#include "ui/mask/panel_rows.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"

namespace attn::ui {

IndexLine::IndexLine(const QString& name, QWidget* parent)
    : QWidget(parent), m_edit(new QLineEdit), m_refusal(wrappedLabel(type::kLabel)) {
    m_edit->setAccessibleName(name);
    m_edit->setPlaceholderText(QStringLiteral("0, 3, 5-7"));
    m_edit->installEventFilter(this);
    m_refusal->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_edit);
    column->addWidget(m_refusal);
    connect(m_edit, &QLineEdit::editingFinished, this, &IndexLine::commit);
}

void IndexLine::setNumbers(const std::vector<Index>& numbers, Index count, const QString& noun) {
    const bool isTyping = m_edit->hasFocus() && m_edit->isModified();
    const bool isOther = numbers != m_numbers;
    m_numbers = numbers;
    m_count = count;
    m_noun = noun;
    // What a person is typing, or typed wrongly, stays.
    if ((isTyping || !refusal().isEmpty()) && !isOther)
        return;
    m_refusal->hide();
    m_edit->setText(indexListText(numbers));
}

QString IndexLine::refusal() const { return m_refusal->isHidden() ? QString() : plainText(m_refusal->runs()); }

void IndexLine::commit() {
    const auto parsed = parseIndexList(m_edit->text(), m_count, m_noun);
    if (!parsed) {
        m_refusal->setColor(currentTheme().fault);
        m_refusal->setText(QStringLiteral("! ") + QString::fromStdString(parsed.error().message));
        m_refusal->show();
        return;
    }
    m_refusal->hide();
    m_edit->setModified(false);
    m_edit->setText(indexListText(*parsed));
    if (*parsed != m_numbers)
        emit edited(*parsed);
}

bool IndexLine::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_edit && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        m_refusal->hide();
        m_edit->setText(indexListText(m_numbers));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

RemovableRow::RemovableRow(const QString& name, const QString& buttonName, QWidget* parent)
    : QWidget(parent), m_name(name), m_words(wrappedLabel()), m_button(new QPushButton(MaskPanelParts::tr("Remove"))) {
    m_button->setAccessibleName(buttonName);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(m_words, 1);
    line->addWidget(m_button, 0, Qt::AlignTop);
    hide();
}

void RemovableRow::setWords(const QString& words) {
    m_words->setRuns({{m_name}, {u' ' + words, TextRun::Second}});
    setVisible(!words.isEmpty());
}

MaskPanelParts::MaskPanelParts(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(rulesSection());
    column->addWidget(paintSection());
    column->addWidget(emptyRowSection());
    auto* words = new Section(tr("Together"));
    together = wrappedLabel();
    words->addRow(together);
    column->addWidget(words);
    costs = new Section(tr("Cost of this pattern"));
    costs->setLineVisible(false);
    tileSide = numberBox(tr("Side of a tile"), tr("Queries and keys of the tiles that flash attention walks"), 1);
    costs->addRow(panelRow({nameOf(tr("Tile side"), tileSide), tileSide}, 0));
    column->addWidget(costs);
    column->addStretch(1);
}

QWidget* MaskPanelParts::rulesSection() {
    causal = new QCheckBox(tr("Causal"));
    align = new SegmentedControl(tr("Align of the causal mask"));
    align->setWords(QStringList{tr("Start"), tr("End"), tr("Offset")});
    align->setWordToolTip(0, tr("Top-left: query i attends keys 0 to i (PyTorch's is_causal)"));
    align->setWordToolTip(1, tr("Bottom-right: the last query attends every key (decoding with a cache)"));
    align->setWordToolTip(2, tr("Query i attends keys 0 to i + offset"));
    offset = numberBox(tr("Causal offset"), tr("Query i attends keys up to i + offset"), -999);
    causalNote = wrappedLabel(type::kLabel);
    m_causalBox = indentedColumn({align, panelRow({nameOf(tr("Offset"), offset), offset}, -1), causalNote});

    window = new WindowRule;

    global = new QCheckBox(tr("Global tokens"));
    globalLine = new IndexLine(tr("Global tokens"));
    globalHint = wrappedLabel(type::kLabel);
    m_globalBox = indentedColumn({globalLine, globalHint});

    padding = new QCheckBox(tr("Padding"));
    paddingLine = new IndexLine(tr("Padded keys"));
    paddingWords = wrappedLabel(type::kLabel);
    m_paddingBox = indentedColumn({paddingLine, paddingWords});

    block = new BlockRule;
    explicitRow = new RemovableRow(tr("Explicit mask"), tr("Remove the explicit mask"));
    logits = new LogitRules;

    auto* section = new Section(tr("Rules"));
    for (QWidget* widget : std::initializer_list<QWidget*>{causal, m_causalBox, window, block, global, m_globalBox, padding,
                                                           m_paddingBox, explicitRow, logits})
        section->addRow(widget);
    return section;
}

QWidget* MaskPanelParts::paintSection() {
    auto* section = new Section(tr("Paint"));
    paint = new SegmentedControl(tr("What a stroke on the mask does"));
    paint->setWords(QStringList{tr("Mask"), tr("Allow"), tr("Erase")});
    paint->setWordToolTip(2, tr("Gives a painted cell back to the rules"));
    paintTarget = new SegmentedControl(tr("Heads that a stroke paints"));
    paintTarget->setWords(QStringList{tr("Every head"), tr("This head")});
    paintHint = wrappedLabel(type::kLabel);
    painted = new RunLabel;
    clear = new QPushButton(tr("Clear"));
    clear->setAccessibleName(tr("Clear all painted cells"));
    section->addRow(paint);
    section->addRow(paintTarget);
    section->addRow(paintHint);
    section->addRow(panelRow({painted, clear}, 0));
    return section;
}

QWidget* MaskPanelParts::emptyRowSection() {
    auto* section = new Section(tr("Rows that attend nothing"));
    emptyRow = new SegmentedControl(tr("A row that attends nothing becomes"));
    emptyRow->setWords(QStringList{tr("Zero"), tr("NaN"), tr("Uniform")});
    emptyRows = new MessageStrip;
    emptyRowMeaning = wrappedLabel(type::kLabel);
    section->addRow(emptyRows);
    section->addRow(emptyRow);
    section->addRow(emptyRowMeaning);
    return section;
}

void MaskPanelParts::show(const MaskRulesPicture& next) {
    picture = next;
    causal->setChecked(next.isCausal);
    m_causalBox->setVisible(next.isCausal);
    align->setCurrent(static_cast<int>(next.align));
    const bool isOffset = next.align == CausalAlign::Offset;
    showNumber(*offset, next.causalOffset);
    offset->parentWidget()->setVisible(isOffset && next.causalNote.isEmpty());
    showWords(*causalNote, isOffset ? next.causalNote : QString());

    window->show(next);
    block->show(next);

    const bool isGlobal = !next.globalTokens.empty();
    global->setChecked(isGlobal);
    m_globalBox->setVisible(isGlobal);
    globalLine->setNumbers(next.globalTokens, std::max(next.nq, next.nk), tr("token"));
    showWords(*globalHint, next.hasWindow || next.hasBlock ? QString() : tr("Without a window or blocks they change nothing."));

    padding->setChecked(next.hasPadding);
    m_paddingBox->setVisible(next.hasPadding);
    paddingLine->setNumbers(next.paddedKeys, next.nk, tr("key"));
    showWords(*paddingWords, next.paddingWords);

    explicitRow->setWords(next.explicitWords);
    logits->show(next);

    paint->setCurrent(static_cast<int>(next.paintMode));
    paintTarget->setCurrent(next.paintsOneHead ? 1 : 0);
    paintTarget->setVisible(next.hasHeads);
    showWords(*paintHint, next.paintsOneHead ? tr("Into the explicit mask of %1: it closes cells, or opens again those that it closed.").arg(next.headName)
                                             : QString());
    painted->setText(next.painted == 1 ? tr("1 cell painted") : tr("%1 cells painted").arg(next.painted), TextRun::Second);
    clear->setEnabled(next.painted > 0);

    emptyRow->setCurrent(static_cast<int>(next.emptyRow));
    if (next.emptyRowsWords.isEmpty())
        emptyRows->clear();
    else
        emptyRows->showMessage(MessageStrip::Kind::Warning, next.emptyRowsWords);
    const QStringList meanings{tr("Zero: the head adds nothing to the token."), tr("NaN: the formula's own answer, 0 ÷ 0."),
                               tr("Uniform: every key, masked or not, weighs 1/%1.").arg(next.nk)};
    showWords(*emptyRowMeaning, meanings[static_cast<int>(next.emptyRow)]);
    together->setText(next.together);
    showNumber(*tileSide, next.tileSide);
    showCosts();
}

void MaskPanelParts::showCosts() {
    while (m_costLabels.size() < 2 * picture.cost.size()) {
        auto* name = new RunLabel;
        auto* value = new RunLabel;
        value->setAlignment(Qt::AlignRight);
        costs->addRow(panelRow({name, value}, 0));
        m_costLabels.push_back(name);
        m_costLabels.push_back(value);
    }
    for (std::size_t i = 0; i < m_costLabels.size(); i += 2) {
        const bool isShown = i / 2 < picture.cost.size();
        m_costLabels[i]->parentWidget()->setVisible(isShown);
        if (!isShown)
            continue;
        m_costLabels[i]->setText(picture.cost[i / 2].name, TextRun::Second);
        m_costLabels[i + 1]->setText(picture.cost[i / 2].value);
    }
}

}  // namespace attn::ui

#include "ui/mask/block_rule.h"

#include <QComboBox>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include "ui/mask/panel_rows.h"

namespace attn::ui {

BlockRule::BlockRule(QWidget* parent)
    : QWidget(parent), check(new QCheckBox(tr("Blocks"))),
      size(numberBox(tr("Block size"), tr("Queries and keys of one block; the last block may be short"), 1)),
      pattern(new QComboBox),
      random(numberBox(tr("Random blocks"), tr("Blocks that each inner row of blocks attends besides its neighbours"), 0)),
      seed(numberBox(tr("Seed of the random blocks"), tr("The same seed chooses the same blocks"), 0)),
      words(wrappedLabel(type::kLabel)) {
    pattern->setAccessibleName(tr("Pattern of the blocks"));
    pattern->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    pattern->setMinimumContentsLength(12);
    pattern->addItems({tr("Each itself"), tr("Neighbours, ends, random"), tr("As given")});
    pattern->setItemData(0, tr("Sentences packed into one sequence"), Qt::ToolTipRole);
    pattern->setItemData(1, tr("BigBird: each block attends itself and its neighbours, the first and the last all, and some at random"),
                         Qt::ToolTipRole);
    pattern->setItemData(2, tr("A pattern of the scene file"), Qt::ToolTipRole);
    size->setValue(2);
    random->setValue(1);
    m_randomRow = panelRow({nameOf(tr("Random"), random), random}, 0);
    m_seedRow = panelRow({nameOf(tr("Seed"), seed), seed}, 0);
    m_box = indentedColumn({panelRow({nameOf(tr("Size"), size), size}, 0), pattern, m_randomRow, m_seedRow, words});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(check);
    column->addWidget(m_box);
    const auto tell = [this] {
        const auto kind = static_cast<BlockKind>(pattern->currentIndex());
        // Another size or count makes a pattern anew: what was given does not fit it.
        emit changed({check->isChecked(), size->value(), kind == BlockKind::Given ? BlockKind::Diagonal : kind, random->value(),
                      seed->value()});
    };
    connect(check, &QCheckBox::clicked, this, tell);
    connect(pattern, &QComboBox::activated, this, [this, tell](int kind) {
        if (kind != static_cast<int>(BlockKind::Given))
            tell();
    });
    for (IntBox* box : {size, random, seed}) {
        connect(box, &IntBox::edited, this, tell);
        connect(box, &IntBox::gestureStarted, this, &BlockRule::gestureBegan);
        connect(box, &IntBox::gestureEnded, this, &BlockRule::gestureEnded);
    }
}

void BlockRule::show(const MaskRulesPicture& picture) {
    check->setChecked(picture.hasBlock);
    m_box->setVisible(picture.hasBlock);
    if (picture.hasBlock) {
        showNumber(*size, picture.blockSize);
        pattern->setCurrentIndex(static_cast<int>(picture.blockKind));
    }
    if (auto* items = qobject_cast<QStandardItemModel*>(pattern->model()))
        items->item(static_cast<int>(BlockKind::Given))->setEnabled(picture.hasBlock && picture.blockKind == BlockKind::Given);
    const bool isRandom = picture.hasBlock && picture.blockKind == BlockKind::BigBird;
    m_randomRow->setVisible(isRandom);
    m_seedRow->setVisible(isRandom);
    if (isRandom) {
        showNumber(*random, picture.blockRandom);
        showNumber(*seed, picture.blockSeed);
    }
    showWords(*words, picture.blockWords);
}

}  // namespace attn::ui

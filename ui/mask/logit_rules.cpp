#include "ui/mask/logit_rules.h"

#include <QVBoxLayout>
#include <cmath>

#include "ui/mask/panel_rows.h"
#include "ui/theme/style.h"

namespace attn::ui {

namespace {

constexpr double kMost = 1e9;

NumberBox* valueBox(const QString& name, const QString& tip) {
    auto* box = new NumberBox(name);
    box->setRange(-kMost, kMost);
    box->setSingleStep(0.5);
    box->setFixedWidth(scaled(80));
    box->setToolTip(tip);
    return box;
}

}  // namespace

LogitRules::LogitRules(QWidget* parent)
    : QWidget(parent), bias(new QCheckBox(tr("Additive bias"))), biasName(new RunLabel),
      biasValue(valueBox(tr("Bias of the chosen pair"), tr("Added to the scaled score of the chosen query and key, in this head"))),
      biasWords(wrappedLabel(type::kLabel)), alibi(new QCheckBox(tr("ALiBi"))), slopeName(new RunLabel),
      slope(valueBox(tr("ALiBi slope of this head"), tr("Slope times distance is taken from every score of this head"))),
      alibiWords(wrappedLabel(type::kLabel)) {
    m_biasBox = indentedColumn({panelRow({biasName, biasValue}, 0), biasWords});
    m_alibiBox = indentedColumn({panelRow({slopeName, slope}, 0), alibiWords});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    for (QWidget* widget : std::initializer_list<QWidget*>{bias, m_biasBox, alibi, m_alibiBox})
        column->addWidget(widget);
    connect(bias, &QCheckBox::clicked, this, &LogitRules::biasToggled);
    connect(alibi, &QCheckBox::clicked, this, &LogitRules::alibiToggled);
    connect(biasValue, &NumberBox::edited, this, &LogitRules::biasEdited);
    connect(slope, &NumberBox::edited, this, &LogitRules::slopeEdited);
    for (NumberBox* box : {biasValue, slope}) {
        connect(box, &NumberBox::gestureStarted, this, &LogitRules::gestureBegan);
        connect(box, &NumberBox::gestureEnded, this, &LogitRules::gestureEnded);
    }
}

void LogitRules::show(const MaskRulesPicture& picture) {
    bias->setChecked(!picture.biasWords.isEmpty());
    m_biasBox->setVisible(!picture.biasWords.isEmpty());
    biasName->setText(picture.biasName, TextRun::Second);
    const bool isNumber = std::isfinite(picture.biasValue);
    biasValue->setEnabled(isNumber && !picture.biasName.isEmpty());
    biasValue->setValue(isNumber ? picture.biasValue : 0.0);
    showWords(*biasWords, picture.biasWords);
    alibi->setChecked(picture.hasAlibi);
    m_alibiBox->setVisible(picture.hasAlibi);
    slopeName->setText(picture.slopeName, TextRun::Second);
    slope->setValue(picture.slope);
    showWords(*alibiWords, picture.hasAlibi ? tr("Slope × distance is taken from the scores; it masks nothing.") : QString());
}

}  // namespace attn::ui

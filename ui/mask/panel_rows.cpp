#include "ui/mask/panel_rows.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/theme/style.h"

namespace attn::ui {
namespace {

constexpr int kIndent = 24;      ///< Under the word of a check box.
constexpr int kLargest = 999999;

}  // namespace

RunLabel* wrappedLabel(int pixels) {
    auto* label = new RunLabel({}, pixels);
    label->setWrapped(true);
    return label;
}

QWidget* indentedColumn(std::initializer_list<QWidget*> widgets) {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(kIndent, 0, 0, 0);
    column->setSpacing(6);
    for (QWidget* widget : widgets)
        column->addWidget(widget);
    return box;
}

QWidget* panelRow(std::initializer_list<QWidget*> widgets, int stretched) {
    auto* box = new QWidget;
    auto* line = new QHBoxLayout(box);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    int at = 0;
    for (QWidget* widget : widgets)
        line->addWidget(widget, at++ == stretched ? 1 : 0);
    if (stretched < 0)
        line->addStretch(1);
    return box;
}

RunLabel* nameOf(const QString& text, QWidget* buddy) {
    auto* label = new RunLabel({{text, TextRun::Second}});
    label->setBuddy(buddy);
    return label;
}

IntBox* numberBox(const QString& name, const QString& tip, int least) {
    auto* box = new IntBox(name);
    box->setRange(least, 999);
    box->setToolTip(tip);
    return box;
}

void showNumber(IntBox& box, Index value) {
    const int shown = static_cast<int>(std::clamp<Index>(value, -kLargest, kLargest));
    box.setRange(std::min(box.minimum(), shown), std::max(box.maximum(), shown));
    box.setValue(shown);
}

void showWords(RunLabel& label, const QString& words) {
    label.setText(words, TextRun::Second);
    label.setVisible(!words.isEmpty());
}

}  // namespace attn::ui

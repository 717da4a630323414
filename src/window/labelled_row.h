#pragma once
#include <QComboBox>
#include <QHBoxLayout>
#include <QWidget>

#include "ui/theme/style.h"
#include "ui/widgets/run_label.h"

namespace attn::app {

constexpr const char* kColumnWidth = "columnWidth";  ///< A label's property: its width at 100 %.
constexpr int kLabelWidth = 76;

/// A row of a dock section that can be hidden as a whole: a label, then controls, the first of them its buddy.
inline QWidget* labelledRow(const ui::TextRuns& label, const QList<QWidget*>& controls) {
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(controls.size() > 1 ? 4 : 8);
    auto* words = new ui::RunLabel(label);
    words->setProperty(kColumnWidth, controls.size() > 1 ? kLabelWidth + 4 : kLabelWidth);
    line->addWidget(words);
    for (QWidget* control : controls) {
        line->addWidget(control, qobject_cast<QComboBox*>(control) ? 1 : 0);
        words->setBuddy(controls.front());
    }
    line->addStretch();
    return row;
}

/// The width of a list in a dock, for the size of the type; narrower beside a scroll bar.
inline void sizeList(QComboBox* box) {
    box->setMinimumWidth(ui::scaled(76));
    box->setMaximumWidth(ui::scaled(108));
}

}  // namespace attn::app

#pragma once
// What the parts of the rules panel are made of; for ui/mask only.
#include <QWidget>
#include <initializer_list>

#include "core/base/tensor.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"

namespace attn::ui {

RunLabel* wrappedLabel(int pixels = type::kBody);
/// A column under a check box, indented to its word.
QWidget* indentedColumn(std::initializer_list<QWidget*> widgets);
/// `stretched`: the place of the widget that takes the spare width; below zero: none.
QWidget* panelRow(std::initializer_list<QWidget*> widgets, int stretched);
RunLabel* nameOf(const QString& text, QWidget* buddy);
IntBox* numberBox(const QString& name, const QString& tip, int least);
/// A value outside the box's range widens it: what is in force is always shown.
void showNumber(IntBox& box, Index value);
/// Hidden without words.
void showWords(RunLabel& label, const QString& words);

}  // namespace attn::ui

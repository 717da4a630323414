#include "ui/mask/window_rule.h"

#include <QVBoxLayout>

#include "ui/mask/panel_rows.h"

namespace attn::ui {

WindowRule::WindowRule(QWidget* parent)
    : QWidget(parent), check(new QCheckBox(tr("Window"))),
      back(numberBox(tr("Window, keys back"), tr("Keys before the query's own position; −1: no bound"), -1)),
      ahead(numberBox(tr("Window, keys ahead"), tr("Keys after the query's own position; −1: no bound"), -1)),
      dilation(numberBox(tr("Window, dilation"), tr("Of the keys in reach only every so-manieth; back and ahead count in steps of it"), 1)),
      ownOffset(new QCheckBox(tr("Own offset"))),
      offset(numberBox(tr("Window offset"), tr("Query i stands at key i + offset"), -999)), words(wrappedLabel(type::kLabel)) {
    ownOffset->setToolTip(tr("Without it the window stands where the causal alignment puts the query"));
    back->setValue(3);
    dilation->setValue(1);
    m_box = indentedColumn({panelRow({nameOf(tr("Back"), back), back}, 0), panelRow({nameOf(tr("Ahead"), ahead), ahead}, 0),
                            panelRow({nameOf(tr("Every"), dilation), dilation}, 0), panelRow({ownOffset, offset}, 0), words});
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(check);
    column->addWidget(m_box);
    const auto tell = [this] {
        emit changed({check->isChecked(), back->value(), ahead->value(), dilation->value(), ownOffset->isChecked(), offset->value()});
    };
    connect(check, &QCheckBox::clicked, this, tell);
    connect(ownOffset, &QCheckBox::clicked, this, tell);
    for (IntBox* box : {back, ahead, dilation, offset}) {
        connect(box, &IntBox::edited, this, tell);
        connect(box, &IntBox::gestureStarted, this, &WindowRule::gestureBegan);
        connect(box, &IntBox::gestureEnded, this, &WindowRule::gestureEnded);
    }
}

void WindowRule::show(const MaskRulesPicture& picture) {
    check->setChecked(picture.hasWindow);
    m_box->setVisible(picture.hasWindow);
    if (picture.hasWindow) {
        showNumber(*back, picture.back);
        showNumber(*ahead, picture.ahead);
        showNumber(*dilation, picture.dilation);
        ownOffset->setChecked(picture.hasWindowOffset);
        // What is in force, so that choosing an own offset starts from there.
        showNumber(*offset, picture.windowOffset);
    }
    ownOffset->setEnabled(picture.windowNote.isEmpty());
    offset->setEnabled(picture.hasWindowOffset && picture.windowNote.isEmpty());
    showWords(*words, picture.windowNote.isEmpty() ? picture.windowWords : picture.windowWords + u' ' + picture.windowNote);
}

}  // namespace attn::ui

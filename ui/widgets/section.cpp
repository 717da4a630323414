#include "ui/widgets/section.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/theme/style.h"
#include "ui/widgets/run_label.h"

namespace attn::ui {
namespace {

constexpr int kLabelColumn = 76;

/// A label whose column is equally wide in all rows unless its text needs more.
class ColumnLabel : public RunLabel {
  public:
    using RunLabel::RunLabel;
    QSize sizeHint() const override {
        const QSize base = RunLabel::sizeHint();
        return {std::max(base.width(), scaled(kLabelColumn)), base.height()};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }
};

/// In a label, what is not marked otherwise is second text.
TextRuns asLabel(TextRuns runs) {
    for (TextRun& run : runs)
        if (run.kind == TextRun::Normal)
            run.kind = TextRun::Second;
    return runs;
}

}  // namespace

Hairline::Hairline(Qt::Orientation orientation, QWidget* parent) : QWidget(parent) {
    if (orientation == Qt::Horizontal)
        setFixedHeight(1);
    else
        setFixedWidth(1);
}

void Hairline::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), currentTheme().hairline);
}

Section::Section(const QString& heading, QWidget* parent)
    : QWidget(parent),
      m_heading(new RunLabel({{heading, TextRun::Semibold}})),
      m_second(new RunLabel({}, type::kIndex)),
      m_body(new QVBoxLayout),
      m_line(new Hairline) {
    auto* top = new QHBoxLayout;
    top->setSpacing(8);
    top->addWidget(m_heading, 1);
    top->addWidget(m_second, 0);
    m_second->setAlignment(Qt::AlignRight);
    m_second->hide();
    m_body->setSpacing(6);
    auto* inside = new QVBoxLayout;
    inside->setContentsMargins(16, 12, 16, 12);
    inside->setSpacing(8);
    inside->addLayout(top);
    inside->addLayout(m_body);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(inside);
    column->addWidget(m_line);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    setAccessibleName(heading);
}

void Section::setHeading(const TextRuns& runs) {
    TextRuns bold = runs;
    for (TextRun& run : bold)
        run.isSemibold = true;
    m_heading->setRuns(bold);
    setAccessibleName(plainText(runs));
}

void Section::setSecondText(const TextRuns& runs) {
    m_second->setRuns(asLabel(runs));
    m_second->setVisible(!runs.empty());
}

void Section::setLineVisible(bool isVisible) {
    m_line->setVisible(isVisible);
}

void Section::addRow(QWidget* widget) {
    m_body->addWidget(widget);
}

void Section::addRow(const TextRuns& label, QWidget* widget) {
    addRow(label, QList<QWidget*>{widget});
}

void Section::addRow(const TextRuns& label, const QList<QWidget*>& widgets) {
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    auto* words = new ColumnLabel(asLabel(label));
    row->addWidget(words);
    bool isSpread = false;
    for (QWidget* widget : widgets) {
        isSpread = isSpread || (widget->sizePolicy().horizontalPolicy() & QSizePolicy::ExpandFlag);
        row->addWidget(widget);
    }
    if (!widgets.isEmpty())
        words->setBuddy(widgets.front());
    if (!isSpread)
        row->addStretch(1);
    m_body->addLayout(row);
}

}  // namespace attn::ui

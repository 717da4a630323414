#include "ui/plots/value_table_view.h"

#include <QEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/plots/value_table.h"

namespace attn::ui {
namespace {

constexpr double kTop = 6.0;
constexpr double kRight = 14.0;  ///< Room beside the figures, in which a scroll bar stands when there is one.

}  // namespace

/// The whole table; the area shows a part of it.
class ValueTableView::Sheet : public QWidget {
  public:
    explicit Sheet(const ValueTable& table) : m_table(table) {}
    const Theme* m_theme = &theme(ThemeKind::Light);

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.fillRect(rect(), m_theme->surface);
        painter.scale(fontScale(), fontScale());
        if (!m_table.rows.empty())
            paintTable(painter, QRectF(0.0, kTop, width() / fontScale() - kRight, height() / fontScale() - kTop),
                       m_table, *m_theme);
    }

  private:
    const ValueTable& m_table;
};

ValueTableView::ValueTableView(QWidget* parent) : QScrollArea(parent), m_sheet(new Sheet(m_table)) {
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidget(m_sheet);
    setAccessibleName(tr("Values"));
}

void ValueTableView::setTable(ValueTable table) {
    m_table = std::move(table);
    setAccessibleName(m_table.title);
    setAccessibleDescription(tableText(m_table));
    fit();
    m_sheet->update();
}

void ValueTableView::setTheme(const Theme& theme) {
    m_sheet->m_theme = &theme;
    m_sheet->update();
    viewport()->update();
}

/// Twice: a scroll bar takes width, which may wrap sentences anew.
void ValueTableView::fit() {
    for (int i = 0; i < 2; ++i) {
        const double wide = viewport()->width() / fontScale() - kRight;
        m_sheet->resize(viewport()->width(),
                        std::max(viewport()->height(),
                                 static_cast<int>(std::ceil((tableHeight(m_table, wide) + kTop) * fontScale()))));
    }
    setFocusPolicy(m_sheet->height() > viewport()->height() ? Qt::StrongFocus : Qt::NoFocus);
}

void ValueTableView::resizeEvent(QResizeEvent* event) {
    QScrollArea::resizeEvent(event);
    fit();
}

void ValueTableView::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        fit();
}

}  // namespace attn::ui

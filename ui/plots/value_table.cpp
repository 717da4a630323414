#include "ui/plots/value_table.h"

#include <QPainter>

#include "ui/plots/plot_frame.h"
#include "ui/plots/plot_legend.h"

namespace attn::ui {
namespace {

constexpr double kTitle = 34.0;
constexpr double kHead = 20.0;
constexpr double kRow = 22.0;
constexpr double kColumn = 92.0;

}  // namespace

void paintTable(QPainter& painter, const QRectF& area, const ValueTable& table, const Theme& theme) {
    double y = area.top();
    paintLine(painter, {area.left(), y + 11.0}, Qt::AlignLeft, table.title, plot::font(type::kDockHeading, QFont::DemiBold),
              theme.text, theme);
    y += kTitle;
    const auto rightOf = [&](qsizetype column) {
        return area.right() - static_cast<double>(table.columns.size() - 1 - column) * kColumn;
    };
    for (qsizetype column = 0; column < table.columns.size(); ++column)
        paintLine(painter, {rightOf(column), y}, Qt::AlignRight, table.columns[column], plot::font(type::kIndex),
                  theme.secondText, theme);
    y += kHead;
    for (const ValueTable::Row& row : table.rows) {
        paintLine(painter, {area.left(), y}, Qt::AlignLeft, row.name, plot::font(type::kLabel), theme.secondText, theme);
        for (qsizetype column = 0; column < row.cells.size(); ++column)
            paintLine(painter, {rightOf(column), y}, Qt::AlignRight, row.cells[column], plot::font(type::kLabel),
                      theme.text, theme);
        y += kRow;
    }
    painter.fillRect(QRectF(area.left(), y + 1.0, area.width(), 1.0), theme.hairline);
    y += 14.0;
    painter.save();
    painter.setClipRect(area);
    paintSentences(painter, QRectF(area.left(), y, area.width(), area.bottom() - y), table.sentences, type::kLabel,
                   theme.text, theme);
    painter.restore();
}

double tableHeight(const ValueTable& table, double width) {
    return kTitle + kHead + kRow * static_cast<double>(table.rows.size()) + 14.0 +
           sentencesHeight(table.sentences, width, type::kLabel);
}

QString tableText(const ValueTable& table) {
    QStringList lines{table.title};
    for (const ValueTable::Row& row : table.rows) {
        QStringList cells;
        for (qsizetype column = 0; column < row.cells.size() && column < table.columns.size(); ++column)
            cells.append(table.columns[column] + QStringLiteral(" ") + row.cells[column]);
        lines.append(row.name + QStringLiteral(": ") + cells.join(QStringLiteral(", ")));
    }
    return (lines + table.sentences).join(QStringLiteral("\n"));
}

}  // namespace attn::ui

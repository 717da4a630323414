#include "ui/matrix/table_mime.h"

#include <QMimeData>
#include <cmath>

#include "ui/matrix/number_text.h"

namespace attn::ui {
namespace {

/// Label without what would make a spreadsheet run it.
QString harmless(const QString& label) {
    const bool isFormula = label.size() > 1 && QStringLiteral("=+-@\t\r").contains(label.front());
    return isFormula ? u'\'' + label : label;
}

QString quoted(const QString& text, QChar separator) {
    const bool needs =
        text.contains(separator) || text.contains(u'"') || text.contains(u'\n') || text.contains(u'\r');
    return needs ? u'"' + QString(text).replace(QStringLiteral("\""), QStringLiteral("\"\"")) + u'"' : text;
}

QString separated(const CopiedTable& table, QChar separator, const QString& lineEnd) {
    QString text;
    const bool hasRowLabels = !table.rowLabels.isEmpty();
    if (!table.colLabels.isEmpty()) {
        QStringList line = hasRowLabels ? QStringList{QString()} : QStringList();
        for (const QString& label : table.colLabels)
            line << quoted(harmless(label), separator);
        text += line.join(separator) + lineEnd;
    }
    for (Index row = 0; row < table.cells.rows; ++row) {
        if (hasRowLabels)
            text += quoted(harmless(table.rowLabels[row]), separator) + separator;
        for (Index col = 0; col < table.cells.cols; ++col) {
            text += plainText(table.cells(row, col));
            text += col + 1 < table.cells.cols ? QString(separator) : lineEnd;
        }
    }
    return text;
}

QString labelCell(const QString& label, const char* scope) {
    return QStringLiteral("<th scope=\"%1\" sdnum=\"0;0;@\" style='mso-number-format:\"\\@\"'>")
               .arg(QLatin1String(scope)) +
           label.toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")) + QStringLiteral("</th>");
}

QString numberCell(double value) {
    const QString text = plainText(value);
    return std::isfinite(value) ? QStringLiteral("<td align=\"right\" sdval=\"") + text + QStringLiteral("\">") +
                                      text + QStringLiteral("</td>")
                                : QStringLiteral("<td align=\"right\">") + text + QStringLiteral("</td>");
}

QString markedUp(const CopiedTable& table) {
    QString text = QStringLiteral("<meta charset=\"utf-8\"><table>");
    const bool hasRowLabels = !table.rowLabels.isEmpty();
    if (!table.colLabels.isEmpty()) {
        text += hasRowLabels ? QStringLiteral("<tr><td></td>") : QStringLiteral("<tr>");
        for (const QString& label : table.colLabels)
            text += labelCell(label, "col");
        text += QStringLiteral("</tr>\n");
    }
    for (Index row = 0; row < table.cells.rows; ++row) {
        text += QStringLiteral("<tr>");
        if (hasRowLabels)
            text += labelCell(table.rowLabels[row], "row");
        for (Index col = 0; col < table.cells.cols; ++col)
            text += numberCell(table.cells(row, col));
        text += QStringLiteral("</tr>\n");
    }
    return text + QStringLiteral("</table>");
}

}  // namespace

QMimeData* tableMime(const CopiedTable& table) {
    auto* data = new QMimeData;
    data->setText(separated(table, u'\t', QStringLiteral("\n")));
    if (table.cells.rows * table.cells.cols <= kMostMarkedCells) {
        data->setHtml(markedUp(table));
        data->setData(QStringLiteral("text/csv"), separated(table, u',', QStringLiteral("\r\n")).toUtf8());
    }
    return data;
}

}  // namespace attn::ui

#include "ui/explain/explanation_picture.h"

#include <QCoreApplication>

namespace attn::ui {

QString plainText(const ExplanationPicture& picture) {
    if (!picture.empty.isEmpty())
        return picture.empty;
    QStringList lines{plainText(picture.headline)};
    if (!picture.value.isEmpty())
        lines << picture.value + u' ' + picture.valueWords;
    if (!picture.warning.isEmpty())
        lines << picture.warning;
    for (std::size_t i = 0; i < picture.sections.size(); ++i) {
        const ExplainSection& section = picture.sections[i];
        lines << QString();
        const QString number = picture.sections.size() > 1 ? QStringLiteral("%1  ").arg(i + 1) : QString();
        lines << number + section.title + QStringLiteral("  ") + plainText(section.note);
        for (const ExplainLine& line : section.lines) {
            QStringList cells;
            for (const ExplainCell& cell : line.cells)
                cells << plainText(cell.runs);
            lines << cells.join(u'\t');
        }
        if (!section.sentence.isEmpty())
            lines << section.sentence;
    }
    if (picture.bars.empty())
        return lines.join(u'\n');
    lines << QString() << picture.barsTitle + QStringLiteral("  ") + picture.barsNote;
    for (const ExplainBar& bar : picture.bars)
        lines << bar.label.text + u'\t' + (bar.state == CellState::Plain || bar.state == CellState::PaintedAllowed
                                               ? bar.text
                                               : QCoreApplication::translate("ExplanationView", "masked"));
    if (!picture.barsLeftOut.isEmpty())
        lines << picture.barsLeftOut;
    lines << picture.sentence;
    return lines.join(u'\n');
}

}  // namespace attn::ui

#pragma once
#include <QFont>
#include <QPointF>
#include <QString>
#include <vector>

#include "ui/theme/theme.h"

class QPainter;

namespace attn::ui {

/// A piece of text and what it is. Text is drawn literally: nothing in it is markup.
struct TextRun {
    enum Kind {
        Normal,
        Semibold,
        Second,
        Query,
        Key,
        Value,
        Accent,
        Italic,
        Subscript,    ///< 75 % of the size, lowered by 22 %; colour and weight of the run before it
        Superscript,  ///< 75 % of the size, raised by 33 %; colour and weight of the run before it
    };
    QString text;
    Kind kind = Normal;
    bool isSemibold = false;  ///< In addition to the kind: a role's name in a heading.
    bool operator==(const TextRun&) const = default;
};
using TextRuns = std::vector<TextRun>;

/// "d_k" style names as runs: the part after the first '_' becomes a subscript.
TextRuns nameRuns(const QString& name, TextRun::Kind kind = TextRun::Normal);

/// A sentence in which names such as d_k and W_o get their subscripts.
TextRuns proseRuns(const QString& sentence, TextRun::Kind kind = TextRun::Normal);

/// What a screen reader says.
QString plainText(const TextRuns& runs);

double runsWidth(const TextRuns& runs, const QFont& font);

/// Draws one line whose first glyph stands at `baseline`. `normal` (when valid) replaces the colour of Normal,
/// Semibold and Italic runs: for a disabled, a chosen or a filled control.
void drawRuns(QPainter& painter, QPointF baseline, const TextRuns& runs, const QFont& font, const Theme& theme,
              const QColor& normal = {});

/// The same broken at spaces into lines of at most `width`; a wider word is broken where it must be.
std::vector<TextRuns> wrapRuns(const TextRuns& runs, const QFont& font, double width);

}  // namespace attn::ui

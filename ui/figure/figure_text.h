#pragma once
#include <QColor>
#include <QFont>
#include <QFontMetricsF>
#include <QPainter>
#include <QString>

namespace attn::ui {

/// A token as a figure draws it: visibleSigns(), and a token of nothing but blanks as ␣.
QString visibleToken(const QString& token);

/// The shortest digits that read back to the same number, with a true minus; NaN, ∞, −∞.
QString exactNumber(double value);
/// `decimals` digits after the point, with a true minus; `dropsZero` writes .77 for 0.77. A 0 that is exact is "0".
QString fixedNumber(double value, int decimals, bool dropsZero = false);

/// The type of a figure: pixels at the screen's font scale, or points on paper.
struct FigureType {
    QFont label, tick, axisTitle, title, caption, note;
    double largestValue;  ///< Sizes that numbers in cells may have.
    double smallestValue;
};
FigureType figureType(bool isPaper);
/// `font` in another size of the same unit.
QFont resized(const QFont& font, double size);
double fontSize(const QFont& font);
/// The bundled font on paper: points of 1/72 inch, without hints, so that it is the same in every format.
QFont paperFont(double points, QFont::Weight weight = QFont::Normal);

/// What figures are measured with: 72 dots per inch, so that a point is a unit.
const QPaintDevice* figureMetrics();
QFontMetricsF metricsOf(const QFont& font);

/// "the" with its position as a subscript where `index` >= 0: 75 % of the size, lowered by 22 %.
struct FigureLabel {
    QString text;
    qint64 index = -1;
};
double labelWidth(const FigureLabel& label, const QFont& font);
/// The label with its middle left out until it is at most `width` wide.
FigureLabel abbreviated(const FigureLabel& label, const QFont& font, double width);
void drawFigureLabel(QPainter& painter, QPointF baselineLeft, const FigureLabel& label, const QFont& font,
                     const QColor& ink, const QColor& indexInk);

/// Draws one line of text; colour emoji on a PDF as a picture, since PDF fonts cannot hold them.
void drawFigureText(QPainter& painter, QPointF baselineLeft, const QString& text, const QFont& font);

/// Text wrapped to `width`; `isLedByPhrase` sets the first sentence in semibold.
double wrappedHeight(const QString& text, const QFont& font, double width, bool isLedByPhrase = false);
void drawWrapped(QPainter& painter, QPointF topLeft, double width, const QString& text, const QFont& font,
                 const QColor& ink, bool isLedByPhrase = false);

}  // namespace attn::ui

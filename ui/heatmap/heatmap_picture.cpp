#include "ui/heatmap/heatmap_picture.h"

#include <QCoreApplication>
#include <QLocale>

#include "ui/figure/figure_text.h"

namespace attn::ui {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("Heatmap", text);
}

/// q2 “cat”, or q2 where the row has no token.
QString nameOf(const Axis& axis, Index index, const char* without) {
    QString name = axis.letter.isEmpty() ? say(without) + u' ' : axis.letter;
    name += QString::number(index);
    if (index < static_cast<Index>(axis.labels.size())) {
        const AxisLabel& label = axis.labels[static_cast<std::size_t>(index)];
        name += QStringLiteral(" “") + visibleToken(label.text) + QStringLiteral("”");
    }
    return name;
}

QString patternWords(CellState state) {
    switch (state) {
        case CellState::Plain:
            break;
        case CellState::Masked:
            return say(QT_TRANSLATE_NOOP("Heatmap", "masked by a rule"));
        case CellState::MaskedByHand:
            return say(QT_TRANSLATE_NOOP("Heatmap", "masked by hand"));
        case CellState::PaintedAllowed:
            return say(QT_TRANSLATE_NOOP("Heatmap", "may attend, allowed by hand"));
    }
    return say(QT_TRANSLATE_NOOP("Heatmap", "may attend"));
}

}  // namespace

QString cellPlace(const HeatmapPicture& picture, Index row, Index col) {
    if (row < 0 || col < 0 || row >= picture.cells.rows || col >= picture.cells.cols)
        return {};
    const bool isAttention = picture.rows.role == AxisRole::Query && picture.cols.role == AxisRole::Key;
    // Joined without arg(): a token may itself hold "%1".
    return nameOf(picture.rows, row, QT_TRANSLATE_NOOP("Heatmap", "row")) +
           (isAttention ? QStringLiteral(" → ") : QStringLiteral(", ")) +
           nameOf(picture.cols, col, QT_TRANSLATE_NOOP("Heatmap", "column"));
}

QString cellSentence(const HeatmapPicture& picture, Index row, Index col) {
    QString sentence = cellPlace(picture, row, col);
    if (sentence.isEmpty())
        return {};
    sentence += QStringLiteral(", ");
    if (picture.isPattern)
        return sentence + patternWords(picture.state(row, col));
    sentence += (picture.stage.isEmpty() ? say(QT_TRANSLATE_NOOP("Heatmap", "value")) : picture.stage) + u' ';
    sentence += exactNumber(picture.cells(row, col));
    switch (picture.state(row, col)) {
        case CellState::Plain:
            break;
        case CellState::Masked:
            sentence += say(QT_TRANSLATE_NOOP("Heatmap", " (masked)"));
            break;
        case CellState::MaskedByHand:
            sentence += say(QT_TRANSLATE_NOOP("Heatmap", " (masked by hand)"));
            break;
        case CellState::PaintedAllowed:
            sentence += say(QT_TRANSLATE_NOOP("Heatmap", " (allowed by hand)"));
            break;
    }
    return sentence;
}

}  // namespace attn::ui

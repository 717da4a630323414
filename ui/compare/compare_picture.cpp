#include "ui/compare/compare_picture.h"

#include <QCoreApplication>
#include <cmath>

#include "ui/figure/figure_text.h"

namespace attn::ui {
namespace {

bool hasCell(const HeatmapPicture& picture, Index row, Index col) {
    return row >= 0 && col >= 0 && row < picture.cells.rows && col < picture.cells.cols;
}

/// Six digits tell apart what a figure shows; two of them and their difference fill a line as it is.
QString shortNumber(double value) {
    return std::isfinite(value) ? QString::number(value, 'g', 6).replace(u'-', QChar(0x2212)) : exactNumber(value);
}

QString valueOf(const HeatmapPicture& picture, Index row, Index col) {
    const CellState state = picture.state(row, col);
    const bool isMasked = state == CellState::Masked || state == CellState::MaskedByHand;
    return isMasked ? QCoreApplication::translate("Compare", "masked") : shortNumber(picture.cells(row, col));
}

}  // namespace

QString compareSentence(const ComparePicture& picture, Index row, Index col) {
    // Joined without arg(): a token may itself hold "%1".
    QString sentence = cellPlace(hasCell(picture.a, row, col) ? picture.a : picture.b, row, col);
    if (sentence.isEmpty())
        return {};
    if (hasCell(picture.a, row, col))
        sentence += QStringLiteral(", A ") + valueOf(picture.a, row, col);
    if (hasCell(picture.b, row, col))
        sentence += QStringLiteral(", B ") + valueOf(picture.b, row, col);
    if (hasCell(picture.difference, row, col))
        sentence += QStringLiteral(", B − A ") + valueOf(picture.difference, row, col);
    return sentence;
}

}  // namespace attn::ui

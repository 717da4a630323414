#include "ui/matrix/matrix_layout.h"

#include <QFontMetricsF>
#include <QSet>
#include <algorithm>
#include <cmath>

#include "ui/theme/style.h"
#include "ui/tokens/token_text.h"

namespace attn::ui {
namespace {

constexpr int kLeftPad = 3;
constexpr int kRoleBar = 3;
constexpr int kRightPad = 5, kWideRightPad = 10;
constexpr int kMostDigits = 4;    ///< Before the point; larger numbers lose decimals, then get an exponent.
constexpr Index kFewColumns = 9;  ///< Up to here whole numbers have narrow cells.

int maxRowLabelWidth() { return scaled(96); }

int labelWidth(const MatrixPicture& picture) {
    // A row may be chosen as query and key: semibold, beside two bars.
    const bool mayBeChosen = !picture.rowLabels.isEmpty() || picture.queryRow >= 0 || picture.keyRow >= 0;
    QFont font = rowLabelFont();
    font.setWeight(mayBeChosen ? QFont::DemiBold : QFont::Normal);
    const QFontMetricsF metrics(font);
    const int bar = mayBeChosen ? kRoleBar : 0;
    double widest = bar;
    if (picture.rowLabels.isEmpty())
        widest += metrics.horizontalAdvance(QString::number(std::max<Index>(picture.cells.rows - 1, 0)));
    for (const QString& label : picture.rowLabels) {
        widest = std::max(widest, metrics.horizontalAdvance(chipText(label)) + bar);
        if (widest >= maxRowLabelWidth())
            break;
    }
    return std::min(static_cast<int>(std::ceil(widest)), maxRowLabelWidth());
}

/// The number at the end of a repeated label; 0 where none repeats.
int repeatWidth(const MatrixPicture& picture) {
    const QSet<QString> different(picture.rowLabels.begin(), picture.rowLabels.end());
    if (different.size() == picture.rowLabels.size())
        return 0;
    const QFontMetricsF metrics(bodyFont(type::kIndex));
    return static_cast<int>(std::ceil(metrics.horizontalAdvance(QString::number(picture.cells.rows)))) + 4;
}

}  // namespace

QFont rowLabelFont() { return bodyFont(type::kLabel); }

TextRuns titleRuns(const MatrixPicture& picture) {
    constexpr TextRun::Kind kKinds[] = {TextRun::Normal, TextRun::Query, TextRun::Key, TextRun::Value};
    const TextRun::Kind kind = kKinds[static_cast<int>(picture.role)];
    TextRuns runs{{picture.name.base, kind, true}};
    if (!picture.name.sub.isEmpty())
        runs.push_back({picture.name.sub, TextRun::Subscript, true});
    runs.push_back({QStringLiteral("  ") + sizeText(picture.cells), TextRun::Second});
    return runs;
}

NumberSpread spreadOf(const SharedMatrix& cells) {
    NumberSpread spread;
    if (!cells.tensor)
        return spread;
    const double* values = cells.tensor->data() + cells.first;
    for (Index i = 0; i < cells.rows * cells.cols; ++i) {
        const double size = std::abs(values[i]);
        if (!(size <= std::numeric_limits<double>::max()))
            continue;
        spread.largest = std::max(spread.largest, size);
        spread.hasNegative = spread.hasNegative || values[i] < 0;
        constexpr double kAllWhole = 4503599627370496.0;  // 2^52: from here on a double has no fraction
        if (spread.areWhole && size < kAllWhole)
            spread.areWhole = size == static_cast<double>(static_cast<std::int64_t>(size));
    }
    return spread;
}

int wholeDigits(const NumberSpread& spread) {
    const int digits = spread.largest < 1 ? 1 : static_cast<int>(std::log10(spread.largest)) + 1;
    return std::min(digits, kMostDigits);
}

bool needSameRoom(const NumberSpread& a, const NumberSpread& b) {
    return a.areWhole == b.areWhole && a.hasNegative == b.hasNegative && wholeDigits(a) == wholeDigits(b);
}

MatrixLayout layoutOf(const MatrixPicture& picture, const NumberSpread& spread, bool hasTitle, int leastWidth) {
    MatrixLayout layout;
    layout.rows = picture.cells.rows;
    layout.cols = picture.cells.cols;
    const QFontMetricsF metrics(bodyFont(type::kBody, QFont::DemiBold));
    layout.digitWidth = metrics.horizontalAdvance(QLatin1Char('0'));
    layout.pointWidth = metrics.horizontalAdvance(QLatin1Char('.'));
    layout.cellHeight = scaled(24);

    const bool hasDecimals = !spread.areWhole && picture.decimals > 0;
    const int chars = wholeDigits(spread) + (spread.hasNegative ? 1 : 0) + (hasDecimals ? picture.decimals : 0);
    const double point = hasDecimals ? layout.pointWidth : 0.0;
    layout.usedWidth = std::ceil(chars * layout.digitWidth + point);
    const int used = static_cast<int>(layout.usedWidth);
    const int usual = scaled(spread.areWhole && layout.cols <= kFewColumns ? 36 : 44);
    layout.cellWidth = std::max({usual, used + kLeftPad + kRightPad, leastWidth});
    layout.rightPad = std::clamp((layout.cellWidth - used) / 2, kRightPad, kWideRightPad);
    layout.tailWidth = hasDecimals ? layout.pointWidth + picture.decimals * layout.digitWidth : 0.0;
    layout.maxChars = static_cast<int>((layout.cellWidth - layout.rightPad - kLeftPad - point + 0.5) / layout.digitWidth);
    layout.titleWidth = hasTitle ? static_cast<int>(std::ceil(runsWidth(titleRuns(picture), bodyFont()))) + 2 : 0;

    constexpr int kGap = 8;
    layout.left = labelWidth(picture) + repeatWidth(picture) + kGap;
    layout.titleHeight = hasTitle ? scaled(20) + 6 : 1;
    layout.groupHeight = picture.groups.empty() ? 0 : scaled(24);
    return layout;
}

QSize MatrixLayout::size() const {
    constexpr Index kMost = 1 << 24;  // QWidget's own limit
    const Index width = left + std::max<Index>(cols * cellWidth, titleWidth) + 1;
    const Index height = top() + rows * cellHeight + 1;
    return {static_cast<int>(std::min(width, kMost)), static_cast<int>(std::min(height, kMost))};
}

QRect MatrixLayout::cell(Index row, Index col, QPoint scrolled) const {
    return {static_cast<int>(left + col * cellWidth - scrolled.x()), static_cast<int>(top() + row * cellHeight - scrolled.y()),
            cellWidth, cellHeight};
}

Index MatrixLayout::rowAt(int y, QPoint scrolled) const {
    return y < top() ? -1 : std::min<Index>((y - top() + scrolled.y()) / cellHeight, rows);
}

Index MatrixLayout::colAt(int x, QPoint scrolled) const {
    return x < left ? -1 : std::min<Index>((x - left + scrolled.x()) / cellWidth, cols);
}

}  // namespace attn::ui

// Blocks of numbers as text: the clipboard of spreadsheets.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "ui/matrix/number_text.h"

namespace attn::ui {
namespace {

constexpr char16_t kQuote = u'"';

/// Signs that occur outside quotes. A number may be padded with spaces, so only those between two others count.
struct Signs {
    bool hasTab = false, hasSemicolon = false, hasSpace = false, hasListComma = false, hasPoint = false;
    bool hasTwoCommasInALine = false;
};

std::vector<QStringView> linesOf(QStringView text) {
    std::vector<QStringView> lines;
    for (qsizetype start = 0; start <= text.size();) {
        qsizetype end = start;
        while (end < text.size() && text[end] != u'\n' && text[end] != u'\r')
            ++end;
        lines.push_back(text.mid(start, end - start));
        const bool isPair = end + 1 < text.size() && text[end] == u'\r' && text[end + 1] == u'\n';
        start = end + (isPair ? 2 : 1);
    }
    while (!lines.empty() && lines.back().trimmed().isEmpty())
        lines.pop_back();
    return lines;
}

Signs signsOf(const std::vector<QStringView>& lines) {
    Signs signs;
    for (const QStringView whole : lines) {
        signs.hasTab = signs.hasTab || whole.contains(u'\t');
        const QStringView line = whole.trimmed();
        bool isQuoted = false;
        int commas = 0;
        for (qsizetype i = 0; i < line.size(); ++i) {
            const QChar c = line[i];
            if (c == kQuote)
                isQuoted = !isQuoted;
            signs.hasPoint = signs.hasPoint || c == u'.';
            if (isQuoted)
                continue;
            commas += c == u',';
            signs.hasSemicolon = signs.hasSemicolon || c == u';';
            signs.hasSpace = signs.hasSpace || c == u' ';
            const auto isBeside = [&](QChar sign) {
                return (i > 0 && line[i - 1] == sign) || (i + 1 < line.size() && line[i + 1] == sign);
            };
            signs.hasListComma = signs.hasListComma || (c == u',' && (isBeside(u' ') || isBeside(kQuote)));
        }
        signs.hasTwoCommasInALine = signs.hasTwoCommasInALine || commas > 1;
    }
    return signs;
}

QChar separatorOf(const Signs& signs) {
    if (signs.hasTab)
        return u'\t';
    if (signs.hasSemicolon)
        return u';';
    if (signs.hasListComma)
        return u',';
    if (signs.hasSpace)
        return u' ';
    return signs.hasTwoCommasInALine || signs.hasPoint ? QChar(u',') : QChar();
}

QStringView unquoted(QStringView cell) {
    cell = cell.trimmed();
    if (cell.size() >= 2 && cell.front() == kQuote && cell.back() == kQuote)
        cell = cell.mid(1, cell.size() - 2).trimmed();
    return cell;
}

/// A null separator: the line is one cell.
void splitLine(QStringView line, QChar separator, std::vector<QStringView>& cells) {
    cells.clear();
    if (separator == u' ')
        line = line.trimmed();
    bool isQuoted = false;
    qsizetype start = 0;
    const auto take = [&](qsizetype end) {
        const QStringView cell = line.mid(start, end - start);
        if (separator != u' ' || !cell.isEmpty())  // spaces may stand in rows: aligned columns
            cells.push_back(unquoted(cell));
        start = end + 1;
    };
    for (qsizetype i = 0; i < line.size(); ++i) {
        if (line[i] == kQuote)
            isQuoted = !isQuoted;
        else if (!isQuoted && !separator.isNull() && line[i] == separator)
            take(i);
    }
    take(line.size());
}

std::string cited(QStringView cell) {
    constexpr qsizetype kLongest = 40;
    const QString text = cell.size() > kLongest ? cell.left(kLongest).toString() + QChar(0x2026) : cell.toString();
    return "“" + text.toStdString() + "”";
}

Error badCell(std::size_t row, std::size_t col, const std::string& reason) {
    return {ErrorCode::Malformed,
            "Row " + std::to_string(row) + ", column " + std::to_string(col) + " of the block " + reason};
}

}  // namespace

Result<Matrix> parseBlock(const QString& text) {
    if (text.size() > kMaxBlockChars)
        return Error{ErrorCode::TooLarge, "The text has " + std::to_string(text.size()) + " characters; at most " +
                                              std::to_string(kMaxBlockChars) + " are read."};
    QStringView all(text);
    if (all.startsWith(QChar(0xFEFF)))
        all = all.mid(1);
    const std::vector<QStringView> lines = linesOf(all);
    if (lines.empty())
        return Error{ErrorCode::Malformed, "The clipboard holds no numbers."};
    const QChar separator = separatorOf(signsOf(lines));

    Matrix block;
    QChar decimal;
    std::vector<QStringView> cells;
    for (std::size_t r = 0; r < lines.size(); ++r) {
        splitLine(lines[r], separator, cells);
        if (r == 0)
            block.cols = static_cast<Index>(cells.size());
        if (static_cast<Index>(cells.size()) != block.cols)
            return Error{ErrorCode::Malformed, "Row " + std::to_string(r) + " of the block has " +
                                                   std::to_string(cells.size()) + " numbers but row 0 has " +
                                                   std::to_string(block.cols) + "."};
        if (static_cast<Index>(block.values.size()) + block.cols > kMaxBlockCells)
            return Error{ErrorCode::TooLarge,
                         "The block has more than " + std::to_string(kMaxBlockCells) + " numbers, the most that is read."};
        for (std::size_t c = 0; c < cells.size(); ++c) {
            if (cells[c].isEmpty())
                return badCell(r, c, "is empty.");
            const auto value = parseNumber(cells[c].toString());
            if (!value)
                return badCell(r, c, "is not a number: " + cited(cells[c]) + ".");
            const QChar sign = cells[c].contains(u',') ? QChar(u',') : cells[c].contains(u'.') ? QChar(u'.') : QChar();
            if (!sign.isNull() && !decimal.isNull() && sign != decimal)
                return badCell(r, c, "has another decimal sign than the numbers before it: " + cited(cells[c]) + ".");
            if (!sign.isNull())
                decimal = sign;
            block.values.push_back(*value);
        }
    }
    block.rows = static_cast<Index>(lines.size());
    return block;
}

QString blockText(const Matrix& block) {
    QString text;
    text.reserve(block.rows * block.cols * 8);
    for (Index r = 0; r < block.rows; ++r)
        for (Index c = 0; c < block.cols; ++c) {
            text += plainText(block(r, c));
            text += c + 1 < block.cols ? QLatin1Char('\t') : QLatin1Char('\n');
        }
    return text;
}

}  // namespace attn::ui

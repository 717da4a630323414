#pragma once
#include <QStringList>

#include "core/base/tensor.h"

class QMimeData;

namespace attn::ui {

/// A matrix for other programs; either list of labels may be empty.
struct CopiedTable {
    Matrix cells;
    QStringList rowLabels, colLabels;
};

/// Most cells that are also copied as HTML and CSV; beyond, as plain text alone.
inline constexpr Index kMostMarkedCells = 250000;

/// The table in the forms that spreadsheets, word processors and editors take: text/plain with tabs, text/html as a
/// table, text/csv (RFC 4180). The caller owns it, or gives it to the clipboard.
///
/// Numbers   every digit, with a point; the HTML also has them where a spreadsheet of any language finds them.
/// Labels    literal. One that a spreadsheet would run as a formula (= + - @ before more) gets an apostrophe before
/// it
///           in plain text and CSV, and is marked as text in the HTML.
QMimeData* tableMime(const CopiedTable& table);

}  // namespace attn::ui

#pragma once
#include <QCoreApplication>
#include <QString>
#include <vector>

#include "core/base/tensor.h"
#include "core/scene/scene.h"
#include "ui/heatmap/heatmap_picture.h"

namespace attn::app {

/// The words of all pictures, for translation.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(Viewmodel)
};

/// "0.768", "−1.50", "NaN", "−∞": always `decimals` decimals, true minus, never "−0.00".
QString fixedText(double value, int decimals);
/// A factor that a person chose: fixedText, or by its exponent where that would say 0 or fill the line.
QString factorText(double value, int decimals);
/// As many digits as tell the value from its neighbours in the precision it was computed in.
QString exactText(double value, Precision precision);
/// "twelve" up to twelve, then digits.
QString countWord(Index count);
/// "twelve tokens", "one token": noun is "token", "query", "key", "head", "row", "cell" or "value".
QString counted(Index count, const char* noun);
/// "0 to 3", "2 and 5", "1, 4 and 6": ascending numbers, at most `most` of them named ("and 12 more").
QString listWords(const std::vector<Index>& numbers, int most = 6);

/// “cat”
QString quoted(const QString& token);
QString queryText(const Scene&, Index query);   ///< “cat”, or "q2" without labels
QString keyText(const Scene&, Index key);       ///< “cat”, or "k2"
QString keyName(const Scene&, Index key);       ///< cat, or "k2"

/// One per query; empty when the scene has no labels.
std::vector<ui::AxisLabel> queryLabels(const Scene&, Index nq);
std::vector<ui::AxisLabel> keyLabels(const Scene&, Index nk);
ui::Axis queryAxis(const Scene&, Index nq);     ///< "query (attends)"
ui::Axis keyAxis(const Scene&, Index nk);       ///< "key (attended)"

}  // namespace attn::app

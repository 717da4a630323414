#include "tests/support/gui/heatmap_pictures.h"

#include <cmath>
#include <limits>

namespace attn::test {

using namespace attn::ui;

Axis tokenAxis(AxisRole role, const QStringList& tokens) {
    Axis axis;
    axis.role = role;
    axis.title = role == AxisRole::Query ? QStringLiteral("query (attends)") : QStringLiteral("key (attended)");
    axis.letter = role == AxisRole::Query ? QStringLiteral("q") : QStringLiteral("k");
    for (qsizetype i = 0; i < tokens.size(); ++i)
        axis.labels.push_back({tokens[i], static_cast<Index>(i), tokens.count(tokens[i]) > 1});
    return axis;
}

HeatmapPicture plainWeights(Index rows, Index cols) {
    HeatmapPicture picture;
    picture.title = QStringLiteral("Weights");
    picture.stage = QStringLiteral("weight");
    picture.quantity = QStringLiteral("attention weight");
    picture.cells = Matrix(rows, cols);
    for (Index r = 0; r < rows; ++r) {
        double sum = 0.0;
        for (Index c = 0; c < cols; ++c)
            sum += picture.cells(r, c) = std::exp(3.0 * std::sin(0.7 * static_cast<double>(r * 5 + c * 3 + r * c)));
        for (Index c = 0; c < cols; ++c)
            picture.cells(r, c) /= sum;
    }
    picture.rows.role = AxisRole::Query;
    picture.rows.title = QStringLiteral("query (attends)");
    picture.rows.letter = QStringLiteral("q");
    picture.cols.role = AxisRole::Key;
    picture.cols.title = QStringLiteral("key (attended)");
    picture.cols.letter = QStringLiteral("k");
    return picture;
}

HeatmapPicture causalTwelve() {
    const QStringList words =
        QStringLiteral("The quick brown fox jumps over the lazy dog near the river").split(u' ');
    HeatmapPicture picture = plainWeights(12, 12);
    picture.subtitle = QStringLiteral("head 5, batch 0");
    picture.rows = tokenAxis(AxisRole::Query, words);
    picture.cols = tokenAxis(AxisRole::Key, words);
    picture.states.assign(144, CellState::Plain);
    for (Index r = 0; r < 12; ++r) {
        double sum = 0.0;
        for (Index c = 0; c < 12; ++c) {
            if (c > r) {
                picture.states[static_cast<std::size_t>(r * 12 + c)] = CellState::Masked;
                picture.cells(r, c) = 0.0;
            }
            sum += picture.cells(r, c);
        }
        for (Index c = 0; c <= r; ++c)
            picture.cells(r, c) /= sum;
    }
    picture.caption = QStringLiteral(
        "Head 5, causal mask. Attention weights over twelve tokens, each row sums to 1. "
        "Repeated tokens carry their position.");
    return picture;
}

HeatmapPicture manyScripts() {
    const QStringList words{QStringLiteral("注意"),     QStringLiteral("한국"),
                            QStringLiteral("مرحبا"),    QStringLiteral("שלום"),
                            QStringLiteral("नमस्ते"),     QStringLiteral("e\u0301"),
                            QStringLiteral("<b>x</b>"), QStringLiteral("a&b"),
                            QStringLiteral("&lt;"),     QStringLiteral("\n"),
                            QStringLiteral(" "),        QStringLiteral("Donaudampfschifffahrtsgesellschaftskapitän")};
    HeatmapPicture picture = plainWeights(words.size(), words.size());
    picture.rows = tokenAxis(AxisRole::Query, words);
    picture.cols = tokenAxis(AxisRole::Key, words);
    return picture;
}

HeatmapPicture everyState() {
    HeatmapPicture picture = plainWeights(5, 5);
    const QStringList words = QStringLiteral("a cat sat a while").split(u' ');
    picture.rows = tokenAxis(AxisRole::Query, words);
    picture.cols = tokenAxis(AxisRole::Key, words);
    picture.states.assign(25, CellState::Plain);
    picture.cells(0, 1) = 0.0;
    picture.states[2] = CellState::Masked;
    picture.states[3] = CellState::Masked;
    picture.states[8] = CellState::Masked;
    picture.states[9] = CellState::MaskedByHand;
    picture.states[14] = CellState::MaskedByHand;
    picture.states[10] = CellState::PaintedAllowed;
    picture.cells(3, 0) = std::numeric_limits<double>::quiet_NaN();
    picture.cells(3, 1) = std::numeric_limits<double>::infinity();
    picture.cells(3, 2) = -std::numeric_limits<double>::infinity();
    return picture;
}

HeatmapPicture crossScores() {
    HeatmapPicture picture = plainWeights(3, 18);
    picture.stage = QStringLiteral("score");
    picture.quantity = QStringLiteral("score");
    picture.rows = tokenAxis(AxisRole::Query, {QStringLiteral("le"), QStringLiteral("chat"), QStringLiteral("dort")});
    picture.cols =
        tokenAxis(AxisRole::Key, QStringLiteral("once upon a time there was a small cat that slept all day on the "
                                                "old mat")
                                     .split(u' '));
    for (Index r = 0; r < 3; ++r)
        for (Index c = 0; c < 18; ++c)
            picture.cells(r, c) = 4.0 * std::sin(1.3 * static_cast<double>(r + 1) * static_cast<double>(c + 2));
    picture.map = MapName::Diverging;
    picture.low = -4.0;
    picture.high = 4.0;
    picture.decimals = 2;
    return picture;
}

}  // namespace attn::test

#include "core/analysis/head_ablation.h"

#include <cmath>
#include <string>

namespace attn {

namespace {

std::string sizes(View<const double> view) {
    return std::to_string(view.rows) + " x " + std::to_string(view.cols);
}

Result<void> check(View<const double> concat, Index heads, View<const double> Wo, View<const double> output,
                   Index head) {
    if (heads < 1 || head < 0 || head >= heads)
        return Error{ErrorCode::OutOfRange,
                     "Head " + std::to_string(head) + " is not one of the " + std::to_string(heads) + " heads."};
    if (concat.cols % heads != 0)
        return Error{ErrorCode::ShapeMismatch, "The joined heads have " + std::to_string(concat.cols) +
                                                   " columns, which " + std::to_string(heads) +
                                                   " heads do not divide."};
    if (Wo.data && Wo.rows != concat.cols)
        return Error{ErrorCode::ShapeMismatch, "The joined heads have " + std::to_string(concat.cols) +
                                                   " columns but W_o has " + std::to_string(Wo.rows) + " rows."};
    const Index dOut = Wo.data ? Wo.cols : concat.cols;
    if (output.rows != concat.rows || output.cols != dOut)
        return Error{ErrorCode::ShapeMismatch, "The output is " + sizes(output) + " but must be " +
                                                   std::to_string(concat.rows) + " x " + std::to_string(dOut) + "."};
    return {};
}

double squareSum(const double* row, Index count) {
    double sum = 0.0;
    for (Index c = 0; c < count; ++c)
        sum += row[c] * row[c];
    return sum;
}

}  // namespace

Result<HeadAblation> headAblation(View<const double> concat, Index heads, View<const double> Wo,
                                  View<const double> output, Index head) {
    if (const auto checked = check(concat, heads, Wo, output, head); !checked)
        return checked.error();
    const Index dv = concat.cols / heads;
    HeadAblation ablation;
    ablation.taken = Matrix(output.rows, output.cols);
    double takenSquares = 0.0;
    double outputSquares = 0.0;
    for (Index i = 0; i < output.rows; ++i) {
        double* const taken = ablation.taken.values.data() + i * output.cols;
        for (Index c = head * dv; c < (head + 1) * dv; ++c) {
            if (!Wo.data)
                taken[c] = concat.row(i)[c];
            for (Index o = 0; Wo.data && o < output.cols; ++o)
                taken[o] += concat.row(i)[c] * Wo.row(c)[o];
        }
        const double rowTaken = squareSum(taken, output.cols);
        const double rowOutput = squareSum(output.row(i), output.cols);
        ablation.rowChange.push_back(std::sqrt(rowTaken));
        ablation.rowRelative.push_back(std::sqrt(rowTaken) / std::sqrt(rowOutput));
        takenSquares += rowTaken;
        outputSquares += rowOutput;
    }
    ablation.change = std::sqrt(takenSquares);
    ablation.relative = std::sqrt(takenSquares) / std::sqrt(outputSquares);
    return ablation;
}

}  // namespace attn

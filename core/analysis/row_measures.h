#pragma once
// What the studies of saturation measure of a row; for core/analysis only.
#include <vector>

#include "core/analysis/saturation.h"

namespace attn {

struct RowMeasures {
    double entropy = 0.0;    ///< nats
    double maxWeight = 0.0;
    double p1p = 0.0;        ///< mean over the keys of p (1 - p)
};

/// `factor` times the logits, through the softmax, measured. At least one logit, all finite.
RowMeasures measureSoftmax(const std::vector<double>& logits, double factor);

/// At least one value; they are put into another order. A NaN makes both NaN.
MeanMedian meanMedian(std::vector<double>& values);

}  // namespace attn

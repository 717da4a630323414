#pragma once
#include <iosfwd>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/evaluate/evaluation.h"

namespace attn {

/// Every name that an evaluation may have, dotted within groups: "Q", ..., "row_metrics.max_weight".
std::vector<std::string> evaluationKeys();

/// {"format": "headscope/evaluation", "version": 1, "precision", "path", "result": {...}}, written as it goes.
/// `only` holds dotted names, or a group ("row_metrics"); empty means all there is.
///
/// Errors    OutOfRange for a name that is unknown (with the known ones) or that this evaluation does not have;
/// nothing
///           is written then. FileProblem when `out` fails.
Result<void> writeEvaluation(std::ostream& out, const Evaluation& evaluation,
                             const std::vector<std::string>& only = {});

}  // namespace attn

#pragma once
#include <optional>
#include <vector>

#include "core/evaluate/evaluation.h"
#include "core/scene/scene.h"
#include "ui/lines/lines_picture.h"
#include "ui/selection/selection.h"

namespace attn::app {

/// Which weights get a line. Each head is asked for itself.
struct LinesRule {
    enum class Kind { Above, Largest, Share };
    Kind kind = Kind::Share;
    double threshold = 0.1;  ///< Above: weights larger than this, in [0, 1].
    Index count = 3;         ///< Largest: so many of each query, from 1.
    Index percent = 90;      ///< Share: the fewest that hold so much of each query's mass, 1 to 100.
    bool operator==(const LinesRule&) const = default;
};

/// "above:0.1", "largest:3", "share:90"; nothing for any other word or a number out of its range.
std::optional<LinesRule> linesRuleFromWord(const QString& word);

/// The weights of `heads` of the selection's batch item as lines. Heads that do not exist are left out. A weight that
/// is masked or 0 has no line, one that is not finite always has; nothing is renormalised.
///
/// "Mass" is the sum of the finite weights above 0, as they are: with a sink less than 1 a query.
ui::LinesPicture linesPicture(const Scene&, const Evaluation&, const ui::Selection&, const std::vector<Index>& heads,
                              const LinesRule&);

/// 0 to heads - 1.
std::vector<Index> allHeads(const Dimensions&);

}  // namespace attn::app

#pragma once
#include <span>

#include "core/evaluate/reevaluation.h"

namespace attn::test {

// Scenes that are edited and evaluated again, beside complete evaluations of the same.

constexpr Index kTokens = 48;

struct Variant {
    const char* name;
    void (*set)(Scene&);
};
/// Two batch items of kTokens tokens, 4 heads on 2 KV heads; the first is plain, the second causal, the others have
/// each something more.
std::span<const Variant> variants();
Scene startOf(const Variant& variant, Precision precision);

/// Fails the test when there is none.
Evaluation whole(const Scene& scene);
Evaluation live(Reevaluation& reevaluation, const Scene& scene);
/// What `whole` asks for.
inline const EvaluateOptions kComplete{Path::Naive, {}, false};
/// What `live` asks for.
inline const EvaluateOptions kLive{Path::Naive, {}, false, false, false, false};

/// Every stage is there in both or in neither, and equal within `share` of the stage's largest number.
void checkSame(const Evaluation& got, const Evaluation& wanted, double share);

TensorPtr withCell(const TensorPtr& tensor, Index at, double value);

}  // namespace attn::test

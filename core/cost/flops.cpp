#include "core/cost/flops.h"

namespace attn {
namespace {

constexpr Index kMaxSize = Index{1} << 40;

double asDouble(Index value) {
    return static_cast<double>(value);
}

}  // namespace

Result<double> attentionFlops(Algorithm algorithm, Pass pass, const HeadSize& size, double cells) {
    if (const auto checked = checkHeadSize(size); !checked)
        return checked.error();
    if (!(cells >= 0.0))
        return Error{ErrorCode::OutOfRange,
                     "The number of cells is " + std::to_string(cells) + " but must not be negative."};
    const double dk = asDouble(size.dk);
    const double dv = asDouble(size.dv);
    if (pass == Pass::Forward)
        return 2.0 * cells * (dk + dv);
    return 4.0 * cells * (dk + dv) + (algorithm == Algorithm::Naive ? 0.0 : 2.0 * cells * dk);
}

Result<double> attentionFlops(Algorithm algorithm, Pass pass, const HeadSize& size) {
    return attentionFlops(algorithm, pass, size, asDouble(size.nq) * asDouble(size.nk));
}

Result<double> projectionFlops(const LayerSize& layer) {
    for (const Index value :
         {layer.batch, layer.nq, layer.nk, layer.dModel, layer.heads, layer.kvHeads, layer.dk, layer.dv})
        if (value < 0 || value > kMaxSize)
            return Error{ErrorCode::OutOfRange, "A size of the layer is " + std::to_string(value) +
                                                    " but must be between 0 and 1099511627776."};
    const double dModel = asDouble(layer.dModel);
    const double queries = asDouble(layer.nq) * asDouble(layer.heads) * asDouble(layer.dk);
    const double keysAndValues =
        asDouble(layer.nk) * asDouble(layer.kvHeads) * (asDouble(layer.dk) + asDouble(layer.dv));
    const double output = asDouble(layer.nq) * asDouble(layer.heads) * asDouble(layer.dv);
    return 2.0 * asDouble(layer.batch) * dModel * (queries + keysAndValues + output);
}

}  // namespace attn

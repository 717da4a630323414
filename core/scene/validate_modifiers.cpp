#include <algorithm>
#include <cmath>
#include <functional>

#include "core/scene/checks.h"

namespace attn::checks {

namespace {

Check checkPosition(const Position& position, const Dimensions& d) {
    if (!std::isfinite(position.base) || position.base <= 0.0)
        return outOfRange("position.base is " + number(position.base) + "; it must be finite and above 0.");
    for (const Index offset : {position.qOffset, position.kOffset})
        if (offset > kLargestDistance || offset < -kLargestDistance)
            return outOfRange("The position's offset " + std::to_string(offset) + " is further than " +
                              std::to_string(kLargestDistance) + " positions.");
    if (position.scheme == Position::Scheme::Rope) {
        const Index width = position.rotaryDim == 0 ? d.dk : position.rotaryDim;
        if (width < 2 || width % 2 != 0 || width > d.dk)
            return outOfRange("The rotary width is " + std::to_string(width) +
                              "; it must be even and from 2 to d_k, " + std::to_string(d.dk) + ".");
    }
    if (position.scheme == Position::Scheme::Alibi && !position.slopes.empty() &&
        static_cast<Index>(position.slopes.size()) != d.heads)
        return mismatch("position.slopes has " + count(static_cast<Index>(position.slopes.size()), "number") +
                        " but there " + (d.heads == 1 ? "is " : "are ") + count(d.heads, "head") + ".");
    for (const double slope : position.slopes)
        if (!std::isfinite(slope))
            return outOfRange("position.slopes holds " + number(slope) + "; every slope must be finite.");
    return {};
}

Check checkSink(const Sink& sink, const Dimensions& d) {
    if (!sink.logits.empty() && static_cast<Index>(sink.logits.size()) != d.heads)
        return mismatch("sink.logits has " + count(static_cast<Index>(sink.logits.size()), "number") + " but there " +
                        (d.heads == 1 ? "is " : "are ") + count(d.heads, "head") + ".");
    for (const double logit : sink.logits)
        if (!std::isfinite(logit))
            return outOfRange("sink.logits holds " + number(logit) + "; every logit of a sink must be finite.");
    return {};
}

Check checkDropout(const Dropout& dropout, const Dimensions& d) {
    if (!(dropout.p >= 0.0 && dropout.p < 1.0))
        return outOfRange("dropout.p is " + number(dropout.p) + "; it must be at least 0 and below 1.");
    const Index width = dropout.where == Dropout::Where::Weights ? d.nk : d.dv;
    const Shape wanted{d.batch, d.heads, d.nq, width};
    if (dropout.keep && dropout.keep->shape() != wanted)
        return mismatch("dropout.keep is " + shapeText(dropout.keep->shape()) + " but needs " + shapeText(wanted) +
                        ".");
    return {};
}

Check checkLoss(const Loss& loss, const Scene& s, const Dimensions& d) {
    if (loss.kind == Loss::Kind::Dot && !s.dOut)
        return mismatch("A loss of kind dot needs dOut.");
    if (loss.kind != Loss::Kind::Cell && loss.kind != Loss::Kind::RowTarget)
        return {};
    if (auto r = needIndex(loss.batch, d.batch, "The loss's batch item", "batch item"); !r)
        return r;
    if (auto r = needIndex(loss.row, d.nq, "The loss's row", "row"); !r)
        return r;
    if (loss.kind == Loss::Kind::Cell)
        return needIndex(loss.col, d.dOut, "The loss's column", "column");
    if (static_cast<Index>(loss.target.size()) != d.dOut)
        return mismatch("loss.target has " + count(static_cast<Index>(loss.target.size()), "number") +
                        " but a row of the output has " + std::to_string(d.dOut) + ".");
    return {};
}

/// What a kind of attention has no place for would be left out silently.
Check checkKindTakes(const Scene& s) {
    if (s.kind == Kind::Mha || s.kind == Kind::Qkv)
        return {};
    const std::string name = s.kind == Kind::Linear     ? "Linear attention"
                             : s.kind == Kind::Additive ? "Additive attention"
                                                        : "A scene of given weights";
    using Scheme = Position::Scheme;
    const bool isLinear = s.kind == Kind::Linear;
    const std::pair<bool, const char*> parts[] = {
        {s.softcap != 0.0, "soft cap"},
        {s.sink.has_value(), "sink"},
        {s.dropout.has_value(), "dropout"},
        {s.temperature != 1.0, "temperature"},
        {s.scale.mode == ScaleMode::Custom, "scale"},
        {s.position.scheme == Scheme::Rope || s.position.scheme == Scheme::Alibi, "rotary or ALiBi positions"},
        {s.position.scheme == Scheme::Sinusoidal && !isLinear, "sinusoidal positions"},
        {s.mask.bias != nullptr, "additive bias"},
        {s.flash.has_value(), "flash tiles"},
        {!s.silenced.empty() && !isLinear, "silenced heads"}};
    for (const auto& [isThere, part] : parts)
        if (isThere)
            return Error{ErrorCode::NotSupported, name + " has no place for " + part + "."};
    return {};
}

Check checkNumbers(const Scene& s) {
    if (!std::isfinite(s.temperature) || s.temperature <= 0.0)
        return outOfRange("The temperature is " + number(s.temperature) + "; it must be finite and above 0.");
    if (s.scale.mode == ScaleMode::Custom && !std::isfinite(s.scale.value))
        return outOfRange("The custom scale is " + number(s.scale.value) + "; it must be finite.");
    if (!std::isfinite(s.softcap) || s.softcap < 0.0)
        return outOfRange("The soft cap is " + number(s.softcap) + "; it must be finite and above 0, or 0 for none.");
    if (!std::isfinite(s.eps) || s.eps < 0.0)
        return outOfRange("eps is " + number(s.eps) + "; it must be finite and at least 0.");
    if (s.flash && (s.flash->queryRows < 1 || s.flash->keyRows < 1))
        return outOfRange("Flash tiles are " + std::to_string(s.flash->queryRows) + " x " +
                          std::to_string(s.flash->keyRows) + "; both sizes must be at least 1.");
    return {};
}

}  // namespace

Check checkModifiers(const Scene& s, const Dimensions& d) {
    if (auto r = checkNumbers(s); !r)
        return r;
    for (const Index head : s.silenced)
        if (auto r = needIndex(head, d.heads, "Silenced head", "head"); !r)
            return r;
    if (std::adjacent_find(s.silenced.begin(), s.silenced.end(), std::greater_equal<>()) != s.silenced.end())
        return outOfRange("Silenced heads must be sorted and without repeats.");
    if (auto r = checkKindTakes(s); !r)
        return r;
    if (auto r = checkPosition(s.position, d); !r)
        return r;
    if (s.sink)
        if (auto r = checkSink(*s.sink, d); !r)
            return r;
    if (s.dropout)
        if (auto r = checkDropout(*s.dropout, d); !r)
            return r;
    if (s.dOut && s.dOut->shape() != Shape{d.batch, d.nq, d.dOut})
        return mismatch("dOut is " + shapeText(s.dOut->shape()) + " but the output is " +
                        shapeText({d.batch, d.nq, d.dOut}) + ".");
    if (s.loss)
        return checkLoss(*s.loss, s, d);
    return {};
}

}  // namespace attn::checks

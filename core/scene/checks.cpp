#include "core/scene/checks.h"

#include <locale>
#include <sstream>
#include <utility>

namespace attn::checks {

Error mismatch(std::string text) {
    return {ErrorCode::ShapeMismatch, std::move(text)};
}
Error outOfRange(std::string text) {
    return {ErrorCode::OutOfRange, std::move(text)};
}

std::string count(Index n, const std::string& noun) {
    return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

std::string thereAre(std::size_t n, const std::string& noun) {
    return (n == 1 ? "There is " : "There are ") + count(static_cast<Index>(n), noun);
}

std::string number(double value) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    out.precision(17);
    out << value;
    return out.str();
}

std::string divisors(Index n) {
    std::string text;
    int shown = 0;
    for (Index d = 1; d <= n && d <= 4096; ++d) {
        if (n % d != 0)
            continue;
        if (++shown > 12)
            return text + ", ...";
        text += (text.empty() ? "" : ", ") + std::to_string(d);
    }
    return text;
}

Check needRank(const TensorPtr& tensor, const std::string& name, Index rank, const char* axes) {
    if (!tensor)
        return mismatch(name + " is missing.");
    if (tensor->rank() != rank)
        return mismatch(name + " has " + std::to_string(tensor->rank()) + (tensor->rank() == 1 ? " axis" : " axes") +
                        " (" + shapeText(tensor->shape()) + ") but needs " + std::to_string(rank) + ": " + axes +
                        ".");
    return {};
}

Check needSplit(Index columns, Index parts, const char* name, const char* what) {
    if (columns < 1)
        return mismatch(std::string(name) + " has no columns.");
    if (columns % parts != 0)
        return mismatch(count(columns, "column") + " of " + name + " are not divisible by " + count(parts, what) +
                        "; try " + divisors(columns) + ".");
    return {};
}

Check needBias(const TensorPtr& bias, const char* name, const char* matrix, Index columns) {
    if (!bias)
        return {};
    if (auto ranked = needRank(bias, name, 1, "one number per column"); !ranked)
        return ranked;
    if (bias->dim(0) != columns)
        return mismatch(std::string(name) + " has " + count(bias->dim(0), "number") + " but " + matrix + " has " +
                        count(columns, "column") + ".");
    return {};
}

Check needCountable(std::initializer_list<Index> sizes, const char* what) {
    double product = 1.0;
    for (const Index size : sizes)
        product *= static_cast<double>(size);
    if (product > static_cast<double>(kLargestCount))
        return Error{ErrorCode::TooLarge, std::string(what) + " would have " + number(product) +
                                              " numbers, which is more than can be counted (" +
                                              number(static_cast<double>(kLargestCount)) + ")."};
    return {};
}

Check needBroadcast(const Shape& shape, const std::string& name, const Dimensions& d) {
    const Shape full{d.batch, d.heads, d.nq, d.nk};
    const std::string target = " to [batch, heads, queries, keys] = [" + shapeText(full) + "]";
    if (shape.empty() || shape.size() > 4)
        return mismatch(name + " has " + std::to_string(shape.size()) + " axes; it needs 1 to 4, to be broadcast" +
                        target + ".");
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const Index wanted = full[full.size() - shape.size() + i];
        if (shape[i] != 1 && shape[i] != wanted)
            return mismatch(name + " of shape " + shapeText(shape) + " cannot be broadcast" + target + ": " +
                            std::to_string(shape[i]) + " is neither 1 nor " + std::to_string(wanted) + ".");
    }
    return {};
}

Check needOffsets(const std::vector<Index>& offsets, const std::string& name, Index batch) {
    const auto n = static_cast<Index>(offsets.size());
    if (n != 1 && n != batch)
        return mismatch(name + " has " + count(n, "number") + "; it needs 1 or one per batch item (" +
                        std::to_string(batch) + ").");
    for (const Index offset : offsets)
        if (offset > kLargestDistance || offset < -kLargestDistance)
            return outOfRange(name + " " + std::to_string(offset) + " is further than " +
                              std::to_string(kLargestDistance) + " positions.");
    return {};
}

Check needIndex(Index index, Index size, const std::string& name, const char* noun) {
    if (index >= 0 && index < size)
        return {};
    std::string range = size == 1 ? ", numbered 0" : ", numbered 0 to " + std::to_string(size - 1);
    if (size == 0)
        range.clear();
    std::string there = thereAre(static_cast<std::size_t>(size), noun);
    there[0] = 't';
    return outOfRange(name + " " + std::to_string(index) + " is out of range: " + there + range + ".");
}

}  // namespace attn::checks

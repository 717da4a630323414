#include "core/scene/gather.h"

namespace attn {

Source overlap(Index oldSize, Index newSize) {
    return overlapInGroups(1, oldSize, 1, newSize);
}

Source overlapInGroups(Index oldGroups, Index oldWidth, Index newGroups, Index newWidth) {
    Source source;
    source.reserve(static_cast<std::size_t>(newGroups * newWidth));
    for (Index g = 0; g < newGroups; ++g)
        for (Index c = 0; c < newWidth; ++c)
            source.push_back(g < oldGroups && c < oldWidth ? g * oldWidth + c : -1);
    return source;
}

bool isIdentity(const Source& source, Index oldSize) {
    if (static_cast<Index>(source.size()) != oldSize)
        return false;
    for (std::size_t i = 0; i < source.size(); ++i)
        if (source[i] != static_cast<Index>(i))
            return false;
    return true;
}

}  // namespace attn

#pragma once

namespace attn {

/// How sure a number in a table of presets is.
enum class SourceMark {
    Seen,  ///< Read in a public source, which is named.
    Known  ///< General knowledge: check it before you print it as a fact.
};

/// "seen in a public source", "general knowledge, check before use"
inline const char* sourceMarkText(SourceMark mark) {
    return mark == SourceMark::Seen ? "seen in a public source" : "general knowledge, check before use";
}

}  // namespace attn

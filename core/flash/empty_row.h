#pragma once
#include <algorithm>

#include "core/base/view.h"
#include "core/mask/mask_rules.h"

namespace attn {

/// The output of a query that may attend no key: zeros, the mean of all values, or NaN; each weight times
/// factorOf(key).
///
/// Shapes    V (nk x dv) -> o (dv).
template <class T, class Factor>
void fillEmptyRow(View<const T> V, EmptyRow kind, T* o, const Factor& factorOf) {
    std::fill_n(o, V.cols, T(0));
    if (kind == EmptyRow::Zero)
        return;
    const T weight = emptyRowWeight<T>(kind, V.rows);
    for (Index j = 0; j < V.rows; ++j) {
        const T factor = weight * factorOf(j);
        for (Index c = 0; c < V.cols; ++c)
            o[c] += factor * V.row(j)[c];
    }
}

/// The same without factors.
template <class T>
void fillEmptyRow(View<const T> V, EmptyRow kind, T* o) {
    fillEmptyRow(V, kind, o, [](Index) { return T(1); });
}

}  // namespace attn

#pragma once
#include <algorithm>

#include "core/base/view.h"
#include "core/mask/head_rules.h"

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

/// Its gradient: such a row gives every value its constant weight, dropped or kept. dV is added to.
///
/// Shapes    dO (nq x dv), of which row i; dV (nk x dv).
template <class T>
void addEmptyRow(const HeadRules& rules, View<const T> dO, Index i, View<T> dV) {
    if (rules.conventions.emptyRow == EmptyRow::Zero)
        return;
    const T weight = emptyRowWeight<T>(rules.conventions.emptyRow, dV.rows);
    for (Index j = 0; j < dV.rows; ++j) {
        const auto factor = static_cast<T>(rules.dropoutFactor(i, j, dV.rows));
        for (Index c = 0; c < dV.cols; ++c)
            dV.row(j)[c] += weight * factor * dO.row(i)[c];
    }
}

}  // namespace attn

#include "core/evaluate/live_output.h"

#include <algorithm>
#include <numeric>

#include "core/product/product.h"

namespace attn {

namespace {

/// Rows whose shares are made anew together, so that W_o is read once for all of them.
constexpr Index kRows = 64;

}  // namespace

template <class T>
LiveOutput<T>::LiveOutput(LiveNumbers<T>& numbers, const OutputMatrix<T>& Wo)
    : m_numbers(numbers),
      m_dims(numbers.dims),
      m_Wo(Wo),
      m_isTouched(static_cast<std::size_t>(m_dims.batch * m_dims.nq), 0),
      m_exchanges(static_cast<std::size_t>(m_dims.batch * m_dims.heads)),
      m_made(static_cast<std::size_t>(keepsShares() ? kRows * m_dims.dOut : m_dims.heads * m_dims.dv)),
      m_heads(static_cast<std::size_t>(m_dims.heads)) {}

template <class T>
void LiveOutput<T>::redone(Index p, const Index* rows, Index count, const T* headOut) {
    for (Index r = 0; r < count; ++r)
        touch(p, rows[r]);
    if (!keepsShares())
        return;
    const Index ofHead = p % m_dims.heads * m_dims.dv * m_dims.dOut;
    for (Index start = 0; start < count; start += kRows) {
        const Index some = std::min(kRows, count - start);
        multiply<T>(stored<T>({headOut + start * m_dims.dv, some, m_dims.dv}),
                    stored<T>({m_Wo.now + ofHead, m_dims.dv, m_dims.dOut}), {m_made.data(), some, m_dims.dOut});
        for (Index r = 0; r < some; ++r) {
            const Index i = rows[start + r];
            std::copy_n(m_made.data() + r * m_dims.dOut, m_dims.dOut, baseOf(p, i));
            m_numbers.shareStates[static_cast<std::size_t>(p * m_dims.nq + i)] = {
                m_numbers.rowSum[p * m_dims.nq + i]};
        }
    }
}

template <class T>
void LiveOutput<T>::remake(Index p) {
    m_exchanges[static_cast<std::size_t>(p)] = {};
    std::vector<Index> all(static_cast<std::size_t>(m_dims.nq));
    std::iota(all.begin(), all.end(), Index(0));
    redone(p, all.data(), m_dims.nq, m_numbers.headOut.data() + p * m_dims.nq * m_dims.dv);
}

template <class T>
void LiveOutput<T>::exchange(Index p, const std::vector<ValueChange<T>>& changes) {
    if (!keepsShares())
        return;
    const auto count = static_cast<Index>(changes.size());
    Exchange& exchange = m_exchanges[static_cast<std::size_t>(p)];
    exchange = {};
    std::vector<T> values;
    for (const ValueChange<T>& change : changes) {
        exchange.keys.push_back(change.key);
        values.insert(values.end(), change.now, change.now + m_dims.dv);
    }
    for (const ValueChange<T>& change : changes)
        values.insert(values.end(), change.before, change.before + m_dims.dv);
    exchange.products.resize(static_cast<std::size_t>(2 * count * m_dims.dOut));
    exchange.gains.resize(static_cast<std::size_t>(m_dims.nq * count));
    exchange.losses.resize(exchange.gains.size());
    exchange.rests.assign(static_cast<std::size_t>(m_dims.nq), T(0));
    const auto timesOutput = [&](const T* Wo, Index first, Index rows) {
        multiply<T>(stored<T>({values.data() + first * m_dims.dv, rows, m_dims.dv}),
                    stored<T>({Wo + p % m_dims.heads * m_dims.dv * m_dims.dOut, m_dims.dv, m_dims.dOut}),
                    {exchange.products.data() + first * m_dims.dOut, rows, m_dims.dOut});
    };
    if (m_Wo.now == m_Wo.before) {
        timesOutput(m_Wo.now, 0, 2 * count);
    } else {
        timesOutput(m_Wo.now, 0, count);
        timesOutput(m_Wo.before, count, count);
    }
}

template <class T>
void LiveOutput<T>::exchanged(Index p, Index i, const RowChange<T>& change) {
    touch(p, i);
    if (!keepsShares())
        return;
    Exchange& exchange = m_exchanges[static_cast<std::size_t>(p)];
    const auto count = static_cast<Index>(exchange.keys.size());
    std::copy_n(change.gains, count, exchange.gains.data() + i * count);
    std::copy_n(change.losses, count, exchange.losses.data() + i * count);
    exchange.rests[static_cast<std::size_t>(i)] = change.rest;
}

/// True when a share of part p stands without a key that is not the one to be lifted now.
template <class T>
bool LiveOutput<T>::endsLift(Index p) const {
    const Exchange& exchange = m_exchanges[static_cast<std::size_t>(p)];
    const Index lifted = m_numbers.lifted[static_cast<std::size_t>(p)].key;
    return lifted >= 0 && !exchange.keys.empty() && (exchange.keys.size() > 1 || exchange.keys.front() != lifted);
}

/// The share of part p in row i as it becomes, and notes what is kept of it. `terms` has room for every key twice,
/// and one.
template <class T>
HeadShare<T> LiveOutput<T>::follow(Index p, Index i, Term<T>* terms) {
    const auto part = static_cast<std::size_t>(p);
    const Exchange& exchange = m_exchanges[part];
    const auto count = static_cast<Index>(exchange.keys.size());
    const T rest = count > 0 ? exchange.rests[static_cast<std::size_t>(i)] : T(0);
    const bool follows = rest != T(0);
    const T sum = m_numbers.rowSum[p * m_dims.nq + i];
    const T* const lifted = m_numbers.lifted[part].share.data();
    ShareState<T>& state = m_numbers.shareStates[static_cast<std::size_t>(p * m_dims.nq + i)];

    HeadShare<T> share;
    share.base = baseOf(p, i);
    share.rest = state.sum == sum ? T(1) : state.sum / sum;
    share.terms = terms;
    share.isSilenced = isSilenced(p % m_dims.heads);
    if (state.isLifted && !endsLift(p)) {
        state.gain = follows ? exchange.gains[static_cast<std::size_t>(i)] : state.gain;
        share.lifted = {state.gain, follows ? exchange.products.data() : lifted};
        return share;
    }
    share.isStored = follows || state.isLifted;
    if (state.isLifted)
        terms[share.termCount++] = {follows ? rest * state.gain : state.gain, lifted};
    if (share.isStored)
        state = {sum};
    for (Index k = 0; k < count && follows; ++k) {
        const T gain = exchange.gains[static_cast<std::size_t>(i * count + k)];
        const T* const now = exchange.products.data() + k * m_dims.dOut;
        terms[share.termCount++] = {-exchange.losses[static_cast<std::size_t>(i * count + k)],
                                    now + count * m_dims.dOut};
        if (count > 1) {
            terms[share.termCount++] = {gain, now};
        } else {
            share.lifted = {gain, now};
            state.gain = gain;
            state.isLifted = true;
        }
    }
    return share;
}

template <class T>
void LiveOutput<T>::sum(bool all) {
    for (Index b = 0; b < m_dims.batch; ++b) {
        bool visitsAll = all;
        for (Index h = 0; h < m_dims.heads && keepsShares(); ++h)
            visitsAll = visitsAll || endsLift(b * m_dims.heads + h);
        for (Index row = b * m_dims.nq; row < (b + 1) * m_dims.nq; ++row) {
            if (!visitsAll && !m_isTouched[static_cast<std::size_t>(row)])
                continue;
            if (keepsShares())
                sumRow(row);
            else
                joinRow(row);
            T* const out = m_numbers.output.data() + row * m_dims.dOut;
            for (Index c = 0; m_Wo.bias && c < m_dims.dOut; ++c)
                out[c] += m_Wo.bias[c];
        }
    }
    for (std::size_t part = 0; part < m_exchanges.size(); ++part)
        if (const Exchange& exchange = m_exchanges[part]; !exchange.keys.empty())
            m_numbers.lifted[part] = {exchange.keys.size() == 1 ? exchange.keys.front() : -1,
                                      {exchange.products.begin(), exchange.products.begin() + m_dims.dOut}};
}

template <class T>
void LiveOutput<T>::sumRow(Index row) {
    const Index first = row / m_dims.nq * m_dims.heads;
    std::size_t most = 0;
    for (Index h = 0; h < m_dims.heads; ++h)
        most = std::max(most, 2 * m_exchanges[static_cast<std::size_t>(first + h)].keys.size() + 1);
    m_terms.resize(most * static_cast<std::size_t>(m_dims.heads));
    for (Index h = 0; h < m_dims.heads; ++h)
        m_heads[static_cast<std::size_t>(h)] =
            follow(first + h, row % m_dims.nq, m_terms.data() + static_cast<std::size_t>(h) * most);
    sumShares<T>(m_heads.data(), m_dims.heads, m_dims.dOut, m_numbers.output.data() + row * m_dims.dOut);
}

/// Joins the heads of a row, and multiplies them with W_o if there is one.
template <class T>
void LiveOutput<T>::joinRow(Index row) {
    const Index width = m_dims.heads * m_dims.dv;
    T* const joined = m_made.data();
    const bool dropsOutput = m_numbers.rules->drops(Dropout::Where::Output);
    for (Index h = 0; h < m_dims.heads; ++h) {
        const Index first = ((row / m_dims.nq * m_dims.heads + h) * m_dims.nq + row % m_dims.nq) * m_dims.dv;
        for (Index c = 0; c < m_dims.dv; ++c) {
            const T number = isSilenced(h) ? T(0) : m_numbers.headOut[first + c];
            joined[h * m_dims.dv + c] =
                dropsOutput ? number * static_cast<T>(m_numbers.rules->dropout()->factor(first + c)) : number;
        }
    }
    T* const out = m_numbers.output.data() + row * m_dims.dOut;
    if (m_Wo.now)
        multiply<T>(stored<T>({joined, 1, width}), stored<T>({m_Wo.now, width, m_dims.dOut}), {out, 1, m_dims.dOut});
    else
        std::copy_n(joined, width, out);
}

template <class T>
bool LiveOutput<T>::isSilenced(Index h) const {
    return std::binary_search(m_numbers.scene.silenced.begin(), m_numbers.scene.silenced.end(), h);
}

template class LiveOutput<float>;
template class LiveOutput<double>;

}  // namespace attn

#include "core/cost/measure_run.h"

#include <chrono>
#include <cmath>

#include "core/attention/naive_backward.h"
#include "core/base/narrow.h"
#include "core/base/random.h"
#include "core/cost/heap_meter.h"
#include "core/flash/flash_backward.h"

namespace attn {

namespace {

double rounded(Precision precision, double value) {
    if (precision == Precision::F16 || precision == Precision::BF16)
        return roundTo(precision == Precision::F16 ? NarrowType::F16 : NarrowType::BF16, value);
    return value;
}

/// The parts of one head.
template <class T>
struct Head {
    Index index;
    View<const T> Q, K, V;
    View<T> O;
    View<const T> dO;
    View<T> dQ, dK, dV;
};

template <class T>
Head<T> headOf(const MemoryShape& shape, Index n, MeasureInputs<T>& in, Index index) {
    const Index batch = index / shape.heads;
    const Index kv = batch * shape.kvHeads + index % shape.heads / (shape.heads / shape.kvHeads);
    const auto part = [n](std::vector<T>& values, Index at, Index width) {
        return View<T>{values.empty() ? nullptr : values.data() + at * n * width, n, width};
    };
    return {index,
            part(in.Q, index, shape.dk),
            part(in.K, kv, shape.dk),
            part(in.V, kv, shape.dv),
            part(in.O, index, shape.dv),
            part(in.dO, index, shape.dv),
            part(in.dQ, index, shape.dk),
            part(in.dK, kv, shape.dk),
            part(in.dV, kv, shape.dv)};
}

/// Calls run(head, progress) for each head under a meter; run returns false when it was stopped.
template <class T, class Prepare>
Result<Measured> measure(const MemoryShape& shape, Index n, MeasureInputs<T>& inputs, SharedProgress& work,
                         const Prepare& prepare) {
    const HeapMeter meter;
    const auto start = std::chrono::steady_clock::now();
    {
        auto run = prepare();
        for (Index index = 0; index < shape.batch * shape.heads; ++index) {
            const Progress part = work.part(static_cast<double>(n) * static_cast<double>(n));
            if (!run(headOf(shape, n, inputs, index), part))
                return Error{ErrorCode::Cancelled, "The measurement was cancelled."};
            part.report(1.0);
        }
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    return Measured{meter.peakBytes(), seconds.count()};
}

template <class T>
T scaleOf(const MemoryShape& shape) {
    return static_cast<T>(1.0 / std::sqrt(static_cast<double>(shape.dk)));
}

}  // namespace

template <class T>
MeasureInputs<T>::MeasureInputs(const MemoryShape& shape, Index n, std::uint64_t seed) {
    Random random(seed);
    const auto make = [&](std::vector<T>& values, Index heads, Index width, bool isRandom) {
        values.resize(static_cast<std::size_t>(shape.batch * heads * n * width));
        for (std::size_t e = 0; e < values.size() && isRandom; ++e)
            values[e] = static_cast<T>(rounded(shape.precision, random.normal()));
    };
    make(Q, shape.heads, shape.dk, true);
    make(K, shape.kvHeads, shape.dk, true);
    make(V, shape.kvHeads, shape.dv, true);
    make(O, shape.heads, shape.dv, false);
    if (!shape.backward)
        return;
    make(dO, shape.heads, shape.dv, true);
    make(dQ, shape.heads, shape.dk, false);
    make(dK, shape.kvHeads, shape.dk, false);
    make(dV, shape.kvHeads, shape.dv, false);
}

template <class T>
Result<Measured> measureNaive(const MemoryShape& shape, Index n, MeasureInputs<T>& inputs, SharedProgress& work) {
    return measure<T>(shape, n, inputs, work, [&] {
        const Shape all{shape.batch, shape.heads, n, n};
        const Shape kept = shape.backward ? all : Shape{0};
        // Backward, the scores make room for dP.
        return [&shape, n, scores = TensorOf<T>(all), weights = TensorOf<T>(all), dScores = TensorOf<T>(kept)](
                   const Head<T>& head, const Progress& progress) mutable {
            NaiveStages<T> stages;
            stages.scores = stages.scaled = stages.masked = scores.data() + head.index * n * n;
            stages.weights = weights.data() + head.index * n * n;
            const T scale = scaleOf<T>(shape);
            if (!naiveHead<T>(head.Q, head.K, head.V, scale, {}, stages, head.O, progress))
                return false;
            if (!shape.backward)
                return true;
            const BackwardStages<T> gradients{stages.scores, nullptr, dScores.data() + head.index * n * n, nullptr};
            return naiveHeadBackward<T>(head.Q, head.K, head.V, head.dO, scale, {}, {stages.weights}, gradients,
                                        head.dQ, head.dK, head.dV, progress);
        };
    });
}

template <class T>
Result<Measured> measureFlash(const MemoryShape& shape, Index n, MeasureInputs<T>& inputs, SharedProgress& work) {
    return measure<T>(shape, n, inputs, work, [&] {
        const Shape rows{shape.batch, shape.heads, n};
        return [&shape, n, lse = TensorOf<T>(rows), D = TensorOf<T>(shape.backward ? rows : Shape{0})](
                   const Head<T>& head, const Progress& progress) mutable {
            const T scale = scaleOf<T>(shape);
            T* const ownLse = lse.data() + head.index * n;
            if (!flashHead<T>(head.Q, head.K, head.V, scale, {}, TileSize{}, head.O, ownLse, progress))
                return false;
            return !shape.backward ||
                   flashHeadBackward<T>(head.Q, head.K, head.V, head.O, head.dO, ownLse, scale, {}, TileSize{},
                                        head.dQ, head.dK, head.dV, D.data() + head.index * n, progress);
        };
    });
}

template struct MeasureInputs<float>;
template struct MeasureInputs<double>;
template Result<Measured> measureNaive<float>(const MemoryShape&, Index, MeasureInputs<float>&, SharedProgress&);
template Result<Measured> measureNaive<double>(const MemoryShape&, Index, MeasureInputs<double>&, SharedProgress&);
template Result<Measured> measureFlash<float>(const MemoryShape&, Index, MeasureInputs<float>&, SharedProgress&);
template Result<Measured> measureFlash<double>(const MemoryShape&, Index, MeasureInputs<double>&, SharedProgress&);

}  // namespace attn

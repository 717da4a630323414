#include "core/cost/measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>

#include "core/attention/naive.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/cost/heap_meter.h"
#include "core/flash/flash.h"

namespace attn {
namespace {

constexpr std::size_t kMaxLengths = 64;

/// Heads done of all heads of all runs, weighted by the arithmetic of each.
class Work {
  public:
    Work(const Progress& progress, double total) : m_progress(progress), m_total(total) {}
    void add(double amount) {
        m_done += amount;
        m_progress.report(m_total > 0.0 ? std::min(1.0, m_done / m_total) : 1.0);
    }
    Progress stopOnly() const {
        return Progress([this] { return m_progress.shouldStop(); });
    }

  private:
    const Progress& m_progress;
    double m_total;
    double m_done = 0.0;
};

/// Random Q, K, V for the longest run; a shorter one takes the first numbers of each.
template <class T>
struct Inputs {
    std::vector<T> Q, K, V, O;

    Inputs(const MemoryShape& shape, Index n, std::uint64_t seed) {
        Random random(seed);
        const auto fill = [&](std::vector<T>& values, Index heads, Index width) {
            values.resize(static_cast<std::size_t>(shape.batch * heads * n * width));
            for (T& value : values)
                value = static_cast<T>(random.normal());
        };
        fill(Q, shape.heads, shape.dk);
        fill(K, shape.kvHeads, shape.dk);
        fill(V, shape.kvHeads, shape.dv);
        O.resize(static_cast<std::size_t>(shape.batch * shape.heads * n * shape.dv));
    }
};

/// One head's part of an array [B, heads, n, width].
template <class T, class Array>
View<T> block(Array& values, Index index, Index n, Index width) {
    return {values.data() + index * n * width, n, width};
}

/// Index of the key-value head that query head `index` (batch and head in one) reads.
Index kvIndex(const MemoryShape& shape, Index index) {
    const Index batch = index / shape.heads;
    const Index head = index % shape.heads;
    return batch * shape.kvHeads + head / (shape.heads / shape.kvHeads);
}

struct Measured {
    double bytes = 0.0;
    double seconds = 0.0;
};

/// Calls run(index, Q, K, V, O) for each head under a meter; run returns false when it was stopped.
template <class T, class Prepare>
Result<Measured> measure(const MemoryShape& shape, Index n, Inputs<T>& inputs, Work& work, const Prepare& prepare) {
    const HeapMeter meter;
    const auto start = std::chrono::steady_clock::now();
    {
        auto run = prepare();
        for (Index index = 0; index < shape.batch * shape.heads; ++index) {
            const Index kv = kvIndex(shape, index);
            const bool isDone =
                run(index, block<const T>(inputs.Q, index, n, shape.dk), block<const T>(inputs.K, kv, n, shape.dk),
                    block<const T>(inputs.V, kv, n, shape.dv), block<T>(inputs.O, index, n, shape.dv));
            if (!isDone)
                return Error{ErrorCode::Cancelled, "The measurement was cancelled."};
            work.add(static_cast<double>(n) * static_cast<double>(n));
        }
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    return Measured{meter.peakBytes(), seconds.count()};
}

template <class T>
Result<Measured> runNaive(const MemoryShape& shape, Index n, Inputs<T>& inputs, Work& work) {
    const T scale = static_cast<T>(1.0 / std::sqrt(static_cast<double>(shape.dk)));
    const Progress stop = work.stopOnly();
    return measure(shape, n, inputs, work, [&] {
        const Shape all{shape.batch, shape.heads, n, n};
        return [&, scores = TensorOf<T>(all), weights = TensorOf<T>(all)](
                   Index index, View<const T> Q, View<const T> K, View<const T> V, View<T> O) mutable {
            NaiveStages<T> stages;
            stages.scores = stages.scaled = stages.masked = scores.data() + index * n * n;
            stages.weights = weights.data() + index * n * n;
            return naiveHead<T>(Q, K, V, scale, {}, stages, O, stop);
        };
    });
}

template <class T>
Result<Measured> runFlash(const MemoryShape& shape, Index n, Inputs<T>& inputs, Work& work) {
    const T scale = static_cast<T>(1.0 / std::sqrt(static_cast<double>(shape.dk)));
    const Progress stop = work.stopOnly();
    return measure(shape, n, inputs, work, [&] {
        return [&, lse = TensorOf<T>(Shape{shape.batch, shape.heads, n})](
                   Index index, View<const T> Q, View<const T> K, View<const T> V, View<T> O) mutable {
            return flashHead<T>(Q, K, V, scale, {}, TileSize{}, O, lse.data() + index * n, stop);
        };
    });
}

/// Which sides of a row can be run; the others get their reason.
struct Plan {
    MemoryRow row;
    MemoryCount count;
    bool runsNaive = false;
    bool runsFlash = false;
};

std::string reasonAgainstAll(const MeasureSettings& settings, Index n) {
    const Precision precision = settings.shape.precision;
    if (!settings.measure)
        return "Not measured: only the count was asked for.";
    if (precision == Precision::F16 || precision == Precision::BF16)
        return "Running in " + precisionText(precision) + " is not yet supported.";
    if (settings.shape.backward)
        return "Running the backward pass is not yet supported.";
    if (!HeapMeter::isSupported())
        return "Memory cannot be measured on this platform.";
    if (settings.measureUpTo > 0 && n > settings.measureUpTo)
        return "n = " + std::to_string(n) + " is above the largest length chosen to measure, " +
               std::to_string(settings.measureUpTo) + ".";
    return {};
}

std::string wouldNotFit(const char* name, Index n, double needed, double freeBytes) {
    return std::string(name) + " at n = " + std::to_string(n) + " would need " + bytesText(needed) + "; " +
           bytesText(freeBytes) + " are free.";
}

Result<Plan> planOf(const MeasureSettings& settings, Index n) {
    const auto count = countMemory(settings.shape, n);
    if (!count)
        return count.error();
    Plan plan;
    plan.count = *count;
    plan.row.n = n;
    plan.row.naiveCountedBytes = count->naive;
    plan.row.flashCountedBytes = count->flash;
    if (const std::string reason = reasonAgainstAll(settings, n); !reason.empty()) {
        plan.row.naiveWhy = plan.row.flashWhy = reason;
        // Said of a count too, so that a plot can mark what this machine could not hold.
        if (settings.freeBytes > 0.0)
            plan.row.naiveWouldNotFit = count->naive + count->inputs + count->outputs > settings.freeBytes;
        return plan;
    }
    const double shared = count->inputs + count->outputs;
    plan.runsNaive = count->naive + shared <= settings.freeBytes;
    plan.runsFlash = count->flash + shared <= settings.freeBytes;
    if (!plan.runsNaive)
        plan.row.naiveWhy = wouldNotFit("Naive", n, count->naive + shared, settings.freeBytes);
    if (!plan.runsFlash)
        plan.row.flashWhy = wouldNotFit("Flash", n, count->flash + shared, settings.freeBytes);
    plan.row.naiveWouldNotFit = !plan.runsNaive;
    plan.row.flashWouldNotFit = !plan.runsFlash;
    return plan;
}

/// The inputs are made once for the longest run, so a shorter naive run must fit beside those.
void planTogether(std::vector<Plan>& plans, const MeasureSettings& settings) {
    double largestShared = 0.0;
    for (const Plan& plan : plans)
        if (plan.runsFlash)
            largestShared = std::max(largestShared, plan.count.inputs + plan.count.outputs);
    for (Plan& plan : plans)
        if (plan.runsNaive && plan.count.naive + largestShared > settings.freeBytes) {
            plan.runsNaive = false;
            plan.row.naiveWouldNotFit = true;
            plan.row.naiveWhy =
                wouldNotFit("Naive", plan.row.n, plan.count.naive + largestShared, settings.freeBytes);
        }
}

template <class T>
Result<void> runAll(std::vector<Plan>& plans, const MeasureSettings& settings, const Progress& progress,
                    const std::function<void(const Plan&)>& rowDone) {
    Index longest = 0;
    double total = 0.0;
    for (const Plan& plan : plans) {
        const int runs = (plan.runsNaive ? 1 : 0) + (plan.runsFlash ? 1 : 0);
        if (runs > 0)
            longest = std::max(longest, plan.row.n);
        total += runs * static_cast<double>(plan.row.n) * static_cast<double>(plan.row.n);
    }
    Work work(progress, total * static_cast<double>(settings.shape.batch * settings.shape.heads));
    Inputs<T> inputs(settings.shape, longest, settings.seed);
    for (Plan& plan : plans) {
        if (progress.shouldStop())
            return Error{ErrorCode::Cancelled, "The measurement was cancelled."};
        const auto take = [&](const Result<Measured>& measured, std::optional<double>& bytes,
                              std::optional<double>& seconds) {
            bytes = measured->bytes;
            seconds = measured->seconds;
        };
        if (plan.runsNaive) {
            const auto measured = runNaive(settings.shape, plan.row.n, inputs, work);
            if (!measured)
                return measured.error();
            take(measured, plan.row.naiveMeasuredBytes, plan.row.naiveSeconds);
        }
        if (plan.runsFlash) {
            const auto measured = runFlash(settings.shape, plan.row.n, inputs, work);
            if (!measured)
                return measured.error();
            take(measured, plan.row.flashMeasuredBytes, plan.row.flashSeconds);
        }
        rowDone(plan);
    }
    return {};
}

}  // namespace

Result<MemoryStudy> memoryStudy(const MeasureSettings& settings, const Progress& progress,
                                const std::function<void(const MemoryStudy&)>& arrived) {
    if (settings.ns.empty() || settings.ns.size() > kMaxLengths)
        return Error{ErrorCode::OutOfRange, "The list of lengths has " + std::to_string(settings.ns.size()) +
                                                " entries but must have between 1 and 64."};
    std::vector<Plan> plans;
    for (const Index n : settings.ns) {
        auto plan = planOf(settings, n);
        if (!plan)
            return plan.error();
        plans.push_back(*std::move(plan));
    }
    planTogether(plans, settings);

    MemoryStudy study{settings.shape, settings.freeBytes, {}};
    const auto rowDone = [&](const Plan& plan) {
        study.rows.push_back(plan.row);
        if (arrived)
            arrived(study);
    };
    const bool runsAny =
        std::any_of(plans.begin(), plans.end(), [](const Plan& plan) { return plan.runsNaive || plan.runsFlash; });
    if (!runsAny) {
        for (const Plan& plan : plans)
            rowDone(plan);
        progress.report(1.0);
        return study;
    }
    try {
        const auto done = settings.shape.precision == Precision::F64
                              ? runAll<double>(plans, settings, progress, rowDone)
                              : runAll<float>(plans, settings, progress, rowDone);
        if (!done)
            return done.error();
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::TooLarge, "The machine had less memory than the " + bytesText(settings.freeBytes) +
                                              " that were free when the measurement began."};
    }
    return study;
}

}  // namespace attn

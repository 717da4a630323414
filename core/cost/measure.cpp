#include "core/cost/measure.h"

#include <algorithm>
#include <new>

#include "core/base/shared_progress.h"
#include "core/base/text.h"
#include "core/cost/heap_meter.h"
#include "core/cost/measure_run.h"
#include "core/flash/vector_kernel.h"

namespace attn {
namespace {

constexpr std::size_t kMaxLengths = 64;

/// What is really held: 16-bit types are computed in float.
MemoryShape shapeRun(const MemoryShape& shape) {
    MemoryShape run = shape;
    if (shape.precision == Precision::F16 || shape.precision == Precision::BF16)
        run.precision = Precision::F32;
    return run;
}

/// Which sides of a row can be run; the others get their reason.
struct Plan {
    MemoryRow row;
    MemoryCount count;  ///< Of what is run
    bool runsNaive = false;
    bool runsFlash = false;
};

std::string reasonAgainstAll(const MeasureSettings& settings, Index n) {
    if (!settings.measure)
        return "Not measured: only the count was asked for.";
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
    plan.count = *countMemory(shapeRun(settings.shape), n);
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
    const double shared = plan.count.inputs + plan.count.outputs;
    plan.runsNaive = plan.count.naive + shared <= settings.freeBytes;
    plan.runsFlash = plan.count.flash + shared <= settings.freeBytes;
    if (!plan.runsNaive)
        plan.row.naiveWhy = wouldNotFit("Naive", n, plan.count.naive + shared, settings.freeBytes);
    if (!plan.runsFlash)
        plan.row.flashWhy = wouldNotFit("Flash", n, plan.count.flash + shared, settings.freeBytes);
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
    SharedProgress work(progress, total * static_cast<double>(settings.shape.batch * settings.shape.heads));
    MeasureInputs<T> inputs(settings.shape, longest, settings.seed);
    for (Plan& plan : plans) {
        if (progress.shouldStop())
            return Error{ErrorCode::Cancelled, "The measurement was cancelled."};
        const auto take = [&](const Result<Measured>& measured, std::optional<double>& bytes,
                              std::optional<double>& seconds) {
            bytes = measured->bytes;
            seconds = measured->seconds;
        };
        if (plan.runsNaive) {
            const auto measured = measureNaive<T>(settings.shape, plan.row.n, inputs, work);
            if (!measured)
                return measured.error();
            take(measured, plan.row.naiveMeasuredBytes, plan.row.naiveSeconds);
        }
        if (plan.runsFlash) {
            const auto measured = measureFlash<T>(settings.shape, plan.row.n, inputs, work);
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
    const bool isDouble = settings.shape.precision == Precision::F64;
    study.flashKernel = isDouble || !bestTarget() ? "plain" : targetName(*bestTarget());
    try {
        const auto done = isDouble ? runAll<double>(plans, settings, progress, rowDone)
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

#include "core/evaluate/memory.h"

#include <unistd.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <locale>
#include <sstream>
#include <string>

#include "core/base/text.h"

namespace attn {

namespace {

double freeMemory() {
    std::ifstream info("/proc/meminfo");
    std::string name;
    std::string unit;
    for (double kib = 0; info >> name >> kib; std::getline(info, unit))
        if (name == "MemAvailable:")
            return kib * 1024.0;
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long size = sysconf(_SC_PAGE_SIZE);
    if (pages > 0 && size > 0)
        return static_cast<double>(pages) * static_cast<double>(size);
    return static_cast<double>(std::numeric_limits<std::ptrdiff_t>::max());
}

double product(std::initializer_list<Index> sizes) {
    double result = 1.0;
    for (const Index size : sizes)
        result *= static_cast<double>(size);
    return result;
}

}  // namespace

// Counted in double throughout: a product of hostile sizes must not wrap around to a small one.
double evaluationBytes(const Scene& scene, const Dimensions& d, const EvaluateOptions& options) {
    const Precision precision = options.precision.value_or(scene.precision);
    const double e = precision == Precision::F64 ? 8.0 : 4.0;
    const double cells = product({d.batch, d.heads, d.nq, d.nk});
    const double heads =
        product({d.batch, d.heads, d.nq, d.dk + d.dv}) + product({d.batch, d.kvHeads, d.nk, d.dk + d.dv});
    const double joined = product({d.batch, d.nq, d.heads, d.dv}) + product({d.batch, d.nq, d.dOut});
    // While a projection is made: its matrix rearranged, and in float the inputs and the matrix.
    const double matrix =
        std::max({product({d.dModel, d.heads, d.dk}), product({d.dKv, d.kvHeads, std::max(d.dk, d.dv)}),
                  product({d.heads, d.dv, d.dOut})});
    const double narrowed =
        precision == Precision::F64
            ? 0.0
            : product({d.batch, d.nq, d.dModel}) + (d.isCross ? product({d.batch, d.nk, d.dKv}) : 0.0) + matrix;
    // Its columns before they are dealt out, in the backward pass.
    const double widest =
        std::max({product({d.batch, d.nq, d.heads, d.dk}), product({d.batch, d.nk, d.kvHeads, d.dk}),
                  product({d.batch, d.nk, d.kvHeads, d.dv})});
    const double rows = product({d.batch, d.heads, d.nq});
    double bytes = e * (heads + joined + matrix + narrowed + rows);
    if (scene.position.scheme == Position::Scheme::Rope)
        bytes += e * heads;
    if (options.path == Path::Naive) {
        // Scores, scaled, bias, masked and weights, the allowed cells; per row its maximum and sum and nine metrics.
        const double squares = 5.0 + (scene.softcap > 0.0 ? 1.0 : 0.0) + (scene.dropout ? 1.0 : 0.0);
        bytes += cells * (squares * e + 1.0) + rows * (2.0 * e + 72.0);
    } else if (scene.flash) {
        // Each step of the recorded walk keeps a block of O and three figures of each of its queries.
        const double tilesAcross = std::ceil(static_cast<double>(d.nk) / static_cast<double>(scene.flash->keyRows));
        const double steps =
            tilesAcross * std::ceil(static_cast<double>(d.nq) / static_cast<double>(scene.flash->queryRows));
        bytes += 8.0 * tilesAcross * product({d.nq, d.dv + 3}) + 160.0 * steps;
    }
    if (options.gradients)
        bytes += e * (heads + 2.0 * joined + 2.0 * widest + narrowed + rows +
                      (options.path == Path::Naive ? 3.0 * cells : 0.0));
    // After each query of causal linear attention stands a state of its own.
    if (scene.kind == Kind::Linear)
        bytes += e * rows * product({d.dk, d.dv + 1});
    return bytes;
}

double memoryLimit() {
    return 0.75 * freeMemory();
}

Result<void> needMemory(const Scene& scene, const Dimensions& dims, const EvaluateOptions& options) {
    const double needed = evaluationBytes(scene, dims, options);
    const double limit = memoryLimit();
    if (needed <= limit)
        return {};
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text.setf(std::ios::fixed);
    text.precision(0);
    text << "This evaluation of " << dims.batch * dims.heads
         << (dims.batch * dims.heads == 1 ? " head of " : " heads of ") << dims.nq << " queries and " << dims.nk
         << " keys needs " << needed << " bytes (" << bytesText(needed) << "), but only " << bytesText(limit)
         << " may be used.";
    return Error{ErrorCode::TooLarge, text.str()};
}

}  // namespace attn

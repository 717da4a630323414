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
double evaluationBytes(const Dimensions& d, Path path, Precision precision) {
    const double e = precision == Precision::F64 ? 8.0 : 4.0;
    const double heads =
        product({d.batch, d.heads, d.nq, d.dk + d.dv}) + product({d.batch, d.kvHeads, d.nk, d.dk + d.dv});
    const double joined = product({d.batch, d.nq, d.heads, d.dv}) + product({d.batch, d.nq, d.dOut});
    // While a projection is made: its columns before they are dealt out, and in float the inputs and the matrix.
    const double widest =
        std::max({product({d.batch, d.nq, d.heads, d.dk}), product({d.batch, d.nk, d.kvHeads, d.dk}),
                  product({d.batch, d.nk, d.kvHeads, d.dv})});
    const double narrowed =
        precision == Precision::F64
            ? 0.0
            : std::max(product({d.batch, d.nq, d.dModel}), product({d.batch, d.nk, d.dKv})) +
                  std::max({product({d.dModel, d.heads, d.dk}), product({d.dKv, d.kvHeads, std::max(d.dk, d.dv)}),
                            product({d.heads, d.dv, d.dOut})});
    const double rows = product({d.batch, d.heads, d.nq});
    double bytes = e * (heads + joined + widest + narrowed + rows);
    if (path == Path::Naive) {
        // Scores, scaled, bias, masked and weights, the allowed cells; per row its maximum and sum and nine metrics.
        bytes += product({d.batch, d.heads, d.nq, d.nk}) * (5.0 * e + 1.0) + rows * (2.0 * e + 72.0);
    }
    return bytes;
}

double memoryLimit() {
    return 0.75 * freeMemory();
}

Result<void> needMemory(const Dimensions& dims, Path path, Precision precision) {
    const double needed = evaluationBytes(dims, path, precision);
    const double limit = memoryLimit();
    if (needed <= limit)
        return {};
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text.setf(std::ios::fixed);
    text.precision(0);
    text << "This evaluation of " << dims.batch * dims.heads << (dims.batch * dims.heads == 1 ? " head of " : " heads of ") << dims.nq << " queries and " << dims.nk
         << " keys needs " << needed << " bytes (" << bytesText(needed) << "), but only " << bytesText(limit)
         << " may be used.";
    return Error{ErrorCode::TooLarge, text.str()};
}

}  // namespace attn

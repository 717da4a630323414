// Flash attention in float on one thread, as a share of the processor's own multiply-add peak. See README.md.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "core/attention/naive.h"
#include "core/base/random.h"
#include "core/flash/flash_backward.h"
#include "core/flash/flash_heads.h"
#include "core/flash/vector_kernel.h"
#include "tests/bench/fma_peak.h"

namespace attn::bench {
namespace {

using Clock = std::chrono::steady_clock;

struct Settings {
    std::vector<Index> ns = {128, 512, 1024, 2048};
    std::vector<Index> ds = {64};
    std::vector<std::string> masks = {"full", "causal"};
    KernelTarget target = availableTargets().front();
    Index heads = 8;
    double seconds = 1.0;  ///< For each line
    float spread = 1.0F;   ///< Q is multiplied by it
    bool withPlain = false, withNaive = false;
    bool isBackward = false;
    int threads = 1;
};

/// Q, K, V and the gradient of O of all heads, standard normal, and where the outputs go.
struct Inputs {
    std::vector<float> Q, K, V, dO, O, lse, scores;
    std::vector<float> dQ, dK, dV, D;  ///< Backward
    Index n, d;

    Inputs(const Settings& settings, Index tokens, Index width) : n(tokens), d(width) {
        Random random(7);
        const auto count = static_cast<std::size_t>(settings.heads * n * d);
        for (std::vector<float>* values : {&Q, &K, &V, &dO}) {
            values->resize(count);
            for (float& value : *values)
                value = static_cast<float>(random.normal());
        }
        for (float& value : Q)
            value *= settings.spread;
        O.resize(count);
        lse.resize(static_cast<std::size_t>(settings.heads * n));
        if (settings.isBackward) {
            for (std::vector<float>* values : {&dQ, &dK, &dV})
                values->resize(count);
            D.resize(lse.size());
        }
        if (settings.withNaive)
            scores.resize(static_cast<std::size_t>(2 * n * n));
    }
    View<const float> part(const std::vector<float>& values, Index h) const {
        return {values.data() + h * n * d, n, d};
    }
    View<float> out(std::vector<float>& values, Index h) const { return {values.data() + h * n * d, n, d}; }
};

/// "full", "causal", "window256" (of 256 keys, causal), "padding" (a quarter of the keys), "blocks" (every other
/// block of 64 by 64), "random" (half of the cells), "alibi" is not a mask and not here.
std::optional<Mask> maskOf(const std::string& name, Index n) {
    Mask mask;
    if (name == "full")
        return mask;
    if (name == "causal") {
        mask.causal = Causal{};
    } else if (name.rfind("window", 0) == 0) {
        mask.causal = Causal{};
        mask.window = Window{std::stoll(name.substr(6)) - 1, 0, 1, {}};
    } else if (name == "padding") {
        BoolTensor keys({1, n}, 1);
        std::fill(keys.data() + n * 3 / 4, keys.data() + n, std::uint8_t(0));
        mask.keyPadding = std::make_shared<const BoolTensor>(std::move(keys));
    } else if (name == "blocks") {
        const Index count = (n + 63) / 64;
        BoolTensor pattern({count, count}, 0);
        for (Index cell = 0; cell < count * count; ++cell)
            pattern[cell] = (cell / count + cell % count) % 2 == 0 ? 1 : 0;
        mask.block = BlockPattern{64, std::make_shared<const BoolTensor>(std::move(pattern))};
    } else if (name == "random") {
        Random random(5);
        BoolTensor cells({n, n}, 0);
        for (Index cell = 0; cell < n * n; ++cell)
            cells[cell] = random.next() % 2 == 0 ? 1 : 0;
        mask.explicitAllow = std::make_shared<const BoolTensor>(std::move(cells));
    } else {
        return std::nullopt;
    }
    return mask;
}

/// Which part of the tiles of 64 by 64 the mask does not empty.
double visitedShare(const MaskRules& rules, Index n) {
    std::vector<std::uint8_t> cells(64 * 64);
    Index visited = 0, all = 0;
    for (Index i = 0; i < n; i += 64)
        for (Index j = 0; j < n; j += 64, ++all)
            visited +=
                rules.fillTile(0, 0, i, std::min(i + 64, n), j, std::min(j + 64, n), cells.data()) != Coverage::Empty
                    ? 1
                    : 0;
    return static_cast<double>(visited) / static_cast<double>(all);
}

/// The least time of each head, met in the same order in every round: a pass over all heads is the sum. A pass as a
/// whole would seldom be left in peace on a machine that others use.
struct Contender {
    std::string name;
    std::function<void(Index)> run;
    std::vector<double> least = {};

    double seconds() const { return std::accumulate(least.begin(), least.end(), 0.0); }
};

double secondsOf(const std::function<void()>& run) {
    const auto start = Clock::now();
    run();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

void measure(const Settings& settings, Index n, Index d, const std::string& maskName) {
    const auto mask = maskOf(maskName, n);
    if (!mask) {
        std::printf("no mask is called %s\n", maskName.c_str());
        return;
    }
    Inputs in(settings, n, d);
    Dimensions dims;
    dims.batch = 1;
    dims.heads = settings.heads;
    dims.nq = dims.nk = n;
    const MaskRules rules(*mask, dims);
    const float scale = 1.0F / std::sqrt(static_cast<float>(d));
    const auto eachHead = [&](auto&& run) {
        return [&in, &rules, run](Index h) {
            run(h, in.part(in.Q, h), in.part(in.K, h), in.part(in.V, h), HeadRules{{&rules, 0, h}}, in.out(in.O, h));
        };
    };
    std::vector<Contender> contenders;
    const auto forward = eachHead([&](Index h, auto Q, auto K, auto V, const HeadRules& head, View<float> O) {
        flashHeadVector(settings.target, Q, K, V, scale, head, O, in.lse.data() + h * n);
    });
    const auto backward = eachHead([&](Index h, auto Q, auto K, auto V, const HeadRules& head, View<float> O) {
        flashHeadBackwardVector(settings.target, Q, K, V, O, in.part(in.dO, h), in.lse.data() + h * n, scale, head,
                                in.out(in.dQ, h), in.out(in.dK, h), in.out(in.dV, h), in.D.data() + h * n);
    });
    const auto plain = eachHead([&](Index h, auto Q, auto K, auto V, const HeadRules& head, View<float> O) {
        flashHeadPlain<float>(Q, K, V, scale, head, TileSize{}, O, in.lse.data() + h * n);
    });
    const auto plainBackward = eachHead([&](Index h, auto Q, auto K, auto V, const HeadRules& head, View<float> O) {
        flashHeadBackwardPlain<float>(Q, K, V, O, in.part(in.dO, h), in.lse.data() + h * n, scale, head, TileSize{},
                                      in.out(in.dQ, h), in.out(in.dK, h), in.out(in.dV, h), in.D.data() + h * n);
    });
    for (Index h = 0; h < settings.heads && settings.isBackward; ++h)
        forward(h);
    contenders.push_back({"vector", settings.isBackward ? std::function<void(Index)>(backward) : forward});
    if (settings.withPlain)
        contenders.push_back({"plain", settings.isBackward ? std::function<void(Index)>(plainBackward) : plain});
    if (settings.withNaive && !settings.isBackward)
        contenders.push_back(
            {"naive", eachHead([&](Index, auto Q, auto K, auto V, const HeadRules& head, View<float> O) {
                 NaiveStages<float> stages;
                 stages.scores = stages.scaled = stages.masked = in.scores.data();
                 stages.weights = in.scores.data() + n * n;
                 naiveHead<float>(Q, K, V, scale, head, stages, O);
             })});

    const double visited = visitedShare(rules, n);
    const double part = maskName == "full" ? 1.0 : maskName == "causal" ? 0.5 : visited;
    const double work = (settings.isBackward ? 10.0 : 4.0) * static_cast<double>(n) * static_cast<double>(n) *
                        static_cast<double>(d * settings.heads) * part;
    double peak = 0.0;
    for (Contender& contender : contenders)
        contender.least.assign(static_cast<std::size_t>(settings.heads), std::numeric_limits<double>::infinity());
    const auto end = Clock::now() + std::chrono::duration<double>(settings.seconds);
    // In rotation, so that all meet the same neighbours; the least of many short runs is the machine's own time.
    for (int round = 0; round < 3 || Clock::now() < end; ++round) {
        double operations = 0.0;
        const double seconds = secondsOf([&] { operations = runMultiplyAdds(settings.target, 20000); });
        peak = std::max(peak, operations / seconds);
        for (Contender& contender : contenders)
            for (Index h = 0; h < settings.heads; ++h) {
                double& least = contender.least[static_cast<std::size_t>(h)];
                least = std::min(least, secondsOf([&] { contender.run(h); }));
            }
    }
    std::printf("%6lld %4lld  %-10s %5.1f %%  %6.1f", static_cast<long long>(n), static_cast<long long>(d),
                maskName.c_str(), 100.0 * visited, peak * 1e-9);
    for (const Contender& contender : contenders)
        std::printf("   %s %9.3f ms %5.1f %%", contender.name.c_str(), contender.seconds() * 1e3,
                    100.0 * work / contender.seconds() / peak);
    std::printf("\n");
    std::fflush(stdout);
}

/// All heads by a pool of threads, and by one: whole passes, as a pool shares out the heads of one.
void measureThreads(const Settings& settings, Index n, Index d, const std::string& maskName) {
    Inputs in(settings, n, d);
    Dimensions dims;
    dims.batch = 1;
    dims.heads = settings.heads;
    dims.nq = dims.nk = n;
    const MaskRules rules(maskOf(maskName, n).value_or(Mask()), dims);
    const float scale = 1.0F / std::sqrt(static_cast<float>(d));
    const auto headOf = [&](Index h) {
        return FlashHead<float>{in.part(in.Q, h), in.part(in.K, h), in.part(in.V, h),
                                {{&rules, 0, h}}, in.out(in.O, h),  in.lse.data() + h * n};
    };
    const auto pass = [&](WorkerPool* pool) {
        if (!settings.isBackward)
            return flashHeads<float>(settings.heads, headOf, scale, TileSize{}, pool);
        return runItems(pool, settings.heads, [&](Index h) {
            const FlashHead<float> head = headOf(h);
            return flashHeadBackward<float>(head.Q, head.K, head.V, head.O, in.part(in.dO, h), head.lse, scale,
                                            head.rules, TileSize{}, in.out(in.dQ, h), in.out(in.dK, h),
                                            in.out(in.dV, h), in.D.data() + h * n);
        });
    };
    WorkerPool pool(settings.threads);
    flashHeads<float>(settings.heads, headOf, scale, TileSize{}, &pool);
    double least[2] = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    const auto end = Clock::now() + std::chrono::duration<double>(settings.seconds);
    for (int round = 0; round < 3 || Clock::now() < end; ++round)
        for (const int k : {0, 1})
            least[k] = std::min(least[k], secondsOf([&] { pass(k == 0 ? nullptr : &pool); }));
    std::printf("%6lld %4lld  %-10s 1 thread %9.3f ms   %d threads %9.3f ms   %.2f times\n",
                static_cast<long long>(n), static_cast<long long>(d), maskName.c_str(), least[0] * 1e3,
                pool.threads(), least[1] * 1e3, least[0] / least[1]);
    std::fflush(stdout);
}

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, ',');)
        parts.push_back(part);
    return parts;
}

std::vector<Index> numbersIn(const std::string& text) {
    std::vector<Index> numbers;
    for (const std::string& part : split(text))
        numbers.push_back(std::stoll(part));
    return numbers;
}

int run(const std::vector<std::string>& words) {
    Settings settings;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const std::string& word = words[at];
        const bool hasValue = at + 1 < words.size();
        if (word == "--plain")
            settings.withPlain = true;
        else if (word == "--naive")
            settings.withNaive = true;
        else if (word == "--backward")
            settings.isBackward = true;
        else if (word == "--n" && hasValue)
            settings.ns = numbersIn(words[++at]);
        else if (word == "--d" && hasValue)
            settings.ds = numbersIn(words[++at]);
        else if (word == "--mask" && hasValue)
            settings.masks = split(words[++at]);
        else if (word == "--heads" && hasValue)
            settings.heads = std::stoll(words[++at]);
        else if (word == "--threads" && hasValue)
            settings.threads = static_cast<int>(std::stol(words[++at]));
        else if (word == "--seconds" && hasValue)
            settings.seconds = std::stod(words[++at]);
        else if (word == "--spread" && hasValue)
            settings.spread = std::stof(words[++at]);
        else if (word == "--target" && hasValue) {
            const auto& targets = availableTargets();
            const auto found =
                std::find_if(targets.begin(), targets.end(),
                             [name = words[++at]](KernelTarget target) { return targetName(target) == name; });
            if (found == targets.end()) {
                std::printf("this processor has no %s\n", words[at].c_str());
                return 2;
            }
            settings.target = *found;
        } else {
            std::printf(
                "flash_bench [--n 128,512] [--d 64] [--mask full,causal,window256,padding,blocks,random]\n"
                "            [--target AVX-512] [--heads 8] [--seconds 1] [--spread 1] [--backward] [--plain]\n"
                "            [--naive] [--threads 2]\n");
            return 2;
        }
    }
    const bool isShared = settings.threads > 1;
    std::printf("%s, %s, %lld heads\n",
                isShared ? (bestTarget() ? targetName(*bestTarget()) : "plain") : targetName(settings.target),
                settings.isBackward ? "backward" : "forward", static_cast<long long>(settings.heads));
    if (!isShared)
        std::printf("     n    d  mask     visited  peak GF/s\n");
    for (const Index d : settings.ds)
        for (const Index n : settings.ns)
            for (const std::string& mask : settings.masks)
                (isShared ? measureThreads : measure)(settings, n, d, mask);
    return 0;
}

}  // namespace
}  // namespace attn::bench

int main(int count, char** words) {
    return attn::bench::run({words + 1, words + count});
}

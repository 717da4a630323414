// What an edit costs: a complete evaluation against bringing the last one up to date after one cell of X changed, in
// float, d_model 512, 8 heads, one thread. Both in turn; medians of the rounds, and the exponent with which the edit
// grows. `edit_bench 128 1024` measures these sizes alone. Run it by hand on a quiet machine.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/evaluate/reevaluation.h"

using namespace attn;

namespace {

constexpr Index kHeads = 8;
constexpr Index kModel = 512;
/// Short ones are measured more often.
int rounds(Index n) {
    return n <= 512 ? 101 : 25;
}

TensorPtr noise(const Shape& shape, std::uint64_t seed, double scale) {
    return std::make_shared<const Tensor>(randomTensor(shape, Distribution::Normal, seed, scale));
}

Scene sceneOf(Index n) {
    Scene scene;
    scene.heads = scene.kvHeads = kHeads;
    scene.X = noise({1, n, kModel}, 1, 1.0);
    const double scale = 1.0 / std::sqrt(static_cast<double>(kModel));
    scene.Wq = noise({kModel, kModel}, 2, scale);
    scene.Wk = noise({kModel, kModel}, 3, scale);
    scene.Wv = noise({kModel, kModel}, 4, scale);
    scene.Wo = noise({kModel, kModel}, 5, scale);
    return scene;
}

TensorPtr withCell(const TensorPtr& tensor, Index at, double value) {
    Tensor copy = *tensor;
    copy[at] = value;
    return std::make_shared<const Tensor>(std::move(copy));
}

double milliseconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

Evaluation evaluated(Reevaluation& reevaluation, const Scene& scene, bool anew) {
    EvaluateOptions options{Path::Naive, {}, false};
    options.anew = anew;
    auto evaluation = reevaluation.evaluate(scene, options);
    if (!evaluation) {
        std::fprintf(stderr, "%s\n", evaluation.error().message.c_str());
        std::exit(1);
    }
    return *std::move(evaluation);
}

struct Times {
    double complete = 0.0;
    double edit = 0.0;
};

/// One token is edited again and again, or a new one each time; the shown evaluation is held as a window does.
Times measure(Index n, bool isCausal, bool isNewToken) {
    Scene scene = sceneOf(n);
    if (isCausal)
        scene.mask.causal = Causal{};
    Reevaluation kept;
    Reevaluation fresh;
    Random random(11);
    Evaluation shown = evaluated(kept, scene, true);
    Index token = n / 3;
    std::vector<double> complete, edit;
    for (int round = -3; round < rounds(n); ++round) {
        if (isNewToken)
            token = static_cast<Index>(random.next() % static_cast<std::uint64_t>(n));
        scene.X = withCell(scene.X, token * kModel + 7, random.normal());
        const double ofEdit = milliseconds([&] { shown = evaluated(kept, scene, false); });
        const double ofComplete = milliseconds([&] { evaluated(fresh, scene, true); });
        if (round < 0)
            continue;  // the first edits copy the numbers that take turns
        edit.push_back(ofEdit);
        complete.push_back(ofComplete);
    }
    return {median(complete), median(edit)};
}

}  // namespace

int main(int count, char** words) {
    std::vector<Index> ns;
    for (int at = 1; at < count; ++at)
        ns.push_back(std::atoll(words[at]));
    if (ns.empty())
        ns = {128, 256, 512, 1024, 2048};
    struct Kind {
        const char* name;
        bool isCausal, isNewToken;
    };
    for (const Kind& kind : {Kind{"one token, full", false, false}, Kind{"new tokens, full", false, true},
                             Kind{"one token, causal", true, false}, Kind{"new tokens, causal", true, true}}) {
        std::printf("%s\n%6s %14s %10s %8s\n", kind.name, "n", "complete, ms", "edit, ms", "share");
        double first = 0.0;
        double last = 0.0;
        for (const Index n : ns) {
            const Times times = measure(n, kind.isCausal, kind.isNewToken);
            std::printf("%6td %14.2f %10.3f   1/%.1f\n", n, times.complete, times.edit, times.complete / times.edit);
            first = n == 512 ? times.edit : first;
            last = n == 2048 ? times.edit : last;
        }
        if (first > 0.0 && last > 0.0)
            std::printf("edit time grows with n to the power %.2f (512 to 2048)\n\n",
                        std::log(last / first) / std::log(4.0));
    }
}

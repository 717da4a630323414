#include <algorithm>
#include <map>
#include <sstream>

#include "core/evaluate/evaluate.h"
#include "core/io/evaluation_json.h"
#include "core/io/scene_file.h"
#include "src/cli/commands.h"

namespace attn::app {
namespace {

const std::map<std::string, Precision> kPrecisions{
    {"f64", Precision::F64}, {"f32", Precision::F32}, {"f16", Precision::F16}, {"bf16", Precision::BF16}};
const std::map<std::string, Path> kPaths{{"naive", Path::Naive}, {"flash", Path::Flash}};

struct EvaluateWords {
    std::string scene;
    std::string output;
    std::string precision;
    std::string path = "naive";
    std::vector<std::string> only;
    bool gradients = false;
    int threads = WorkerPool::hardwareThreads();
};

/// Whether one of the keys asked for is `start`, belongs to it or is a group that holds it; no key asks for all.
bool wants(const std::vector<std::string>& only, const std::string& start) {
    return only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& key) {
               return key.rfind(start, 0) == 0 || start.rfind(key + ".", 0) == 0;
           });
}

Result<std::string> evaluateToJson(const EvaluateWords& words) {
    auto file = readSceneFile(words.scene);
    if (!file)
        return file.error();
    EvaluateOptions options;
    options.gradients = words.gradients && wants(words.only, "grads.");
    options.metrics = wants(words.only, "row_metrics") || wants(words.only, "head_metrics");
    options.jacobianNorms = wants(words.only, "row_metrics.jac_");
    options.path = kPaths.at(words.path);
    if (!words.precision.empty())
        options.precision = kPrecisions.at(words.precision);
    WorkerPool pool(words.threads);
    options.pool = &pool;
    const auto evaluation = evaluate(file->scene, options, terminalProgress());
    if (!evaluation)
        return evaluation.error();
    std::ostringstream text;
    if (auto written = writeEvaluation(text, *evaluation, words.only); !written)
        return written.error();
    return std::move(text).str();
}

}  // namespace

void addEvaluate(CLI::App& app, Outcome& outcome) {
    auto words = std::make_shared<EvaluateWords>();
    CLI::App* command = app.add_subcommand("evaluate", "Print every stage of a scene as JSON");
    command->add_option("SCENE", words->scene, "A scene file")->required();
    command->add_option("-o,--output", words->output, "Write to this file instead of standard output");
    command->add_option("--precision", words->precision, "f64, f32, f16 or bf16 (without it: the scene's own)")
        ->check(CLI::IsMember(kPrecisions));
    command->add_option("--path", words->path, "naive or flash")->capture_default_str()->check(CLI::IsMember(kPaths));
    command->add_flag("--gradients", words->gradients, "With gradients; the scene needs dOut or a loss");
    command->add_option("--threads", words->threads, "Threads that share the heads of the flash path; the numbers are the same")
        ->capture_default_str()
        ->check(CLI::Range(1, WorkerPool::hardwareThreads()));
    command->add_option("--only", words->only, "Only these keys, such as weights,row_metrics.entropy_nats")->delimiter(',');
    command->callback([words, &outcome] {
        if (const auto other = needOtherFile(words->output, {words->scene}); !other)
            return outcome.fail(words->scene, other.error());
        const auto json = evaluateToJson(*words);
        if (!json)
            return outcome.fail(words->scene, json.error());
        if (const auto done = deliver(words->output, *json); !done)
            outcome.fail({}, done.error());
    });
}

}  // namespace attn::app

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
};

Result<std::string> evaluateToJson(const EvaluateWords& words) {
    auto file = readSceneFile(words.scene);
    if (!file)
        return file.error();
    if (words.gradients)
        return Error{ErrorCode::NotSupported, "Gradients are not yet supported."};
    EvaluateOptions options;
    options.path = kPaths.at(words.path);
    if (!words.precision.empty())
        options.precision = kPrecisions.at(words.precision);
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
    command->add_option("--precision", words->precision, "f64 or f32; f16 and bf16 are not yet supported (without it: the scene's own)")
        ->check(CLI::IsMember(kPrecisions));
    command->add_option("--path", words->path, "naive or flash")->capture_default_str()->check(CLI::IsMember(kPaths));
    command->add_flag("--gradients", words->gradients, "With gradients (not yet supported)");
    command->add_option("--only", words->only, "Only these keys, such as weights,row_metrics.entropy_nats")->delimiter(',');
    command->callback([words, &outcome] {
        const auto json = evaluateToJson(*words);
        if (!json)
            return outcome.fail(words->scene, json.error());
        if (const auto done = deliver(words->output, *json); !done)
            outcome.fail({}, done.error());
    });
}

}  // namespace attn::app

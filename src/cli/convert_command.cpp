#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

#include "core/evaluate/evaluate.h"
#include "core/io/evaluation_json.h"
#include "core/io/scene_file.h"
#include "core/io/scene_matrix.h"
#include "core/io/tensor_files.h"
#include "src/cli/commands.h"

namespace attn::app {
namespace {

enum class Target { Npy, Npz, Safetensors, Csv, Tsv, Json, Tex };

const std::map<std::string, Target> kTargets{{"npy", Target::Npy},   {"npz", Target::Npz}, {"safetensors", Target::Safetensors},
                                             {"csv", Target::Csv},   {"tsv", Target::Tsv}, {"json", Target::Json},
                                             {"tex", Target::Tex}};
const std::map<std::string, std::string (*)(const LabelledMatrix&, int)> kForms{
    {"bmatrix", latexMatrix}, {"booktabs", latexTable}, {"heatmap", latexHeatmap}};

struct ConvertWords {
    std::string scene;
    std::string output;
    std::vector<std::string> only;
    Index batch = 0;
    Index head = 0;
    std::string form = "bmatrix";
    int decimals = 3;
    bool gradients = false;
};

/// The part of a file name after its last dot, in small letters.
std::string endingOf(const std::string& path) {
    const std::size_t dot = path.find_last_of("./");
    std::string ending = dot == std::string::npos || path[dot] == '/' ? std::string() : path.substr(dot + 1);
    std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char sign) { return static_cast<char>(std::tolower(sign)); });
    return ending;
}

std::string checkTarget(const std::string& path) {
    return kTargets.count(endingOf(path)) ? std::string()
                                          : "\"" + path + "\" does not end in .npy, .npz, .safetensors, .csv, .tsv, .json or .tex.";
}

bool isNamed(const NamedTensor& tensor, const std::string& name) {
    return tensor.key == name || tensor.key.rfind(name + ".", 0) == 0;
}

/// Those that are asked for, in the order of the list; all that exist where nothing is.
Result<std::vector<NamedTensor>> chosen(const std::vector<NamedTensor>& all, const std::vector<std::string>& only) {
    for (const std::string& name : only)
        if (std::none_of(all.begin(), all.end(), [&](const NamedTensor& tensor) { return tensor.exists() && isNamed(tensor, name); })) {
            std::string there;
            for (const NamedTensor& tensor : all)
                if (tensor.exists())
                    there += (there.empty() ? "" : ", ") + tensor.key;
            return Error{ErrorCode::OutOfRange, "The scene has no \"" + name + "\"; it has " + there + "."};
        }
    std::vector<NamedTensor> wanted;
    for (const NamedTensor& tensor : all)
        if (tensor.exists() && (only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& name) { return isNamed(tensor, name); })))
            wanted.push_back(tensor);
    return wanted;
}

Result<std::string> textOf(const ConvertWords& words, Target target, const Scene& scene, const NamedTensor& tensor) {
    if (target == Target::Npy)
        return npyBytes(tensor);
    const auto matrix = labelledMatrix(scene, tensor, words.batch, words.head);
    if (!matrix)
        return matrix.error();
    if (target == Target::Tex)
        return kForms.at(words.form)(*matrix, words.decimals);
    return separatedText(*matrix, target == Target::Csv ? ',' : '\t');
}

Result<std::string> convert(const ConvertWords& words) {
    const auto file = readSceneFile(words.scene);
    if (!file)
        return file.error();
    const Scene& scene = file->scene;
    const Target target = kTargets.at(endingOf(words.output));
    const bool isMany = target == Target::Npz || target == Target::Safetensors;
    EvaluateOptions options;
    options.gradients = words.gradients;
    const auto evaluation = evaluate(scene, options, terminalProgress());
    if (!evaluation)
        return evaluation.error();
    if (target == Target::Json) {
        std::ostringstream text;
        if (auto written = writeEvaluation(text, *evaluation, words.only); !written)
            return written.error();
        return std::move(text).str();
    }
    std::vector<NamedTensor> all = tensorsOf(scene);
    for (NamedTensor& tensor : tensorsOf(*evaluation))
        // Q, K and V of kind qkv are the scene's own.
        if (std::none_of(all.begin(), all.end(), [&](const NamedTensor& own) { return own.key == tensor.key; }))
            all.push_back(std::move(tensor));
    const bool isDefault = words.only.empty() && !isMany;
    const auto tensors = chosen(all, isDefault ? std::vector<std::string>{"weights"} : words.only);
    if (!tensors)
        return tensors.error();
    if (isMany)
        return target == Target::Npz ? npzBytes(*tensors) : Result<std::string>(safetensorsBytes(*tensors));
    if (tensors->size() != 1)
        return Error{ErrorCode::OutOfRange, "A file of this kind holds one tensor, but --only names " + std::to_string(tensors->size()) + "."};
    return textOf(words, target, scene, tensors->front());
}

}  // namespace

void addConvert(CLI::App& app, Outcome& outcome) {
    auto words = std::make_shared<ConvertWords>();
    CLI::App* command = app.add_subcommand("convert", "Write the matrices of a scene for other programs");
    command->add_option("SCENE", words->scene, "A scene file")->required();
    command->add_option("OUT", words->output, "OUT.npz or .safetensors: all tensors; .npy, .csv, .tsv or .tex: one; .json: as evaluate")
        ->required()->check(checkTarget);
    command->add_option("--only", words->only, "Only these, such as W_q,weights,row_metrics (one tensor: weights)")->delimiter(',');
    command->add_option("--batch", words->batch, "The batch item in a .csv, .tsv or .tex")->capture_default_str()->check(wholeCount());
    command->add_option("--head", words->head, "The head in a .csv, .tsv or .tex")->capture_default_str()->check(wholeCount());
    command->add_option("--as", words->form, "What a .tex holds: bmatrix, booktabs or heatmap (pgfplots)")->capture_default_str()->check(CLI::IsMember(kForms));
    command->add_option("--decimals", words->decimals, "Decimals of the numbers in a .tex")->capture_default_str()->check(CLI::Range(0, 17));
    command->add_flag("--gradients", words->gradients, "With gradients; the scene needs dOut or a loss");
    command->callback([words, &outcome] {
        if (const auto other = needOtherFile(words->output, {words->scene}); !other)
            return outcome.fail(words->scene, other.error());
        const auto bytes = convert(*words);
        if (!bytes)
            return outcome.fail(words->scene, bytes.error());
        if (const auto done = deliver(words->output, *bytes); !done)
            outcome.fail({}, done.error());
    });
}

}  // namespace attn::app

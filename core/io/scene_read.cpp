#include <algorithm>
#include <istream>
#include <iterator>

#include "core/io/fields.h"
#include "core/io/scene_file.h"
#include "core/io/scene_object.h"

namespace attn {

namespace {

void readSnapshots(Fields& in, SceneFile& file) {
    const Json* list = in.take("snapshots");
    if (list == nullptr || (list->kind == Json::Kind::Numbers && list->numbers.empty()))
        return;
    if (list->kind != Json::Kind::Array)
        in.state().fail(ErrorCode::Malformed, "snapshots must be a list.");
    for (const Json& item : list->items) {
        const std::string place = "Snapshot " + std::to_string(file.snapshots.size() + 1) + ": ";
        if (item.kind != Json::Kind::Object) {
            in.state().fail(ErrorCode::Malformed, place + "it must be an object in braces.");
            return;
        }
        Fields fields(item, place, in.state());
        SceneFile::Snapshot snapshot;
        snapshot.name = fields.text("name");
        if (auto scene = fields.object("scene"))
            snapshot.scene = readSceneObject(Fields(scene->json(), place, in.state()));
        else
            in.state().fail(ErrorCode::Malformed, place + "it has no scene.");
        fields.finish();
        if (in.state().error)
            return;
        file.snapshots.push_back(std::move(snapshot));
    }
}

void checkHeader(Fields& in) {
    ReadState& state = in.state();
    const std::string format = in.text("format");
    if (format != "headscope/scene") {
        std::string shown;
        appendJsonText(shown, format.size() <= 60 ? format : format.substr(0, 60) + "...");
        state.fail(ErrorCode::Malformed, format.empty() ? "This is not a Headscope scene: it has no \"format\"."
                                                        : "This is not a Headscope scene: its format is " + shown +
                                                              ", not \"headscope/scene\".");
    }
    if (in.json().find("version") == nullptr)
        state.fail(ErrorCode::Malformed, "The scene file has no \"version\".");
    if (const Index version = in.integer("version", 1); version != 1)
        state.fail(ErrorCode::NotSupported,
                   "The scene file has version " + std::to_string(version) + "; this program reads version 1.");
}

Result<SceneFile> sceneFileFrom(const Json& root) {
    if (root.kind != Json::Kind::Object)
        return Error{ErrorCode::Malformed, "This is not a Headscope scene: it is not an object in braces."};
    ReadState state;
    Fields in(root, "", state);
    SceneFile file;
    checkHeader(in);
    if (state.error)
        return *state.error;
    if (auto scene = in.object("scene"))
        file.scene = readSceneObject(Fields(scene->json(), "", state));
    else
        state.fail(ErrorCode::Malformed, "The scene file has no \"scene\".");
    if (!state.error)
        readSnapshots(in, file);
    if (const Json* view = in.take("view"))
        file.view = view->text == "null" ? "" : view->text;
    for (const auto& [key, value] : root.members)
        if (key.rfind("x-", 0) == 0)
            file.kept[key] = value.text;
    if (!file.view.empty() && file.view[0] != '{')
        state.fail(ErrorCode::Malformed, "view must be an object in braces.");
    in.finish();
    if (state.error)
        return *state.error;
    return file;
}

}  // namespace

Result<SceneFile> readScene(std::istream& in) {
    std::string text;
    std::vector<char> block(std::size_t(1) << 16);
    try {
        while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
            text.append(block.data(), static_cast<std::size_t>(in.gcount()));
            if (static_cast<double>(text.size()) > kLargestSceneFile)
                return Error{ErrorCode::TooLarge, "The scene is longer than " + bytesText(kLargestSceneFile) +
                                                      ", which is the most that is read."};
        }
        if (in.bad())
            return Error{ErrorCode::FileProblem, "Reading failed after " + std::to_string(text.size()) + " bytes."};
        std::vector<std::string> rawKeys = carriedSceneKeys();
        rawKeys.emplace_back("view");
        const auto root = parseJson(text, rawKeys);
        if (!root)
            return root.error();
        return sceneFileFrom(*root);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::TooLarge, "There is not enough memory for a scene of " +
                                              bytesText(static_cast<double>(text.size())) + "."};
    }
}

}  // namespace attn

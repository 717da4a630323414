// The house's rules: which room may include which, and how large a file may be.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace fs = std::filesystem;

namespace {

const fs::path kSource = HEADSCOPE_SOURCE;

struct File {
    std::string path;                   ///< "core/flash/flash.cpp"
    std::vector<std::string> includes;  ///< What stands between the quotes or angles.
    std::size_t lines = 0;
};

std::vector<File> filesOf(const std::string& top) {
    static const std::regex kInclude("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"]");
    std::vector<File> files;
    for (const auto& entry : fs::recursive_directory_iterator(kSource / top)) {
        const auto extension = entry.path().extension();
        if (extension != ".h" && extension != ".cpp")
            continue;
        File file{fs::relative(entry.path(), kSource).generic_string(), {}, 0};
        std::ifstream in(entry.path());
        std::smatch match;
        for (std::string line; std::getline(in, line); ++file.lines)
            if (std::regex_search(line, match, kInclude))
                file.includes.push_back(match[1]);
        files.push_back(std::move(file));
    }
    return files;
}

bool startsWith(const std::string& text, const std::string& start) { return text.rfind(start, 0) == 0; }

std::string folderOf(const std::string& path) { return path.substr(0, path.find_last_of('/')); }

/// The folders of `top` and those that each includes.
std::map<std::string, std::set<std::string>> folderGraph(const std::string& top) {
    std::map<std::string, std::set<std::string>> graph;
    for (const File& file : filesOf(top))
        for (const std::string& include : file.includes)
            if (startsWith(include, top + "/") && folderOf(include) != folderOf(file.path))
                graph[folderOf(file.path)].insert(folderOf(include));
    return graph;
}

}  // namespace

TEST_CASE("layers: core includes no Qt and nothing above it", "[rules]") {
    const auto files = filesOf("core");
    REQUIRE(files.size() > 1);
    for (const File& file : files)
        for (const std::string& include : file.includes) {
            INFO(file.path << " includes " << include);
            CHECK_FALSE(std::regex_search(include, std::regex("^Q[A-Z]|^Qt|^qcustomplot")));
            CHECK_FALSE(startsWith(include, "ui/"));
            CHECK_FALSE(startsWith(include, "src/"));
        }
}

TEST_CASE("layers: ui includes no src, and of core only base", "[rules]") {
    const auto files = filesOf("ui");
    REQUIRE(files.size() > 1);
    for (const File& file : files)
        for (const std::string& include : file.includes) {
            INFO(file.path << " includes " << include);
            CHECK_FALSE(startsWith(include, "src/"));
            CHECK((!startsWith(include, "core/") || startsWith(include, "core/base/")));
        }
}

TEST_CASE("layers: flash and attention know nothing of each other", "[rules]") {
    for (const File& file : filesOf("core"))
        for (const std::string& include : file.includes) {
            INFO(file.path << " includes " << include);
            CHECK_FALSE((startsWith(file.path, "core/flash/") && startsWith(include, "core/attention/")));
            CHECK_FALSE((startsWith(file.path, "core/attention/") && startsWith(include, "core/flash/")));
        }
}

TEST_CASE("layers: no circle of includes between folders", "[rules]") {
    const std::string top = GENERATE("core", "ui", "src");
    const auto graph = folderGraph(top);
    std::set<std::string> done;
    std::vector<std::string> way;
    const std::function<void(const std::string&)> walk = [&](const std::string& folder) {
        if (std::find(way.begin(), way.end(), folder) != way.end()) {
            std::string circle;
            for (const std::string& step : way)
                circle += step + " -> ";
            FAIL_CHECK(circle + folder);
            return;
        }
        if (!done.insert(folder).second)
            return;
        way.push_back(folder);
        if (const auto found = graph.find(folder); found != graph.end())
            for (const std::string& next : found->second)
                walk(next);
        way.pop_back();
    };
    for (const auto& [folder, targets] : graph)
        walk(folder);
}

TEST_CASE("layers: a file past 400 lines is two rooms, the main window stays under 300", "[rules]") {
    for (const std::string top : {"core", "ui", "src", "tests"})
        for (const File& file : filesOf(top)) {
            INFO(file.path << " has " << file.lines << " lines");
            CHECK(file.lines <= 400);
            if (startsWith(file.path, "src/window/main_window"))
                CHECK(file.lines < 300);
        }
}

TEST_CASE("layers: Eigen and QCustomPlot stay out of headers", "[rules]") {
    for (const std::string top : {"core", "ui", "src"})
        for (const File& file : filesOf(top))
            for (const std::string& include : file.includes) {
                INFO(file.path << " includes " << include);
                CHECK_FALSE((file.path.back() == 'h' && (startsWith(include, "Eigen") || include == "qcustomplot.h")));
            }
}

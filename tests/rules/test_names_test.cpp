// What CMake does to the name of a test before ctest runs it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "tests/support/catch.h"

namespace fs = std::filesystem;

TEST_CASE("test names: none is cut in two, or joined to the next, on its way to ctest", "[rules]") {
    static const std::regex kName("TEST_CASE\\(\\s*\"([^\"]*)\"");
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(HEADSCOPE_SOURCE) / "tests")) {
        if (entry.path().extension() != ".cpp")
            continue;
        std::ifstream in(entry.path());
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        for (std::sregex_iterator match(text.begin(), text.end(), kName), end; match != end; ++match, ++count) {
            const std::string name = (*match)[1];
            INFO(entry.path().string() << ": " << name);
            // The names travel as a list of CMake: `;` ends an item, unless a `[` stands open.
            CHECK(name.find(';') == std::string::npos);
            CHECK(std::count(name.begin(), name.end(), '[') == std::count(name.begin(), name.end(), ']'));
            CHECK(name.find('\\') == std::string::npos);
        }
    }
    CHECK(count > 100);
}

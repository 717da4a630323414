#include "src/cli/commands.h"

#include <unistd.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "core/io/atomic_file.h"

namespace attn::app {
namespace {

template <class Number>
bool isWhole(const std::string& word) {
    Number number = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
    return read.ec == std::errc() && read.ptr == word.data() + word.size();
}

}  // namespace

CLI::Validator wholeCount() {
    return {[](const std::string& word) {
                return isWhole<std::int64_t>(word) ? std::string()
                                                   : "\"" + word + "\" is not a whole number of at most 9223372036854775807.";
            },
            "", "whole number"};
}

CLI::Validator wholeSeed() {
    return {[](const std::string& word) {
                return isWhole<std::uint64_t>(word) ? std::string()
                                                    : "The seed \"" + word + "\" is not a whole number from 0 to 18446744073709551615.";
            },
            "", "seed"};
}

void Outcome::fail(const std::string& file, const Error& error) {
    status = 1;
    std::fprintf(stderr, "headscope: %s%s%s\n", file.c_str(), file.empty() ? "" : ": ", error.message.c_str());
}

Result<void> needOtherFile(const std::string& output, const std::vector<std::string>& inputs) {
    for (const std::string& input : inputs)
        if (std::error_code none; std::filesystem::equivalent(output, input, none))
            return Error{ErrorCode::FileProblem, "The output " + output + " is the input " + input +
                                                     ", which would be replaced: choose another name."};
    return {};
}

Result<void> deliver(const std::string& path, const std::string& text) {
    if (!path.empty())
        return writeFileAtomically(path, text);
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        return Error{ErrorCode::FileProblem, "Standard output could not take all " + std::to_string(text.size()) + " bytes."};
    return {};
}

Progress terminalProgress() {
    if (isatty(STDERR_FILENO) == 0)
        return Progress();
    const auto shown = std::make_shared<int>(-1);
    return Progress({}, [shown](double fraction) {
        const int percent = static_cast<int>(fraction * 100.0);
        if (percent == *shown)
            return;
        *shown = percent;
        constexpr int kWidth = 40;
        const int filled = percent * kWidth / 100;
        std::fprintf(stderr, "\r[%.*s%.*s] %3d %%%s", filled, "########################################", kWidth - filled,
                     "                                        ", percent, percent >= 100 ? "\n" : "");
    });
}

}  // namespace attn::app

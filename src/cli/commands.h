#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace attn::app {

/// The exit status that a command leaves behind: 0 done, 1 the input is at fault.
struct Outcome {
    int status = 0;
    /// Prints `headscope: FILE: message` and makes the status 1.
    void fail(const std::string& file, const Error& error);
};

/// Each adds one command to `app`; the command runs while the words are being read and leaves its status in `outcome`.
void addEvaluate(CLI::App& app, Outcome& outcome);
void addRender(CLI::App& app, Outcome& outcome);
void addMemory(CLI::App& app, Outcome& outcome);
void addSaturation(CLI::App& app, Outcome& outcome);
void addConvert(CLI::App& app, Outcome& outcome);
void addScreenshot(CLI::App& app, Outcome& outcome);

/// Writes `text` to the file `path`, replacing it only when complete, or to standard output where `path` is empty.
Result<void> deliver(const std::string& path, const std::string& text);

/// Refuses an output that is one of the inputs, also by another name or a link: what was read would be lost.
///
/// Errors    FileProblem naming both.
Result<void> needOtherFile(const std::string& output, const std::vector<std::string>& inputs);

/// Refuse in one sentence what is no whole number of 64 bits; CLI11 takes the nearest one for a number that is too long,
/// and for a negative seed one that is very large. Count may be negative: each command says what it can do with.
CLI::Validator wholeCount();
CLI::Validator wholeSeed();

/// A progress for long work: a bar on a terminal, nothing elsewhere.
Progress terminalProgress();

}  // namespace attn::app

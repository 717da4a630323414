#pragma once

namespace attn::app {

/// Reads the words of the command and does what they say: opens the window, or works without a display.
/// Returns  0 done; 1 the input is at fault (one line on standard error); 2 the words are off.
int runCommandLine(int argc, char** argv);

}  // namespace attn::app

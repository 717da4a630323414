#pragma once
#include <string>
#include <vector>

namespace attn::app {

/// Opens a window for each file, or one on the worked example, and returns when the last is closed.
int openWindow(const std::vector<std::string>& files);

}  // namespace attn::app

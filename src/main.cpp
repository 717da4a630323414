#include "src/cli/command_line.h"

int main(int argc, char** argv) { return attn::app::runCommandLine(argc, argv); }

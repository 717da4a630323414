#pragma once

class QWidget;

namespace attn::app {

void showAbout(QWidget* parent);
/// How to use the program, and its keys.
void showHelp(QWidget* parent);

}  // namespace attn::app

#include "ui/tokens/token_strip.h"

namespace attn::ui {

TokenStrip::TokenStrip(QWidget* parent) : QWidget(parent) {}
TokenStrip::~TokenStrip() = default;

}  // namespace attn::ui

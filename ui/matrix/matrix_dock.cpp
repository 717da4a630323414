#include "ui/matrix/matrix_dock.h"

namespace attn::ui {

struct MatrixPanel::Parts {};
MatrixPanel::MatrixPanel(QWidget* parent) : QWidget(parent), m_parts(std::make_unique<Parts>()) {}
MatrixPanel::~MatrixPanel() = default;

}  // namespace attn::ui

#include "ui/matrix/matrix_view.h"

namespace attn::ui {

MatrixView::MatrixView(QWidget* parent) : QAbstractScrollArea(parent) {}
MatrixView::~MatrixView() = default;

}  // namespace attn::ui

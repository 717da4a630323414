#pragma once
#include <QIcon>
#include <QPixmap>
#include <QStringList>

#include "ui/theme/theme.h"

namespace attn::ui {

/// Names of all icons of resources/icons, such as "step-back".
const QStringList& iconNames();

/// An icon in a colour of the theme at the moment it is painted (disabled: the disabled text colour), crisp at any
/// size and scale. Stays right when the theme changes. An unknown name draws nothing.
QIcon icon(const char* name, QColor Theme::*color = &Theme::text);

/// Shapes    size (logical pixels) square, `devicePixelRatio` device pixels each; a null pixmap for an unknown name.
QPixmap iconPixmap(const char* name, const QColor& color, int size = 20, double devicePixelRatio = 1.0);

}  // namespace attn::ui

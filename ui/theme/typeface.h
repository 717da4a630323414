#pragma once
#include <QString>

namespace attn::ui {

/// While it lives, the fonts that this thread makes (sizedFont() and all that rest on it) are of `family`, with the
/// bundled font for the signs that it lacks, and without ligatures, so that every letter can be found in a file: for
/// the layout and the painting of one figure. Empty: the bundled font.
class TypefaceScope {
  public:
    explicit TypefaceScope(const QString& family);
    ~TypefaceScope();
    TypefaceScope(const TypefaceScope&) = delete;
    TypefaceScope& operator=(const TypefaceScope&) = delete;

    /// The family in force on this thread; empty: the bundled one.
    static const QString& family();
    static bool isIn();

  private:
    QString m_before;
    bool m_wasInScope;
};

}  // namespace attn::ui

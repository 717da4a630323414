#pragma once
#include <QStringList>
#include <QWidget>
#include <cstdint>
#include <vector>

#include "core/base/tensor.h"

class QLineEdit;

namespace attn::ui {

class TokenFlow;

/// The tokens of a sentence, with no pixels in it.
struct TokensPicture {
    QString name;                         ///< "Tokens", "Context tokens": what a screen reader says.
    QStringList labels;                   ///< Drawn literally; spaces, tabs and newlines by visible marks.
    std::vector<std::uint8_t> isPadding;  ///< 1 = padding; empty: none is.
    Index queryIndex = -1;                ///< Chosen as query; < 0: none.
    Index keyIndex = -1;
    bool mayBeQuery = true;               ///< A click chooses a query; false: a click chooses a key.
    bool mayBeKey = true;
    bool operator==(const TokensPicture&) const = default;
};

/// Longest label and longest sentence that are taken, in characters.
constexpr int kMaxTokenChars = 200;
constexpr int kMaxSentenceChars = 20000;

/// Chips of the tokens, and below them the line where a sentence is typed or pasted.
///
/// Click or Enter chooses the query, Shift+click, right click or Shift+Enter the key. Double-click or F2 renames,
/// Delete removes, dragging or Ctrl+arrows reorder, "+" adds at the end. The picture changes only by setPicture.
class TokenStrip : public QWidget {
    Q_OBJECT
  public:
    explicit TokenStrip(QWidget* parent = nullptr);
    ~TokenStrip() override;

    void setPicture(const TokensPicture& picture);
    const TokensPicture& picture() const;
    /// A cell under the mouse elsewhere: its tokens are lit here; -1: none.
    void setPointed(Index query, Index key);
    /// Rows of chips shown before the strip scrolls inside itself; 6 at first.
    void setMaxRows(int rows);
    /// The sentence line; shown at first.
    void setSentenceVisible(bool isVisible);
    /// The scrolling part that draws the chips and has the keyboard focus.
    QWidget* chips() const;
    /// Where a chip is, in the coordinates of chips(); index labels.size() is the "+".
    QRect chipRect(Index index) const;

  signals:
    void tokenChosen(attn::Index index, bool asKey);
    void tokenHovered(attn::Index index);  ///< -1: none
    void renameRequested(attn::Index index, const QString& label);
    void removeRequested(attn::Index index);
    void moveRequested(attn::Index from, attn::Index to);  ///< `to`: its index afterwards
    void insertRequested(attn::Index at, const QString& label);
    void sentenceEntered(const QString& sentence);
    void message(const QString& text, bool isFault);  ///< why something was refused; empty: nothing to say

  private:
    TokenFlow* m_flow;
    QLineEdit* m_sentence;
};

}  // namespace attn::ui

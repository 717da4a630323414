#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/scene/scene.h"

// Everything a person edits, as pure functions: scene in, changed scene out. The scene given is never changed;
// tensors that an edit leaves alone stay shared. A valid scene in gives a valid scene out, or an Error with the
// numbers. What is a plain member (scale, temperature, causal, window, precision, ...) is simply assigned.

namespace attn {

// --- Matrices -----------------------------------------------------------------------------------------------------

enum class MatrixId { X, Xkv, Wq, Wk, Wv, Wo, bq, bk, bv, bo };

/// "W_q", as in a scene file.
std::string matrixName(MatrixId id);
/// Null where the scene has none.
TensorPtr matrixOf(const Scene& scene, MatrixId id);
/// How a tensor is shown as tables: X has one per batch item, a bias is one row. All zero for an absent one.
struct MatrixSize {
    Index batches = 0, rows = 0, cols = 0;
    bool operator==(const MatrixSize&) const = default;
};
MatrixSize matrixSize(const Scene& scene, MatrixId id);
/// One table of it, for display; `batch` is ignored except for X and X_kv.
Matrix matrixValues(const Scene& scene, MatrixId id, Index batch = 0);

Result<Scene> setCell(const Scene& scene, MatrixId id, Index batch, Index row, Index col, double value);
/// Writes `block` with its upper left corner at (row, col). Errors: OutOfRange when it does not fit.
Result<Scene> setBlock(const Scene& scene, MatrixId id, Index batch, Index row, Index col, const Matrix& block);

enum class Fill { Zeros, Identity, Random };
/// Fills one table. Random: normal numbers of variance 1 for X and X_kv, 1 / rows for the W's, 1 for biases.
Result<Scene> fillMatrix(const Scene& scene, MatrixId id, Index batch, Fill fill, std::uint64_t seed = 0);

/// Adds W_o (the identity: nothing changes) or a bias (zeros). Errors: OutOfRange when there is one, or for other
/// ids.
Result<Scene> addMatrix(const Scene& scene, MatrixId id);
/// Removes W_o (b_o and dOut are kept where they still fit) or a bias.
Result<Scene> removeMatrix(const Scene& scene, MatrixId id);

// --- Tokens -------------------------------------------------------------------------------------------------------

/// Tokens are the queries (and in self-attention the keys); Context are the keys of cross-attention.
enum class Side { Tokens, Context };

/// A scene, and one sentence on what an edit had to drop ("" for nothing).
struct Edited {
    Scene scene;
    std::string note;
};

/// The row that a word gets which the scene does not have yet: `width` normal numbers of variance 1, seeded with the
/// FNV-1a hash of its UTF-8 bytes, so that the same word gets the same row in every scene.
std::vector<double> wordRow(const std::string& label, Index width);

/// These four do the same to the row of X (of every batch item) or X_kv, labels, token ids, dOut, and the row and
/// column of padding, explicit mask, bias, paint and global tokens. A new token takes the row of an equal token, else
/// wordRow(); it is a real key, allowed everywhere, without bias. Where the scene had no labels it gets "t0", "t1",
/// ... Mask axes of size 1 are broadcast and stay so.
Result<Scene> insertToken(const Scene& scene, Side side, Index at, const std::string& label);
Result<Scene> removeToken(const Scene& scene, Side side, Index at);
/// `to` is the position after the move.
Result<Scene> moveToken(const Scene& scene, Side side, Index from, Index to);
/// Takes the row of an equal token when there is one, else keeps its row.
Result<Scene> renameToken(const Scene& scene, Side side, Index at, const std::string& label);

/// Replaces all tokens. A word that was there keeps its row, and what was masked or painted for it follows it; what
/// belonged to words that are gone is dropped, and the note says so.
Result<Edited> setSentence(const Scene& scene, Side side, const std::vector<std::string>& labels);

/// Gives the keys and values a sentence of their own, as wide as X. Masks over the old keys are dropped (see the
/// note).
Result<Edited> makeCross(const Scene& scene, const std::vector<std::string>& labels);
/// Keys and values from X again; W_k and W_v keep their overlap. Masks are kept when there are as many keys as
/// before.
Result<Edited> makeSelf(const Scene& scene);

// --- Sizes --------------------------------------------------------------------------------------------------------

/// Each keeps what overlaps (heads each their own columns) and fills with zeros. Errors: OutOfRange below 1,
/// TooLarge with the bytes a tensor would need beyond 1 GiB.
Result<Scene> setModelWidth(const Scene& scene, Index dModel);
Result<Scene> setContextWidth(const Scene& scene, Index dKv);
Result<Scene> setKeyWidth(const Scene& scene, Index dk);
Result<Scene> setValueWidth(const Scene& scene, Index dv);

/// Keeps dk and dv: heads are added (seeded random columns, zero biases, random rows of W_o) or removed at the end.
/// The key-value heads follow when there was one per head; else they must divide the new number.
Result<Scene> setHeads(const Scene& scene, Index heads);
/// Errors: OutOfRange naming the divisors of the number of heads.
Result<Scene> setKvHeads(const Scene& scene, Index kvHeads);
/// The same matrices cut into another number of heads (as many key-value heads): no number changes.
/// Errors: "10 columns of W_q are not divisible by 4 heads; try 1, 2, 5, 10."
Result<Scene> splitHeads(const Scene& scene, Index heads);

struct NewScene {
    Index batch = 1, tokens = 3;
    Index contextTokens = -1;   ///< Below zero: self-attention.
    Index dModel = 4, dKv = 4;  ///< dKv only with context tokens.
    Index heads = 1, kvHeads = 1, dk = 2, dv = 2;
    bool hasOutput = false;  ///< With a W_o of dModel columns.
};
/// Seeded random: X normal of variance 1, each W of variance 1 / rows. The same sizes and seed give the same scene.
/// Errors    OutOfRange for a size that is not from 1 (tokens: 0) to 2^20; TooLarge beyond 1 GiB for one tensor.
Result<Scene> newScene(const NewScene& sizes, std::uint64_t seed);

// --- Mask ---------------------------------------------------------------------------------------------------------

enum class PaintMode { Allow, Forbid, Erase };
Result<Scene> paintCells(const Scene& scene, const std::vector<Cell>& cells, PaintMode mode);
Scene clearPaint(const Scene& scene);
Result<Scene> toggleGlobal(const Scene& scene, Index token);
Result<Scene> setPadding(const Scene& scene, Index batch, Index key, bool isReal);
/// Opens or closes cells of one head in the explicit mask, in every batch item or in the items that the mask tells apart. A
/// mask in which every cell is open is taken away.
Result<Scene> setExplicit(const Scene& scene, Index head, const std::vector<Cell>& cells, bool isOpen);
/// One number of the additive bias of one head, likewise. Without a bias there are zeros.
Result<Scene> setBias(const Scene& scene, Index head, const Cell& cell, double value);
Result<Scene> toggleSilenced(const Scene& scene, Index head);

}  // namespace attn

#pragma once
#include <QWidget>
#include <memory>
#include <vector>

#include "ui/matrix/matrix_picture.h"

namespace attn::ui {

enum class FillKind { Zeros, Identity, Random };

/// A matrix that the scene does without.
struct MissingMatrix {
    int id = 0;
    MatrixName name;
    QString sentence;  ///< "Not used: the output is the joined heads."
    QString action;    ///< "Add W_o"
};

/// The content of the dock "Matrices": which of them is shown, fill, digits, the matrices, and one line that holds a
/// hint or the reason of a refusal.
class MatrixPanel : public QWidget {
    Q_OBJECT
  public:
    explicit MatrixPanel(QWidget* parent = nullptr);
    ~MatrixPanel() override;

    /// Matrices in the order in which they are offered; missing ones come where their ids sort.
    void setPictures(std::vector<MatrixPicture> pictures, std::vector<MissingMatrix> missing);
    /// -1: all. An id that is not there means all.
    void setChosenMatrix(int id);
    int chosenMatrix() const;
    void setDecimals(int decimals);
    /// Leaves only the header of 36 px, which then names the shapes.
    void setFolded(bool isFolded);
    bool isFolded() const;
    /// In the line at the bottom; empty: the hint again.
    void showMessage(const QString& text, bool isFault);

  signals:
    void cellEdited(int id, attn::Index row, attn::Index col, double value);
    void blockEdited(int id, attn::Index row, attn::Index col, const attn::Matrix& values);
    void gestureStarted();
    void gestureEnded();
    void cellChosen(int id, attn::Index row, attn::Index col);
    void groupChosen(int id, attn::Index group);
    void fillRequested(int id, attn::ui::FillKind kind, quint64 seed);  ///< seed: for Random
    void addRequested(int id);
    void removeRequested(int id);
    void decimalsChanged(int decimals);
    void chosenMatrixChanged(int id);  ///< -1: all
    void foldedChanged(bool isFolded);

  private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

}  // namespace attn::ui

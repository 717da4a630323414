#pragma once
#include <QWidget>
#include <map>
#include <optional>
#include <vector>

#include "ui/matrix/matrix_picture.h"

class QMenu;
class QToolButton;

namespace attn::ui {

class EmptyState;
class IconButton;
class IntBox;
class MatrixView;
class RunLabel;
class SegmentedControl;

enum class FillKind { Zeros, Identity, Random };

/// A matrix that the scene does without.
struct MissingMatrix {
    int id = 0;
    MatrixName name;
    QString sentence;  ///< "Not used: the output is the joined heads."
    QString action;    ///< "Add W_o"
    bool operator==(const MissingMatrix&) const = default;
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
    /// Room at the left of everything, 16 px at first.
    void setLeftMargin(int margin);
    /// At the end of the header.
    void addHeaderButton(QWidget* button);
    /// In the line at the bottom; empty: the hint again.
    void showMessage(const QString& text, bool isFault);
    /// The matrix that has the keyboard or had it last; -1: none.
    int activeMatrix() const { return m_active; }
    /// Null for an id that is not there.
    MatrixView* view(int id) const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

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

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    /// What decides where a matrix stands.
    struct Place {
        int id;
        MatrixName name;
        AxisRole role;
        QString size;
        QSize whole;
        bool operator==(const Place&) const = default;
    };
    /// A matrix that is there, or the place of one that is not.
    struct Entry {
        int id;
        const MatrixPicture* picture = nullptr;   ///< Into m_pictures; null: missing.
        const MissingMatrix* missing = nullptr;
    };
    std::vector<Entry> entries() const;
    std::vector<Place> places() const;
    const MatrixPicture* pictureOf(int id) const;
    void buildHeader();
    MatrixView* makeView(int id);
    void updateWords();
    void updateHeader();
    bool fitsAll() const;
    void arrange();
    void placeAll();
    void placeOne(int id);
    int fillTarget() const;
    void fillMenu();
    void askForSeed(int id);

    std::vector<MatrixPicture> m_pictures;
    std::vector<MissingMatrix> m_missing;
    std::map<int, MatrixView*> m_views;
    std::map<int, EmptyState*> m_places;         ///< For missing ones.
    std::map<int, RunLabel*> m_placeNames;
    std::vector<Place> m_placed;                 ///< What arrange() saw.
    std::vector<QString> m_words;
    int m_chosen = -1;
    int m_active = -1;                            ///< The matrix that had the keyboard last.
    int m_left = 16;
    bool m_isFolded = false;
    bool m_isFault = false;
    QString m_message;

    QWidget* m_header;
    QWidget* m_body;
    SegmentedControl* m_segments;
    RunLabel* m_name;
    RunLabel* m_digitsName;
    RunLabel* m_line;
    QToolButton* m_fill;
    QMenu* m_fillMenu;
    IntBox* m_digits;
    IconButton* m_fold;
};

}  // namespace attn::ui

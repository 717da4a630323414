#pragma once
#include <QScrollArea>

#include "ui/explain/explanation_picture.h"

namespace attn::ui {

class ExplanationPage;

/// The arithmetic of the chosen cell. 288 to 360 px wide; scrolls down, never sideways.
/// The exact value of a number is its tooltip; Ctrl+C copies everything as text. Left, Right, Home and End choose
/// another bar of the row; Enter and Space show in full what is shortened, and shorten it again.
class ExplanationView : public QScrollArea {
    Q_OBJECT

  public:
    explicit ExplanationView(QWidget* parent = nullptr);

    void setPicture(const ExplanationPicture& picture);
    const ExplanationPicture& picture() const;
    /// Draws the old numbers at 60 % while new ones are computed.
    void setDimmed(bool isDimmed);
    /// The page is no wider than this, where the view is; 0: as wide as the view.
    void setPageLimit(int width);
    QSize sizeHint() const override;

  signals:
    /// A bar of the row was chosen.
    void keyChosen(attn::Index key);
    void foldToggled(attn::ui::ExplainFold fold);

  protected:
    void keyPressEvent(QKeyEvent*) override;
    void contextMenuEvent(QContextMenuEvent*) override;
    void resizeEvent(QResizeEvent*) override;

  private:
    void copyText() const;
    bool chooseBar(int key);
    bool toggleFolds();

    void layOut();

    ExplanationPage* m_page;
    int m_limit = 0;
};

}  // namespace attn::ui

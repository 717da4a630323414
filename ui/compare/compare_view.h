#pragma once
#include <QPixmap>
#include <QWidget>
#include <optional>

#include "ui/compare/compare_layout.h"

namespace attn::ui {

/// A, B and their difference side by side. A cell pointed at or chosen in one is lit in all.
class CompareView : public QWidget {
    Q_OBJECT

  public:
    explicit CompareView(QWidget* parent = nullptr);

    void setPicture(ComparePicture picture) {
        CompareSurvey survey = surveyCompare(picture);
        setPicture(std::move(picture), std::move(survey));
    }
    /// The survey of a large picture takes a while: it may have been made elsewhere.
    void setPicture(ComparePicture picture, CompareSurvey survey);
    const ComparePicture& picture() const { return m_picture; }
    /// Shown as chosen; -1 chooses no row or no column. Emits nothing.
    void setSelection(Index row, Index col);
    /// A cell pointed at elsewhere, or a row or a column alone; -1 for none. Emits nothing.
    void setHover(Index row, Index col);
    void setTheme(ThemeKind kind);
    /// The figure dimmed to 60 %: a newer one is being computed.
    void setDimmed(bool isDimmed);
    const HeatmapMarks& marks() const { return m_marks; }

    const CompareLayout& currentLayout() const;
    /// Middle of a cell of a panel in the widget's coordinates.
    QPointF cellCentre(int panel, Index row, Index col) const;
    QSize sizeHint() const override { return {720, 400}; }
    QSize minimumSizeHint() const override { return {320, 160}; }

  signals:
    void cellChosen(attn::Index row, attn::Index col);
    void cellHovered(attn::Index row, attn::Index col);
    void hoverLeft();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void forget();
    void describe();
    void pointAt(const HeatmapCell& cell, const QPoint& global);
    HeatmapOptions options() const;

    ComparePicture m_picture;
    CompareSurvey m_survey;
    HeatmapMarks m_marks;
    const Theme* m_theme;
    mutable std::optional<CompareLayout> m_layout;  ///< None: to be made anew.
    QPixmap m_cells;                                ///< The painted cells; null: to be painted anew.
    bool m_isDimmed = false;
};

}  // namespace attn::ui

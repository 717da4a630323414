#pragma once
#include <QPixmap>
#include <QWidget>
#include <optional>

#include "ui/steps/steps_painter.h"

namespace attn::ui {

/// The computation as a row of matrices. Arrow keys move the chosen cell inside its matrix, Tab goes from matrix to
/// matrix, Page Up and Page Down walk the steps, Space asks for the walk to start or to stop.
class StepsView : public QWidget {
    Q_OBJECT

  public:
    explicit StepsView(QWidget* parent = nullptr);

    void setPicture(StepsPicture picture);
    const StepsPicture& picture() const { return m_picture; }
    /// Emits nothing.
    void setMarks(StepMarks marks);
    const StepMarks& marks() const { return m_marks; }
    /// What is pointed at elsewhere, one per matrix: a row, a column or a cell. Emits nothing.
    void setPointed(std::vector<HeatmapCell> cells);
    void setTheme(ThemeKind kind);
    /// Height that a cell may have, at 100 %.
    static constexpr double kUsualCell = 38.0;
    void setLargestCell(double height);
    /// The matrices stand in the middle, not at the left and top.
    void setCentred(bool isCentred);
    /// Middle of a cell in the widget's coordinates.
    QPointF cellCentre(int matrix, Index row, Index col) const;
    const StepsLayout& currentLayout() const;

    QSize sizeHint() const override { return {720, 400}; }
    QSize minimumSizeHint() const override { return {320, 140}; }

  signals:
    void cellChosen(int matrix, attn::Index row, attn::Index col);
    /// Another matrix, without a cell of it: the one before or after.
    void matrixChosen(int matrix);
    void stepAsked(int by);
    void walkToggled();
    void cellHovered(int matrix, attn::Index row, attn::Index col);
    void hoverLeft();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void changeEvent(QEvent* event) override;

  private:
    void forget();
    void describe();
    void pointAt(const StepCell& cell, const QPoint& global);
    HeatmapOptions options() const;

    StepsPicture m_picture;
    StepsSurvey m_survey;
    StepMarks m_marks;
    StepCell m_hover;
    std::vector<HeatmapCell> m_pointed;
    const Theme* m_theme;
    double m_largestCell = kUsualCell;
    bool m_isCentred = false;
    mutable std::optional<StepsLayout> m_layout;  ///< None: to be made anew.
    QPixmap m_painted;                            ///< All but the marks; null: to be painted anew.
};

}  // namespace attn::ui

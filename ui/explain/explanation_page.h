#pragma once
#include <QWidget>
#include <functional>
#include <optional>
#include <vector>

#include "ui/explain/explanation_picture.h"

namespace attn::ui {

/// The painted page inside the scroll area. Its height follows from its width.
class ExplanationPage : public QWidget {
    Q_OBJECT

  public:
    explicit ExplanationPage(QWidget* parent = nullptr);

    void setPicture(const ExplanationPicture& picture);
    const ExplanationPicture& picture() const { return m_picture; }
    void setDimmed(bool isDimmed);
    /// Places everything anew and takes the height that this needs.
    void setPageWidth(int width);
    /// What stands at `point` in full: a number's every digit, or a text that was cut.
    QString exactAt(QPointF point) const;
    /// Middle of the bar of `key` in the page's coordinates; nothing when it has none.
    std::optional<QPointF> barCentre(Index key) const;
    /// Middle of the first line that shortens or shows in full; nothing when there is none.
    std::optional<QPointF> foldCentre(ExplainFold fold) const;

  signals:
    void keyChosen(attn::Index key);
    void foldToggled(attn::ui::ExplainFold fold);

  protected:
    void paintEvent(QPaintEvent*) override;
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    /// A piece of text at its place.
    struct Text {
        QRectF box;          ///< Clipped to it; the baseline follows from its height.
        TextRuns runs;
        int pixels = 14;
        bool isRight = false;
        bool isFault = false;
        QString exact;
        bool isWarning = false;
    };
    struct Bar {
        QRectF trough;
        std::size_t index;   ///< In the picture's bars.
    };
    struct Fold {
        QRectF line;
        ExplainFold fold;
    };
    struct Columns {
        std::vector<double> widths;
        double gap = 8.0;
        int pixels = 14;
    };

    void layOut();
    ExplainFold foldAt(QPointF point) const;
    void placeWarning(double& y);
    void placeHeadline(double& y);
    /// `number` 0: the only one.
    void placeSection(double& y, const ExplainSection& section, std::size_t number);
    void placeBars(double& y);
    void placeWrapped(double& y, const TextRuns& runs, int pixels, double lineHeight);
    void placeRule(double& y);
    void placeHeading(double& y, const TextRuns& title, const TextRuns& note);
    Columns columnsOf(const ExplainSection& section) const;
    void drawText(QPainter& painter, const Text& text) const;
    void drawBar(QPainter& painter, const Bar& bar) const;
    double inner() const { return m_width - 32.0; }

    ExplanationPicture m_picture;
    std::vector<Text> m_texts;
    std::vector<QRectF> m_lines;
    std::vector<Bar> m_bars;
    std::vector<Fold> m_folds;
    QRectF m_warning;
    double m_width = 288.0;
    bool m_isDimmed = false;
};

}  // namespace attn::ui

#pragma once
#include <QWidget>
#include <vector>

#include "ui/widgets/text_runs.h"

class QSlider;

namespace attn::ui {

class NumberBox;

/// A name, a slider that stops at given places, and the exact value in a box beside it. The box may hold what no place
/// has; the handle then stands at the nearest.
class PlaceSlider : public QWidget {
    Q_OBJECT

  public:
    /// `name` is what a screen reader says: "Temperature".
    PlaceSlider(const TextRuns& label, const QString& name, QWidget* parent = nullptr);

    /// Ascending; at least one. The box reaches from `least` to `most`.
    void setPlaces(const std::vector<double>& places, double least, double most);
    void setDecimals(int decimals);
    void setValue(double value);  ///< Never emits edited().
    double value() const;
    void setTip(const QString& text);
    /// Where the handle stands.
    double place() const;

  signals:
    void edited(double value);  ///< A person changed it.
    void gestureStarted();
    void gestureEnded();

  private:
    QSlider* m_slider;
    NumberBox* m_box;
    std::vector<double> m_places{0.0};
};

}  // namespace attn::ui

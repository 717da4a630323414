#pragma once
#include <QWidget>

#include "src/viewmodel/softmax_row_picture.h"
#include "src/window/session.h"

class QComboBox;

namespace attn::ui {
class IntBox;
class PlaceSlider;
class SegmentedControl;
}  // namespace attn::ui

namespace attn::app {

/// The strip above a row of weights: whose row it is, and sliders for d_k, scale and temperature.
///
/// Of the scene's row scale and temperature change the scene, as one step of undo for each drag, and d_k is the scene's own.
/// Of a random row all three are the row's alone.
class RowControls : public QWidget {
    Q_OBJECT

  public:
    explicit RowControls(Session& session, QWidget* parent = nullptr);

    bool isRandom() const;
    const RandomRow& randomRow() const { return m_random; }
    void setRandomKey(Index key) { m_randomKey = key; }
    Index randomKey() const { return m_randomKey; }
    Upstream upstream() const;
    /// What the sliders act on, in a sentence.
    QString actsOn() const;
    /// As the scene is, whoever changed it.
    void showScene();

  signals:
    /// Another row is wanted, or another gradient.
    void changed();

  private:
    void build();
    void connectControls();
    void setScale(double value);
    void setTemperature(double value);

    Session& m_session;
    ui::SegmentedControl* m_source;
    QComboBox* m_upstream;
    QWidget* m_upstreamRow;
    QWidget* m_randomBoxes;
    ui::IntBox *m_keys, *m_seed;
    ui::PlaceSlider *m_width, *m_scale, *m_temperature;
    RandomRow m_random;
    Index m_randomKey = 0;
    bool m_isStandardScale = true;  ///< Of the random row: it follows d_k.
};

}  // namespace attn::app

#pragma once
#include <QTimer>
#include <optional>

#include "src/live/background_job.h"
#include "src/viewmodel/tile_walk_picture.h"
#include "src/window/instrument.h"
#include "src/window/instruments/shape_bar.h"

class QPushButton;
class QSlider;

namespace attn::ui {
class OptionStrip;
class RunLabel;
class SegmentedControl;
class TileWalkView;
}  // namespace attn::ui

namespace attn::app {

/// The chosen head worked through tile by tile: played, or step by step in both directions.
class TileWalkInstrument : public Instrument {
    Q_OBJECT

  public:
    TileWalkInstrument(Session& session, ShapeChoice& choice, QObject* parent);

    QWidget* body() override { return m_body; }
    QString title() const override { return tr("Tile walk"); }
    QString subtitle() const override;
    QString note() const override;
    QStringList explanation() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;
    QString view() const override { return QStringLiteral("tiles"); }
    bool isWorking() const override { return m_job.isRunning(); }
    void cancelWork() override { m_job.cancel(); }

    int position() const { return m_position; }
    bool isPlaying() const { return m_timer.isActive(); }
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void build();
    QWidget* makeTransport();
    void takeTiling();
    void walk();
    void show(int position, bool moves);
    void stepBy(int by);
    void togglePlay();
    void stop();
    int count() const { return m_walked ? static_cast<int>(m_walked->walk.steps.size()) : 0; }
    /// Milliseconds from one tile to the next at the chosen speed.
    int pace() const;

    QWidget* m_body;
    ui::TileWalkView* m_view;
    ui::IntBox* m_queryRows;
    ui::IntBox* m_keyRows;
    ui::SegmentedControl* m_order;
    ui::LinkButton* m_follow;
    ui::SegmentedControl* m_speed;
    QPushButton* m_play;
    QSlider* m_slider;
    ui::RunLabel* m_place;
    QTimer m_timer;  ///< Runs only while a person has asked for the walk.
    BackgroundJob m_job;
    std::optional<FlashTiling> m_own;  ///< A person's own tiles; none: those that the scene proposes.
    std::optional<WalkedHead> m_walked;
    std::shared_ptr<const Evaluation> m_of;  ///< What is walked or being walked,
    Index m_batch = -1, m_head = -1;         ///< and which head of it,
    FlashTiling m_tiling;                    ///< in which tiles.
    int m_position = 0;
};

}  // namespace attn::app

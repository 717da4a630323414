#pragma once
#include "core/cost/devices.h"
#include "src/window/instruments/count_instrument.h"

class QCheckBox;

namespace attn::ui {
class GrowthView;
class NumberBox;
}  // namespace attn::ui

namespace attn::app {

/// Bytes between chip and main memory over the sequence length, on a device of the list or with a person's own
/// numbers.
class TrafficInstrument : public CountInstrument {
    Q_OBJECT

  public:
    TrafficInstrument(Session& session, ShapeChoice& choice, QObject* parent);

    QString title() const override { return tr("Traffic"); }
    QString subtitle() const override;
    QString note() const override;
    QStringList explanation() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;
    QString view() const override { return QStringLiteral("traffic"); }

    const Device& device() const { return m_device; }

  private:
    void choose(int place);
    void takeOwn();
    void showNumbers();

    ui::GrowthView* m_view;
    ShapeBar* m_shape;
    QComboBox* m_devices;
    ui::NumberBox* m_bandwidth;
    ui::NumberBox* m_rate;
    ui::IntBox* m_onChip;
    QCheckBox* m_backward;
    Device m_device;
};

}  // namespace attn::app

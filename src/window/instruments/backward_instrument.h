#pragma once
#include "src/window/instruments/count_instrument.h"

namespace attn::ui {
class GrowthView;
}

namespace attn::app {

/// What a training step costs with the weights kept, and with the weights made again.
class BackwardInstrument : public CountInstrument {
    Q_OBJECT

  public:
    BackwardInstrument(Session& session, ShapeChoice& choice, QObject* parent);

    QString title() const override { return tr("Backward"); }
    QString subtitle() const override;
    QString note() const override;
    QStringList explanation() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;
    QString view() const override { return QStringLiteral("backward"); }

  private:
    ui::GrowthView* m_view;
    ShapeBar* m_shape;
};

}  // namespace attn::app

#pragma once
#include "core/cost/layer_table.h"
#include "src/window/instruments/count_instrument.h"

namespace attn::ui {
class LayerKindsView;
}

namespace attn::app {

/// Self-attention beside recurrent, convolution and restricted layers, for the scene's n and d or a person's own.
class LayersInstrument : public CountInstrument {
    Q_OBJECT

  public:
    LayersInstrument(Session& session, ShapeChoice& choice, QObject* parent);

    QString title() const override { return tr("Layers"); }
    QString subtitle() const override;
    QString note() const override;
    QStringList explanation() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;
    QString view() const override { return QStringLiteral("kinds"); }

  private:
    LayerSettings settings() const;

    ui::LayerKindsView* m_view;
    ui::IntBox* m_n;
    ui::IntBox* m_d;
    ui::IntBox* m_kernel;
    ui::IntBox* m_neighbourhood;
    ui::LinkButton* m_follow;
    bool m_isOwn = false;  ///< A person has given n or d: they follow the scene no more.
};

}  // namespace attn::app

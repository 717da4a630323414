#pragma once
#include <functional>
#include <vector>

#include "src/window/instrument.h"
#include "src/window/instruments/shape_bar.h"

class QStackedWidget;

namespace attn::ui {
class SegmentedControl;
}

namespace attn::app {

/// Naive against flash: several views behind one row of words. Each is an instrument of its own without a frame.
class FlashInstrument : public Instrument {
    Q_OBJECT

  public:
    FlashInstrument(Session& session, QObject* parent);

    QWidget* body() override;
    QWidget* controls() override;
    QString title() const override { return tr("Naive against flash"); }
    QString subtitle() const override { return shown().subtitle(); }
    QString note() const override { return shown().note(); }
    QStringList explanation() const override { return shown().explanation(); }
    void refresh() override { shown().refresh(); }
    std::optional<SceneFigure> figure() const override { return shown().figure(); }
    QString view() const override { return shown().view(); }
    void showView(const QString& id) override;
    bool isWorking() const override;
    void cancelWork() override;

    /// Of all views, as in `headscope render --view`; the first is the one that opens.
    static QStringList viewIds();

  private:
    Instrument& shown() const { return *m_places[static_cast<std::size_t>(m_current)].instrument; }
    void show(int place);

    struct Place {
        QStringList ids;
        QString word;
        std::function<Instrument*()> make;
        Instrument* instrument = nullptr;  ///< Made when it is first shown.
    };
    ShapeChoice m_choice;
    std::vector<Place> m_places;
    QStackedWidget* m_body;
    ui::SegmentedControl* m_words;
    int m_current = 0;
};

}  // namespace attn::app

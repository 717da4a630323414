#pragma once
#include <QStackedWidget>
#include <vector>

#include "src/window/instrument.h"

namespace attn::ui {
class InstrumentFrame;
}

namespace attn::app {

/// The middle of the window: one instrument at a time, each in its frame. Instruments are made when first shown.
class Centre : public QStackedWidget {
    Q_OBJECT

  public:
    explicit Centre(Session& session, QWidget* parent = nullptr);

    void show(int index);
    /// The dock of explanations is seen, or not.
    void explainOutside(bool isOutside);
    /// An instrument, or a view inside one.
    void showById(const QString& id);
    int current() const { return m_current; }
    QString currentId() const;
    /// The view inside the instrument that is shown, or its id where it has but one.
    QString currentView() const;
    Instrument* instrument() const;
    ui::InstrumentFrame* frame() const;

  signals:
    void currentChanged(int index);
    /// Title, note or explanation of the instrument that is shown may have changed.
    void wordsShown();
    /// Work of the instrument's own has ended.
    void workDone();

  protected:
    void changeEvent(QEvent* event) override;

  private:
    struct Place {
        ui::InstrumentFrame* frame = nullptr;
        Instrument* instrument = nullptr;
    };
    void make(int index);
    void refresh();
    void showWords();
    void showState();

    Session& m_session;
    std::vector<Place> m_places;
    int m_current = -1;
    bool m_isExplainedOutside = false;
};

}  // namespace attn::app

#pragma once
#include <QMenu>
#include <QWidget>
#include <array>

#include "src/window/session.h"

class QComboBox;
class QPushButton;

namespace attn::app {

/// What stands as A and as B, and what can be done with the snapshots. It chooses; the instrument compares.
class CompareStrip : public QWidget {
    Q_OBJECT

  public:
    /// A snapshot, or without a scene the one that is open.
    using Choice = Snapshot;

    explicit CompareStrip(Session& session, QWidget* parent = nullptr);

    const Choice& a() const { return m_choices[0]; }
    const Choice& b() const { return m_choices[1]; }
    /// Its name as the boxes say it; "now" for the open scene.
    QString nameOf(const Choice& choice) const;
    /// To be called when the snapshots may be others. A choice that is gone becomes the first snapshot against now.
    void showChoices();

  signals:
    /// A person has chosen.
    void chosen();

  private:
    void build();
    void fillMenu();
    void choose(std::size_t side, int index);
    void swapSides();
    void takeCompared();
    void keepCompared();
    Choice found(const Choice& choice, const Choice& otherwise) const;
    const Snapshots& snapshots() const { return m_session.document().snapshots(); }

    Session& m_session;
    std::array<Choice, 2> m_choices;
    std::array<QComboBox*, 2> m_boxes;
    QPushButton* m_swap;
    QMenu m_menu;
};

}  // namespace attn::app

#pragma once
#include <vector>

#include "src/viewmodel/lines_picture.h"
#include "src/window/instrument.h"

class QComboBox;
class QMenu;
class QToolButton;

namespace attn::ui {
class IntBox;
class LinesView;
class NumberBox;
class RunLabel;
}  // namespace attn::ui

namespace attn::app {

/// The weights of one or several heads as lines from queries to keys.
class LinesInstrument : public Instrument {
    Q_OBJECT

  public:
    LinesInstrument(Session& session, QObject* parent);

    QWidget* body() override;
    QWidget* controls() override { return m_controls; }
    QString title() const override { return tr("Lines"); }
    QString subtitle() const override;
    QString note() const override;
    void refresh() override;
    std::optional<SceneFigure> figure() const override;
    Walk walk() const override { return headWalk(); }
    void walkTo(int step) override { walkToHead(step); }

  private:
    enum class Shown { Chosen, All, Picked };

    void build();
    void connectView();
    void fillMenu();
    void showRule();
    void changed();
    std::vector<Index> heads() const;
    QString headWords() const;
    ui::LinesPicture picture() const;

    ui::LinesView* m_view;
    QWidget* m_controls;
    QToolButton* m_headButton;
    QMenu* m_headMenu;
    QComboBox* m_ruleBox;
    ui::NumberBox* m_threshold;
    ui::IntBox* m_count;
    ui::IntBox* m_percent;
    ui::RunLabel* m_percentSign;
    LinesRule m_rule;
    Shown m_shown = Shown::Chosen;
    std::vector<Index> m_picked;  ///< Ascending, at most four.
};

}  // namespace attn::app

#pragma once
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "src/export/scene_figure.h"
#include "src/window/session.h"
#include "ui/explain/explanation_picture.h"
#include "ui/widgets/text_runs.h"

class QWidget;

namespace attn::app {

/// One way of looking at the scene: a body that fills the centre, controls for the head of its frame, and words.
/// It listens to nothing itself: the centre calls refresh() when something that it shows may have changed.
class Instrument : public QObject {
    Q_OBJECT

  public:
    Instrument(Session& session, QObject* parent) : QObject(parent), m_session(session) {}

    virtual QWidget* body() = 0;
    virtual QWidget* controls() { return nullptr; }
    virtual QString title() const = 0;
    virtual QString subtitle() const = 0;
    /// One or two true sentences about what is seen.
    virtual QString note() const = 0;
    /// More than the note can hold, for the dock of explanations; empty: the arithmetic of the chosen cell stands there.
    virtual QStringList explanation() const { return {}; }
    /// How the number that it has chosen came about, for the dock of explanations; nothing: the chosen weight's
    /// stands there.
    virtual std::optional<ui::ExplanationPicture> arithmetic(const ui::ExplainUnfolded&) const { return {}; }
    /// The dock of explanations is seen, or not: what it tells need not stand in the body as well.
    virtual void explainOutside(bool isOutside) { static_cast<void>(isOutside); }
    virtual void refresh() = 0;
    /// What Export writes: the figure as shown. Nothing when there is nothing to show yet.
    virtual std::optional<SceneFigure> figure() const = 0;
    /// Of the views inside it, as in `headscope render --view`, the one that is shown; empty: there is only one.
    virtual QString view() const { return {}; }
    virtual void showView(const QString&) {}
    /// Work of its own is going on whose result is not shown yet.
    virtual bool isWorking() const { return false; }

    /// What a presentation walks through, and where it is; without names there is no walk.
    struct Walk {
        QStringList names;
        int current = -1;
    };
    virtual Walk walk() const { return {}; }
    virtual void walkTo(int step) { static_cast<void>(step); }
    /// It is being presented, or no longer: what would be read twice, or too small, goes.
    virtual void present(bool isOn) { static_cast<void>(isOn); }
    /// What a presentation says of the chosen cell, from the longest form to the shortest.
    virtual std::vector<ui::TextRuns> presentedLines() const;
    /// Its type in a presentation, as a part of what a room needs: less where a figure would not fit.
    virtual double presentedScale() const { return 1.0; }

  signals:
    /// Title, subtitle or note may have changed without the session's knowing.
    void wordsChanged();
    /// Long work of the instrument's own; a fraction of 1 or more ends it.
    void working(double fraction, const QString& words);

  public slots:
    virtual void cancelWork() {}

  protected:
    Session& session() const { return m_session; }
    /// A walk from head to head; none where they are too many to name.
    Walk headWalk() const;
    void walkToHead(int head);

  private:
    Session& m_session;
};

/// A line of the registry: adding an instrument to the program is adding one.
struct InstrumentEntry {
    QString id;     ///< As in `headscope render --view`.
    QString title;  ///< On its tab.
    std::function<Instrument*(Session&, QObject*)> make;
    QStringList views = {};  ///< Further views inside it, as in `headscope render --view`.
};

const std::vector<InstrumentEntry>& instrumentRegistry();

}  // namespace attn::app

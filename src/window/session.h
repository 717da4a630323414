#pragma once
#include <QObject>
#include <optional>

#include "src/document/document.h"
#include "src/live/live_evaluation.h"
#include "ui/selection/selection.h"

namespace attn::app {

/// What stands as A and as B in a comparison: a snapshot by its place, or -1, the scene as it is.
struct Compared {
    Index a = 0;
    Index b = -1;
    bool operator==(const Compared&) const = default;
};

/// What every part of the window shares: the document, the one selection, and the newest evaluation.
/// Parts tell it what a person did and listen to its signals; they do not know each other.
class Session : public QObject {
    Q_OBJECT

  public:
    explicit Session(QObject* parent = nullptr);

    Document& document() { return m_document; }
    const Scene& scene() const { return m_document.scene(); }
    const ui::Selection& selection() const { return m_selection; }
    void select(const ui::Selection& selection);
    const Compared& compared() const { return m_compared; }
    /// A person has chosen it: it is remembered, and nobody is told.
    void keepCompared(const Compared& compared) { m_compared = compared; }
    /// A file says so.
    void setCompared(const Compared& compared);

    /// The newest evaluation that succeeded; null before the first and after a change of shape. It may be older than
    /// the scene, but has its shapes.
    const LiveResult& result() const { return m_result; }
    bool hasResult() const { return m_result.evaluation != nullptr; }
    /// The result is of the very scene that is open.
    bool isUpToDate() const { return m_result.scene == m_document.snapshot(); }
    /// Why the newest scene could not be evaluated; empty when it could.
    const QString& fault() const { return m_fault; }

    /// Makes `next` the scene as one undo step, or tells why it cannot be. Returns that reason; empty: it is done.
    QString edit(Part part, const QString& text, Result<Scene> next);
    void beginGesture() { m_document.beginGesture(); }
    void endGesture() { m_document.endGesture(); }
    /// Shows a sentence that something was refused; the scene is as it was.
    void refuse(const QString& sentence) { emit refused(sentence); }
    /// Shows what an edit did besides what was asked.
    void tell(const QString& sentence) { emit told(sentence); }
    void resetToOpened();

    /// Stops an evaluation that is going on; isStopped() until the next one.
    void cancelEvaluation();
    bool isStopped() const { return m_isStopped; }
    void evaluateAgain();
    /// Evaluations from now on hold the metrics of heads, which sorting needs, or leave them out.
    void setMetricsWanted(bool areWanted);

  signals:
    void sceneChanged(attn::app::Part part);
    void resultChanged();
    void selectionChanged();
    void comparedChanged();
    void refused(const QString& sentence);
    void told(const QString& sentence);
    /// A token under the mouse somewhere, or -1: the views light its row or column.
    void tokenPointedAt(attn::Index token, bool isContext);
    /// A cell under the mouse somewhere, or -1 for both: the chips of its tokens are lit.
    void cellPointedAt(attn::Index query, attn::Index key);
    void progressed(double fraction);

  private:
    void takeChange(Part part);
    void accept(const LiveResult& result);

    Document m_document;
    LiveEvaluation m_live;
    ui::Selection m_selection;
    Compared m_compared;
    LiveResult m_result;
    QString m_fault;
    bool m_isStopped = false;
    bool m_areMetricsWanted = false;
};

}  // namespace attn::app

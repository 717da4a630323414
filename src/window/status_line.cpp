#include "src/window/status_line.h"

#include <QEvent>
#include <algorithm>

#include "core/cost/memory.h"
#include "src/viewmodel/words.h"
#include "ui/matrix/number_text.h"
#include "ui/widgets/run_label.h"

namespace attn::app {
namespace {

using ui::TextRun;

/// q1 “cat” → k0 “The”, and the weight with the digits that its type holds.
ui::TextRuns chosenWeight(const LiveResult& result, const ui::Selection& chosen) {
    const Evaluation& evaluation = *result.evaluation;
    const Dimensions& dims = evaluation.dims;
    if (chosen.query >= dims.nq || chosen.key >= dims.nk || !evaluation.weights.has())
        return {};
    const Index at = ((chosen.batch * dims.heads + chosen.head) * dims.nq + chosen.query) * dims.nk + chosen.key;
    const auto named = [](const std::string& label) { return u' ' + quoted(QString::fromStdString(label)); };
    ui::TextRuns runs{{QStringLiteral("q"), TextRun::Query, true},
                      {QString::number(chosen.query), TextRun::Subscript},
                      {named(tokenLabel(*result.scene, chosen.query)), TextRun::Query, true},
                      {QStringLiteral(" → ")},
                      {QStringLiteral("k"), TextRun::Key, true},
                      {QString::number(chosen.key), TextRun::Subscript},
                      {named(contextLabel(*result.scene, chosen.key)), TextRun::Key, true}};
    const bool isMasked = evaluation.allowed && (*evaluation.allowed)[at] == 0;
    runs.push_back({isMasked ? StatusLine::tr("  masked") : StatusLine::tr("  weight %1").arg(ui::numberText(evaluation.weights.at(at), 6)),
                    TextRun::Second});
    return runs;
}

}  // namespace

StatusLine::StatusLine(Session& session, QWidget* parent)
    : QStatusBar(parent), m_session(session), m_left(new ui::RunLabel), m_right(new ui::RunLabel) {
    setSizeGripEnabled(false);
    m_left->setPixels(ui::type::kLabel);
    m_right->setPixels(ui::type::kLabel);
    m_right->setAlignment(Qt::AlignRight);
    // Their texts change with every edit: neither asks the window for another place.
    m_left->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    addWidget(m_left, 1);
    addPermanentWidget(m_right);
    connect(&session, &Session::resultChanged, this, &StatusLine::show);
    connect(&session, &Session::selectionChanged, this, &StatusLine::show);
    connect(&session, &Session::refused, this, [this](const QString& sentence) { showMessage(sentence, true); });
    connect(&session, &Session::told, this, [this](const QString& sentence) { showMessage(sentence, false); });
}

void StatusLine::showMessage(const QString& sentence, bool isFault) {
    ui::TextRuns runs;
    if (isFault)
        runs.push_back({QStringLiteral("!  "), TextRun::Accent, true});
    runs.push_back({sentence});
    m_left->setRuns(runs);
}

void StatusLine::show() {
    if (!m_session.fault().isEmpty())
        showMessage(m_session.fault(), true);
    else if (m_session.hasResult())
        m_left->setRuns(chosenWeight(m_session.result(), m_session.selection()));
    if (!m_session.hasResult())
        return;
    const LiveResult& result = m_session.result();
    const Evaluation& evaluation = *result.evaluation;
    const QString head = evaluation.dims.heads > 1 ? tr("head %1 of %2").arg(m_session.selection().head).arg(evaluation.dims.heads)
                                                   : tr("head 0");
    const QString state = m_session.isUpToDate() ? tr("up to date, %1 ms").arg(1e3 * result.seconds, 0, 'f', 1) : tr("older than the edit");
    m_right->setText(QStringLiteral("%1     %2, %3     %4")
                         .arg(head, QString::fromStdString(precisionText(evaluation.precision)),
                              evaluation.path == Path::Naive ? tr("naive path") : tr("flash path"), state),
                     TextRun::Second);
    m_right->setFixedWidth(std::max(m_right->minimumWidth(), m_right->sizeHint().width()));
}

void StatusLine::changeEvent(QEvent* event) {
    QStatusBar::changeEvent(event);
    if (event->type() == QEvent::StyleChange && m_right)
        m_right->setFixedWidth(m_right->sizeHint().width());
}

}  // namespace attn::app

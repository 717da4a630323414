#pragma once
#include <QStackedWidget>

#include "src/window/session.h"
#include "ui/explain/explanation_picture.h"

namespace attn::ui {
class ExplanationView;
}
class QScrollArea;

namespace attn::app {

/// The right dock: how the chosen weight came about, or what an instrument has to say at length.
class ExplanationDock : public QStackedWidget {
    Q_OBJECT

  public:
    explicit ExplanationDock(Session& session, QWidget* parent = nullptr);

    /// Empty `paragraphs`: the arithmetic of the chosen cell.
    void showText(const QString& heading, const QStringList& paragraphs);

  private:
    void show();
    void toggle(ui::ExplainFold fold);

    Session& m_session;
    ui::ExplanationView* m_view;
    QScrollArea* m_text;
    QStringList m_paragraphs;
    ui::ExplainUnfolded m_unfolded;
};

}  // namespace attn::app

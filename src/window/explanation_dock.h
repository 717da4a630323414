#pragma once
#include <QStackedWidget>
#include <functional>
#include <optional>

#include "src/window/session.h"
#include "ui/explain/explanation_picture.h"

namespace attn::ui {
class ExplanationView;
}
class QScrollArea;

namespace attn::app {

/// The right dock: how the chosen number came about, or what an instrument has to say at length.
class ExplanationDock : public QStackedWidget {
    Q_OBJECT

  public:
    explicit ExplanationDock(Session& session, QWidget* parent = nullptr);

    /// Of the instrument that is shown; without it, or where it gives nothing, the chosen weight's is shown.
    std::function<std::optional<ui::ExplanationPicture>(const ui::ExplainUnfolded&)> arithmetic;
    /// Empty `paragraphs`: the arithmetic of the chosen cell, as it is now.
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

#pragma once
#include <functional>

#include "src/window/session.h"
#include "ui/widgets/section.h"

namespace attn::ui {
class MessageStrip;
class NumberBox;
}  // namespace attn::ui
class QComboBox;

namespace attn::app {

/// A section of the left dock: what changes scores and weights besides scale and mask.
class ModifierSection : public ui::Section {
    Q_OBJECT

  public:
    explicit ModifierSection(Session& session, QWidget* parent = nullptr);

    void showScene();
    void clearMessage();
    /// Widths follow the size of the type.
    void sizeBoxes();

  private:
    void change(const QString& text, const std::function<void(Scene&)>& assign);
    void makePosition();
    ui::NumberBox* makeBox(const QString& name, double most, const QString& tip);

    Session& m_session;
    QComboBox* m_position;
    QComboBox* m_pairs;
    QWidget* m_pairsRow;
    ui::NumberBox* m_softcap;
    QComboBox* m_sink;
    ui::NumberBox* m_dropout;
    ui::MessageStrip* m_message;
};

}  // namespace attn::app

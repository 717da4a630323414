#pragma once
#include <QObject>
#include <optional>

#include "core/cost/memory.h"
#include "src/window/session.h"

class QComboBox;
class QWidget;

namespace attn::ui {
class IntBox;
class LinkButton;
}  // namespace attn::ui

namespace attn::app {

/// Heads, widths, batch and type that costs are counted for: the scene's, until a person gives their own.
class ShapeChoice : public QObject {
    Q_OBJECT

  public:
    explicit ShapeChoice(Session& session, QObject* parent = nullptr) : QObject(parent), m_session(session) {}

    /// Nothing while the scene has no valid shape and none was given.
    std::optional<MemoryShape> shape() const;
    bool isOwn() const { return m_own.has_value(); }
    void setOwn(const MemoryShape& shape);
    void followScene();
    /// Queries and keys of the scene; nothing while it has no valid shape.
    std::optional<Index> sceneLength() const;

  signals:
    void changed();

  private:
    std::optional<MemoryShape> shapeOfScene() const;

    Session& m_session;
    std::optional<MemoryShape> m_own;
};

/// Boxes for a ShapeChoice, for an OptionStrip.
class ShapeBar : public QObject {
    Q_OBJECT

  public:
    ShapeBar(ShapeChoice& choice, QObject* parent);

    QList<QWidget*> controls() const;
    /// Shows what is chosen now.
    void refresh();

  private:
    void take();

    ShapeChoice& m_choice;
    ui::IntBox* m_heads;
    ui::IntBox* m_width;
    ui::IntBox* m_batch;
    QComboBox* m_type;
    ui::LinkButton* m_follow;
};

}  // namespace attn::app

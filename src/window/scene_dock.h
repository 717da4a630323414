#pragma once
#include <QScrollArea>

#include "src/window/session.h"

namespace attn::ui {
class IntBox;
class MessageStrip;
class NumberBox;
class Section;
class SegmentedControl;
class TokenStrip;
}  // namespace attn::ui
class QComboBox;

namespace attn::app {

class ModifierSection;

/// The left dock: tokens, heads and widths, scale, mask and precision.
class SceneDock : public QScrollArea {
    Q_OBJECT

  public:
    explicit SceneDock(Session& session, QWidget* parent = nullptr);

  signals:
    /// A token under the mouse, or -1: the views light its row and column.
    void tokenHovered(attn::Index index, bool isContext);
    /// The person asked for the full set of mask rules.
    void maskBenchWanted();

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

  private:
    void makeTokens();
    void makeContext();
    void makeHeads();
    void makeScale();
    void makeMask();
    void connectStrip(ui::TokenStrip* strip, bool isContext);
    ui::IntBox* makeWidthBox(const QString& name, Result<Scene> (*change)(const Scene&, Index));

    void sizeBoxes();
    void showScene();
    void showSelection();
    void chooseMask(int index);

    Session& m_session;
    ui::Section* m_tokenSection;
    ui::TokenStrip* m_tokens;
    ui::Section* m_contextSection;
    ui::TokenStrip* m_context;
    ui::Section* m_headSection;
    ui::IntBox* m_batch;
    QWidget* m_batchRow;
    ui::IntBox *m_heads, *m_kvHeads, *m_modelWidth, *m_contextWidth, *m_keyWidth, *m_valueWidth;
    QWidget* m_contextWidthRow;
    ui::MessageStrip* m_headMessage;
    ui::Section* m_scaleSection;
    ui::SegmentedControl* m_scale;
    ui::NumberBox* m_customScale;
    QWidget* m_customRow;
    ui::NumberBox* m_temperature;
    ModifierSection* m_modifiers;
    QComboBox* m_mask;
    QComboBox* m_precision = nullptr;
};

}  // namespace attn::app

#pragma once
#include <QDialog>
#include <QTimer>

#include "src/export/kept_styles.h"
#include "src/export/scene_figure.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace attn::ui {
class MessageStrip;
class SegmentedControl;
}  // namespace attn::ui

namespace attn::app {

class StyleForm;

/// The style of a figure, its presets, format and file, with a preview of just what will be written or copied.
class ExportDialog : public QDialog {
    Q_OBJECT

  public:
    ExportDialog(const SceneFigure& figure, QWidget* parent, KeptStyles kept = KeptStyles());

    /// "Wrote /home/a/weights.png: PNG, 88.0 × 92.0 mm, 1039 × 1087 pixels, 74 KiB."; empty: nothing was written.
    const QString& written() const { return m_written; }

  protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    FigureRequest request() const;
    QLayout* presetRow();
    QLayout* fileRow();
    QLayout* buttonRow();
    void listPresets(const QString& chosen);
    void choosePreset(int index);
    void keepPreset();
    void removePreset();
    void showPreview();
    void proposeName();
    void browse();
    void copy();
    void write();
    void refuse(const Error& error);

    SceneFigure m_figure;
    KeptStyles m_kept;
    std::vector<FigureStyle> m_presets;  ///< One per entry of the list after the first.
    std::size_t m_keptFrom = 0;          ///< The first of them that a person kept.
    QString m_written;
    QTimer m_soon;
    QLabel *m_preview, *m_size;
    QComboBox* m_preset;
    QPushButton* m_remove = nullptr;
    StyleForm* m_form;
    ui::SegmentedControl* m_format;
    QLineEdit* m_path;
    ui::MessageStrip* m_message;
};

}  // namespace attn::app

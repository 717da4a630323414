#pragma once
#include <QDialog>

#include "src/export/scene_figure.h"

class QComboBox;
class QLabel;
class QLineEdit;

namespace attn::ui {
class MessageStrip;
class NumberBox;
class SegmentedControl;
}  // namespace attn::ui

namespace attn::app {

/// Format, physical size, density and ground of a figure, with a preview of just what will be written.
class ExportDialog : public QDialog {
    Q_OBJECT

  public:
    ExportDialog(const SceneFigure& figure, QWidget* parent);

    /// "Wrote /home/a/weights.png: PNG, 88.0 × 92.0 mm, 1039 × 1087 pixels, 74 KiB."; empty: nothing was written.
    const QString& written() const { return m_written; }

  private:
    FigureRequest request() const;
    void showPreview();
    void proposeName();
    void browse();
    void write();

    SceneFigure m_figure;
    QString m_written;
    QLabel* m_preview;
    QLabel* m_size;
    ui::SegmentedControl* m_format;
    ui::NumberBox *m_width, *m_height, *m_dpi;
    QComboBox* m_theme;
    QLineEdit* m_path;
    ui::MessageStrip* m_message;
};

}  // namespace attn::app

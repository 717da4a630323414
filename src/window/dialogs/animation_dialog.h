#pragma once
#include <QDialog>
#include <optional>

#include "src/export/scene_animations.h"
#include "src/live/background_job.h"
#include "src/live/live_evaluation.h"

class QComboBox;
class QLabel;
class QLineEdit;

namespace attn::ui {
class IntBox;
class MessageStrip;
class NumberBox;
class PrimaryButton;
class SegmentedControl;
}  // namespace attn::ui

namespace attn::app {

/// What moves, its values, size and pace, with one of its frames as a preview. Frames are drawn off the window's
/// thread; while they are, the dialog tells how far it is and Cancel stops it.
class AnimationDialog : public QDialog {
    Q_OBJECT

  public:
    AnimationDialog(const LiveResult& result, const ui::Selection& chosen, QWidget* parent);
    ~AnimationDialog() override;

    /// "Wrote /home/a/steps.gif: 11 frames, 230 KiB."; empty: nothing was written.
    const QString& written() const { return m_written; }

    void reject() override;

  private:
    /// What can move: a walk, or a number of the scene.
    struct Choice {
        enum class Kind { Steps, Tiles, Number };
        Kind kind = Kind::Steps;
        Sweep::What what = Sweep::What::Temperature;
    };

    void build();
    void addChoices();
    const Choice& choice() const;
    void showChoice();
    void proposeName();
    void showPreview();
    void takePreview(const QImage& picture, const QString& fault, int count);
    std::optional<Sweep> sweep();
    /// Makes the animation on the working thread.
    std::function<Result<Animation>(const Progress&)> maker();
    AnimationRequest request() const;
    void browse();
    void write();
    void setWriting(bool isWriting);
    void end(const Result<void>& done, const QString& path, int count);

    LiveResult m_result;
    ui::Selection m_chosen;
    std::vector<Choice> m_choices;
    std::vector<Stage> m_stages;
    QString m_written;
    bool m_isWriting = false;
    bool m_isClosing = false;

    QComboBox *m_what, *m_stage, *m_ground;
    ui::NumberBox *m_from, *m_to, *m_width, *m_dpi, *m_rate;
    ui::IntBox* m_count;
    ui::SegmentedControl *m_spacing, *m_format;
    QWidget* m_numbers;
    QWidget* m_settings;
    QLabel *m_preview, *m_facts;
    QLineEdit* m_path;
    ui::PrimaryButton* m_done;
    ui::MessageStrip* m_message;
    BackgroundJob m_previewJob, m_writeJob;
};

}  // namespace attn::app

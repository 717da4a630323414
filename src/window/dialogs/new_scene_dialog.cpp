#include "src/window/dialogs/new_scene_dialog.h"

#include <QCheckBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>

#include "core/scene/edit.h"
#include "ui/widgets/message_strip.h"
#include "ui/widgets/number_box.h"

namespace attn::app {
namespace {

/// Sizes and a seed; accepted only with a scene that could be made.
class NewSceneDialog : public QDialog {
    Q_OBJECT

  public:
    explicit NewSceneDialog(QWidget* parent);
    const std::optional<Scene>& scene() const { return m_scene; }

  private:
    ui::IntBox* addBox(QFormLayout& form, const QString& name, int low, int high, int value);
    void make();

    ui::IntBox *m_batch, *m_tokens, *m_modelWidth, *m_heads, *m_kvHeads, *m_keyWidth, *m_valueWidth, *m_contextTokens, *m_seed;
    QCheckBox *m_isCross, *m_hasOutput;
    ui::MessageStrip* m_message;
    std::optional<Scene> m_scene;
};

NewSceneDialog::NewSceneDialog(QWidget* parent) : QDialog(parent), m_message(new ui::MessageStrip) {
    setWindowTitle(tr("New scene"));
    auto* form = new QFormLayout;
    form->setSpacing(8);
    m_tokens = addBox(*form, tr("Tokens"), 0, 4096, 6);
    m_batch = addBox(*form, tr("Batch items"), 1, 256, 1);
    m_modelWidth = addBox(*form, tr("Model width, d_model"), 1, 65536, 8);
    m_heads = addBox(*form, tr("Heads"), 1, 1024, 2);
    m_kvHeads = addBox(*form, tr("KV heads"), 1, 1024, 2);
    m_keyWidth = addBox(*form, tr("Key width, d_k"), 1, 65536, 4);
    m_valueWidth = addBox(*form, tr("Value width, d_v"), 1, 65536, 4);
    m_hasOutput = new QCheckBox(tr("Output matrix W_o"));
    m_hasOutput->setChecked(true);
    form->addRow(m_hasOutput);
    m_isCross = new QCheckBox(tr("Cross-attention"));
    form->addRow(m_isCross);
    m_contextTokens = addBox(*form, tr("Context tokens"), 0, 4096, 5);
    m_contextTokens->setEnabled(false);
    connect(m_isCross, &QCheckBox::toggled, m_contextTokens, &QWidget::setEnabled);
    m_seed = addBox(*form, tr("Seed"), 0, 999999, 1);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Create"));
    connect(buttons, &QDialogButtonBox::accepted, this, &NewSceneDialog::make);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(16);
    column->addWidget(m_message);
    column->addLayout(form);
    column->addWidget(buttons);
}

ui::IntBox* NewSceneDialog::addBox(QFormLayout& form, const QString& name, int low, int high, int value) {
    auto* box = new ui::IntBox(name);
    box->setRange(low, high);
    box->setValue(value);
    form.addRow(name, box);
    return box;
}

void NewSceneDialog::make() {
    NewScene sizes;
    sizes.batch = m_batch->value();
    sizes.tokens = m_tokens->value();
    sizes.dModel = sizes.dKv = m_modelWidth->value();
    sizes.heads = m_heads->value();
    sizes.kvHeads = m_kvHeads->value();
    sizes.dk = m_keyWidth->value();
    sizes.dv = m_valueWidth->value();
    sizes.hasOutput = m_hasOutput->isChecked();
    if (m_isCross->isChecked())
        sizes.contextTokens = m_contextTokens->value();
    auto made = newScene(sizes, static_cast<std::uint64_t>(m_seed->value()));
    if (!made)
        return m_message->showMessage(ui::MessageStrip::Kind::Fault, QString::fromStdString(made.error().message));
    m_scene = *std::move(made);
    accept();
}

}  // namespace

std::optional<Scene> askNewScene(QWidget* parent) {
    NewSceneDialog dialog(parent);
    return dialog.exec() == QDialog::Accepted ? dialog.scene() : std::nullopt;
}

}  // namespace attn::app

#include "new_scene_dialog.moc"

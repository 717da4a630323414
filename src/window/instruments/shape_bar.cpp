#include "src/window/instruments/shape_bar.h"

#include <QComboBox>

#include "core/scene/validate.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"

namespace attn::app {

std::optional<MemoryShape> ShapeChoice::shapeOfScene() const {
    const auto dims = validate(m_session.scene());
    if (!dims)
        return {};
    return MemoryShape{dims->heads, dims->kvHeads, dims->dk, dims->dv, dims->batch, m_session.scene().precision,
                       false};
}

std::optional<MemoryShape> ShapeChoice::shape() const {
    return m_own ? m_own : shapeOfScene();
}

std::optional<Index> ShapeChoice::sceneLength() const {
    const auto dims = validate(m_session.scene());
    return dims ? std::optional(dims->nk) : std::nullopt;
}

void ShapeChoice::setOwn(const MemoryShape& shape) {
    m_own = shape;
    emit changed();
}

void ShapeChoice::followScene() {
    m_own.reset();
    emit changed();
}

ShapeBar::ShapeBar(ShapeChoice& choice, QObject* parent)
    : QObject(parent),
      m_choice(choice),
      m_heads(new ui::IntBox(tr("Heads to count for"))),
      m_width(new ui::IntBox(tr("Width of a head to count for"))),
      m_batch(new ui::IntBox(tr("Batch to count for"))),
      m_type(new QComboBox),
      m_follow(new ui::LinkButton) {
    m_heads->setRange(1, 1024);
    m_width->setRange(1, 4096);
    m_batch->setRange(1, 65536);
    m_type->setAccessibleName(tr("Type to count for"));
    for (const Precision precision : {Precision::F64, Precision::F32, Precision::F16, Precision::BF16})
        m_type->addItem(QString::fromStdString(precisionText(precision)), static_cast<int>(precision));
    m_follow->setRuns({{tr("As the scene")}});
    m_follow->setToolTip(tr("Heads, width, batch and type of the open scene again"));
    for (ui::IntBox* box : {m_heads, m_width, m_batch})
        connect(box, &ui::IntBox::edited, this, &ShapeBar::take);
    connect(m_type, &QComboBox::activated, this, &ShapeBar::take);
    connect(m_follow, &QAbstractButton::clicked, this, [this] { m_choice.followScene(); });
}

QList<QWidget*> ShapeBar::controls() const {
    const auto label = [](const QString& text) { return new ui::RunLabel(ui::nameRuns(text, ui::TextRun::Second)); };
    return {label(tr("Heads")), m_heads, label(tr("d_k")), m_width, label(tr("Batch")), m_batch, m_type, m_follow};
}

void ShapeBar::take() {
    MemoryShape shape = m_choice.shape().value_or(MemoryShape{});
    if (shape.dk != m_width->value())
        shape.dk = shape.dv = m_width->value();
    if (shape.heads != m_heads->value())
        shape.heads = shape.kvHeads = m_heads->value();
    shape.batch = m_batch->value();
    shape.precision = static_cast<Precision>(m_type->currentData().toInt());
    m_choice.setOwn(shape);
}

void ShapeBar::refresh() {
    const auto shape = m_choice.shape();
    m_follow->setEnabled(m_choice.isOwn());
    if (!shape)
        return;
    m_heads->setValue(static_cast<int>(shape->heads));
    m_width->setValue(static_cast<int>(shape->dk));
    m_batch->setValue(static_cast<int>(shape->batch));
    m_type->setCurrentIndex(m_type->findData(static_cast<int>(shape->precision)));
}

}  // namespace attn::app

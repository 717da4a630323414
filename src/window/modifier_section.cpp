#include "src/window/modifier_section.h"

#include <QComboBox>
#include <QVBoxLayout>

#include "src/window/labelled_row.h"
#include "ui/theme/style.h"
#include "ui/widgets/message_strip.h"
#include "ui/widgets/number_box.h"

namespace attn::app {
namespace {

constexpr int kBoxWidth = 72;
constexpr double kMostCap = 1e6;
constexpr double kMostDropped = 0.99;

enum SinkChoice { NoSink, OffByOne, PerHead };

ui::TextRuns second(const QString& text) { return {{text, ui::TextRun::Second}}; }

SinkChoice sinkChoice(const std::optional<Sink>& sink) {
    if (!sink)
        return NoSink;
    return sink->logits.empty() ? OffByOne : PerHead;
}

}  // namespace

ModifierSection::ModifierSection(Session& session, QWidget* parent)
    : ui::Section(tr("Positions and softmax"), parent), m_session(session) {
    makePosition();
    m_softcap = makeBox(tr("Soft cap"), kMostCap, tr("Scaled scores x become c tanh(x / c), before the mask; 0: no cap"));
    connect(m_softcap, &ui::NumberBox::edited, this, [this](double value) {
        change(tr("Change the soft cap"), [value](Scene& scene) { scene.softcap = value; });
    });
    m_sink = new QComboBox;
    m_sink->setAccessibleName(tr("Sink"));
    m_sink->addItems({tr("None"), tr("Off by one"), tr("Per head")});
    m_sink->setItemData(OffByOne, tr("One more logit of 0 in every row, whose weight goes to no value"), Qt::ToolTipRole);
    m_sink->setItemData(PerHead, tr("One more logit in every row, one number per head"), Qt::ToolTipRole);
    connect(m_sink, &QComboBox::activated, this, [this](int choice) {
        change(tr("Change the sink"), [choice](Scene& scene) {
            if (choice == NoSink)
                return scene.sink.reset();
            scene.sink.emplace();
            if (choice == PerHead)
                scene.sink->logits.assign(static_cast<std::size_t>(scene.heads), 0.0);
        });
    });
    m_dropout = makeBox(tr("Dropout"), kMostDropped,
                        tr("Share of the weights that is set to 0, by a seed; the others are divided by 1 − p. 0: none"));
    m_dropout->setSingleStep(0.05);
    connect(m_dropout, &ui::NumberBox::edited, this, [this](double value) {
        change(tr("Change dropout"), [value](Scene& scene) {
            if (value <= 0.0)
                return scene.dropout.reset();
            if (!scene.dropout)
                scene.dropout.emplace();
            scene.dropout->p = value;
        });
    });
    body()->addWidget(labelledRow(second(tr("Soft cap")), {m_softcap}));
    body()->addWidget(labelledRow(second(tr("Sink")), {m_sink}));
    body()->addWidget(labelledRow(second(tr("Dropout")), {m_dropout}));
    m_message = new ui::MessageStrip;
    body()->addWidget(m_message);
}

void ModifierSection::makePosition() {
    m_position = new QComboBox;
    m_position->setAccessibleName(tr("Positions"));
    m_position->addItems({tr("None"), tr("Sinusoidal"), tr("Rotary"), tr("ALiBi")});
    const QStringList meanings{tr("Nothing tells one place from another"), tr("Sines and cosines of the position are added to X"),
                               tr("Queries and keys are turned by their position"),
                               tr("The distance times a slope is taken from every score")};
    for (int i = 0; i < meanings.size(); ++i)
        m_position->setItemData(i, meanings[i], Qt::ToolTipRole);
    connect(m_position, &QComboBox::activated, this, [this](int scheme) {
        change(tr("Change positions"),
               [scheme](Scene& scene) { scene.position.scheme = static_cast<Position::Scheme>(scheme); });
    });
    m_pairs = new QComboBox;
    m_pairs->setAccessibleName(tr("Rotary pairs"));
    m_pairs->addItems({tr("Interleaved"), tr("Halves")});
    m_pairs->setItemData(0, tr("Columns 2i and 2i + 1 turn together (LLaMA, GPT-J)"), Qt::ToolTipRole);
    m_pairs->setItemData(1, tr("Columns i and i + width / 2 turn together (GPT-NeoX)"), Qt::ToolTipRole);
    connect(m_pairs, &QComboBox::activated, this, [this](int style) {
        change(tr("Change rotary pairs"), [style](Scene& scene) { scene.position.style = static_cast<Position::Style>(style); });
    });
    body()->addWidget(labelledRow(second(tr("Positions")), {m_position}));
    m_pairsRow = labelledRow(second(tr("Pairs")), {m_pairs});
    body()->addWidget(m_pairsRow);
}

ui::NumberBox* ModifierSection::makeBox(const QString& name, double most, const QString& tip) {
    auto* box = new ui::NumberBox(name);
    box->setRange(0.0, most);
    box->setToolTip(tip);
    connect(box, &ui::NumberBox::gestureStarted, &m_session, &Session::beginGesture);
    connect(box, &ui::NumberBox::gestureEnded, &m_session, &Session::endGesture);
    return box;
}

void ModifierSection::change(const QString& text, const std::function<void(Scene&)>& assign) {
    Scene next = m_session.scene();
    assign(next);
    const QString reason = m_session.edit(Part::Scale, text, Result<Scene>(next));
    showScene();
    if (!reason.isEmpty())
        m_message->showMessage(ui::MessageStrip::Kind::Warning, reason);
}

void ModifierSection::showScene() {
    const Scene& scene = m_session.scene();
    m_position->setCurrentIndex(static_cast<int>(scene.position.scheme));
    m_pairs->setCurrentIndex(static_cast<int>(scene.position.style));
    m_pairsRow->setVisible(scene.position.scheme == Position::Scheme::Rope);
    m_softcap->setValue(scene.softcap);
    m_sink->setCurrentIndex(sinkChoice(scene.sink));
    m_dropout->setValue(scene.dropout ? scene.dropout->p : 0.0);
}

void ModifierSection::clearMessage() { m_message->clear(); }

void ModifierSection::sizeBoxes() {
    for (QComboBox* box : {m_position, m_pairs, m_sink})
        sizeList(box);
    for (ui::NumberBox* box : {m_softcap, m_dropout})
        box->setFixedWidth(ui::scaled(kBoxWidth));
}

}  // namespace attn::app

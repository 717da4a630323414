#include "src/window/instruments/row_controls.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/theme/style.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/place_slider.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/segmented_control.h"

namespace attn::app {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kLeastTemperature = 1e-322;
constexpr int kMostKeys = 4096;

const std::vector<double>& widths() {
    static const std::vector<double> kWidths{1,  2,  3,  4,   6,   8,   12,  16,  24,  32,
                                             48, 64, 96, 128, 192, 256, 384, 512, 768, 1024};
    return kWidths;
}

/// middle * 2^(-most/4) to middle * 2^(most/4); `middle` itself is one of them, exactly.
std::vector<double> quarterOctaves(double middle, int most) {
    std::vector<double> places;
    for (int i = -most; i <= most; ++i)
        places.push_back(i == 0 ? middle : middle * std::exp2(i / 4.0));
    return places;
}

double standardScale(Index dk) { return 1.0 / std::sqrt(static_cast<double>(std::max<Index>(1, dk))); }

ui::RunLabel* second(const QString& text) { return new ui::RunLabel({{text, ui::TextRun::Second}}); }

}  // namespace

RowControls::RowControls(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_source(new ui::SegmentedControl(tr("Whose row"))), m_upstream(new QComboBox),
      m_upstreamRow(new QWidget), m_randomBoxes(new QWidget), m_keys(new ui::IntBox(tr("Keys of the random row"))),
      m_seed(new ui::IntBox(tr("Seed of the random row"))),
      m_width(new ui::PlaceSlider(ui::nameRuns(QStringLiteral("d_k"), ui::TextRun::Second), tr("d_k"))),
      m_scale(new ui::PlaceSlider({{tr("Scale"), ui::TextRun::Second}}, tr("Scale of the row"))),
      m_temperature(new ui::PlaceSlider({{tr("Temperature"), ui::TextRun::Second}}, tr("Temperature of the row"))) {
    build();
    connectControls();
    showScene();
}

void RowControls::build() {
    m_source->setWords(QStringList{tr("This scene"), tr("Random vectors")});
    m_upstream->setAccessibleName(tr("Gradient given to the weights"));
    m_upstream->addItems({tr("the chosen weight"), tr("the head’s output"), tr("the scene’s loss")});
    m_upstream->setItemData(0, tr("1 on the weight of the chosen key, 0 on the others"), Qt::ToolTipRole);
    m_upstream->setItemData(1, tr("Of the sum of the head’s output: each key has the sum of its value"), Qt::ToolTipRole);
    m_upstream->setItemData(2, tr("What the scene’s dOut or loss sends back to each weight"), Qt::ToolTipRole);
    m_keys->setRange(1, kMostKeys);
    m_keys->setValue(static_cast<int>(m_random.keys));
    m_seed->setRange(0, 999999);
    m_seed->setValue(static_cast<int>(m_random.seed));
    m_width->setPlaces(widths(), 1.0, 1e6);
    m_width->setDecimals(0);
    m_scale->setDecimals(4);
    m_temperature->setPlaces(quarterOctaves(1.0, 16), kLeastTemperature, kLargest);
    m_temperature->setTip(tr("Scores are divided by it; in the middle 1"));

    const auto line = [](QWidget* place) {
        auto* row = new QHBoxLayout(place);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(8);
        return row;
    };
    QHBoxLayout* upstream = line(m_upstreamRow);
    upstream->addWidget(second(tr("Gradient of")));
    upstream->addWidget(m_upstream);
    QHBoxLayout* boxes = line(m_randomBoxes);
    for (QWidget* part : std::initializer_list<QWidget*>{second(tr("Keys")), m_keys, second(tr("Seed")), m_seed})
        boxes->addWidget(part);

    auto* first = new QHBoxLayout;
    first->setSpacing(12);
    first->addWidget(m_source);
    first->addStretch(1);
    first->addWidget(m_upstreamRow);
    first->addWidget(m_randomBoxes);
    auto* sliders = new QHBoxLayout;
    sliders->setSpacing(16);
    for (ui::PlaceSlider* slider : {m_width, m_scale, m_temperature})
        sliders->addWidget(slider, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 4);
    column->setSpacing(6);
    column->addLayout(first);
    column->addLayout(sliders);
}

void RowControls::connectControls() {
    connect(m_source, &ui::SegmentedControl::chosen, this, [this] {
        showScene();
        emit changed();
    });
    connect(m_upstream, &QComboBox::activated, this, &RowControls::changed);
    connect(m_keys, &ui::IntBox::edited, this, [this](int keys) {
        m_random.keys = keys;
        emit changed();
    });
    connect(m_seed, &ui::IntBox::edited, this, [this](int seed) {
        m_random.seed = static_cast<std::uint64_t>(seed);
        emit changed();
    });
    connect(m_width, &ui::PlaceSlider::edited, this, [this](double value) {
        m_random.dk = std::max<Index>(1, static_cast<Index>(std::lround(value)));
        if (m_isStandardScale)
            m_random.scale = standardScale(m_random.dk);
        showScene();
        emit changed();
    });
    connect(m_scale, &ui::PlaceSlider::edited, this, &RowControls::setScale);
    connect(m_temperature, &ui::PlaceSlider::edited, this, &RowControls::setTemperature);
    for (ui::PlaceSlider* slider : {m_scale, m_temperature}) {
        connect(slider, &ui::PlaceSlider::gestureStarted, this, [this] {
            if (!isRandom())
                m_session.beginGesture();
        });
        connect(slider, &ui::PlaceSlider::gestureEnded, this, [this] {
            m_session.endGesture();
            showScene();
        });
    }
}

bool RowControls::isRandom() const { return m_source->current() == 1; }

Upstream RowControls::upstream() const { return static_cast<Upstream>(std::max(0, m_upstream->currentIndex())); }

void RowControls::setScale(double value) {
    if (isRandom()) {
        m_isStandardScale = value == standardScale(m_random.dk);
        m_random.scale = value;
        emit changed();
        return;
    }
    Scene next = m_session.scene();
    const Index dk = m_session.hasResult() ? m_session.result().evaluation->dims.dk : 1;
    next.scale.mode = value == standardScale(dk) ? ScaleMode::RsqrtDk : ScaleMode::Custom;
    if (next.scale.mode == ScaleMode::Custom)
        next.scale.value = value;
    m_session.edit(Part::Scale, tr("Change scale"), next);
}

void RowControls::setTemperature(double value) {
    if (isRandom()) {
        m_random.temperature = value;
        emit changed();
        return;
    }
    Scene next = m_session.scene();
    next.temperature = value;
    m_session.edit(Part::Scale, tr("Change temperature"), next);
}

void RowControls::showScene() {
    const bool isOwn = isRandom();
    const Scene& scene = m_session.scene();
    const Index dk = isOwn ? m_random.dk : m_session.hasResult() ? m_session.result().evaluation->dims.dk : 1;
    m_upstreamRow->setVisible(!isOwn);
    m_randomBoxes->setVisible(isOwn);
    m_width->setEnabled(isOwn);
    m_width->setValue(static_cast<double>(dk));
    const double standard = standardScale(dk);
    m_scale->setPlaces(quarterOctaves(standard, 24), -kLargest, kLargest);
    m_scale->setTip(tr("Scores are multiplied by it; in the middle 1/√d, here %1").arg(standard, 0, 'g', 4));
    double scale = m_random.scale;
    if (!isOwn)
        scale = scene.scale.mode == ScaleMode::RsqrtDk ? standard : scene.scale.mode == ScaleMode::None ? 1.0 : scene.scale.value;
    m_scale->setValue(scale);
    m_temperature->setValue(isOwn ? m_random.temperature : scene.temperature);
    const bool hasLoss = hasLossGradient(scene);
    if (auto* items = qobject_cast<QStandardItemModel*>(m_upstream->model()))
        items->item(2)->setEnabled(hasLoss);
    if (!hasLoss && m_upstream->currentIndex() == 2)
        m_upstream->setCurrentIndex(0);
}

QString RowControls::actsOn() const {
    return isRandom() ? tr("All three sliders act on this random query and its keys; the open scene stays as it is.")
                      : tr("Scale and temperature change the open scene, and undo takes them back; d_k is the width of its W_q and W_k.");
}

}  // namespace attn::app

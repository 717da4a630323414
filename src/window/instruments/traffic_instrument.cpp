#include "src/window/instruments/traffic_instrument.h"

#include <QCheckBox>
#include <QComboBox>

#include "src/viewmodel/growth_parts.h"
#include "src/viewmodel/memory_picture.h"
#include "src/viewmodel/traffic_picture.h"
#include "ui/plots/growth_view.h"
#include "ui/theme/style.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/option_strip.h"
#include "ui/widgets/run_label.h"

namespace attn::app {

TrafficInstrument::TrafficInstrument(Session& session, ShapeChoice& choice, QObject* parent)
    : CountInstrument(session, choice, parent),
      m_view(new ui::GrowthView),
      m_shape(new ShapeBar(choice, this)),
      m_devices(new QComboBox),
      m_bandwidth(new ui::NumberBox(tr("Bandwidth of main memory, in GB/s"))),
      m_rate(new ui::NumberBox(tr("Matrix products, in TFLOP/s"))),
      m_onChip(new ui::IntBox(tr("Memory on chip, in KiB"))),
      m_backward(new QCheckBox(tr("Backward too"))),
      m_device(proposedDevice()) {
    m_view->setObjectName(QStringLiteral("traffic"));
    m_devices->setAccessibleName(tr("Device"));
    for (const Device& device : devices())
        m_devices->addItem(QString::fromUtf8(device.name));
    m_devices->addItem(tr("Own numbers"));
    m_devices->setCurrentText(QString::fromUtf8(m_device.name));
    m_bandwidth->setRange(0.1, 1e6);
    m_bandwidth->setSingleStep(100.0);
    m_bandwidth->setShownDecimals(0);
    m_rate->setRange(0.001, 1e6);
    m_rate->setSingleStep(10.0);
    m_rate->setShownDecimals(1);
    m_onChip->setRange(1, 99999);
    for (QWidget* box : std::initializer_list<QWidget*>{m_bandwidth, m_rate, m_onChip})
        box->setMinimumWidth(ui::scaled(84));
    m_onChip->setSingleStep(16);
    const auto label = [](const QString& text) { return new ui::RunLabel({{text, ui::TextRun::Second}}); };
    auto* strip = new ui::OptionStrip;
    strip->addGroup(m_shape->controls() + QList<QWidget*>{m_backward});
    strip->addGroup(
        {m_devices, m_bandwidth, label(tr("GB/s")), m_rate, label(tr("TFLOP/s")), m_onChip, label(tr("KiB"))});
    setParts(strip, m_view);
    showNumbers();
    connect(m_devices, &QComboBox::activated, this, &TrafficInstrument::choose);
    connect(m_bandwidth, &ui::NumberBox::edited, this, &TrafficInstrument::takeOwn);
    connect(m_rate, &ui::NumberBox::edited, this, &TrafficInstrument::takeOwn);
    connect(m_onChip, &ui::IntBox::edited, this, &TrafficInstrument::takeOwn);
    connect(m_backward, &QCheckBox::toggled, this, &TrafficInstrument::refresh);
}

void TrafficInstrument::showNumbers() {
    m_bandwidth->setValue(m_device.bandwidthGbPerSecond);
    m_rate->setValue(m_device.tensorTeraflops);
    m_onChip->setValue(m_device.sharedKibPerMultiprocessor);
}

void TrafficInstrument::choose(int place) {
    if (place < static_cast<int>(devices().size()))
        m_device = devices()[static_cast<std::size_t>(place)];
    else
        m_device.name = "Own numbers";
    showNumbers();
    refresh();
}

/// A number of one's own makes the device one's own.
void TrafficInstrument::takeOwn() {
    m_device.name = "Own numbers";
    m_device.bandwidthGbPerSecond = m_bandwidth->value();
    m_device.tensorTeraflops = m_rate->value();
    m_device.sharedKibPerMultiprocessor = m_onChip->value();
    m_devices->setCurrentIndex(m_devices->count() - 1);
    refresh();
}

QString TrafficInstrument::subtitle() const {
    const auto shape = choice().shape();
    return shape ? shapeSubtitle(*shape) : QString();
}

QString TrafficInstrument::note() const {
    return tr(
        "Naive attention sends its n × n matrices to main memory and back. Flash keeps a tile on chip until it is "
        "done with it, "
        "and reads keys and values once for each tile of queries.");
}

QStringList TrafficInstrument::explanation() const {
    return {tr("Counted is one read or write each time a loop asks for it; caches between are not modelled. The "
               "least time is the longer of "
               "moving the bytes and doing the products, so no program is faster, and real ones are slower."),
            tr("The rate is that of 16-bit products for every type. Masks are not counted here; the tile walk shows "
               "what a mask skips.")};
}

void TrafficInstrument::refresh() {
    m_shape->refresh();
    m_view->setTheme(ui::currentTheme());
    auto shape = choice().shape();
    if (!shape)
        return;
    shape->backward = m_backward->isChecked();
    const auto shown = trafficPicture(m_device, *shape, memoryLengths(), choice().sceneLength());
    showFault(shown ? QString() : QString::fromStdString(shown.error().message));
    if (shown)
        m_view->setPicture(*shown);
}

std::optional<SceneFigure> TrafficInstrument::figure() const {
    if (m_view->picture().ns.empty())
        return {};
    return growthSceneFigure(view(), m_view->picture());
}

}  // namespace attn::app

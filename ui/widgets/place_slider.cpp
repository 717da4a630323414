#include "ui/widgets/place_slider.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "ui/theme/style.h"
#include "ui/widgets/calm_slider.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/run_label.h"

namespace attn::ui {
namespace {

/// Places of values that span decades are compared by their ratio.
double apart(double a, double b) { return a > 0.0 && b > 0.0 ? std::abs(std::log(a / b)) : std::abs(a - b); }

}  // namespace

PlaceSlider::PlaceSlider(const TextRuns& label, const QString& name, QWidget* parent)
    : QWidget(parent), m_slider(new CalmSlider(Qt::Horizontal)), m_box(new NumberBox(name)) {
    m_slider->setAccessibleName(name);
    m_slider->setFocusPolicy(Qt::StrongFocus);
    m_slider->setMinimumWidth(scaled(56));
    m_box->setFixedWidth(scaled(76));
    auto* text = new RunLabel(label);
    text->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);  // never cut: the slider gives way
    text->setBuddy(m_slider);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(text);
    line->addWidget(m_slider, 1);
    line->addWidget(m_box);
    connect(m_slider, &QSlider::valueChanged, this, [this](int place) {
        const double chosen = m_places[static_cast<std::size_t>(place)];
        m_box->setValue(chosen);
        emit edited(chosen);
    });
    connect(m_box, &NumberBox::edited, this, [this](double value) {
        setValue(value);
        emit edited(value);
    });
    connect(m_slider, &QSlider::sliderPressed, this, &PlaceSlider::gestureStarted);
    connect(m_slider, &QSlider::sliderReleased, this, &PlaceSlider::gestureEnded);
    connect(m_box, &NumberBox::gestureStarted, this, &PlaceSlider::gestureStarted);
    connect(m_box, &NumberBox::gestureEnded, this, &PlaceSlider::gestureEnded);
}

void PlaceSlider::setPlaces(const std::vector<double>& places, double least, double most) {
    const double shown = value();
    m_places = places;
    {
        const QSignalBlocker silent(m_slider);
        m_slider->setRange(0, static_cast<int>(places.size()) - 1);
        m_slider->setPageStep(4);
    }
    m_box->setRange(least, most);
    setValue(shown);
}

void PlaceSlider::setDecimals(int decimals) {
    m_box->setShownDecimals(decimals);
    m_box->setFixedWidth(scaled(decimals > 3 ? 88 : decimals > 0 ? 76 : 68));
}

void PlaceSlider::setValue(double value) {
    m_box->setValue(value);
    // A handle under a finger stays there.
    if (m_slider->isSliderDown())
        return;
    const auto nearest = std::min_element(m_places.begin(), m_places.end(),
                                          [value](double a, double b) { return apart(a, value) < apart(b, value); });
    const QSignalBlocker silent(m_slider);
    m_slider->setValue(static_cast<int>(nearest - m_places.begin()));
}

double PlaceSlider::value() const { return m_box->value(); }

double PlaceSlider::place() const { return m_places[static_cast<std::size_t>(m_slider->value())]; }

void PlaceSlider::setTip(const QString& text) {
    m_slider->setToolTip(text);
    m_box->setToolTip(text);
}

}  // namespace attn::ui

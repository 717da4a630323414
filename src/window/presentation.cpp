#include "src/window/presentation.h"

#include <QCoreApplication>
#include <QEvent>
#include <QMainWindow>
#include <QVBoxLayout>
#include <algorithm>

#include "src/window/centre.h"
#include "src/window/docks.h"
#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/instrument_frame.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/section.h"
#include "ui/widgets/step_strip.h"

namespace attn::app {
namespace {

// What a projector of 1920 x 1080 needs, in pixels there; the type of the desk is multiplied to reach it.
constexpr double kWidth = 1920.0, kHeight = 1080.0, kSentence = 36.0;
constexpr int kLinePixels = 18, kHintPixels = 9;  ///< At 100 %: 46 and 23 there.
constexpr int kSettle = 400;  ///< Milliseconds until a window manager has given the window its old size back.

}  // namespace

Presentation::Presentation(QMainWindow& window, Centre& centre, Docks& docks, Appearance& appearance,
                           Actions& actions, std::vector<QWidget*> around)
    : QObject(&window),
      m_window(window),
      m_centre(centre),
      m_docks(docks),
      m_appearance(appearance),
      m_action(actions[Actions::Present]),
      m_around(std::move(around)) {
    makeFoot();
    makeKeys();
    m_settle.setSingleShot(true);
    m_settle.setInterval(kSettle);
    connect(&m_settle, &QTimer::timeout, &m_docks, &Docks::settle);
    connect(m_action, &QAction::triggered, this, [this] { isOn() ? leave() : enter(); });
    connect(&centre, &Centre::currentChanged, this, [this] {
        if (m_isOn)
            dress();
    });
    connect(&centre, &Centre::wordsShown, this, [this] {
        if (m_isOn && m_instrument == m_centre.instrument())
            fitType();  // another scene may need another size
        showFoot();
    });
    window.installEventFilter(this);
}

Presentation::~Presentation() {
    delete m_foot;
    delete m_corner;
}

void Presentation::makeFoot() {
    m_foot = new QWidget;
    m_foot->setObjectName(QStringLiteral("presentation foot"));
    m_line = new ui::RunLabel({}, kLinePixels);
    m_line->setObjectName(QStringLiteral("spoken line"));
    m_strip = new ui::StepStrip;
    m_hints = new ui::RunLabel({}, kHintPixels);
    m_hints->setAlignment(Qt::AlignRight);
    auto* column = new QVBoxLayout(m_foot);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(new ui::Hairline);
    column->addWidget(m_line);
    column->addWidget(m_strip);
    m_foot->hide();
    m_foot->installEventFilter(this);
    connect(m_strip, &ui::StepStrip::asked, this, [this](int step) { m_centre.instrument()->walkTo(step); });

    m_corner = new QWidget;
    auto* close = new ui::IconButton("close", tr("Leave the presentation (Esc)"), nullptr, 28);
    connect(close, &QAbstractButton::clicked, this, &Presentation::leave);
    auto* line = new QHBoxLayout(m_corner);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(m_hints);
    line->addWidget(close);
    m_corner->hide();
}

void Presentation::makeKeys() {
    const auto key = [this](Qt::Key which, auto&& what) {
        auto* shortcut = new QShortcut(QKeySequence(which), &m_window);
        shortcut->setEnabled(false);
        connect(shortcut, &QShortcut::activated, this, what);
        m_keys << shortcut;
    };
    key(Qt::Key_Escape, [this] { leave(); });
    key(Qt::Key_PageUp, [this] { walk(-1); });
    key(Qt::Key_PageDown, [this] { walk(1); });
}

void Presentation::enter(bool isFullScreen) {
    if (m_isOn)
        return;
    m_isOn = true;
    m_action->setChecked(true);
    m_settle.stop();
    m_before = m_window.windowState();
    m_docks.hideAll();
    m_gone.clear();
    for (QWidget* part : m_around)
        if (!part->isHidden()) {
            m_gone.push_back(part);
            part->hide();
        }
    for (QShortcut* key : m_keys)
        key->setEnabled(true);
    dress();
    if (isFullScreen)
        m_window.setWindowState(m_before | Qt::WindowFullScreen);
    fitType();
    m_strip->setFocus();
}

void Presentation::leave() {
    if (!m_isOn)
        return;
    m_isOn = false;
    m_action->setChecked(false);
    for (QShortcut* key : m_keys)
        key->setEnabled(false);
    undress();
    m_appearance.showScale(std::nullopt);
    // The docks go back with the sizes that their present type allows: they must know it first.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    m_window.setWindowState(m_before & ~Qt::WindowFullScreen);
    for (QWidget* part : m_gone)
        part->show();
    m_docks.showAgain();
    m_settle.start();
}

/// The frame that is shown gets the foot, the one before loses it.
void Presentation::dress() {
    if (m_frame != m_centre.frame())
        undress();
    m_frame = m_centre.frame();
    m_instrument = m_centre.instrument();
    fitType();
    m_frame->setPresented(true, m_foot, m_corner);
    m_instrument->present(true);
    m_foot->show();
    m_corner->show();
    showFoot();
}

void Presentation::undress() {
    if (m_frame)
        m_frame->setPresented(false);
    if (m_instrument)
        m_instrument->present(false);
    m_frame = nullptr;
    m_instrument = nullptr;
}

void Presentation::fitType() {
    const double part = std::min(m_window.width() / kWidth, m_window.height() / kHeight);
    const double scale = part * kSentence / ui::type::kBody * m_centre.instrument()->presentedScale();
    const double wanted = std::clamp(scale, 1.0, 6.0);
    if (wanted != ui::fontScale())
        m_appearance.showScale(wanted);
}

void Presentation::showFoot() {
    if (!m_isOn || !m_frame)
        return;
    const Instrument* instrument = m_centre.instrument();
    const auto lines = instrument->presentedLines();
    const QFont font = ui::bodyFont(kLinePixels);
    const auto fitting = std::find_if(lines.begin(), lines.end(), [&](const ui::TextRuns& runs) {
        return ui::runsWidth(runs, font) <= m_foot->width();
    });
    m_line->setVisible(!lines.empty());
    m_line->setRuns(lines.empty() ? ui::TextRuns{} : fitting == lines.end() ? lines.back() : *fitting);
    const Instrument::Walk steps = instrument->walk();
    m_strip->setVisible(steps.names.size() > 1);
    m_strip->setSteps(steps.names, steps.current);
    const QString leaving = tr("Esc leave");
    m_hints->setText(steps.names.size() > 1 ? tr("Page Up, Page Down step     ") + leaving : leaving,
                     ui::TextRun::Second);
}

void Presentation::walk(int by) {
    const Instrument::Walk steps = m_centre.instrument()->walk();
    const int step = steps.current + by;
    if (step >= 0 && step < static_cast<int>(steps.names.size()))
        m_centre.instrument()->walkTo(step);
}

bool Presentation::eventFilter(QObject* watched, QEvent* event) {
    if (m_isOn && event->type() == QEvent::Resize) {
        if (watched == &m_window)
            fitType();
        showFoot();
    }
    return QObject::eventFilter(watched, event);
}

}  // namespace attn::app

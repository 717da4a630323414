#include "src/window/instruments/tile_walk_instrument.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/theme/icon.h"
#include "ui/theme/style.h"
#include "ui/tiles/tile_walk_view.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/option_strip.h"
#include "ui/widgets/run_label.h"
#include "ui/widgets/section.h"
#include "ui/widgets/segmented_control.h"

namespace attn::app {
namespace {

constexpr int kPace = 600;  ///< Milliseconds a tile at the speed 1, of which a third moves.
constexpr int kFastestMotion = 60;

ui::RunLabel* label(const QString& text) {
    return new ui::RunLabel({{text, ui::TextRun::Second}});
}

}  // namespace

TileWalkInstrument::TileWalkInstrument(Session& session, ShapeChoice&, QObject* parent)
    : Instrument(session, parent),
      m_body(new QWidget),
      m_view(new ui::TileWalkView),
      m_queryRows(new ui::IntBox(tr("Queries of a tile"))),
      m_keyRows(new ui::IntBox(tr("Keys of a tile"))),
      m_order(new ui::SegmentedControl(tr("Outer loop"))),
      m_follow(new ui::LinkButton),
      m_speed(new ui::SegmentedControl(tr("Speed"))),
      m_play(ui::plainButton("play", tr("Play"))),
      m_slider(new QSlider(Qt::Horizontal)),
      m_place(new ui::RunLabel) {
    build();
    m_timer.setInterval(kPace);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        show(m_position + 1, true);
        if (m_position >= count())
            stop();
    });
    connect(m_view, &ui::TileWalkView::stepAsked, this, &TileWalkInstrument::stepBy);
    connect(m_view, &ui::TileWalkView::playToggled, this, &TileWalkInstrument::togglePlay);
    connect(m_view, &ui::TileWalkView::queryChosen, this, [this](Index query) {
        ui::Selection selection = this->session().selection();
        selection.query = query;
        this->session().select(selection);
    });
    connect(m_view, &ui::TileWalkView::positionAsked, this, [this](int position) {
        stop();
        show(position, false);
    });
    connect(m_slider, &QSlider::valueChanged, this, [this](int position) {
        stop();
        show(position, false);
    });
    connect(m_queryRows, &ui::IntBox::edited, this, &TileWalkInstrument::takeTiling);
    connect(m_keyRows, &ui::IntBox::edited, this, &TileWalkInstrument::takeTiling);
    connect(m_order, &ui::SegmentedControl::chosen, this, &TileWalkInstrument::takeTiling);
    connect(m_follow, &QAbstractButton::clicked, this, [this] {
        m_own.reset();
        refresh();
    });
    connect(m_speed, &ui::SegmentedControl::chosen, this, [this] { m_timer.setInterval(pace()); });
    connect(&m_job, &BackgroundJob::progressed, this, [this](double fraction) {
        emit working(fraction, tr("Walking, %1 %").arg(static_cast<int>(100.0 * fraction)));
    });
    connect(&m_job, &BackgroundJob::finished, this, [this] { emit working(1.0, {}); });
}

void TileWalkInstrument::build() {
    m_view->setObjectName(QStringLiteral("tileWalk"));
    m_queryRows->setRange(1, 1 << 20);
    m_keyRows->setRange(1, 1 << 20);
    m_order->setEqualWidths(false);
    m_order->setWords(QStringList{tr("Queries outside"), tr("Keys outside")});
    m_order->setWordToolTip(0, tr("FlashAttention-2: each tile of queries passes over all keys"));
    m_order->setWordToolTip(1, tr("FlashAttention: each tile of keys passes over all queries"));
    m_follow->setRuns({{tr("As proposed")}});
    m_follow->setToolTip(tr("The tiles of the scene, or some that suit its length"));
    auto* strip = new ui::OptionStrip;
    strip->addGroup({label(tr("Tiles of")), m_queryRows, label(tr("queries by")), m_keyRows, label(tr("keys")),
                     m_order, m_follow});
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);  // the view inside takes the keys
    scroll->setWidget(m_view);
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(strip);
    column->addWidget(scroll, 1);
    column->addWidget(new ui::Hairline);
    column->addWidget(makeTransport());
    m_body->installEventFilter(this);
}

QWidget* TileWalkInstrument::makeTransport() {
    auto* start = new ui::IconButton("to-start", tr("To the start (Home)"));
    auto* back = new ui::IconButton("step-back", tr("Previous tile (Left)"));
    auto* on = new ui::IconButton("step-on", tr("Next tile (Right)"));
    connect(start, &QAbstractButton::clicked, this, [this] {
        stop();
        show(0, false);
    });
    connect(back, &QAbstractButton::clicked, this, [this] { stepBy(-1); });
    connect(on, &QAbstractButton::clicked, this, [this] { stepBy(1); });
    connect(m_play, &QAbstractButton::clicked, this, &TileWalkInstrument::togglePlay);
    m_play->setText(tr("Pause"));
    const int paused = m_play->sizeHint().width();
    m_play->setText(tr("Play"));
    m_play->setMinimumWidth(std::max(paused, m_play->sizeHint().width()));
    m_play->setToolTip(tr("Goes from tile to tile (Space)"));
    m_slider->setAccessibleName(tr("Tiles done"));
    m_slider->setFocusPolicy(Qt::StrongFocus);
    m_slider->setPageStep(4);
    m_speed->setWords(QStringList{tr("½×"), tr("1×"), tr("2×"), tr("8×")});
    m_speed->setCurrent(1);
    auto* transport = new QWidget;
    auto* row = new QHBoxLayout(transport);
    row->setContentsMargins(16, 6, 16, 6);
    row->setSpacing(8);
    for (QWidget* part : std::initializer_list<QWidget*>{start, back, m_play, on})
        row->addWidget(part);
    row->addWidget(m_slider, 1);
    row->addWidget(m_place);
    row->addWidget(m_speed);
    return transport;
}

int TileWalkInstrument::pace() const {
    static constexpr int kPaces[] = {2 * kPace, kPace, kPace / 2, kPace / 8};
    return kPaces[std::clamp(m_speed->current(), 0, 3)];
}

QString TileWalkInstrument::subtitle() const {
    if (!m_walked)
        return {};
    QString text = tr("head %1").arg(m_walked->head);
    if (m_walked->evaluation->dims.batch > 1)
        text += tr(", batch item %1").arg(m_walked->batch);
    return text + tr(", %1 × %2 tiles").arg(m_tiling.queryRows).arg(m_tiling.keyRows);
}

QString TileWalkInstrument::note() const {
    return tr(
        "Flash attention never has all scores at once: for each row it keeps the largest score so far, m, the sum of "
        "exponentials, "
        "ℓ, and the output, O. When a larger score comes, ℓ and O are multiplied by exp(m − m′).");
}

QStringList TileWalkInstrument::explanation() const {
    return {tr("One tile in four steps: score it; find the largest score of each row so far, m′; scale what is there "
               "by exp(m − m′); add this "
               "tile's exponentials to ℓ, and with the values to O."),
            tr("The walk is computed in double from the scene's own Q, K and V of the chosen head. Slow memory is "
               "the main memory of a "
               "device, fast memory what is on the chip."),
            tr("Space plays and stops, Left and Right go back and forward, Home and End to the ends; a click on a "
               "tile goes there. Up and Down, or a click on a row, choose a query.")};
}

void TileWalkInstrument::takeTiling() {
    m_own = FlashTiling{m_queryRows->value(), m_keyRows->value(),
                        m_order->current() == 1 ? FlashTiling::Variant::Fa1 : FlashTiling::Variant::Fa2};
    refresh();
}

void TileWalkInstrument::refresh() {
    m_view->setTheme(ui::currentTheme());
    if (!session().hasResult())
        return;
    const LiveResult& result = session().result();
    const ui::Selection& selection = session().selection();
    const Dimensions& dims = result.evaluation->dims;
    const FlashTiling tiling = m_own ? drawableTiling(*m_own, dims) : proposedTiling(*result.scene, dims);
    m_queryRows->setValue(static_cast<int>(tiling.queryRows));
    m_keyRows->setValue(static_cast<int>(tiling.keyRows));
    m_order->setCurrent(tiling.variant == FlashTiling::Variant::Fa1 ? 1 : 0);
    m_follow->setEnabled(m_own.has_value());
    if (m_of != result.evaluation || m_batch != selection.batch || m_head != selection.head ||
        !(m_tiling == tiling)) {
        m_of = result.evaluation;
        m_batch = selection.batch;
        m_head = selection.head;
        m_tiling = tiling;
        walk();
    } else {
        show(m_position, false);
    }
}

void TileWalkInstrument::walk() {
    const LiveResult& result = session().result();
    m_job.start([this, scene = result.scene, evaluation = result.evaluation, batch = m_batch, head = m_head,
                 tiling = m_tiling](const Progress& progress) {
        auto walked = walkThrough(scene, evaluation, batch, head, tiling, progress);
        if (!walked) {
            if (walked.error().code != ErrorCode::Cancelled)
                m_job.deliver(
                    [this, why = QString::fromStdString(walked.error().message)] { session().refuse(why); });
            return;
        }
        m_job.deliver([this, done = std::make_shared<WalkedHead>(*std::move(walked))] {
            const bool isFirst = !m_walked;
            m_walked = std::move(*done);
            // A walk that nobody has moved through stands where there is most to see.
            show(isFirst ? (count() + 1) / 2 : m_position, false);
            emit wordsChanged();
        });
    });
}

void TileWalkInstrument::show(int position, bool moves) {
    m_position = std::clamp(position, 0, count());
    if (!m_walked)
        return;
    {
        const QSignalBlocker silent(m_slider);
        if (m_slider->maximum() != count()) {
            m_slider->setRange(0, count());
            m_place->setText(tr("tile %1 of %2").arg(count()).arg(count()));
            m_place->setMinimumWidth(m_place->sizeHint().width());  // nothing moves while digits are added
        }
        m_slider->setValue(m_position);
    }
    m_slider->setEnabled(count() > 0);
    m_play->setEnabled(count() > 0);
    m_place->setText(tr("tile %1 of %2").arg(m_position).arg(count()));
    m_view->setPicture(tileWalkPicture(*m_walked, m_position, session().selection().query));
    if (moves)
        m_view->move(std::max(kFastestMotion, pace() / 3));
}

void TileWalkInstrument::stepBy(int by) {
    stop();
    show(m_position + by, by > 0);
}

void TileWalkInstrument::togglePlay() {
    if (isPlaying() || count() == 0)
        return stop();
    if (m_position >= count())
        show(0, false);
    m_play->setIcon(ui::icon("pause"));
    m_play->setText(tr("Pause"));
    m_timer.start(pace());
}

void TileWalkInstrument::stop() {
    if (!isPlaying())
        return;
    m_timer.stop();
    m_play->setIcon(ui::icon("play"));
    m_play->setText(tr("Play"));
}

/// Nothing moves behind another view.
bool TileWalkInstrument::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_body && event->type() == QEvent::Hide)
        stop();
    return Instrument::eventFilter(watched, event);
}

std::optional<SceneFigure> TileWalkInstrument::figure() const {
    if (!m_walked)
        return {};
    return tilesSceneFigure(m_view->picture());
}

}  // namespace attn::app

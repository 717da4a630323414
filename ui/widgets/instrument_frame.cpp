#include "ui/widgets/instrument_frame.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QTextDocument>
#include <QVBoxLayout>
#include <cmath>

#include "ui/theme/icon.h"
#include "ui/theme/paint.h"
#include "ui/theme/style.h"
#include "ui/widgets/run_label.h"

namespace attn::ui {

/// The bar above the figure.
class FrameHeader : public QWidget {
  public:
    explicit FrameHeader(QWidget* parent)
        : QWidget(parent),
          m_title(new RunLabel({}, type::kTitle)),
          m_subtitle(new RunLabel),
          m_controls(new QHBoxLayout) {
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(16, 0, 16, 1);
        row->setSpacing(8);
        row->addWidget(m_title);
        row->addWidget(m_subtitle, 1);
        row->addLayout(m_controls);
        m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        m_controls->setSpacing(8);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    }
    QSize sizeHint() const override { return {layout()->sizeHint().width(), scaled(48)}; }
    QSize minimumSizeHint() const override { return {layout()->minimumSize().width(), scaled(48)}; }

    RunLabel* m_title;
    RunLabel* m_subtitle;
    QHBoxLayout* m_controls;

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.fillRect(rect(), currentTheme().window);
        painter.fillRect(QRect(0, height() - 1, width(), 1), currentTheme().hairline);
    }
    void changeEvent(QEvent* event) override {
        QWidget::changeEvent(event);
        if (event->type() == QEvent::StyleChange)
            updateGeometry();
    }
};

/// The bar below the figure: one line, or two.
class NoteBar : public QWidget {
  public:
    explicit NoteBar(QWidget* parent) : QWidget(parent) {
        QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
        hide();
    }
    void setRuns(const TextRuns& runs) {
        if (runs == m_given)
            return;
        m_runs = m_given = runs;
        m_wrapped.first = 0.0;
        for (TextRun& run : m_runs)
            if (run.kind == TextRun::Normal)
                run.kind = TextRun::Second;
        setAccessibleName(plainText(runs));
        setToolTip(isCut() ? Qt::convertFromPlainText(plainText(runs)) : QString());
        setVisible(!runs.empty());
        updateGeometry();
        update();
    }
    const TextRuns& runs() const { return m_given; }
    QSize sizeHint() const override { return {scaled(320), heightForWidth(width())}; }
    QSize minimumSizeHint() const override { return {scaled(120), scaled(36)}; }
    int heightForWidth(int width) const override { return scaled(linesFor(width) > 1 ? 56 : 36); }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const Theme& t = currentTheme();
        painter.fillRect(rect(), t.window);
        painter.fillRect(QRect(0, 0, width(), 1), t.hairline);
        const int side = scaled(20);
        const int step = scaled(20);
        auto lines = linesAt(width());
        if (lines.size() > 2) {
            lines.resize(2);
            lines.back().push_back({QString(QChar(0x2026)), TextRun::Second});
        }
        const int top = (height() - step * static_cast<int>(lines.size())) / 2;
        painter.drawPixmap(16, top + (step - side) / 2, iconPixmap("info", t.secondText, side, devicePixelRatioF()));
        double baseline = std::round(top + (step + QFontMetricsF(bodyFont()).capHeight()) / 2.0);
        for (const TextRuns& line : lines) {
            drawRuns(painter, {16.0 + side + 8, baseline}, line, bodyFont(), t);
            baseline += step;
        }
    }
    void resizeEvent(QResizeEvent*) override {
        setToolTip(isCut() ? Qt::convertFromPlainText(plainText(m_runs)) : QString());
        updateGeometry();
    }
    void changeEvent(QEvent* event) override {
        QWidget::changeEvent(event);
        if (event->type() == QEvent::StyleChange)
            updateGeometry();
    }

  private:
    int room(int width) const { return width - 16 - scaled(20) - 8 - 24; }
    /// A layout asks for the same width many times over.
    const std::vector<TextRuns>& linesAt(int width) const {
        const double asked = room(width) / fontScale();
        if (m_wrapped.first != asked)
            m_wrapped = {asked, wrapRuns(m_runs, bodyFont(), room(width))};
        return m_wrapped.second;
    }
    int linesFor(int width) const { return static_cast<int>(linesAt(width).size()); }
    bool isCut() const { return linesFor(width()) > 2; }

    TextRuns m_given;
    TextRuns m_runs;  ///< In second text.
    mutable std::pair<double, std::vector<TextRuns>> m_wrapped;  ///< Width in units of the type, lines; 0: none.
};

/// Title and note as a room reads them.
class PresentedHead : public QWidget {
  public:
    static constexpr int kTitle = 24;  ///< Pixels at 100 %; the note has those of the body.

    explicit PresentedHead(QWidget* parent)
        : QWidget(parent), m_title(new RunLabel({}, kTitle)), m_subtitle(new RunLabel({}, type::kBody)), m_sentence(new RunLabel) {
        auto* line = new QHBoxLayout;
        line->setSpacing(16);
        m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
        line->addWidget(m_title);
        line->addWidget(m_subtitle, 1);
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->setSpacing(0);
        column->addLayout(line);
        column->addWidget(m_sentence);
        m_sentence->setWrapped(true);
        hide();
    }

    RunLabel* m_title;
    RunLabel* m_subtitle;
    RunLabel* m_sentence;
};

/// Lies over the body while work goes on: dims it to 60 %, with a line that grows. The body stays in use below it.
class ProgressVeil : public QWidget {
  public:
    explicit ProgressVeil(QWidget* parent) : QWidget(parent) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }
    void setFraction(double fraction) {
        m_fraction = fraction;
        update();
    }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const Theme& t = currentTheme();
        QColor veil = t.surface;
        veil.setAlphaF(0.4f);
        painter.fillRect(rect(), veil);
        painter.fillRect(QRect(0, 0, width(), 3), t.raised);
        const double part = m_fraction >= 0.0 ? std::min(1.0, m_fraction) : 1.0;
        painter.fillRect(QRectF(0, 0, std::round(width() * part), 3), t.accent);
    }

  private:
    double m_fraction = -1.0;
};

/// How much is done, in words, and a way to stop.
class ProgressPanel : public QWidget {
  public:
    explicit ProgressPanel(QWidget* parent)
        : QWidget(parent), m_words(new RunLabel), m_cancel(new QPushButton(InstrumentFrame::tr("Cancel"))) {
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(12, 4, 4, 4);
        row->setSpacing(12);
        row->addWidget(m_words);
        row->addWidget(m_cancel);
        m_cancel->setAutoDefault(false);
        hide();
    }

    RunLabel* m_words;
    QPushButton* m_cancel;

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        paintBox(painter, rect(), kControlRadius, currentTheme().surface, currentTheme().strongLine);
    }
};

InstrumentFrame::InstrumentFrame(const QString& title, QWidget* parent)
    : QWidget(parent),
      m_header(new FrameHeader(this)),
      m_note(new NoteBar(this)),
      m_presented(new PresentedHead(this)),
      m_controlRow(new QWidget(this)),
      m_message(new MessageStrip(this)),
      m_column(new QVBoxLayout(this)),
      m_veil(new ProgressVeil(this)),
      m_panel(new ProgressPanel(this)) {
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(m_presented);
    m_column->addWidget(m_header);
    m_column->addWidget(m_message);
    m_column->addStretch(1);
    m_column->addWidget(m_note);
    m_column->addWidget(m_controlRow);
    auto* row = new QHBoxLayout(m_controlRow);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addStretch(1);
    m_controlRow->hide();
    setTitle(title);
    m_delay.setSingleShot(true);
    m_delay.setInterval(300);
    connect(&m_delay, &QTimer::timeout, this, [this] {
        placeVeil();
        for (QWidget* part : {static_cast<QWidget*>(m_veil), static_cast<QWidget*>(m_panel)}) {
            part->show();
            part->raise();
        }
    });
    connect(m_message, &MessageStrip::actionTriggered, this, &InstrumentFrame::messageActionTriggered);
    connect(m_panel->m_cancel, &QAbstractButton::clicked, this, &InstrumentFrame::cancelRequested);
}

void InstrumentFrame::setTitle(const QString& title) {
    m_header->m_title->setText(title, TextRun::Semibold);
    m_presented->m_title->setText(title, TextRun::Semibold);
    setAccessibleName(title);
}

void InstrumentFrame::setSubtitle(const TextRuns& runs) {
    TextRuns calm = runs;
    for (TextRun& run : calm)
        if (run.kind == TextRun::Normal)
            run.kind = TextRun::Second;
    m_header->m_subtitle->setRuns(calm);
    m_presented->m_subtitle->setRuns(calm);
}

void InstrumentFrame::addControl(QWidget* control) {
    m_controls.push_back(control);
    m_header->m_controls->addWidget(control);
}

void InstrumentFrame::setBody(QWidget* body) {
    if (body == m_body)
        return;
    constexpr int kPlace = 3;
    if (QLayoutItem* old = m_column->takeAt(kPlace)) {
        delete old->widget();
        delete old;
    }
    m_body = body;
    m_column->insertWidget(kPlace, body, 1);
    body->installEventFilter(this);
    placeVeil();
}

void InstrumentFrame::showMessage(MessageStrip::Kind kind, const QString& sentence, const QString& action) {
    m_message->showMessage(kind, sentence, action);
}

void InstrumentFrame::clearMessage() {
    m_message->clear();
}

void InstrumentFrame::setNote(const TextRuns& runs) {
    m_note->setRuns(runs);
    TextRuns calm = runs;
    for (TextRun& run : calm)
        if (run.kind == TextRun::Normal)
            run.kind = TextRun::Second;
    m_presented->m_sentence->setRuns(calm);
    if (m_isPresented)
        m_note->hide();
}

void InstrumentFrame::setPresented(bool isPresented, QWidget* foot, QWidget* corner) {
    auto* row = static_cast<QHBoxLayout*>(m_controlRow->layout());
    const auto exchange = [](QWidget*& old, QWidget* next, QBoxLayout* place) {
        if (old == next)
            return;
        if (old) {
            place->removeWidget(old);
            old->setParent(nullptr);
        }
        if (next)
            place->addWidget(next);
        old = next;
    };
    exchange(m_foot, foot, m_column);
    exchange(m_corner, corner, row);
    if (m_isPresented == isPresented)
        return;
    m_isPresented = isPresented;
    for (std::size_t i = 0; i < m_controls.size(); ++i)
        isPresented ? row->insertWidget(static_cast<int>(i), m_controls[i]) : m_header->m_controls->addWidget(m_controls[i]);
    layOut();
}

void InstrumentFrame::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange && m_isPresented)
        layOut();
}

/// In a room everything stands on one surface, away from the edges of the screen.
void InstrumentFrame::layOut() {
    m_header->setVisible(!m_isPresented);
    m_presented->setVisible(m_isPresented);
    m_controlRow->setVisible(m_isPresented);
    m_note->setVisible(!m_isPresented && !m_note->runs().empty());
    const int side = m_isPresented ? scaled(32) : 0, top = m_isPresented ? scaled(16) : 0;
    m_column->setContentsMargins(side, top, side, m_isPresented ? scaled(10) : 0);
    m_column->setSpacing(m_isPresented ? scaled(6) : 0);
    setAutoFillBackground(m_isPresented);
    placeVeil();
}

void InstrumentFrame::setProgress(double fraction, const QString& words) {
    m_veil->setFraction(fraction);
    m_panel->m_words->setText(words);
    placeVeil();
    if (m_veil->isHidden() && !m_delay.isActive())
        m_delay.start();
}

void InstrumentFrame::clearProgress() {
    m_delay.stop();
    m_veil->hide();
    m_panel->hide();
}

bool InstrumentFrame::isProgressShown() const {
    return !m_veil->isHidden();
}

void InstrumentFrame::placeVeil() {
    if (!m_body)
        return;
    const QRect place = m_body->geometry();
    m_veil->setGeometry(place);
    const QSize size = m_panel->sizeHint().boundedTo(place.size() - QSize(32, 24));
    m_panel->setGeometry(place.right() - size.width() - 15, place.top() + 12, size.width(), size.height());
}

void InstrumentFrame::resizeEvent(QResizeEvent*) {
    placeVeil();
}

bool InstrumentFrame::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_body && (event->type() == QEvent::Resize || event->type() == QEvent::Move))
        placeVeil();
    return QWidget::eventFilter(watched, event);
}

}  // namespace attn::ui

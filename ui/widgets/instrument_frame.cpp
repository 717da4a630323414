#include "ui/widgets/instrument_frame.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
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
        : QWidget(parent), m_title(new RunLabel({}, type::kTitle)), m_subtitle(new RunLabel), m_controls(new QHBoxLayout) {
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
        m_runs = runs;
        for (TextRun& run : m_runs)
            if (run.kind == TextRun::Normal)
                run.kind = TextRun::Second;
        setAccessibleName(plainText(runs));
        setToolTip(isCut() ? plainText(runs).toHtmlEscaped() : QString());
        setVisible(!runs.empty());
        updateGeometry();
        update();
    }
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
        auto lines = wrapRuns(m_runs, bodyFont(), room(width()));
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
        setToolTip(isCut() ? plainText(m_runs).toHtmlEscaped() : QString());
        updateGeometry();
    }
    void changeEvent(QEvent* event) override {
        QWidget::changeEvent(event);
        if (event->type() == QEvent::StyleChange)
            updateGeometry();
    }

  private:
    int room(int width) const { return width - 16 - scaled(20) - 8 - 24; }
    int linesFor(int width) const { return static_cast<int>(wrapRuns(m_runs, bodyFont(), room(width)).size()); }
    bool isCut() const { return linesFor(width()) > 2; }

    TextRuns m_runs;
};

/// Lies over the body while work goes on: dims it to 60 %, with the bar, the words and a way to stop.
class ProgressVeil : public QWidget {
  public:
    explicit ProgressVeil(QWidget* parent) : QWidget(parent), m_cancel(new QPushButton(InstrumentFrame::tr("Cancel"), this)) {
        m_cancel->setAutoDefault(false);
        hide();
    }
    void setAmount(double fraction, const QString& words) {
        m_fraction = fraction;
        m_words = words;
        setAccessibleName(words);
        place();
        update();
    }
    QPushButton* cancelButton() const { return m_cancel; }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const Theme& t = currentTheme();
        QColor veil = t.surface;
        veil.setAlphaF(0.4f);
        painter.fillRect(rect(), veil);
        painter.fillRect(QRect(0, 0, width(), 3), t.raised);
        if (m_fraction >= 0.0)
            painter.fillRect(QRectF(0, 0, std::round(width() * std::min(1.0, m_fraction)), 3), t.accent);
        else
            painter.fillRect(QRect(0, 0, width(), 3), t.accent);
        paintBox(painter, m_panel, kControlRadius, t.surface, t.strongLine);
        painter.setFont(bodyFont());
        painter.setPen(t.text);
        painter.drawText(m_panel.adjusted(12, 0, -m_cancel->width() - 12, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, m_words);
    }
    void resizeEvent(QResizeEvent*) override { place(); }

  private:
    void place() {
        const QSize button = m_cancel->sizeHint();
        const int words = QFontMetrics(bodyFont()).horizontalAdvance(m_words);
        const int wide = std::min(width() - 32, words + button.width() + 32);
        m_panel = QRect(width() - wide - 16, 12, wide, button.height() + 8);
        m_cancel->setGeometry(m_panel.right() - button.width() - 3, m_panel.top() + 4, button.width(), button.height());
    }

    double m_fraction = -1.0;
    QString m_words;
    QRect m_panel;
    QPushButton* m_cancel;
};

InstrumentFrame::InstrumentFrame(const QString& title, QWidget* parent)
    : QWidget(parent),
      m_header(new FrameHeader(this)),
      m_note(new NoteBar(this)),
      m_message(new MessageStrip(this)),
      m_column(new QVBoxLayout(this)),
      m_veil(new ProgressVeil(this)) {
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(m_header);
    m_column->addWidget(m_message);
    m_column->addStretch(1);
    m_column->addWidget(m_note);
    setTitle(title);
    m_delay.setSingleShot(true);
    m_delay.setInterval(300);
    connect(&m_delay, &QTimer::timeout, this, [this] {
        placeVeil();
        m_veil->show();
        m_veil->raise();
    });
    connect(m_message, &MessageStrip::actionTriggered, this, &InstrumentFrame::messageActionTriggered);
    connect(m_veil->cancelButton(), &QAbstractButton::clicked, this, &InstrumentFrame::cancelRequested);
}

void InstrumentFrame::setTitle(const QString& title) {
    m_header->m_title->setText(title, TextRun::Semibold);
    setAccessibleName(title);
}

void InstrumentFrame::setSubtitle(const TextRuns& runs) {
    TextRuns calm = runs;
    for (TextRun& run : calm)
        if (run.kind == TextRun::Normal)
            run.kind = TextRun::Second;
    m_header->m_subtitle->setRuns(calm);
}

void InstrumentFrame::addControl(QWidget* control) { m_header->m_controls->addWidget(control); }

void InstrumentFrame::setBody(QWidget* body) {
    if (body == m_body)
        return;
    constexpr int kPlace = 2;
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

void InstrumentFrame::clearMessage() { m_message->clear(); }

void InstrumentFrame::setNote(const TextRuns& runs) { m_note->setRuns(runs); }

void InstrumentFrame::setProgress(double fraction, const QString& words) {
    m_veil->setAmount(fraction, words);
    if (m_veil->isHidden() && !m_delay.isActive())
        m_delay.start();
}

void InstrumentFrame::clearProgress() {
    m_delay.stop();
    m_veil->hide();
}

bool InstrumentFrame::isProgressShown() const { return !m_veil->isHidden(); }

void InstrumentFrame::placeVeil() {
    if (m_body)
        m_veil->setGeometry(m_body->geometry());
}

void InstrumentFrame::resizeEvent(QResizeEvent*) { placeVeil(); }

bool InstrumentFrame::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_body && (event->type() == QEvent::Resize || event->type() == QEvent::Move))
        placeVeil();
    return QWidget::eventFilter(watched, event);
}

}  // namespace attn::ui

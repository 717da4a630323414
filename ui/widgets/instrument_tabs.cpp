#include "ui/widgets/instrument_tabs.h"

#include <QAbstractButton>
#include <QAction>
#include <QActionGroup>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <cmath>

#include "ui/theme/paint.h"
#include "ui/theme/style.h"
#include "ui/widgets/text_runs.h"

namespace attn::ui {
namespace {

constexpr int kPadding = 13;  ///< At each side of the words.

/// One tab, or the button of the menu with the rest.
class Tab : public QAbstractButton {
  public:
    Tab(const QString& name, bool hasMenu, QWidget* parent) : QAbstractButton(parent), m_hasMenu(hasMenu) {
        setText(name);
        setAccessibleName(name);
        setCheckable(true);
        setAttribute(Qt::WA_Hover);
    }

    /// Of the semibold form, so that nothing moves when another one is chosen.
    double wordsWidth() const {
        return QFontMetricsF(bodyFont(type::kBody, QFont::DemiBold)).horizontalAdvance(text());
    }
    QSize sizeHint() const override {
        return {static_cast<int>(std::ceil(wordsWidth())) + 2 * kPadding + (m_hasMenu ? scaled(16) : 0), scaled(44)};
    }

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const Theme& t = currentTheme();
        const QFont font = bodyFont(type::kBody, isChecked() ? QFont::DemiBold : QFont::Normal);
        const QFontMetricsF metrics(font);
        const double words = metrics.horizontalAdvance(text());
        const double left = kPadding + (wordsWidth() - words) / 2.0;
        const QColor ink = !isEnabled()                              ? t.disabledText
                           : isChecked() || underMouse() || isDown() ? t.text
                                                                     : t.secondText;
        painter.setFont(font);
        painter.setPen(ink);
        painter.drawText(QPointF(left, std::round((height() + metrics.capHeight()) / 2.0) - 1), text());
        if (m_hasMenu)
            paintChevron(painter, QRectF(width() - kPadding - scaled(12), 0, scaled(12), height()), Way::Down, 7,
                         ink);
        if (isChecked())
            painter.fillRect(QRectF(std::round(left), height() - 3, std::round(words), 3), t.accent);
    }
    // The current tab stays current; which one that is, InstrumentTabs decides.
    void nextCheckState() override {}
    void keyPressEvent(QKeyEvent* event) override {
        switch (event->key()) {
            case Qt::Key_Left:
            case Qt::Key_Right:
            case Qt::Key_Home:
            case Qt::Key_End:
                event->ignore();
                break;
            case Qt::Key_Down:
                if (m_hasMenu)
                    click();
                else
                    event->ignore();
                break;
            case Qt::Key_Up:
                event->ignore();
                break;
            default:
                QAbstractButton::keyPressEvent(event);
        }
    }

  private:
    bool m_hasMenu;
};

}  // namespace

InstrumentTabs::InstrumentTabs(QWidget* parent)
    : QWidget(parent), m_more(new Tab(tr("More"), true, this)), m_menu(new QMenu(this)) {
    setAccessibleName(tr("Instruments"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_more->setFocusPolicy(Qt::StrongFocus);
    m_more->setAccessibleName(tr("More instruments"));
    m_more->hide();
    connect(m_more, &QAbstractButton::clicked, this,
            [this] { m_menu->popup(m_more->mapToGlobal(QPoint(0, m_more->height()))); });
}

void InstrumentTabs::setTabs(const QStringList& names) {
    for (QAbstractButton* tab : m_tabs) {
        tab->hide();
        tab->deleteLater();
    }
    m_tabs.clear();
    for (const QString& name : names) {
        auto* tab = new Tab(name, false, this);
        const int index = count();
        connect(tab, &QAbstractButton::clicked, this, [this, index] { choose(index); });
        m_tabs.push_back(tab);
    }
    m_current = -1;
    setCurrent(names.isEmpty() ? -1 : 0);
    updateGeometry();
}

void InstrumentTabs::setCurrent(int index) {
    m_current = index >= 0 && index < count() ? index : -1;
    arrange();
}

void InstrumentTabs::choose(int index) {
    if (index < 0 || index >= count())
        return;
    const bool isNew = index != m_current;
    setCurrent(index);
    if (isNew)
        emit chosen(index);
}

void InstrumentTabs::arrange() {
    int total = 0;
    for (const QAbstractButton* tab : m_tabs)
        total += tab->sizeHint().width();
    const bool hasMore = total > width();
    const int room = hasMore ? width() - m_more->sizeHint().width() : width();
    int x = 0;
    m_shown = 0;
    const bool hadFocus =
        std::any_of(m_tabs.begin(), m_tabs.end(), [](const QAbstractButton* tab) { return tab->hasFocus(); });
    m_menu->clear();
    for (int i = 0; i < count(); ++i) {
        auto* tab = m_tabs[static_cast<std::size_t>(i)];
        const int wide = tab->sizeHint().width();
        tab->setChecked(i == m_current);
        // Only the current one is in the order of Tab, as with radio buttons.
        tab->setFocusPolicy(i == m_current ? Qt::StrongFocus : Qt::ClickFocus);
        const bool fits = m_shown == i && x + wide <= room;
        if (fits) {
            tab->setGeometry(x, 0, wide, height());
            x += wide;
            ++m_shown;
        } else {
            QAction* action = m_menu->addAction(tab->text());
            action->setCheckable(true);
            action->setChecked(i == m_current);
            connect(action, &QAction::triggered, this, [this, i] { choose(i); });
        }
        tab->setVisible(fits);
    }
    m_more->setVisible(hasMore);
    m_more->setChecked(m_current >= m_shown);
    m_more->setGeometry(x, 0, m_more->sizeHint().width(), height());
    if (hadFocus && m_current >= 0) {
        QWidget* now = m_current < m_shown ? m_tabs[static_cast<std::size_t>(m_current)] : m_more;
        now->setFocus(Qt::OtherFocusReason);
    }
}

QSize InstrumentTabs::sizeHint() const {
    int total = 0;
    for (const QAbstractButton* tab : m_tabs)
        total += tab->sizeHint().width();
    return {total, scaled(44)};
}

QSize InstrumentTabs::minimumSizeHint() const {
    return {m_more->sizeHint().width(), scaled(44)};
}

void InstrumentTabs::resizeEvent(QResizeEvent*) {
    arrange();
}

void InstrumentTabs::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) {
        updateGeometry();
        arrange();
    }
}

void InstrumentTabs::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
            choose(m_current - 1);
            break;
        case Qt::Key_Right:
            choose(m_current + 1);
            break;
        case Qt::Key_Home:
            choose(0);
            break;
        case Qt::Key_End:
            choose(count() - 1);
            break;
        default:
            QWidget::keyPressEvent(event);
    }
}

}  // namespace attn::ui

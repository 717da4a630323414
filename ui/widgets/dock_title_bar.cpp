#include "ui/widgets/dock_title_bar.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QPainter>

#include "ui/theme/style.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/run_label.h"

namespace attn::ui {

DockTitleBar::DockTitleBar(QDockWidget* dock)
    : QWidget(dock),
      m_dock(dock),
      m_title(new RunLabel),
      m_float(new IconButton("float", {}, nullptr, 28)),
      m_close(new IconButton("close", {}, nullptr, 28)),
      m_start(new QHBoxLayout),
      m_controls(new QHBoxLayout) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 0, 4, 1);
    row->setSpacing(0);
    m_start->setSpacing(8);
    m_controls->setSpacing(8);
    row->addWidget(m_title);
    row->addSpacing(12);
    row->addLayout(m_start);
    row->addStretch(1);
    row->addLayout(m_controls);
    row->addSpacing(4);
    row->addWidget(m_float);
    row->addWidget(m_close);
    m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);

    connect(m_float, &QAbstractButton::clicked, this, [this] { m_dock->setFloating(!m_dock->isFloating()); });
    connect(m_close, &QAbstractButton::clicked, m_dock, &QWidget::close);
    connect(m_dock, &QDockWidget::featuresChanged, this, &DockTitleBar::refresh);
    connect(m_dock, &QDockWidget::topLevelChanged, this, &DockTitleBar::refresh);
    connect(m_dock, &QWidget::windowTitleChanged, this, &DockTitleBar::refresh);
    refresh();
    m_dock->setTitleBarWidget(this);
}

void DockTitleBar::addControl(QWidget* control) {
    m_controls->addWidget(control);
}

void DockTitleBar::addStart(QWidget* control) {
    m_start->addWidget(control);
}

void DockTitleBar::refresh() {
    const QString title = m_dock->windowTitle();
    m_title->setText(title, TextRun::Semibold);
    m_float->setName(m_dock->isFloating() ? tr("Put %1 back").arg(title) : tr("Float %1").arg(title));
    m_close->setName(tr("Close %1").arg(title));
    m_float->setVisible(m_dock->features() & QDockWidget::DockWidgetFloatable);
    m_close->setVisible(m_dock->features() & QDockWidget::DockWidgetClosable);
}

QSize DockTitleBar::sizeHint() const {
    return {layout()->sizeHint().width(), scaled(36)};
}

QSize DockTitleBar::minimumSizeHint() const {
    return {layout()->minimumSize().width(), scaled(36)};
}

void DockTitleBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), currentTheme().surface);
    painter.fillRect(QRect(0, height() - 1, width(), 1), currentTheme().hairline);
}

void DockTitleBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        updateGeometry();
}

}  // namespace attn::ui

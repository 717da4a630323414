#include "src/window/appearance.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>

#include "ui/theme/style.h"

namespace attn::app {
namespace {

const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString kSpace = QStringLiteral("org.freedesktop.appearance");
const QString kKey = QStringLiteral("color-scheme");

}  // namespace

Appearance::Appearance(QObject* parent)
    : QObject(parent), m_choice(settings::themeChoice()), m_paletteKind(ui::systemTheme()) {
    ui::setFontScale(settings::fontPercent() / 100.0);
    askPortal();
}

ui::ThemeKind Appearance::kind() const {
    if (m_shownKind)
        return *m_shownKind;
    if (m_choice != ThemeChoice::FollowDesktop)
        return m_choice == ThemeChoice::Dark ? ui::ThemeKind::Dark : ui::ThemeKind::Light;
    return m_portalKind.value_or(m_paletteKind);
}

void Appearance::choose(ThemeChoice choice) {
    m_choice = choice;
    m_shownKind.reset();
    settings::setThemeChoice(choice);
    apply();
}

void Appearance::show(ui::ThemeKind kind) {
    m_shownKind = kind;
    apply();
}

void Appearance::setFontPercent(int percent) {
    settings::setFontPercent(percent);
    ui::setFontScale(percent / 100.0);
    apply();
}

void Appearance::showScale(std::optional<double> scale) {
    ui::setFontScale(scale.value_or(settings::fontPercent() / 100.0));
    apply();
}

void Appearance::apply() {
    ui::applyTheme(*qApp, kind());
    emit changed();
}

void Appearance::askPortal() {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                SLOT(onPortalSetting(QString, QString, QDBusVariant)));
    QDBusMessage question = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    question << kSpace << kKey;
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        watcher->deleteLater();
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        if (reply.isValid())
            takePortalValue(reply.value().variant());
    });
}

void Appearance::onPortalSetting(const QString& space, const QString& key, const QDBusVariant& value) {
    if (space == kSpace && key == kKey)
        takePortalValue(value.variant());
}

void Appearance::takePortalValue(const QVariant& value) {
    // Read answers a variant in a variant, the signal a plain one. 1: prefers dark; 2: prefers light; else no wish.
    QVariant number = value;
    while (number.canConvert<QDBusVariant>())
        number = number.value<QDBusVariant>().variant();
    const ui::ThemeKind before = kind();
    switch (number.toUInt()) {
        case 1: m_portalKind = ui::ThemeKind::Dark; break;
        case 2: m_portalKind = ui::ThemeKind::Light; break;
        default: m_portalKind.reset();
    }
    if (kind() != before)
        apply();
}

}  // namespace attn::app

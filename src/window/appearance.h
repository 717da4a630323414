#pragma once
#include <QDBusVariant>
#include <QObject>
#include <optional>

#include "src/window/settings.h"
#include "ui/theme/theme.h"

namespace attn::app {

/// Which theme and font size are in force: the person's choice, else what the desktop wishes, else light.
class Appearance : public QObject {
    Q_OBJECT

  public:
    explicit Appearance(QObject* parent = nullptr);

    ThemeChoice choice() const { return m_choice; }
    ui::ThemeKind kind() const;
    void choose(ThemeChoice choice);
    /// For this run only: nothing is remembered.
    void show(ui::ThemeKind kind);
    void setFontPercent(int percent);
    /// For this run only, any size of type; none: the person's choice again.
    void showScale(std::optional<double> scale);
    /// Applies what is in force to the whole program.
    void apply();

  signals:
    void changed();

  private slots:
    /// org.freedesktop.portal.Settings tells of a change.
    void onPortalSetting(const QString& space, const QString& key, const QDBusVariant& value);

  private:
    void askPortal();
    void takePortalValue(const QVariant& value);

    ThemeChoice m_choice;
    ui::ThemeKind m_paletteKind;
    std::optional<ui::ThemeKind> m_shownKind;   ///< Set by show().
    std::optional<ui::ThemeKind> m_portalKind;  ///< None: no portal, or it has no preference.
};

}  // namespace attn::app

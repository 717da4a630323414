#pragma once
#include <QSettings>
#include <QString>
#include <QVariant>

namespace attn::app {

/// Where settings are kept. What comes back may be of any type: people edit these files, and versions differ.
class SettingsStore {
  public:
    virtual ~SettingsStore() = default;
    virtual QVariant value(const QString& key) const = 0;
    virtual void setValue(const QString& key, const QVariant& value) = 0;
};

/// The person's own settings file.
class PersonalSettings : public SettingsStore {
  public:
    QVariant value(const QString& key) const override { return m_settings.value(key); }
    void setValue(const QString& key, const QVariant& value) override { m_settings.setValue(key, value); }

  private:
    QSettings m_settings;
};

}  // namespace attn::app

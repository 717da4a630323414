#pragma once
#include <QStringList>

#include "src/document/settings_store.h"

namespace attn::app {

/// The files that were opened or saved last, the latest first.
///
/// Limits    at most kMost are kept and shown; a settings entry that is not an absolute path is passed over.
class RecentFiles {
  public:
    static constexpr int kMost = 10;

    /// `store` must outlive this object.
    explicit RecentFiles(SettingsStore& store) : m_store(store) {}

    /// Absolute paths of all that is kept, whether the files still exist or not.
    QStringList kept() const;
    /// Those that exist now. A missing one stays kept: its disk may come back.
    QStringList existing() const;

    /// Moves `path` to the front.
    void add(const QString& path);
    void remove(const QString& path);
    void clear();

  private:
    SettingsStore& m_store;
};

/// What a menu shows for each path: the file's name, with its folder where two names are the same.
/// An "&" is doubled, so that no file name makes a menu shortcut.
QStringList menuLabels(const QStringList& paths);

}  // namespace attn::app

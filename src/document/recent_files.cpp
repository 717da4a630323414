#include "src/document/recent_files.h"

#include <QDir>
#include <QFileInfo>
#include <algorithm>

namespace attn::app {

namespace {

constexpr auto kKey = u"recentFiles";
/// A settings entry with more than this is damaged: the rest is not looked at.
constexpr qsizetype kMostScanned = 1000;
constexpr qsizetype kLongestPath = 4096;

bool isUsable(const QString& path) {
    const bool isPlain = std::none_of(path.begin(), path.end(), [](QChar letter) { return letter.unicode() < 32; });
    return !path.isEmpty() && path.size() <= kLongestPath && isPlain && QDir::isAbsolutePath(path);
}

QStringList stringsIn(const QVariant& value) {
    if (value.metaType().id() == QMetaType::QString)
        return {value.toString()};
    if (value.metaType().id() == QMetaType::QStringList)
        return value.toStringList().mid(0, kMostScanned);
    QStringList strings;
    if (value.metaType().id() == QMetaType::QVariantList)
        for (const QVariant& entry : value.toList().mid(0, kMostScanned))
            if (entry.metaType().id() == QMetaType::QString)
                strings.append(entry.toString());
    return strings;
}

}  // namespace

QStringList RecentFiles::kept() const {
    QStringList paths;
    for (const QString& entry : stringsIn(m_store.value(QString::fromUtf16(kKey)))) {
        const QString path = QDir::cleanPath(entry);
        if (isUsable(path) && !paths.contains(path))
            paths.append(path);
        if (paths.size() == kMost)
            break;
    }
    return paths;
}

QStringList RecentFiles::existing() const {
    QStringList paths = kept();
    paths.removeIf([](const QString& path) { return !QFileInfo(path).isFile(); });
    return paths;
}

void RecentFiles::add(const QString& path) {
    const QString whole = QDir::cleanPath(QFileInfo(path).absoluteFilePath());
    if (path.isEmpty() || !isUsable(whole))
        return;
    QStringList paths = kept();
    paths.removeAll(whole);
    paths.prepend(whole);
    m_store.setValue(QString::fromUtf16(kKey), paths.mid(0, kMost));
}

void RecentFiles::remove(const QString& path) {
    QStringList paths = kept();
    paths.removeAll(QDir::cleanPath(QFileInfo(path).absoluteFilePath()));
    m_store.setValue(QString::fromUtf16(kKey), paths);
}

void RecentFiles::clear() { m_store.setValue(QString::fromUtf16(kKey), QStringList()); }

QStringList menuLabels(const QStringList& paths) {
    QStringList names;
    for (const QString& path : paths)
        names.append(QFileInfo(path).fileName());
    QStringList labels;
    for (qsizetype i = 0; i < paths.size(); ++i) {
        QString label = names[i];
        if (names.count(names[i]) > 1)
            label += QStringLiteral(" (%1)").arg(QDir::toNativeSeparators(QFileInfo(paths[i]).path()));
        labels.append(label.replace(u'&', QStringLiteral("&&")));
    }
    return labels;
}

}  // namespace attn::app

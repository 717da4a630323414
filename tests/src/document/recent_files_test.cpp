#include "src/document/recent_files.h"

#include <QFile>
#include <QMap>
#include <QTemporaryDir>

#include "tests/support/catch.h"

using namespace attn::app;

namespace {

struct MemorySettings : SettingsStore {
    QVariant value(const QString& key) const override { return values.value(key); }
    void setValue(const QString& key, const QVariant& value) override { values[key] = value; }
    QMap<QString, QVariant> values;
};

const QString kKey = QStringLiteral("recentFiles");

}  // namespace

TEST_CASE("RecentFiles: the latest is first, each once, at most ten", "[document]") {
    MemorySettings store;
    RecentFiles recent(store);
    for (int i = 0; i < 14; ++i)
        recent.add(QStringLiteral("/tmp/%1.headscope").arg(i));
    recent.add(QStringLiteral("/tmp/../tmp/10.headscope"));
    const QStringList kept = recent.kept();
    REQUIRE(kept.size() == RecentFiles::kMost);
    CHECK(kept[0] == QStringLiteral("/tmp/10.headscope"));
    CHECK(kept[1] == QStringLiteral("/tmp/13.headscope"));
    CHECK(kept.count(kept[0]) == 1);
    recent.remove(kept[1]);
    CHECK(recent.kept().size() == 9);
    recent.clear();
    CHECK(recent.kept().isEmpty());
}

TEST_CASE("RecentFiles: what a damaged settings file holds is passed over", "[document]") {
    MemorySettings store;
    const RecentFiles recent(store);
    const QString good = QStringLiteral("/tmp/good.headscope");

    store.values[kKey] = 42;
    CHECK(recent.kept().isEmpty());
    store.values[kKey] = QVariantMap{{QStringLiteral("a"), 1}};
    CHECK(recent.kept().isEmpty());
    store.values[kKey] = QByteArray("\xff\xfe\x00", 3);
    CHECK(recent.kept().isEmpty());
    store.values[kKey] = good;
    CHECK(recent.kept() == QStringList{good});
    store.values[kKey] = QVariantList{1, QVariant(), good, QVariantList{good}, QStringLiteral("relative"), QString()};
    CHECK(recent.kept() == QStringList{good});
    store.values[kKey] = QStringList{QString(100000, u'/') + QString(100000, u'x'), QStringLiteral("/a\nb"), good};
    CHECK(recent.kept() == QStringList{good});
}

TEST_CASE("RecentFiles: thousands of entries are cut to ten", "[document]") {
    MemorySettings store;
    QStringList many;
    for (int i = 0; i < 50000; ++i)
        many.append(QStringLiteral("/tmp/%1").arg(i));
    store.values[kKey] = many;
    RecentFiles recent(store);
    CHECK(recent.kept() == many.mid(0, RecentFiles::kMost));
    recent.add(QStringLiteral("/tmp/new"));
    CHECK(store.values[kKey].toStringList().size() == RecentFiles::kMost);
}

TEST_CASE("RecentFiles: a missing file is kept but not shown, a folder neither", "[document]") {
    MemorySettings store;
    RecentFiles recent(store);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.headscope"));
    recent.add(path);
    recent.add(folder.path());
    CHECK(recent.existing().isEmpty());
    CHECK(recent.kept().size() == 2);
    QFile file(path);
    REQUIRE(file.open(QIODevice::WriteOnly));
    CHECK(recent.existing() == QStringList{path});
}

TEST_CASE("menuLabels: equal names show their folder, and no name makes a shortcut", "[document]") {
    const QStringList labels = menuLabels({QStringLiteral("/a/x.headscope"), QStringLiteral("/b/x.headscope"),
                                           QStringLiteral("/b/Q&A.headscope")});
    CHECK(labels == QStringList{QStringLiteral("x.headscope (/a)"), QStringLiteral("x.headscope (/b)"),
                                QStringLiteral("Q&&A.headscope")});
}

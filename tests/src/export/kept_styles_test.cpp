#include "src/export/kept_styles.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "tests/support/catch.h"

using namespace attn;
using namespace attn::app;

namespace {

FigureStyle named(const QString& name, double dpi = 300.0) {
    FigureStyle style;
    style.name = name;
    style.dpi = dpi;
    return style;
}

}  // namespace

TEST_CASE("kept styles: a style is kept, replaced and removed under its name", "[export][style]") {
    const QTemporaryDir folder;
    const KeptStyles styles(folder.filePath(QStringLiteral("not/yet/there")));
    CHECK(styles.all().empty());
    CHECK(styles.last() == FigureStyle());
    // Names that would lead elsewhere, meet in one file or clash with the last style's.
    const QStringList names{QStringLiteral("../../x"), QStringLiteral("a/b"), QStringLiteral("a-b"), QStringLiteral("A B"),
                            QStringLiteral("注意"),    QStringLiteral("."),   QStringLiteral("last-used")};
    for (const QString& name : names)
        REQUIRE(styles.keep(named(name)));
    CHECK(styles.all().size() == static_cast<std::size_t>(names.size()));
    REQUIRE(styles.keep(named(QStringLiteral("a/b"), 600.0)));
    CHECK(styles.all().size() == static_cast<std::size_t>(names.size()));
    for (const KeptStyles::Kept& kept : styles.all())
        if (kept.style.name == QStringLiteral("a/b"))
            CHECK(kept.style.dpi == 600.0);
    styles.keepLast(named({}, 123.0));
    CHECK(styles.last().dpi == 123.0);
    CHECK(styles.all().size() == static_cast<std::size_t>(names.size()));
    for (const QString& name : names)
        REQUIRE(styles.remove(name));
    CHECK(styles.all().empty());
    CHECK(QDir(folder.path()).entryList(QDir::Files).isEmpty());
}

TEST_CASE("kept styles: hostile files beside the settings are passed over", "[export][style]") {
    const QTemporaryDir folder;
    const KeptStyles styles(folder.path());
    REQUIRE(styles.keep(named(QStringLiteral("good"))));
    const auto write = [&](const char* name, const QByteArray& bytes) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        REQUIRE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    };
    write("a.style.json", "{");
    write("b.style.json", QByteArray(100000, '['));
    write("last-used.style.json", "\xFF\xFE");
    QFile::link(QStringLiteral("/dev/zero"), folder.filePath(QStringLiteral("c.style.json")));
    CHECK(styles.all().size() == 1);
    CHECK(styles.last() == FigureStyle());
    CHECK_FALSE(styles.keep(named({})));
    CHECK_FALSE(styles.keep(named(QStringLiteral("line\nbreak"))));
    // A folder that is a file: told, not lost.
    const KeptStyles none(folder.filePath(QStringLiteral("a.style.json")));
    CHECK_FALSE(none.keep(named(QStringLiteral("x"))));
    CHECK(none.all().empty());
}

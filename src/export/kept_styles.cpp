#include "src/export/kept_styles.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <algorithm>

namespace attn::app {
namespace {

const QString kEnding = QStringLiteral(".style.json");
const QString kLast = QStringLiteral("last-used");

/// A file name that any name may have: its letters and digits to be recognised, a hash to be told apart.
QString fileNameOf(const QString& name) {
    QString plain;
    for (const QChar sign : name.toLower())
        plain += (sign >= u'a' && sign <= u'z') || (sign >= u'0' && sign <= u'9') ? sign : QChar(u'-');
    const QByteArray hash = QCryptographicHash::hash(name.toUtf8(), QCryptographicHash::Sha256).toHex().left(8);
    return plain.left(40) + u'-' + QString::fromLatin1(hash) + kEnding;
}

Error faultAt(const QString& path, const QString& reason) {
    return {ErrorCode::FileProblem, (QDir::toNativeSeparators(path) + QStringLiteral(": ") + reason + u'.').toStdString()};
}

}  // namespace

KeptStyles::KeptStyles(QString folder) : m_folder(std::move(folder)) {}

QString KeptStyles::defaultFolder() {
    return QFileInfo(QSettings().fileName()).absoluteDir().filePath(QStringLiteral("styles"));
}

std::vector<KeptStyles::Kept> KeptStyles::all() const {
    std::vector<Kept> kept;
    for (const QString& file : QDir(m_folder).entryList({u'*' + kEnding}, QDir::Files, QDir::Name)) {
        const QString path = QDir(m_folder).filePath(file);
        auto style = loadFigureStyle(path);
        if (style && !style->name.isEmpty() && file != kLast + kEnding && kept.size() < kMost)
            kept.push_back({path, *std::move(style)});
    }
    std::stable_sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) { return a.style.name < b.style.name; });
    return kept;
}

Result<void> KeptStyles::keep(const FigureStyle& style) const {
    if (style.name.trimmed().isEmpty())
        return Error{ErrorCode::OutOfRange, "A style is kept under a name."};
    // What would not be read again is not written.
    const std::string text = writeFigureStyle(style);
    if (const auto read = readFigureStyle(text); !read)
        return read.error();
    const std::vector<Kept> kept = all();
    const auto same = std::find_if(kept.begin(), kept.end(), [&](const Kept& each) { return each.style.name == style.name; });
    if (same == kept.end() && kept.size() >= kMost)
        return Error{ErrorCode::TooLarge, std::to_string(kMost) + " styles are kept already: remove one first."};
    if (!QDir().mkpath(m_folder))
        return faultAt(m_folder, QStringLiteral("the folder cannot be made"));
    return writeFigure(same != kept.end() ? same->path : QDir(m_folder).filePath(fileNameOf(style.name)),
                       QByteArray::fromStdString(text));
}

Result<void> KeptStyles::remove(const QString& name) const {
    for (const Kept& each : all())
        if (each.style.name == name && !QFile::remove(each.path))
            return faultAt(each.path, QStringLiteral("it cannot be removed"));
    return {};
}

FigureStyle KeptStyles::last() const {
    const auto style = loadFigureStyle(QDir(m_folder).filePath(kLast + kEnding));
    return style ? *style : FigureStyle();
}

void KeptStyles::keepLast(const FigureStyle& style) const {
    // Only remembered: where it cannot be written, the next export begins with the usual style.
    if (QDir().mkpath(m_folder))
        static_cast<void>(writeFigure(QDir(m_folder).filePath(kLast + kEnding), QByteArray::fromStdString(writeFigureStyle(style))));
}

}  // namespace attn::app

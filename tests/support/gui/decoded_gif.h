#pragma once
// A GIF as ImageMagick reads it, which is not ours.
#include <QColorSpace>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <vector>

#include "tests/support/catch.h"

namespace attn::test {

struct DecodedGif {
    bool isThere = false;  ///< False, said loudly, where ImageMagick is not installed.
    std::vector<QImage> frames;
    QStringList delays;  ///< Hundredths of a second.
};

inline QString imageMagick(const char* tool) {
    const QString own = QStandardPaths::findExecutable(QLatin1String(tool), {QStringLiteral("/usr/bin")});
    return own.isEmpty() ? QStandardPaths::findExecutable(QLatin1String(tool)) : own;
}

inline DecodedGif decodedGif(const QByteArray& gif) {
    if (imageMagick("identify").isEmpty()) {
        WARN("imagemagick is not installed: the frames of a GIF are not compared");
        return {};
    }
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("in.gif")));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(gif);
    file.close();
    const auto run = [&](const char* tool, const QStringList& words) {
        QProcess process;
        process.start(imageMagick(tool), words);
        REQUIRE(process.waitForFinished(60000));
        CAPTURE(process.readAllStandardError().toStdString());
        REQUIRE(process.exitCode() == 0);
        return process.readAllStandardOutput();
    };
    DecodedGif decoded;
    decoded.isThere = true;
    decoded.delays =
        QString::fromLatin1(run("identify", {QStringLiteral("-format"), QStringLiteral("%T "), file.fileName()}))
            .split(u' ', Qt::SkipEmptyParts);
    run("convert", {file.fileName(), QStringLiteral("-coalesce"), folder.filePath(QStringLiteral("f%04d.png"))});
    for (const QString& name : QDir(folder.path()).entryList({QStringLiteral("f*.png")}, QDir::Files, QDir::Name)) {
        decoded.frames.push_back(QImage(folder.filePath(name)).convertToFormat(QImage::Format_RGB32));
        decoded.frames.back().setColorSpace({});  // as images that were drawn have none
    }
    return decoded;
}

}  // namespace attn::test

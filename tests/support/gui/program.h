#pragma once
// The program itself, run as a person would run it.
#include <QFile>
#include <QProcess>
#include <QStringList>

#include "tests/support/catch.h"

namespace attn::test {

struct Run {
    int status = -1;
    QByteArray out;
    QByteArray err;
};

inline Run headscope(const QStringList& words, const QStringList& environment = {}) {
    QProcess program;
    program.setEnvironment(QProcess::systemEnvironment() + environment);
    program.start(QStringLiteral(HEADSCOPE_PROGRAM), words);
    REQUIRE(program.waitForFinished(60000));
    REQUIRE(program.exitStatus() == QProcess::NormalExit);
    return {program.exitCode(), program.readAllStandardOutput(), program.readAllStandardError()};
}

inline QString example(const char* name) {
    return QStringLiteral(HEADSCOPE_SOURCE "/resources/examples/%1.headscope").arg(QLatin1String(name));
}

inline QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace attn::test

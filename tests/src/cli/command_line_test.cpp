#include <QProcess>

#include "tests/support/catch.h"

TEST_CASE("headscope: an unknown word is refused with exit status 2", "[cli]") {
    QProcess program;
    program.start(QStringLiteral(HEADSCOPE_PROGRAM), {QStringLiteral("evaluate"), QStringLiteral("--no-such-flag")});
    REQUIRE(program.waitForFinished());
    CHECK(program.exitCode() == 2);
}

#include "core/base/text.h"

#include <cmath>

#include "tests/support/catch.h"

using attn::bytesText;
using attn::countText;

TEST_CASE("bytesText: three digits and the largest unit that fits", "[base]") {
    CHECK(bytesText(0) == "0 bytes");
    CHECK(bytesText(1) == "1 byte");
    CHECK(bytesText(512) == "512 bytes");
    CHECK(bytesText(1023) == "1023 bytes");
    CHECK(bytesText(1024) == "1 KiB");
    CHECK(bytesText(1536) == "1.5 KiB");
    CHECK(bytesText(131072) == "128 KiB");
    CHECK(bytesText(1024.0 * 1024.0 - 1.0) == "1 MiB");
    CHECK(bytesText(23.4 * std::pow(2.0, 30)) == "23.4 GiB");
    CHECK(bytesText(2.345 * std::pow(2.0, 30)) == "2.35 GiB");
    CHECK(bytesText(std::pow(2.0, 37)) == "128 GiB");
    CHECK(bytesText(std::pow(2.0, 80)) == "1048576 EiB");
    CHECK(bytesText(-1024) == "-1 KiB");
    CHECK(bytesText(std::nan("")) == "NaN bytes");
    CHECK(bytesText(INFINITY) == "infinitely many bytes");
}

TEST_CASE("countText: groups of three from the right", "[base]") {
    CHECK(countText(0) == "0");
    CHECK(countText(128) == "128");
    CHECK(countText(4096) == "4\u2009096");
    CHECK(countText(1048576) == "1\u2009048\u2009576");
    CHECK(countText(-128) == "-128");
    CHECK(countText(-4096) == "-4\u2009096");
}

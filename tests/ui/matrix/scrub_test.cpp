#include "ui/matrix/scrub.h"

#include "tests/support/catch.h"

using namespace attn::ui;

TEST_CASE("scrubbed: steps by magnitude give the decimals one would type", "[matrix]") {
    CHECK(scrubStep(0.0) == Approx(0.1));
    CHECK(scrubStep(1.0) == Approx(0.1));
    CHECK(scrubStep(-0.02) == Approx(0.001));
    CHECK(scrubStep(250) == Approx(10));
    CHECK(scrubbed(0.1, 200) == 0.3);
    CHECK(scrubbed(1.0, -10) == 0.9);
    CHECK(scrubbed(0.0, 1) == 0.01);
    CHECK(scrubbed(0.12345678901234567, 0) == 0.12345678901234567);
}

TEST_CASE("Scrub: going back to where the drag began gives the number back exactly", "[matrix]") {
    Scrub drag(1.0 / 3.0, 100);
    CHECK(drag.moveTo(140, false));
    CHECK(drag.last() != drag.start());
    CHECK(drag.moveTo(100, false));
    CHECK(drag.last() == 1.0 / 3.0);
    CHECK_FALSE(drag.moveTo(101, false));
}

TEST_CASE("Scrub: with Shift the same way changes a tenth", "[matrix]") {
    Scrub coarse(1.0, 0), fine(1.0, 0);
    coarse.moveTo(40, false);
    fine.moveTo(40, true);
    CHECK(coarse.last() == 2.0);
    CHECK(fine.last() == 1.1);
}

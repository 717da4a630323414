#include "src/window/view_state.h"

#include "tests/support/catch.h"

using namespace attn;
using namespace attn::app;

TEST_CASE("viewState: what is compared is read back, and what stands as it does at first is not written",
          "[window][compare]") {
    for (const Compared compared : {Compared{2, 0}, Compared{-1, 1}, Compared{1, 1}}) {
        const std::string text = viewState({QStringLiteral("compare"), {}, compared});
        CHECK(readViewState(text).compared == compared);
    }
    CHECK(viewState({QStringLiteral("heads"), {}, {}}).find("compare") == std::string::npos);
    CHECK(readViewState("{}").compared == Compared{});
}

TEST_CASE("readViewState: what cannot be a comparison keeps the first snapshot against now", "[window][compare]") {
    const char* hostile[] = {
        R"({"compare": 3})",
        R"({"compare": {"a": -4, "b": [1]}})",
        R"({"compare": {"a": 0.5, "b": "later"}})",
        R"({"compare": {"a": 1e300, "b": null}})",
        R"({"compare": {"a": "now", "b": "now"}})",
        R"({"compare": {"a": {"a": {}}, "b": true}})",
        "not JSON",
        "",
    };
    for (const char* text : hostile) {
        CAPTURE(text);
        CHECK(readViewState(text).compared == Compared{});
    }
    CHECK(readViewState(R"({"compare": {"b": 1}})").compared == Compared{0, 1});
}

#include "src/viewmodel/sweep.h"

#include "tests/support/catch.h"
#include "tests/support/core/evaluated.h"

using namespace attn;
using namespace attn::app;
using namespace attn::test;

namespace {

std::string faultOf(const char* word) {
    const auto sweep = sweepFromWord(QString::fromLatin1(word));
    return sweep ? std::string() : sweep.error().message;
}

}  // namespace

TEST_CASE("sweep: words say from where to where, in how many values, and how they are spaced", "[viewmodel][sweep]") {
    const auto even = sweepFromWord(QStringLiteral("temperature=0.5:2.5:5"));
    REQUIRE(even);
    CHECK(even->at(0) == 0.5);
    CHECK(even->at(2) == 1.5);
    CHECK(even->at(4) == 2.5);
    const auto ratio = sweepFromWord(QStringLiteral("scale=1:100:3:log"));
    REQUIRE(ratio);
    CHECK(ratio->at(1) == Approx(10.0));
    CHECK(ratio->at(2) == 100.0);
    const auto wide = sweepFromWord(QStringLiteral("temperature=1e-300:1e300:3:log"));
    REQUIRE(wide);
    CHECK(wide->at(0) == Approx(1e-300));
    CHECK(wide->at(1) == Approx(1.0));
    const auto width = sweepFromWord(QStringLiteral("d_k=1:6:3"));
    REQUIRE(width);
    CHECK(width->at(1) == 4.0);
    CHECK(sweepFromWord(QStringLiteral("softcap=1:2"))->count == 25);
    CHECK(sweepFromWord(QStringLiteral("scale=-1:1"))->at(0) == -1.0);
}

TEST_CASE("sweep: words that name no sweep are refused with what is wrong", "[viewmodel][sweep]") {
    CHECK(faultOf("speed=1:2").find("does not begin with temperature=") != std::string::npos);
    CHECK(faultOf("temperature").find("does not begin with") != std::string::npos);
    for (const char* word : {"temperature=1", "temperature=1:x", "temperature=1:2:3:4", "temperature=1:2:2.5",
                             "temperature=1:inf", "temperature="})
        CHECK(faultOf(word).find("is not NAME=FROM:TO") != std::string::npos);
    CHECK(faultOf("temperature=1:2:1") == "A sweep has between 2 and 1000 values, not 1.");
    CHECK(faultOf("temperature=0:2") == "The temperature of a sweep must be above 0, not 0.");
    CHECK(faultOf("window=0:2") == "The window of a sweep must be at least 1, not 0.");
    CHECK(faultOf("scale=0:2:5:log") == "A sweep with :log needs values above 0, not 0.");
}

TEST_CASE("sweep: a frame is the scene with that one number, and everything else as it was", "[viewmodel][sweep]") {
    const Scene scene = catSat();
    const auto frame = [&](const char* word, int at) {
        auto swept = sweptScene(scene, *sweepFromWord(QString::fromLatin1(word)), at);
        if (!swept)
            FAIL(swept.error().message);
        return *std::move(swept);
    };
    const Scene warm = frame("temperature=1:3:3", 2);
    CHECK(warm.temperature == 3.0);
    CHECK(warm.X == scene.X);
    CHECK(frame("scale=0:1:3", 1).scale == Scale{ScaleMode::Custom, 0.5});
    CHECK(frame("softcap=1:5:2", 1).softcap == 5.0);
    const Scene narrow = frame("window=1:3:3", 0);
    CHECK(evaluated(narrow).weights.at(4) == 1.0);  // each query sees itself alone
    CHECK(sweptWords(*sweepFromWord(QStringLiteral("window=1:3:3")), 0) == QStringLiteral("a window of one key"));
}

TEST_CASE("sweep: a wider head only adds columns to W_q and W_k", "[viewmodel][sweep]") {
    const Scene scene = catSat();
    const auto sweep = sweepFromWord(QStringLiteral("d_k=1:8:8"));
    REQUIRE(sweep);
    const auto first = sweptScene(scene, *sweep, 2), last = sweptScene(scene, *sweep, 7);
    REQUIRE((first && last));
    CHECK(evaluated(*first).dims.dk == 3);
    CHECK(evaluated(*last).dims.dk == 8);
    for (Index row = 0; row < 4; ++row)
        for (Index col = 0; col < 3; ++col)
            CHECK((*first->Wq)[row * 3 + col] == (*last->Wq)[row * 8 + col]);
    CHECK(sweptWords(*sweep, 2) == QStringLiteral("d_k 3, W_q and W_k random (seed 1)"));
}

TEST_CASE("sweep: a scene without the number says so, and what is proposed is possible", "[viewmodel][sweep]") {
    Scene scene = catSat();
    CHECK(sweepFault(Sweep::What::Base, scene) ==
          QStringLiteral("The scene has neither rotary nor sinusoidal positions, and so no base."));
    CHECK(sweptScene(scene, {Sweep::What::Base, 1.0, 2.0, 2, false}, 0).error().code == ErrorCode::OutOfRange);
    scene.position.scheme = Position::Scheme::Sinusoidal;
    for (const Sweep::What what : {Sweep::What::Temperature, Sweep::What::Scale, Sweep::What::Softcap,
                                   Sweep::What::Window, Sweep::What::KeyWidth, Sweep::What::Base}) {
        const Sweep sweep = proposedSweep(what, scene);
        CAPTURE(sweepWord(what).toStdString());
        CHECK(sweepFault(what, scene).isEmpty());
        for (const int frame : {0, sweep.count / 2, sweep.count - 1})
            CHECK(sweptScene(scene, sweep, frame));
    }
}

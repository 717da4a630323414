#include "src/live/background_job.h"

#include <QSignalSpy>
#include <QtTest>
#include <atomic>
#include <thread>

#include "tests/support/catch.h"

using attn::Progress;
using attn::app::BackgroundJob;

namespace {

void spinUntilStopped(const Progress& progress) {
    while (!progress.shouldStop())
        std::this_thread::yield();
}

}  // namespace

TEST_CASE("BackgroundJob: the work runs on another thread, its results come back to this one", "[live]") {
    BackgroundJob job;
    QSignalSpy finished(&job, &BackgroundJob::finished);
    std::thread::id worker, receiver;
    int delivered = 0;
    job.start([&](const Progress&) {
        worker = std::this_thread::get_id();
        for (int i = 1; i <= 3; ++i)
            job.deliver([&, i] {
                receiver = std::this_thread::get_id();
                delivered = delivered * 10 + i;
            });
    });
    CHECK(job.isRunning());
    REQUIRE(finished.wait(10'000));
    CHECK(finished.at(0).at(0).toBool() == false);
    CHECK_FALSE(job.isRunning());
    CHECK(delivered == 123);
    CHECK(receiver == std::this_thread::get_id());
    CHECK(worker != receiver);
}

TEST_CASE("BackgroundJob: cancelling ends the work and says so, and drops what it delivered", "[live]") {
    BackgroundJob job;
    QSignalSpy finished(&job, &BackgroundJob::finished);
    std::atomic<bool> isIn = false;
    bool wasDelivered = false;
    job.start([&](const Progress& progress) {
        isIn = true;
        spinUntilStopped(progress);
        job.deliver([&] { wasDelivered = true; });
    });
    REQUIRE(QTest::qWaitFor([&] { return isIn.load(); }, 10'000));
    job.cancel();
    REQUIRE(finished.wait(10'000));
    CHECK(finished.at(0).at(0).toBool() == true);
    CHECK_FALSE(wasDelivered);
    CHECK_FALSE(job.isRunning());
    job.cancel();
    CHECK_FALSE(job.isRunning());
}

TEST_CASE("BackgroundJob: a newer start replaces the running one, which is not heard of again", "[live]") {
    BackgroundJob job;
    QSignalSpy finished(&job, &BackgroundJob::finished);
    int delivered = 0;
    job.start([&](const Progress& progress) {
        spinUntilStopped(progress);
        job.deliver([&] { delivered = 1; });
    });
    job.start([&](const Progress&) { job.deliver([&] { delivered = 2; }); });
    REQUIRE(finished.wait(10'000));
    QCoreApplication::processEvents();
    CHECK(finished.count() == 1);
    CHECK(delivered == 2);
}

TEST_CASE("BackgroundJob: progress arrives on the way, not more often than asked", "[live]") {
    BackgroundJob job;
    QSignalSpy progressed(&job, &BackgroundJob::progressed);
    QSignalSpy finished(&job, &BackgroundJob::finished);
    job.start([&](const Progress& progress) {
        const auto start = std::chrono::steady_clock::now();
        double at = 0.0;
        while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(220)) {
            progress.report(at);
            at = std::min(1.0, at + 1e-6);
        }
    });
    REQUIRE(finished.wait(10'000));
    CHECK(progressed.count() >= 1);
    CHECK(progressed.count() <= 5);
}

TEST_CASE("BackgroundJob: destruction stops the work and nothing is delivered afterwards", "[live]") {
    bool wasDelivered = false;
    std::atomic<bool> isOver = false;
    {
        BackgroundJob job;
        std::atomic<bool> isIn = false;
        job.start([&](const Progress& progress) {
            isIn = true;
            job.deliver([&] { wasDelivered = true; });
            spinUntilStopped(progress);
            isOver = true;
        });
        while (!isIn)
            std::this_thread::yield();
    }
    QCoreApplication::processEvents();
    CHECK(isOver);
    CHECK_FALSE(wasDelivered);
}

#include "src/live/live_evaluation.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QTest>
#include <atomic>
#include <chrono>
#include <latch>
#include <thread>

#include "tests/support/catch.h"
#include "tests/support/core/scenes.h"

using namespace attn;
using namespace attn::app;

namespace {

/// A scene whose temperature is its number, so that a result tells which request it answers.
std::shared_ptr<const Scene> numbered(double number, Index tokens = 2) {
    Scene scene = test::plainScene(1, tokens, 2, 1, 1, 2);
    scene.temperature = number;
    return std::make_shared<const Scene>(std::move(scene));
}

struct Watched {
    std::vector<LiveResult> results;
    std::vector<double> progress;
    LiveEvaluation live;

    explicit Watched(LiveEvaluation::Evaluate evaluate) : live(std::move(evaluate)) {
        QObject::connect(&live, &LiveEvaluation::finished, &live,
                         [this](const LiveResult& result) { results.push_back(result); });
        QObject::connect(&live, &LiveEvaluation::progressed, &live,
                         [this](double fraction) { progress.push_back(fraction); });
    }
    bool waitUntilIdle() {
        return QTest::qWaitFor([this] { return !live.isBusy(); }, 10000);
    }
    double last() const { return results.empty() ? -1.0 : results.back().scene->temperature; }
};

Result<Evaluation> atOnce(const Scene&, const EvaluateOptions&, const Progress&) { return Evaluation{}; }

/// Works until it is told to stop.
struct Endless {
    std::atomic<int> started = 0;
    std::atomic<int> stopped = 0;
    QElapsedTimer sinceRequest;      ///< Started by the test, before the job can have begun.
    std::atomic<qint64> ranFor = 0;  ///< ms since then

    LiveEvaluation::Evaluate function() {
        return [this](const Scene& scene, const EvaluateOptions&, const Progress& progress) -> Result<Evaluation> {
            ++started;
            if (scene.temperature > 99.0)
                return Evaluation{};
            while (!progress.shouldStop()) {
                progress.report(0.5);
                std::this_thread::yield();
            }
            ranFor = sinceRequest.elapsed();
            ++stopped;
            return Error{ErrorCode::Cancelled, "Cancelled."};
        };
    }
};

}  // namespace

TEST_CASE("LiveEvaluation: a request is answered with its own scene, in the caller's thread", "[live]") {
    Watched w(atOnce);
    const QThread* thread = nullptr;
    QObject::connect(&w.live, &LiveEvaluation::finished, &w.live, [&] { thread = QThread::currentThread(); });
    const auto scene = numbered(7.0);
    w.live.request(scene);
    CHECK(w.live.isBusy());
    CHECK(w.results.empty());
    REQUIRE(w.waitUntilIdle());
    REQUIRE(w.results.size() == 1);
    CHECK(w.results[0].scene == scene);
    CHECK(w.results[0].evaluation);
    CHECK(w.results[0].seconds >= 0.0);
    CHECK(thread == QThread::currentThread());
}

TEST_CASE("LiveEvaluation: options reach the evaluation", "[live]") {
    std::atomic<bool> isFlash = false;
    Watched w([&](const Scene&, const EvaluateOptions& options, const Progress&) -> Result<Evaluation> {
        isFlash = options.path == Path::Flash;
        return Evaluation{};
    });
    EvaluateOptions options;
    options.path = Path::Flash;
    w.live.request(numbered(1.0), options);
    REQUIRE(w.waitUntilIdle());
    CHECK(isFlash);
}

TEST_CASE("LiveEvaluation: of what waits only the latest is evaluated", "[live]") {
    std::latch gate(1);
    std::atomic<int> runs = 0;
    Watched w([&](const Scene&, const EvaluateOptions&, const Progress&) -> Result<Evaluation> {
        if (++runs == 1)
            gate.wait();
        return Evaluation{};
    });
    w.live.request(numbered(1.0));
    REQUIRE(QTest::qWaitFor([&] { return runs == 1; }));
    for (int i = 2; i <= 50; ++i)
        w.live.request(numbered(i));
    gate.count_down();
    REQUIRE(w.waitUntilIdle());
    CHECK(runs == 2);
    CHECK(w.last() == 50.0);
}

TEST_CASE("LiveEvaluation: a busy window sees only the latest result", "[live]") {
    std::atomic<int> runs = 0;
    Watched w([&](const Scene&, const EvaluateOptions&, const Progress&) -> Result<Evaluation> {
        ++runs;
        return Evaluation{};
    });
    for (int i = 1; i <= 5; ++i) {
        w.live.request(numbered(i));
        // No events run here: results pile up as they would while the window paints.
        const QDeadlineTimer limit(10000);
        while (runs < i && !limit.hasExpired())
            std::this_thread::yield();
    }
    REQUIRE(w.waitUntilIdle());
    CHECK(w.results.size() <= 2);
    CHECK(w.last() == 5.0);
}

TEST_CASE("LiveEvaluation: a burst of 200 requests shows several results and ends with the last", "[live]") {
    Watched w([](const Scene&, const EvaluateOptions&, const Progress& progress) -> Result<Evaluation> {
        const QDeadlineTimer until(20);
        while (!until.hasExpired())
            if (progress.shouldStop())
                return Error{ErrorCode::Cancelled, "Cancelled."};
        return Evaluation{};
    });
    int sent = 0;
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
        if (++sent <= 200)
            w.live.request(numbered(sent));
    });
    timer.start(1);
    REQUIRE(QTest::qWaitFor([&] { return sent > 200 && !w.live.isBusy(); }, 30000));
    CHECK(w.results.size() >= 3);
    CHECK(w.results.size() < 200);
    CHECK(w.last() == 200.0);
}

TEST_CASE("LiveEvaluation: a long job gives way to a newer request and is not reported", "[live]") {
    Endless endless;
    Watched w(endless.function());
    w.live.request(numbered(100.0));  // ends at once: the picture is fresh
    REQUIRE(w.waitUntilIdle());
    endless.sinceRequest.start();
    w.live.request(numbered(1.0));
    REQUIRE(QTest::qWaitFor([&] { return endless.started == 2; }));
    w.live.request(numbered(101.0));
    REQUIRE(w.waitUntilIdle());
    CHECK(endless.ranFor >= 100);  // a short job is left to finish
    CHECK(endless.stopped == 1);
    REQUIRE(w.results.size() == 2);
    CHECK(w.last() == 101.0);
}

TEST_CASE("LiveEvaluation: a change of shape ends the running job at once", "[live]") {
    Endless endless;
    Watched w(endless.function());
    endless.sinceRequest.start();
    w.live.request(numbered(1.0, 2));
    REQUIRE(QTest::qWaitFor([&] { return endless.started == 1; }));
    w.live.request(numbered(100.0, 5));
    REQUIRE(w.waitUntilIdle());
    CHECK(endless.ranFor < 900);  // not the second that a starved picture would be given
    CHECK(endless.stopped == 1);
    REQUIRE(w.results.size() == 1);
    CHECK(w.last() == 100.0);
}

TEST_CASE("LiveEvaluation: a cancelled job is never reported", "[live]") {
    Endless endless;
    Watched w(endless.function());
    w.live.request(numbered(1.0));
    w.live.request(numbered(2.0));
    REQUIRE(QTest::qWaitFor([&] { return endless.started >= 1; }));
    w.live.cancel();
    CHECK_FALSE(w.live.isBusy());
    w.live.request(numbered(100.0));
    REQUIRE(w.waitUntilIdle());
    REQUIRE(w.results.size() == 1);
    CHECK(w.last() == 100.0);
}

TEST_CASE("LiveEvaluation: a result that was ready when it was cancelled is dropped too", "[live]") {
    std::atomic<bool> isDone = false;
    Watched w([&](const Scene&, const EvaluateOptions&, const Progress&) -> Result<Evaluation> {
        isDone = true;
        return Evaluation{};
    });
    w.live.request(numbered(1.0));
    const QDeadlineTimer limit(10000);
    while (!isDone && !limit.hasExpired())
        std::this_thread::yield();
    w.live.cancel();
    QCoreApplication::processEvents();
    w.live.request(numbered(2.0));
    REQUIRE(w.waitUntilIdle());
    REQUIRE(w.results.size() == 1);
    CHECK(w.last() == 2.0);
}

TEST_CASE("LiveEvaluation: destroyed while it works, it ends the job and reports nothing", "[live]") {
    Endless endless;
    int reports = 0;
    {
        LiveEvaluation live(endless.function());
        QObject::connect(&live, &LiveEvaluation::finished, qApp, [&] { ++reports; });
        QObject::connect(&live, &LiveEvaluation::progressed, qApp, [&] { ++reports; });
        live.request(numbered(1.0));
        REQUIRE(QTest::qWaitFor([&] { return endless.started == 1; }));
        live.request(numbered(2.0));
    }
    CHECK(endless.stopped == 1);
    QCoreApplication::processEvents();
    CHECK(reports == 0);
}

TEST_CASE("LiveEvaluation: destroyed with a result on its way, nothing arrives", "[live]") {
    for (int i = 0; i < 50; ++i) {
        int reports = 0;
        {
            LiveEvaluation live(atOnce);
            QObject::connect(&live, &LiveEvaluation::finished, qApp, [&] { ++reports; });
            live.request(numbered(1.0));
            if (i % 2)
                std::this_thread::yield();
        }
        QCoreApplication::processEvents();
        CHECK(reports == 0);
    }
}

TEST_CASE("LiveEvaluation: a slot may ask again, and may destroy the object", "[live]") {
    auto live = std::make_unique<LiveEvaluation>(atOnce);
    int reports = 0;
    QObject::connect(live.get(), &LiveEvaluation::finished, qApp, [&] {
        if (++reports < 3)
            live->request(numbered(reports));
        else
            live.reset();
    });
    live->request(numbered(0.0));
    REQUIRE(QTest::qWaitFor([&] { return !live; }, 10000));
    CHECK(reports == 3);
}

TEST_CASE("LiveEvaluation: an error is reported with its scene", "[live]") {
    Watched w([](const Scene&, const EvaluateOptions&, const Progress&) -> Result<Evaluation> {
        return Error{ErrorCode::TooLarge, "It would need 12 GB."};
    });
    w.live.request(numbered(3.0));
    REQUIRE(w.waitUntilIdle());
    REQUIRE(w.results.size() == 1);
    CHECK_FALSE(w.results[0].evaluation);
    CHECK(w.results[0].error.message == "It would need 12 GB.");
    CHECK(w.results[0].error.code == ErrorCode::TooLarge);
    CHECK(w.last() == 3.0);
}

TEST_CASE("LiveEvaluation: memory that runs out is an error, not an end", "[live]") {
    Watched w([](const Scene&, const EvaluateOptions&, const Progress&) -> Result<Evaluation> {
        throw std::bad_alloc();
    });
    w.live.request(numbered(1.0));
    REQUIRE(w.waitUntilIdle());
    REQUIRE(w.results.size() == 1);
    CHECK(w.results[0].error.code == ErrorCode::TooLarge);
}

TEST_CASE("LiveEvaluation: progress is told from 300 ms on, and not often", "[live]") {
    QElapsedTimer sinceStart;
    qint64 first = -1;
    Endless endless;
    Watched w(endless.function());
    QObject::connect(&w.live, &LiveEvaluation::progressed, &w.live, [&] {
        if (first < 0)
            first = sinceStart.elapsed();
    });
    sinceStart.start();
    w.live.request(numbered(1.0));
    REQUIRE(QTest::qWaitFor([&] { return w.progress.size() >= 3; }, 10000));
    const qint64 third = sinceStart.elapsed();
    w.live.cancel();
    CHECK(first >= 300);
    CHECK(third >= 500);
    CHECK(w.progress[0] == 0.5);
}

TEST_CASE("live evaluation: a complete evaluation follows what was brought up to date, after a pause", "[live]") {
    std::atomic<int> complete = 0;
    std::atomic<bool> isFailing = false;
    Watched watched([&](const Scene&, const EvaluateOptions& options, const Progress&) -> Result<Evaluation> {
        Evaluation evaluation;
        evaluation.isBroughtUpToDate = !options.anew;
        complete += options.anew ? 1 : 0;
        if (options.anew && isFailing)
            return Error{ErrorCode::TooLarge, "Too large."};
        return evaluation;
    });
    EvaluateOptions options;
    options.anew = false;
    for (int edit = 1; edit <= 3; ++edit) {
        watched.live.request(numbered(edit), options);
        REQUIRE(watched.waitUntilIdle());
    }
    CHECK(complete == 0);
    REQUIRE(watched.results.back().evaluation->isBroughtUpToDate);
    REQUIRE(QTest::qWaitFor([&] { return complete == 1 && !watched.results.back().evaluation->isBroughtUpToDate; }));
    CHECK(watched.last() == 3.0);

    isFailing = true;
    watched.live.request(numbered(4), options);
    REQUIRE(QTest::qWaitFor([&] { return complete == 2; }));
    QTest::qWait(20);
    CHECK(watched.last() == 4.0);
    CHECK(watched.results.back().evaluation);
}

TEST_CASE("live evaluation: an edit stops the complete evaluation of the pause at once", "[live]") {
    std::atomic<bool> isSettling = false;
    std::atomic<bool> wasStopped = false;
    Watched watched([&](const Scene&, const EvaluateOptions& options, const Progress& progress) -> Result<Evaluation> {
        Evaluation evaluation;
        evaluation.isBroughtUpToDate = true;
        if (!options.anew)
            return evaluation;
        isSettling = true;
        while (!progress.shouldStop())
            std::this_thread::yield();
        wasStopped = true;
        return Error{ErrorCode::Cancelled, "Stopped."};
    });
    EvaluateOptions options;
    options.anew = false;
    watched.live.request(numbered(1), options);
    REQUIRE(QTest::qWaitFor([&] { return isSettling.load(); }));
    CHECK_FALSE(watched.live.isBusy());
    watched.live.request(numbered(2), options);
    REQUIRE(QTest::qWaitFor([&] { return watched.last() == 2.0; }));
    CHECK(wasStopped);
}

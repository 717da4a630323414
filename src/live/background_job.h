#pragma once
#include <QObject>
#include <functional>
#include <memory>

#include "core/base/progress.h"

namespace attn::app {

/// Runs one piece of work at a time on a thread of its own. The work captures values, never a widget, and asks
/// progress.shouldStop(); its results come back through `deliver`, which runs in the thread of this object.
class BackgroundJob : public QObject {
    Q_OBJECT

  public:
    explicit BackgroundJob(QObject* parent = nullptr);
    /// Asks the work to stop and waits for it; nothing is signalled or delivered any more.
    ~BackgroundJob() override;

    /// Cancels what runs and starts `work` as soon as that has stopped. Does not wait.
    void start(std::function<void(const Progress&)> work);
    /// Asks the work to stop; `finished(true)` follows. Does not wait.
    void cancel();
    bool isRunning() const;

    /// For the working thread: runs `what` in the thread of this object, in order, unless the work was cancelled or
    /// replaced meanwhile.
    void deliver(std::function<void()> what);

  signals:
    /// fraction in [0, 1], at most twenty times a second.
    void progressed(double fraction);
    /// Once for each start() that was not replaced by another.
    void finished(bool wasCancelled);

  private:
    struct State;
    std::shared_ptr<State> m_state;
};

}  // namespace attn::app

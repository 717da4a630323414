#pragma once
#include <functional>

#include "src/live/background_job.h"
#include "src/window/instrument.h"

class QVBoxLayout;

namespace attn::app {

/// An instrument whose figure comes from a study that runs in the background, shows how far it is and can be stopped.
/// Where the window is low, the figure keeps the height that it needs and scrolls.
class StudyInstrument : public Instrument {
    Q_OBJECT

  public:
    /// `view` is what body() shows.
    StudyInstrument(Session& session, QWidget* view, QObject* parent);

    QWidget* body() override;
    bool isWorking() const override { return m_job.isRunning(); }
    void cancelWork() override { m_job.cancel(); }
    double presentedScale() const override { return 0.7; }

  protected:
    /// Puts controls above the figure; they stay where they are while the figure scrolls.
    void addStrip(QWidget* strip);
    /// "Measuring, 40 %"
    virtual QString progressWords(int percent) const = 0;
    /// The study has ended, one way or another.
    virtual void studyEnded() {}

    /// Runs `work` in the background. It may hand over what it has so far; that, and its result, come to `take` in
    /// the window's thread. A fault is told; being stopped is none.
    template <class Study>
    void run(std::function<Result<Study>(const Progress&, const std::function<void(const Study&)>& arrived)> work,
             std::function<void(const Study&)> take) {
        m_job.start([this, work = std::move(work), take = std::move(take)](const Progress& progress) {
            const std::function<void(const Study&)> arrived = [this, &take](const Study& study) {
                m_job.deliver([take, study] { take(study); });
            };
            const Result<Study> whole = work(progress, arrived);
            if (whole)
                arrived(*whole);
            else if (whole.error().code != ErrorCode::Cancelled)
                m_job.deliver([this, why = QString::fromStdString(whole.error().message)] { session().refuse(why); });
        });
    }

  private:
    QWidget* m_body;
    QVBoxLayout* m_column;
    BackgroundJob m_job;
};

}  // namespace attn::app

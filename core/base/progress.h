#pragma once
#include <functional>
#include <utility>

namespace attn {

/// How long work tells its caller how far it is, and learns that it is no longer wanted.
/// A default one never stops and tells nobody. Both functions may be called from the working thread.
class Progress {
  public:
    Progress() = default;
    explicit Progress(std::function<bool()> stopWanted, std::function<void(double)> report = {})
        : m_stopWanted(std::move(stopWanted)), m_report(std::move(report)) {}

    /// To be asked once per tile or head.
    bool shouldStop() const { return m_stopWanted && m_stopWanted(); }
    /// fraction in [0, 1].
    void report(double fraction) const {
        if (m_report)
            m_report(fraction);
    }

  private:
    std::function<bool()> m_stopWanted;
    std::function<void(double)> m_report;
};

}  // namespace attn

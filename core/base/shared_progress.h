#pragma once
#include <algorithm>
#include <memory>
#include <mutex>

#include "core/base/progress.h"

namespace attn {

/// One Progress for the parts of a work, which several threads may do at once. The outer one is asked and told by one
/// thread at a time, and what it is told never falls.
class SharedProgress {
  public:
    /// `outer` outlives this and its parts; `total` is what all parts are worth together.
    SharedProgress(const Progress& outer, double total) : m_outer(outer), m_total(total) {}

    /// Of a part worth `amount`: it reports its own fraction, from 0 to 1.
    Progress part(double amount) {
        return Progress([this] { return shouldStop(); },
                        [this, amount, told = std::make_shared<double>(0.0)](double fraction) {
                            const std::scoped_lock lock(m_mutex);
                            m_done += amount * std::max(0.0, fraction - *told);
                            *told = std::max(*told, fraction);
                            m_outer.report(m_total > 0.0 ? std::min(1.0, m_done / m_total) : 1.0);
                        });
    }

  private:
    bool shouldStop() {
        const std::scoped_lock lock(m_mutex);
        return m_outer.shouldStop();
    }

    const Progress& m_outer;
    double m_total;
    std::mutex m_mutex;
    double m_done = 0.0;  ///< Guarded by the mutex, as are the calls.
};

}  // namespace attn

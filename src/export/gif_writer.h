#pragma once
#include <QImage>
#include <memory>

#include "core/base/result.h"

class QIODevice;

namespace attn::app {

/// An animated GIF that repeats for ever, written frame by frame to an open device. Each frame has a palette of its
/// own and holds only what changed.
///
/// Memory    two frames, whatever their number.
/// Errors    of add() and finish(): FileProblem when the device takes no more; TooLarge beyond 65535 pixels a side.
class GifWriter {
  public:
    explicit GifWriter(QIODevice& device);
    ~GifWriter();

    /// `frame` has the size of the first one. Shown for `hundredths` of a second, at least 2.
    Result<void> add(const QImage& frame, int hundredths);
    /// The file is complete only after this.
    Result<void> finish();

  private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace attn::app

#pragma once
#include "core/base/tensor.h"

namespace attn::ui {

/// What one step of a drag adds to a number: a tenth of its own power of ten (1.5: 0.1, 0.02: 0.001), 0.1 for zero.
double scrubStep(double start);

/// start + tenths * scrubStep(start) / 10, rounded to 15 digits so that 0.1 and two steps make 0.3; exactly `start` for
/// tenths = 0.
double scrubbed(double start, Index tenths);

/// A drag across a number, in pixels. Shift makes it ten times finer from there on.
class Scrub {
  public:
    Scrub(double start, int x) : m_start(start), m_last(start), m_x(x) {}
    double start() const { return m_start; }
    double last() const { return m_last; }
    /// The value with the pointer at x. True: it differs from the last one.
    bool moveTo(int x, bool isFine);

  private:
    double m_start;
    double m_last;
    int m_x;
    double m_tenths = 0.0;
};

}  // namespace attn::ui

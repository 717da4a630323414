#pragma once

namespace attn {

/// Counts what the current thread allocates through operator new while it lives, which the program's own operator new
/// (heap_meter.cpp) reports to it. One per thread at a time; an inner one hides the outer one.
///
/// Units     bytes, as the allocator hands them out (a large block is rounded up to a page).
/// Cost      one thread-local read per allocation when no meter lives.
class HeapMeter {
  public:
    HeapMeter();
    ~HeapMeter();
    HeapMeter(const HeapMeter&) = delete;
    HeapMeter& operator=(const HeapMeter&) = delete;

    /// False where the C library cannot tell the size of a block: a meter then counts nothing. True with glibc.
    static bool isSupported();

    double heldBytes() const;  ///< Allocated since construction and not freed.
    double peakBytes() const;  ///< The largest heldBytes() so far.

    /// What the program's operator new and delete call.
    void add(double bytes);

  private:
    HeapMeter* m_outer;
    double m_held = 0.0;
    double m_peak = 0.0;
};

}  // namespace attn

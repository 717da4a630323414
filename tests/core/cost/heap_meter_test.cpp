#include "core/cost/heap_meter.h"

#include <memory>
#include <thread>
#include <vector>

#include "tests/support/catch.h"

using attn::HeapMeter;

namespace {

/// Keeps the compiler from leaving an allocation out.
void use(void* block) { asm volatile("" : : "g"(block) : "memory"); }

}  // namespace

TEST_CASE("HeapMeter: sees what is held, what was freed and the peak", "[cost]") {
    REQUIRE(HeapMeter::isSupported());
    const HeapMeter meter;
    CHECK(meter.peakBytes() == 0.0);
    {
        std::vector<char> first(1 << 20);
        use(first.data());
        std::vector<char> second(2 << 20);
        use(second.data());
        CHECK(meter.heldBytes() >= 3.0 * 1048576.0);
        CHECK(meter.heldBytes() < 3.05 * 1048576.0);
    }
    CHECK(meter.heldBytes() == 0.0);
    const auto third = std::make_unique<double[]>(1000);
    use(third.get());
    CHECK(meter.heldBytes() >= 8000.0);
    CHECK(meter.peakBytes() >= 3.0 * 1048576.0);
    CHECK(meter.peakBytes() < 3.05 * 1048576.0);
}

TEST_CASE("HeapMeter: other threads are not counted", "[cost]") {
    double seen = 1.0;
    std::thread other;
    {
        const HeapMeter meter;
        other = std::thread([] {
            std::vector<char> block(1 << 22);
            use(block.data());
        });
        seen = meter.peakBytes();
        other.join();
    }
    // The thread's own bookkeeping is all that this thread allocated.
    CHECK(seen < 4096.0);
}

TEST_CASE("HeapMeter: blocks of special alignment are counted and are aligned", "[cost]") {
    struct alignas(64) Wide {
        char bytes[192];
    };
    const HeapMeter meter;
    const auto wide = std::make_unique<Wide>();
    use(wide.get());
    CHECK(reinterpret_cast<std::uintptr_t>(wide.get()) % 64 == 0);
    CHECK(meter.heldBytes() >= 192.0);
}

TEST_CASE("operator new: a size that cannot be had is std::bad_alloc, or null where that was asked for", "[cost]") {
    volatile std::size_t huge = PTRDIFF_MAX;
    CHECK_THROWS_AS(use(::operator new(huge - 1)), std::bad_alloc);
    CHECK_THROWS_AS(use(::operator new(huge - 1, std::align_val_t{64})), std::bad_alloc);
    CHECK(::operator new(huge - 1, std::nothrow) == nullptr);
}

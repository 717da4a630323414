#include "core/cost/heap_meter.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

#if defined(__GLIBC__)
#include <malloc.h>
#define HEADSCOPE_METERED_NEW 1
#else
#define HEADSCOPE_METERED_NEW 0
#endif

namespace attn {
namespace {

thread_local HeapMeter* t_meter = nullptr;

#if HEADSCOPE_METERED_NEW
void* allocate(std::size_t size, std::size_t alignment) {
    size = std::max<std::size_t>(size, 1);
    if (size > PTRDIFF_MAX - alignment)
        return nullptr;
    for (;;) {
        void* block = alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__
                          ? std::malloc(size)
                          : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
        if (block) {
            if (t_meter)
                t_meter->add(static_cast<double>(malloc_usable_size(block)));
            return block;
        }
        const std::new_handler handler = std::get_new_handler();
        if (!handler)
            return nullptr;
        handler();
    }
}

void* allocateOrThrow(std::size_t size, std::size_t alignment) {
    if (void* block = allocate(size, alignment))
        return block;
    throw std::bad_alloc();
}

void release(void* block) noexcept {
    if (block && t_meter)
        t_meter->add(-static_cast<double>(malloc_usable_size(block)));
    std::free(block);
}
#endif

}  // namespace

bool HeapMeter::isSupported() { return HEADSCOPE_METERED_NEW != 0; }

HeapMeter::HeapMeter() : m_outer(t_meter) { t_meter = this; }
HeapMeter::~HeapMeter() { t_meter = m_outer; }
double HeapMeter::heldBytes() const { return m_held; }
double HeapMeter::peakBytes() const { return m_peak; }

void HeapMeter::add(double bytes) {
    m_held += bytes;
    m_peak = std::max(m_peak, m_held);
}

}  // namespace attn

#if HEADSCOPE_METERED_NEW
// The program's own operator new and delete: what the standard ones do, and a word to the thread's meter.
// All forms stand here: a sanitizer's own array forms would not call these.
void* operator new(std::size_t size) { return attn::allocateOrThrow(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return attn::allocateOrThrow(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    try {
        return attn::allocate(size, 1);
    } catch (...) {
        return nullptr;
    }
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
    try {
        return attn::allocate(size, static_cast<std::size_t>(alignment));
    } catch (...) {
        return nullptr;
    }
}
void operator delete(void* block) noexcept { attn::release(block); }
void operator delete(void* block, std::size_t) noexcept { attn::release(block); }
void operator delete(void* block, std::align_val_t) noexcept { attn::release(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { attn::release(block); }
void operator delete(void* block, const std::nothrow_t&) noexcept { attn::release(block); }
void operator delete(void* block, std::align_val_t, const std::nothrow_t&) noexcept { attn::release(block); }

void* operator new[](std::size_t size) { return operator new(size); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
void* operator new[](std::size_t size, const std::nothrow_t& tag) noexcept { return operator new(size, tag); }
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t& tag) noexcept {
    return operator new(size, alignment, tag);
}
void operator delete[](void* block) noexcept { attn::release(block); }
void operator delete[](void* block, std::size_t) noexcept { attn::release(block); }
void operator delete[](void* block, std::align_val_t) noexcept { attn::release(block); }
void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { attn::release(block); }
void operator delete[](void* block, const std::nothrow_t&) noexcept { attn::release(block); }
void operator delete[](void* block, std::align_val_t, const std::nothrow_t&) noexcept { attn::release(block); }
#endif

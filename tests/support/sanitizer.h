#pragma once
// HEADSCOPE_SANITIZED is 1 in a build with AddressSanitizer, whose own memory and address space some tests would see.

#if defined(__SANITIZE_ADDRESS__)
#define HEADSCOPE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HEADSCOPE_SANITIZED 1
#endif
#endif

#ifndef HEADSCOPE_SANITIZED
#define HEADSCOPE_SANITIZED 0
#endif

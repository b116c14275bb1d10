/* What the process has allocated from the host. */
#ifndef PTO_TESTS_HOST_MEMORY_H
#define PTO_TESTS_HOST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define PTO_TESTS_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PTO_TESTS_SANITIZED
#endif

#if defined(PTO_TESTS_SANITIZED)
size_t __sanitizer_get_current_allocated_bytes(void);

static inline uint64_t test_host_bytes(void)
{
    return __sanitizer_get_current_allocated_bytes();
}
#else
#include <malloc.h>

static inline uint64_t test_host_bytes(void)
{
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}
#endif

#endif

/* Bit masks and little-endian bytes. */
#ifndef PTO_SRC_BASE_BITS_H
#define PTO_SRC_BASE_BITS_H

#include <stdint.h>
#include <string.h>

/* The low n bits set, 0 <= n <= 64. */
static inline uint64_t pto_low_bits(unsigned n)
{
    return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

/* Sign-extend the low n bits of v, 1 <= n <= 64. */
static inline int64_t pto_sign_extend(uint64_t v, unsigned n)
{
    uint64_t sign = UINT64_C(1) << (n - 1);
    return (int64_t)(((v & pto_low_bits(n)) ^ sign) - sign);
}

/* Read n bytes, 1 <= n <= 8, little-endian. */
static inline uint64_t pto_load_le(const uint8_t *p, unsigned n)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < n; i++)
        v |= (uint64_t)p[i] << (8 * i);
    return v;
}

/* Write the low n bytes of v, 1 <= n <= 8, little-endian. */
static inline void pto_store_le(uint8_t *p, unsigned n, uint64_t v)
{
    for (unsigned i = 0; i < n; i++)
        p[i] = (uint8_t)(v >> (8 * i));
}

#endif

/* Table lookup one element at a time, as good as any without wide permutes. */
#ifndef PTO_SRC_NUM_BATCH_TABLE_H
#define PTO_SRC_NUM_BATCH_TABLE_H

#include <string.h>

static inline unsigned plain_flags(const num_table *t, const uint8_t *src,
                                   size_t n)
{
    unsigned flags = 0;
    for (size_t i = 0; t->any_flags && i < n; i++)
        flags |= t->flags[src[i]];
    return flags;
}

/* Before the codes are overwritten, where that is allowed. */
static inline unsigned plain_look8(const num_table *t, const uint8_t *src,
                                   uint8_t *dst, size_t n)
{
    unsigned flags = plain_flags(t, src, n);
    for (size_t i = 0; i < n; i++)
        dst[i] = (uint8_t)t->value[src[i]];
    return flags;
}

static inline unsigned plain_look16(const num_table *t, const uint8_t *src,
                                    uint8_t *dst, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint16_t value = (uint16_t)t->value[src[i]];
        memcpy(dst + 2 * i, &value, sizeof value);
    }
    return plain_flags(t, src, n);
}

/* Eight codes a load: the loads are what bounds it. */
static inline unsigned plain_look32(const num_table *t, const uint8_t *src,
                                    uint8_t *dst, size_t n)
{
    for (size_t i = 0; i < n; i += 8) {
        uint64_t codes;
        memcpy(&codes, src + i, sizeof codes);
        for (unsigned k = 0; k < 8; k += 2, codes >>= 16) {
            uint64_t both = t->value[codes & 0xff] | t->value[codes >> 8 & 0xff]
                                                         << 32;
            memcpy(dst + 4 * (i + k), &both, sizeof both);
        }
    }
    return plain_flags(t, src, n);
}

#endif

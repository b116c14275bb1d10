/* Table lookup one element at a time, as good as any without wide permutes. */
#ifndef PTO_SRC_NUM_BATCH_TABLE_H
#define PTO_SRC_NUM_BATCH_TABLE_H

#include <string.h>

static inline unsigned plain_look8(const num_table *t, const uint8_t *src,
                                   uint8_t *dst, size_t n)
{
    unsigned flags = 0;
    for (size_t i = 0; i < n; i++) {
        uint8_t code = src[i];
        dst[i] = (uint8_t)t->value[code];
        flags |= t->flags[code];
    }
    return flags;
}

static inline unsigned plain_look16(const num_table *t, const uint8_t *src,
                                    uint8_t *dst, size_t n)
{
    unsigned flags = 0;
    for (size_t i = 0; i < n; i++) {
        uint16_t value = (uint16_t)t->value[src[i]];
        flags |= t->flags[src[i]];
        memcpy(dst + 2 * i, &value, sizeof value);
    }
    return flags;
}

static inline unsigned plain_look32(const num_table *t, const uint8_t *src,
                                    uint8_t *dst, size_t n)
{
    unsigned flags = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t value = (uint32_t)t->value[src[i]];
        flags |= t->flags[src[i]];
        memcpy(dst + 4 * i, &value, sizeof value);
    }
    return flags;
}

#endif

/* Payload memory: the bytes of a tile and the definedness bitmap behind them.
 */
#include "pto/tile.h"
#include "tile/tile.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 64 };

static size_t lines(size_t bytes)
{
    return (bytes + LINE - 1) / LINE * LINE;
}

size_t pto_tile_memory_size(const pto_tile *t)
{
    size_t words = ((size_t)pto_tile_indices(t) + 63) / 64;
    return lines(t->capacity_bytes) + lines(words * 8);
}

void pto_tile_attach(pto_tile *t, void *memory)
{
    t->bytes = memory;
    t->defined =
        (const uint64_t *)(const void *)(t->bytes + lines(t->capacity_bytes));
    t->first_defined = 0;
    pto_tile_define_all(t, false);
}

pto_status pto_tile_alloc(pto_tile *t)
{
    size_t size = pto_tile_memory_size(t);
    void *memory = aligned_alloc(LINE, size ? size : LINE);
    if (!memory)
        return PTO_NO_MEMORY;
    memset(memory, 0, size);
    pto_tile_attach(t, memory);
    return PTO_OK;
}

void pto_tile_free(pto_tile *t)
{
    free(pto_tile_payload(t));
    *t = (pto_tile){0};
}

void pto_tile_copy_contents(pto_tile *dst, const pto_tile *src)
{
    const pto_tile *less =
        dst->capacity_bytes < src->capacity_bytes ? dst : src;
    size_t words = ((size_t)pto_tile_indices(less) + 63) / 64;
    size_t all = ((size_t)pto_tile_indices(dst) + 63) / 64;
    memcpy(pto_tile_payload(dst), src->bytes, less->capacity_bytes);
    memset(pto_tile_payload(dst) + less->capacity_bytes, 0,
           dst->capacity_bytes - less->capacity_bytes);
    memcpy(pto_tile_bitmap(dst), src->defined, words * 8);
    memset(pto_tile_bitmap(dst) + words, 0, (all - words) * 8);
}

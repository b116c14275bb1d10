/* Buffers of tile payloads: free lists by power of two. */
#include "bundle/pool.h"
#include "tile/tile.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 64, SMALLEST = 256 };

static unsigned class_of(const pto_tile *t)
{
    size_t need = pto_tile_memory_size(t);
    unsigned k = 0;
    while (((size_t)SMALLEST << k) < need)
        k++;
    return k;
}

bool pto_pool_take(pto_pool *p, pto_tile *t)
{
    if (p->fail_after && --p->fail_after == 0)
        return false;
    unsigned k = class_of(t);
    void *buffer = p->free[k];
    if (buffer)
        memcpy(&p->free[k], buffer, sizeof p->free[k]);
    else
        buffer = aligned_alloc(LINE, (size_t)SMALLEST << k);
    if (!buffer)
        return false;
    memset(buffer, 0, pto_tile_memory_size(t));
    pto_tile_attach(t, buffer);
    return true;
}

void pto_pool_give(pto_pool *p, pto_tile *t)
{
    if (t->bytes) {
        unsigned k = class_of(t);
        memcpy(pto_tile_payload(t), &p->free[k], sizeof p->free[k]);
        p->free[k] = pto_tile_payload(t);
    }
    *t = (pto_tile){0};
}

void pto_pool_drain(pto_pool *p)
{
    for (unsigned k = 0; k < PTO_POOL_CLASSES; k++) {
        while (p->free[k]) {
            void *buffer = p->free[k];
            memcpy(&p->free[k], buffer, sizeof p->free[k]);
            free(buffer);
        }
    }
}

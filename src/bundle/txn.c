/* The transaction: staged tiles, memory writes, flags. */
#include "bundle/range/assemble.h"
#include "bundle/txn.h"
#include "pto/cube.h"
#include "tile/kernel/element.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_DATA = 65536, FIRST_SEGMENTS = 256 };

bool pto_txn_init(pto_txn *t)
{
    *t = (pto_txn){.data_size = FIRST_DATA, .segment_size = FIRST_SEGMENTS};
    t->data = malloc(t->data_size);
    t->segment = malloc(t->segment_size * sizeof *t->segment);
    t->workspace = pto_workspace_new();
    return t->data && t->segment && t->workspace;
}

void pto_txn_free(pto_txn *t)
{
    free(t->data);
    free(t->segment);
    free(t->sum);
    pto_workspace_free(t->workspace);
    *t = (pto_txn){0};
}

static bool grow_data(pto_txn *t, size_t more)
{
    size_t size = t->data_size;
    while (size - t->data_used < more)
        size *= 2;
    if (size == t->data_size)
        return true;
    uint8_t *data = realloc(t->data, size);
    if (!data)
        return false;
    t->data = data;
    t->data_size = size;
    return true;
}

static bool grow_segments(pto_txn *t)
{
    if (t->segment_count < t->segment_size)
        return true;
    size_t size = t->segment_size * 2;
    pto_patch *s = realloc(t->segment, size * sizeof *s);
    if (!s)
        return false;
    t->segment = s;
    t->segment_size = size;
    return true;
}

uint32_t *pto_txn_sums(pto_txn *t, size_t n)
{
    if (n > t->sum_size) {
        uint32_t *sum = realloc(t->sum, n * sizeof *sum);
        if (!sum)
            return NULL;
        t->sum = sum;
        t->sum_size = n;
    }
    return t->sum;
}

uint8_t *pto_txn_store(pto_txn *t, uint64_t address, uint32_t length,
                       uint8_t first_mask, uint8_t last_mask)
{
    if (!grow_data(t, length) || !grow_segments(t))
        return NULL;
    t->segment[t->segment_count++] =
        (pto_patch){address, t->data_used, length, first_mask, last_mask};
    uint8_t *to = t->data + t->data_used;
    t->data_used += length;
    return to;
}

void pto_txn_drop(pto_txn *t, pto_pool *pool)
{
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        for (unsigned i = 0; i < t->output_count[pe]; i++)
            pto_pool_give(pool, &t->output[pe][i]);
        t->output_count[pe] = 0;
        t->flags[pe] = 0;
    }
    if (t->has_shared)
        pto_pool_give(pool, &t->shared);
    t->has_shared = false;
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        pto_pool_give(pool, &t->piece[pe]);
        for (unsigned i = 0; i < PTO_MATRIX_OUTPUTS; i++)
            pto_pool_give(pool, &t->parent[pe][i]);
    }
    pto_pool_give(pool, &t->shared_parent);
    t->data_used = t->segment_count = 0;
}

static bool stage(pto_tile *to, const pto_tile *descriptor, pto_pool *pool)
{
    *to = *descriptor;
    return pto_pool_take(pool, to);
}

/* A Shared TLOAD makes the whole tile, or a piece for each acting PE. */
static bool stage_shared(pto_txn *t, const pto_plan *p, pto_pool *pool)
{
    pto_writer w[PTO_MOST_WRITERS];
    unsigned n = pto_plan_writers(p, w);
    if (!n) {
        t->has_shared = stage(&t->shared, &p->shared_output, pool);
        return t->has_shared;
    }
    for (unsigned i = 0; i < n; i++)
        if (!stage(&t->piece[w[i].pe], w[i].piece, pool))
            return false;
    if (!w[0].how->init || w[0].into->open)
        return true;
    pto_tile parent = pto_parent_tile(&w[0]);
    return stage(&t->shared_parent, &parent, pool);
}

static bool stage_parent(pto_txn *t, const pto_plan *p, unsigned i,
                         pto_pool *pool)
{
    const pto_plan_output *o = &p->output[i];
    if (!o->assemble->present || !o->assemble->init)
        return true;
    pto_writer w = {.how = o->assemble, .piece = &o->tile};
    pto_tile parent = pto_parent_tile(&w);
    return stage(&t->parent[p->index][i], &parent, pool);
}

bool pto_txn_stage(pto_txn *t, const pto_plan *p, pto_pool *pool)
{
    for (unsigned i = 0; i < p->output_count && p->computes; i++) {
        if (!stage(&t->output[p->index][i], &p->output[i].tile, pool))
            return false;
        t->output_count[p->index]++;
        if (!stage_parent(t, p, i, pool))
            return false;
    }
    return !p->shared_output.allocated || stage_shared(t, p, pool);
}

bool pto_txn_reserve(const pto_txn *t, pto_memory *m)
{
    for (size_t i = 0; i < t->segment_count; i++)
        if (!pto_memory_reserve(m, t->segment[i].address, t->segment[i].length))
            return false;
    return true;
}

bool pto_txn_complete(const pto_plan *p, pto_txn *t, const pto_fenv *env)
{
    t->flags[p->index] |= env->flags;
    if (p->pads)
        pto_tile_pad(pto_txn_output(p, t), p->pad);
    return true;
}

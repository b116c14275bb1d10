/* Generating, quantizing and sorting whole tiles. */
#include "bundle/txn.h"
#include "tile/kernel/generate.h"
#include "tile/kernel/quantize.h"
#include "tile/kernel/sort.h"

bool pto_run_sequence(const pto_plan *p, pto_txn *t)
{
    const uint64_t *x = p->whole.scalar;
    pto_tile_sequence(pto_txn_output(p, t), x[0], x[1] == 1);
    return true;
}

bool pto_run_triangle(const pto_plan *p, pto_txn *t)
{
    const uint64_t *x = p->whole.scalar;
    pto_fenv env = p->env;
    uint64_t one =
        pto_convert((pto_dtype)pto_txn_output(p, t)->dtype, PTO_U8, 1, &env);
    pto_tile_triangle(pto_txn_output(p, t), one, (int64_t)x[0], x[1] == 1);
    return true;
}

bool pto_run_quantize(const pto_plan *p, pto_txn *t)
{
    const pto_whole_plan *e = &p->whole;
    bool to_float = e->result == PTO_FP32;
    pto_affine a = {.apply = to_float ? p->profile->dequantize
                                      : p->profile->quantize,
                    .integer = (pto_dtype)(to_float ? e->type : e->result),
                    .scale = e->scalar[0],
                    .zero = e->scalar[1]};
    pto_fenv env = p->env;
    pto_tile_affine(pto_txn_output(p, t), p->source[0].tile, &a, &env);
    t->flags[p->index] |= env.flags;
    return true;
}

static void note_signaling(const pto_plan *p, pto_txn *t)
{
    for (unsigned i = 0; i < p->source_count; i++)
        if (pto_tile_has_signaling(p->source[i].tile))
            t->flags[p->index] |= PTO_NV;
}

bool pto_run_sort(const pto_plan *p, pto_txn *t)
{
    pto_tile_sort(pto_txn_output(p, t), &t->output[p->index][1],
                  p->source[0].tile, p->sort.width, p->sort.descending);
    note_signaling(p, t);
    return true;
}

bool pto_run_merge(const pto_plan *p, pto_txn *t)
{
    pto_tile_merge(pto_txn_output(p, t), p->source[0].tile, p->source[1].tile,
                   p->sort.descending);
    note_signaling(p, t);
    return true;
}

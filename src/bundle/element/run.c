/* Element by element over whole tiles. */
#include "bundle/txn.h"
#include "tile/kernel/element.h"

/* The right operand: source i, or the scalar where there is no such one. */
static pto_tile_right right_of(const pto_plan *p, unsigned i)
{
    if (i < p->source_count)
        return (pto_tile_right){.tile = p->source[i].tile};
    const pto_format *f = pto_format_get(p->whole.type);
    return (pto_tile_right){.scalar = p->whole.scalar[0] & f->carrier_mask};
}

bool pto_run_unary(const pto_plan *p, pto_txn *t)
{
    pto_fenv env = p->env;
    pto_tile_map1(pto_txn_output(p, t), p->source[0].tile,
                  p->profile->tile->f1[p->row->apply], &env);
    return pto_txn_complete(p, t, &env);
}

bool pto_run_binary(const pto_plan *p, pto_txn *t)
{
    pto_fenv env = p->env;
    pto_tile_right right = right_of(p, 1);
    pto_tile_map2(pto_txn_output(p, t), p->source[0].tile, right,
                  p->profile->tile->f2[p->row->apply], &env);
    if (right.tile && p->profile->pairs_are_silent)
        env.flags = 0;
    return pto_txn_complete(p, t, &env);
}

bool pto_run_fused(const pto_plan *p, pto_txn *t)
{
    pto_fenv env = p->env;
    pto_tile_map3(pto_txn_output(p, t), p->source[0].tile, p->source[1].tile,
                  p->source[2].tile, p->profile->tile->f3[p->row->apply], &env);
    return pto_txn_complete(p, t, &env);
}

bool pto_run_compare(const pto_plan *p, pto_txn *t)
{
    pto_fenv env = p->env;
    pto_tile_compare(pto_txn_output(p, t), p->source[0].tile, right_of(p, 1),
                     (pto_compare)p->element.comparison,
                     p->profile->tile->compare, &env);
    return pto_txn_complete(p, t, &env);
}

bool pto_run_select(const pto_plan *p, pto_txn *t)
{
    const pto_fenv none = {.flags = 0};
    pto_tile_select(pto_txn_output(p, t), p->source[0].tile, p->source[1].tile,
                    right_of(p, 2));
    return pto_txn_complete(p, t, &none);
}

bool pto_run_fill(const pto_plan *p, pto_txn *t)
{
    const pto_fenv none = {.flags = 0};
    pto_tile_fill(pto_txn_output(p, t), p->whole.scalar[0]);
    return pto_txn_complete(p, t, &none);
}

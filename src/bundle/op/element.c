/* Element by element over whole tiles: one, two or three sources. */
#include "bundle/op/pad.h"
#include "bundle/rule/rule.h"
#include "tile/element.h"

/* Flags of the element operations, and padding around their result. */
static bool finish(const pto_plan *p, pto_txn *t, const pto_fenv *env)
{
    t->flags[p->index] |= env->flags;
    pto_pad_output(p, &t->output[p->index][0]);
    return true;
}

bool pto_run_unary(const pto_plan *p, unsigned count, pto_txn *t)
{
    (void)count;
    pto_fenv env = {.round = PTO_RNE};
    pto_tile_map1(&t->output[p->index][0], p->source[0].tile,
                  pto_apply1(p->row, p->profile), &env);
    return finish(p, t, &env);
}

bool pto_run_binary(const pto_plan *p, unsigned count, pto_txn *t)
{
    (void)count;
    pto_fenv env = {.round = PTO_RNE};
    pto_tile_map2(&t->output[p->index][0], p->source[0].tile, p->source[1].tile,
                  pto_apply2(p->row, p->profile), &env);
    if (p->profile->pairs_are_silent)
        env.flags = 0;
    return finish(p, t, &env);
}

bool pto_run_fused(const pto_plan *p, unsigned count, pto_txn *t)
{
    (void)count;
    pto_fenv env = {.round = PTO_RNE};
    pto_tile_map3(&t->output[p->index][0], p->source[0].tile, p->source[1].tile,
                  p->source[2].tile, pto_apply3(p->row, p->profile), &env);
    return finish(p, t, &env);
}

/* Element by element over whole tiles. */
#include "bundle/op/pad.h"
#include "bundle/rule/rule.h"
#include "tile/element.h"

static pto_tile *result_of(const pto_plan *p, pto_txn *t)
{
    return &t->output[p->index][0];
}

/* The right operand: source i, or the scalar where there is no such one. */
static pto_right right_of(const pto_plan *p, unsigned i)
{
    if (i < p->source_count)
        return (pto_right){.tile = p->source[i].tile};
    const pto_format *f = pto_format_get(p->element.type);
    return (pto_right){.scalar = p->element.scalar[0] & f->carrier_mask};
}

/* Flags of the element operations, and padding around their result. */
static bool finish(const pto_plan *p, pto_txn *t, const pto_fenv *env)
{
    t->flags[p->index] |= env->flags;
    pto_pad_output(p, result_of(p, t));
    return true;
}

bool pto_run_unary(const pto_plan *p, unsigned count, pto_txn *t)
{
    (void)count;
    pto_fenv env = {.round = PTO_RNE};
    pto_tile_map1(result_of(p, t), p->source[0].tile,
                  pto_apply1(p->row, p->profile), &env);
    return finish(p, t, &env);
}

bool pto_run_binary(const pto_plan *p, unsigned count, pto_txn *t)
{
    (void)count;
    pto_fenv env = {.round = PTO_RNE};
    pto_right right = right_of(p, 1);
    pto_tile_map2(result_of(p, t), p->source[0].tile, right,
                  pto_apply2(p->row, p->profile), &env);
    if (right.tile && p->profile->pairs_are_silent)
        env.flags = 0;
    return finish(p, t, &env);
}

bool pto_run_fused(const pto_plan *p, unsigned count, pto_txn *t)
{
    (void)count;
    pto_fenv env = {.round = PTO_RNE};
    pto_tile_map3(result_of(p, t), p->source[0].tile, p->source[1].tile,
                  p->source[2].tile, pto_apply3(p->row, p->profile), &env);
    return finish(p, t, &env);
}

bool pto_run_compare(const pto_plan *p, unsigned count, pto_txn *t)
{
    (void)count;
    pto_fenv env = {.round = PTO_RNE};
    pto_tile_compare(result_of(p, t), p->source[0].tile, right_of(p, 1),
                     (pto_compare)p->header->data.comparison,
                     p->profile->tile->compare, &env);
    return finish(p, t, &env);
}

bool pto_run_select(const pto_plan *p, unsigned count, pto_txn *t)
{
    (void)count;
    const pto_fenv none = {.flags = 0};
    pto_tile_select(result_of(p, t), p->source[0].tile, p->source[1].tile,
                    right_of(p, 2));
    return finish(p, t, &none);
}

bool pto_run_fill(const pto_plan *p, unsigned count, pto_txn *t)
{
    (void)count;
    const pto_fenv none = {.flags = 0};
    pto_tile_fill(result_of(p, t), p->element.scalar[0]);
    return finish(p, t, &none);
}

bool pto_run_convert(const pto_plan *p, unsigned count, pto_txn *t)
{
    (void)count;
    const pto_data_attributes *a = &p->header->data;
    pto_tile source = *p->source[0].tile;
    source.storage = PTO_TILE_NUMERIC; /* a predicate's bytes: a quirk */
    pto_round usual = pto_round_default((pto_dtype)p->element.result,
                                        (pto_dtype)p->element.type);
    pto_fenv env = {.round = (uint8_t)pto_rounding(p, usual),
                    .saturate = a->saturate,
                    .canonicalize = a->canonicalize};
    pto_tile_convert(result_of(p, t), &source, p->profile->convert_n, &env);
    return finish(p, t, &env);
}

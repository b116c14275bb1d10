/* Reductions, expansions, unions and histograms over whole tiles. */
#include "bundle/txn.h"
#include "tile/kernel/element.h"
#include "tile/kernel/reduce.h"

static pto_axis axis_of(const pto_plan *p)
{
    return p->traits & PTO_OF_COLUMNS ? PTO_BY_COLUMN : PTO_BY_ROW;
}

/* Minima and maxima start at the first element, sums at 0, products at 1. */
static pto_fold fold_of(const pto_plan *p, bool from_first)
{
    pto_fenv env = p->env;
    pto_fold f = {.step = p->profile->tile->f2[p->row->apply]};
    if (from_first)
        f.from =
            p->profile->folds_from_raw ? PTO_FOLD_RAW_FIRST : PTO_FOLD_FIRST;
    else if (p->traits & PTO_FROM_ONE)
        f.start = pto_convert(p->whole.type, PTO_S32, 1, &env);
    return f;
}

bool pto_run_fold(const pto_plan *p, pto_txn *t)
{
    pto_fenv env = p->env;
    pto_fold f = fold_of(p, p->traits & PTO_FROM_FIRST);
    pto_tile_fold(pto_txn_output(p, t), p->source[0].tile, axis_of(p), &f,
                  &env);
    return pto_txn_complete(p, t, &env);
}

bool pto_run_place(const pto_plan *p, pto_txn *t)
{
    pto_fenv env = p->env;
    pto_fold f = fold_of(p, true);
    pto_tile_fold_place(pto_txn_output(p, t), p->source[0].tile, axis_of(p), &f,
                        &env);
    return pto_txn_complete(p, t, &env);
}

bool pto_run_broadcast(const pto_plan *p, pto_txn *t)
{
    pto_fenv env = p->env;
    pto_tile_broadcast(pto_txn_output(p, t), p->source[0].tile, axis_of(p));
    return pto_txn_complete(p, t, &env);
}

bool pto_run_expand(const pto_plan *p, pto_txn *t)
{
    pto_fenv env = p->env;
    pto_tile_expand(pto_txn_output(p, t), p->source[0].tile, p->source[1].tile,
                    axis_of(p), p->profile->tile->f2[p->row->apply], &env);
    return pto_txn_complete(p, t, &env);
}

bool pto_run_expdif(const pto_plan *p, pto_txn *t)
{
    pto_fenv env = p->env;
    pto_tile_expand_expdif(pto_txn_output(p, t), p->source[0].tile,
                           p->source[1].tile, axis_of(p), p->profile->expdif,
                           &env);
    return pto_txn_complete(p, t, &env);
}

/* Without B.DATR: what lies outside stays undefined. */
bool pto_run_partial(const pto_plan *p, pto_txn *t)
{
    pto_fenv env = p->env;
    pto_tile_unite(pto_txn_output(p, t), p->source[0].tile, p->source[1].tile,
                   p->profile->tile->f2[p->row->apply], &env);
    return pto_txn_complete(p, t, &env);
}

/* PadValue is the ByteId here, so nothing is padded. */
bool pto_run_histogram(const pto_plan *p, pto_txn *t)
{
    pto_tile_histogram(pto_txn_output(p, t), p->source[0].tile,
                       p->source[1].tile, p->reduce.byte);
    return true;
}

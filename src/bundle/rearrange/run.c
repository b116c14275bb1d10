/* Rearranging whole tiles, and rows by index. */
#include "bundle/txn.h"
#include "tile/kernel/gather.h"
#include "tile/tile.h"

static const pto_tile_place origin = {0, 0};

static const pto_tile *source(const pto_plan *p, unsigned i)
{
    return p->source[i].tile;
}

static void copy_valid(pto_tile *dst, pto_tile_place to, const pto_tile *src)
{
    pto_tile_copy_window(dst, to, src, origin, src->valid_rows,
                         src->valid_columns);
}

bool pto_run_concat(const pto_plan *p, pto_txn *t)
{
    copy_valid(pto_txn_output(p, t), origin, source(p, 0));
    copy_valid(pto_txn_output(p, t),
               (pto_tile_place){0, source(p, 0)->valid_columns}, source(p, 1));
    return true;
}

bool pto_run_extract(const pto_plan *p, pto_txn *t)
{
    pto_tile *d = pto_txn_output(p, t);
    pto_tile_copy_window(d, origin, source(p, 0), p->window.at, d->valid_rows,
                         d->valid_columns);
    return pto_txn_complete(p, t, &p->env);
}

bool pto_run_insert(const pto_plan *p, pto_txn *t)
{
    pto_tile_copy_contents(pto_txn_output(p, t), source(p, 0));
    copy_valid(pto_txn_output(p, t), p->window.at, source(p, 1));
    return true;
}

bool pto_run_transpose(const pto_plan *p, pto_txn *t)
{
    pto_tile_transpose(pto_txn_output(p, t), source(p, 0));
    return true;
}

bool pto_run_pad_out(const pto_plan *p, pto_txn *t)
{
    pto_tile_fill_all(pto_txn_output(p, t), p->whole.scalar[0]);
    copy_valid(pto_txn_output(p, t), origin, source(p, 0));
    return true;
}

bool pto_run_gather_rows(const pto_plan *p, pto_txn *t)
{
    pto_tile_gather(pto_txn_output(p, t), source(p, 0), source(p, 1));
    return true;
}

bool pto_run_scatter_rows(const pto_plan *p, pto_txn *t)
{
    pto_tile_scatter(pto_txn_output(p, t), source(p, 0), source(p, 1));
    return true;
}

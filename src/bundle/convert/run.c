/* TCVT over whole tiles. */
#include "bundle/txn.h"
#include "tile/kernel/element.h"

bool pto_run_convert(const pto_plan *p, pto_txn *t)
{
    pto_fenv env = p->env;
    pto_tile source = *p->source[0].tile;
    source.storage = PTO_TILE_NUMERIC; /* a predicate's bytes: a quirk */
    pto_tile_convert(pto_txn_output(p, t), &source, p->profile->convert_n,
                     &env);
    return pto_txn_complete(p, t, &env);
}

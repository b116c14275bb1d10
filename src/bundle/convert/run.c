/* TCVT over whole tiles. */
#include "bundle/core/result.h"
#include "bundle/core/rule.h"
#include "tile/kernel/element.h"

bool pto_run_convert(const pto_plan *p, pto_txn *t)
{
    const pto_data_attributes *a = &p->header->data;
    pto_tile source = *p->source[0].tile;
    source.storage = PTO_TILE_NUMERIC; /* a predicate's bytes: a quirk */
    pto_round usual = pto_round_default((pto_dtype)p->element.result,
                                        (pto_dtype)p->element.type);
    pto_fenv env = {.round = (uint8_t)pto_rounding(p, usual),
                    .saturate = a->saturate,
                    .canonicalize = a->canonicalize};
    pto_tile_convert(pto_result(p, t), &source, p->profile->convert_n, &env);
    return pto_finish(p, t, &env);
}

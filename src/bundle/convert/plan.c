/* Resolving TCVT: B.DATR says how it rounds. */
#include "bundle/core/whole.h"

void pto_plan_convert(pto_plan *p)
{
    const pto_data_attributes *a = &p->header->data;
    pto_plan_named_shape(p);
    pto_round usual =
        pto_round_default((pto_dtype)p->whole.result, (pto_dtype)p->whole.type);
    p->env = (pto_fenv){.round = (uint8_t)pto_plan_rounding(p, usual),
                        .saturate = a->saturate,
                        .canonicalize = a->canonicalize};
}

/* B.DATR: padding by the extreme finite values of a type or zero; rounding. */
#include "bundle/core/result.h"

#include "tile/kernel/element.h"

enum { PAD_MAX = 1, PAD_MIN = 2 };

/* In the public model these have no extremes (docs/differences.md). */
static bool has_no_extremes(const pto_format *f)
{
    return f->kind == PTO_KIND_HIF8 || f->kind == PTO_KIND_SCALE ||
           f->storage_bits == 4 || f->code == PTO_E3M2 || f->code == PTO_E2M3;
}

uint64_t pto_pad_value(const pto_plan *p, const pto_tile *t)
{
    const pto_format *f = pto_format_get(t->dtype);
    unsigned pad = p->header->data.pad;
    if (pad != PAD_MAX && pad != PAD_MIN)
        return 0;
    if (t->storage == PTO_TILE_PREDICATE)
        return pad == PAD_MAX;
    if (p->core->isa.asl_quirks && has_no_extremes(f))
        return pad == PAD_MAX ? f->carrier_mask : 0;
    return pad == PAD_MAX ? f->max_finite : f->min_finite;
}

void pto_pad_output(const pto_plan *p, pto_tile *t)
{
    const pto_data_attributes *a = &p->header->data;
    if (a->present && a->pad != PTO_PAD_NULL)
        pto_tile_pad(t, pto_pad_value(p, t));
}

bool pto_finish(const pto_plan *p, pto_txn *t, const pto_fenv *env)
{
    t->flags[p->index] |= env->flags;
    pto_pad_output(p, pto_result(p, t));
    return true;
}

pto_round pto_rounding(const pto_plan *p, pto_round otherwise)
{
    const pto_data_attributes *a = &p->header->data;
    pto_selection s = {.use_default = 1};
    if (a->present)
        pto_round_select(PTO_SELECT_RMODE, a->rounding, &s);
    return s.use_default ? otherwise : (pto_round)s.round;
}

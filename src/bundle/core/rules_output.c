/* What destinations ask: a free entry, room, and a capacity that they fit. */
#include "bundle/core/common.h"

RULE_FN(output_slot)
{
    return !p->room.full_hand || !p->computes ||
           pto_say(d, "hand %c", pto_hand_letter(p->room.full_hand - 1));
}

RULE_FN(output_room)
{
    return p->room.fits || p->room.full_hand || !p->computes ||
           pto_say(d, "%llu bytes wanted, %llu of %llu used",
                   (unsigned long long)p->room.needed,
                   (unsigned long long)p->room.used,
                   (unsigned long long)p->room.limit);
}

static bool output_fits(const pto_plan *p, unsigned i, pto_detail *d)
{
    const pto_output *o = &p->output[i];
    return o->tile.allocated ||
           pto_say(d, "destination %u: %u bytes for M=%u, N=%u", i,
                   pto_size_code_bytes(o->size_code), p->matrix.m, p->matrix.n);
}

RULE_FN(d_shape)
{
    return !p->computes || output_fits(p, 0, d);
}

RULE_FN(maxima_shape)
{
    for (unsigned i = 1; i < p->output_count; i++)
        if (p->computes && !output_fits(p, i, d))
            return false;
    return true;
}

RULE_FN(output_shape)
{
    const pto_move_plan *m = &p->move;
    return p->output[0].tile.allocated ||
           pto_say(d, "%u bytes for %u x %u, %u columns of %s in %s",
                   pto_size_code_bytes(p->output[0].size_code), m->valid_rows,
                   m->valid_columns, m->columns, pto_type_text(m->type),
                   pto_tile_layout_name(m->layout));
}

/* What a destination would hold. */
static const char *held_by(const pto_plan *p, unsigned output)
{
    unsigned type = output ? PTO_U32 : p->element.result;
    return type == PTO_DTYPE_NONE ? "bits" : pto_type_text(type);
}

RULE_FN(element_shape)
{
    const pto_element_plan *e = &p->element;
    for (unsigned i = 0; i < p->output_count; i++)
        if (!p->output[i].tile.allocated)
            return pto_say(d, "%u bytes for %u x %u, %u columns of %s",
                           pto_size_code_bytes(p->output[i].size_code),
                           e->valid_rows, e->valid_columns, e->columns,
                           held_by(p, i));
    return true;
}

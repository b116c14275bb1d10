/* Resolving TPREFETCH and GMOV, which all four PEs take part in. */
#include "bundle/core/whole.h"

static const pto_tile nothing;

/*
 * Base, and elements from row to row, out of the registers of each PE. The
 * four footprints are one: every plan probes them all.
 */
void pto_plan_prefetch(pto_plan *p)
{
    const pto_scalar_binder *s = &p->header->scalar;
    pto_plan_named_shape(p);
    p->probe = pto_prefetch_probe;
    p->reads = true;
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        const pto_pe *from = &p->core->pe[pe];
        p->prefetch.base[pe] = s->present ? pto_gpr(from, s->source[0]) : 0;
        p->prefetch.stride[pe] =
            s->present ? pto_gpr(from, s->source[1]) : p->whole.shape.columns;
    }
}

/* The tile of this name on the PE that B.IOR names: PE0 without B.IOR. */
static const pto_tile *fragment_of(const pto_plan *p)
{
    uint64_t peer = p->whole.scalar[0];
    if (!p->source_count)
        return &nothing;
    if (p->core->pes == 1)
        return p->source[0].tile;
    return peer < PTO_PES ? &p->core->pe[peer].local[p->source[0].selector].tile
                          : &nothing;
}

void pto_plan_peer(pto_plan *p)
{
    pto_plan_common(p);
    pto_whole_plan *e = &p->whole;
    p->peer.fragment = fragment_of(p);
    const pto_tile *t = p->peer.fragment;
    e->shape = (pto_extent){t->valid_rows, t->valid_columns, t->columns};
    pto_describe_output(p, 0, e->result);
}

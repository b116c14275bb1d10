/* Resolving gathers, scatters, TPREFETCH and GMOV. */
#include "bundle/core/reach.h"
#include "bundle/core/plan.h"

static const pto_tile none;

/* The destination has BSTART's type, whatever B.DATR says. */
static void plan_lanes(pto_plan *p)
{
    pto_plan_named_shape(p);
    p->element.result = p->element.type;
    pto_describe_output(p, 0, p->element.result);
    p->probe = pto_lanes_probe;
}

/* Index, mask. */
void pto_plan_gather(pto_plan *p)
{
    bool masked = p->op->sources == 2;
    plan_lanes(p);
    p->reads = true;
    p->lanes = (pto_lanes_plan){.index = &p->source[0],
                                .mask = masked ? &p->source[1] : NULL,
                                .same_layout = masked};
}

/* Index, expected, replacement. */
void pto_plan_swap(pto_plan *p)
{
    plan_lanes(p);
    p->reads = p->writes = true;
    p->lanes = (pto_lanes_plan){.index = &p->source[0],
                                .value = {&p->source[1], &p->source[2]}};
}

/* Data, index, mask. */
void pto_plan_scatter(pto_plan *p)
{
    bool masked = p->op->sources == 3;
    plan_lanes(p);
    p->writes = true;
    p->lanes = (pto_lanes_plan){.index = &p->source[1],
                                .mask = masked ? &p->source[2] : NULL,
                                .value = {&p->source[0]},
                                .same_layout = true};
}

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
        p->move.base[pe] = s->present ? pto_gpr(from, s->source[0]) : 0;
        p->move.stride[pe] =
            s->present ? pto_gpr(from, s->source[1]) : p->element.columns;
    }
}

/* The tile of this name on the PE that B.IOR names: PE0 without B.IOR. */
static const pto_tile *fragment_of(const pto_plan *p)
{
    uint64_t peer = p->element.scalar[0];
    if (!p->source_count)
        return &none;
    if (p->core->pes == 1)
        return p->source[0].tile;
    return peer < PTO_PES ? &p->core->pe[peer].local[p->source[0].selector].tile
                          : &none;
}

void pto_plan_peer(pto_plan *p)
{
    pto_plan_common(p);
    pto_element_plan *e = &p->element;
    p->fragment = fragment_of(p);
    e->valid_rows = p->fragment->valid_rows;
    e->valid_columns = p->fragment->valid_columns;
    e->columns = p->fragment->columns;
    pto_describe_output(p, 0, e->result);
}

/* Resolving gathers and scatters: which source is what. */
#include "bundle/core/whole.h"

/* The destination has BSTART's type, whatever B.DATR says. */
static void plan_lanes(pto_plan *p)
{
    pto_plan_named_shape(p);
    p->whole.result = p->whole.type;
    pto_describe_output(p, 0, p->whole.result);
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

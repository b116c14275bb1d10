/* Resolving the operations that rearrange: named shapes, and windows. */
#include "bundle/core/plan.h"

enum { OFFSET_BITS = 0xffff };

/*
 * The window starts where RegSrc0 (row) and RegSrc1 (column) say; in the
 * public model at LB0 and LB1, which name the shape as well.
 */
void pto_plan_window(pto_plan *p)
{
    pto_element_plan *e = &p->element;
    pto_plan_quirk_shape(p);
    if (p->core->isa.asl_quirks) {
        e->first_row = p->header->dimension[0];
        e->first_column = p->header->dimension[1];
        return;
    }
    e->registers = 2;
    e->first_row = e->scalar[0] & OFFSET_BITS;
    e->first_column = e->scalar[1] & OFFSET_BITS;
}

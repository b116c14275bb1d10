/* Resolving the operations that rearrange: named shapes, and windows. */
#include "bundle/core/whole.h"

enum { OFFSET_BITS = 0xffff };

/*
 * The window starts where RegSrc0 (row) and RegSrc1 (column) say; in the
 * public model at LB0 and LB1, which name the shape as well.
 */
void pto_plan_window(pto_plan *p)
{
    pto_whole_plan *e = &p->whole;
    pto_plan_quirk_shape(p);
    if (p->core->isa.asl_quirks) {
        p->window.at =
            (pto_tile_place){p->header->dimension[0], p->header->dimension[1]};
        return;
    }
    e->registers = 2;
    p->window.at = (pto_tile_place){e->scalar[0] & OFFSET_BITS,
                                    e->scalar[1] & OFFSET_BITS};
}

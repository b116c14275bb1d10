/* Resolving comparison and selection. */
#include "bundle/core/tiles.h"
#include "bundle/core/whole.h"
#include "tile/tile.h"

/* The predicate lies as the first source does, whatever LB0..LB2 say. */
void pto_plan_compare(pto_plan *p)
{
    const pto_tile *like = pto_plan_first_source(p);
    pto_plan_common(p);
    p->whole.shape = pto_named_extent(p->header);
    p->whole.result = PTO_DTYPE_NONE;
    p->element.comparison = p->header->data.comparison;
    if (!p->output_count || !like->allocated)
        return;
    pto_plan_output *o = &p->output[0];
    pto_tile_describe_predicate(&o->tile, like->rows, like->columns,
                                like->valid_rows, like->valid_columns,
                                pto_size_code_bytes(o->size_code),
                                pto_local_limit(&p->core->isa));
}

void pto_plan_select(pto_plan *p)
{
    pto_plan_named_shape(p);
    p->whole.masks = 1;
}

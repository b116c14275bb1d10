/* Resolving reductions, unions and histograms: what their outputs look like. */
#include "bundle/core/whole.h"

enum { BINS = 256 };

/* One value for each row, or each column, of what LB0, LB1 and LB2 give. */
static void plan_line(pto_plan *p, unsigned type)
{
    pto_whole_plan *e = &p->whole;
    pto_extent full = pto_named_extent(p->header);
    bool columns = p->traits & PTO_OF_COLUMNS;
    e->shape = columns ? (pto_extent){1, full.valid_columns, full.columns}
                       : (pto_extent){full.valid_rows, 1, 1};
    e->result = (uint8_t)type;
    pto_describe_output(p, 0, type);
}

void pto_plan_reduction(pto_plan *p)
{
    pto_plan_common(p);
    plan_line(p, p->whole.type);
}

void pto_plan_place(pto_plan *p)
{
    pto_plan_common(p);
    plan_line(p, PTO_U32);
}

/* A row of U32 bins for each row of the source. */
void pto_plan_histogram(pto_plan *p)
{
    pto_plan_common(p);
    pto_whole_plan *e = &p->whole;
    e->shape = (pto_extent){pto_plan_tile(p, 0)->valid_rows, BINS, BINS};
    e->result = PTO_U32;
    p->reduce.byte = p->header->data.pad;
    pto_describe_output(p, 0, PTO_U32);
}

/* Resolving reductions, unions and histograms: what their outputs look like. */
#include "bundle/core/plan.h"

enum { BINS = 256 };

/* One value for each row, or each column, of what LB0, LB1 and LB2 give. */
static void plan_line(pto_plan *p, unsigned type)
{
    pto_element_plan *e = &p->element;
    pto_extent full = pto_named_extent(p->header);
    bool columns = p->traits & PTO_OF_COLUMNS;
    e->valid_rows = columns ? 1 : full.valid_rows;
    e->valid_columns = columns ? full.valid_columns : 1;
    e->columns = columns ? full.columns : 1;
    e->result = (uint8_t)type;
    pto_describe_output(p, 0, type);
}

void pto_plan_reduction(pto_plan *p)
{
    pto_plan_common(p);
    plan_line(p, p->element.type);
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
    pto_element_plan *e = &p->element;
    e->valid_rows = p->source_count ? p->source[0].tile->valid_rows : 0;
    e->valid_columns = e->columns = BINS;
    e->result = PTO_U32;
    pto_describe_output(p, 0, PTO_U32);
}

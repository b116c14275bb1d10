/* Resolving quantization, sorting and merging. */
#include "bundle/core/plan.h"

static const pto_tile none;

/* Without B.IOR the multiplier is one. */
void pto_plan_quantize(pto_plan *p)
{
    const uint64_t one = 0x3f800000;
    pto_plan_named_shape(p);
    if (!p->header->scalar.present)
        p->element.scalar[0] = one;
}

static const pto_tile *source(const pto_plan *p, unsigned i)
{
    return i < p->source_count ? p->source[i].tile : &none;
}

static void shape(pto_plan *p, uint32_t rows, uint32_t columns,
                  uint32_t physical)
{
    pto_element_plan *e = &p->element;
    e->valid_rows = rows;
    e->valid_columns = columns;
    e->columns = physical;
}

/* Values and indices, both with the shape of the source. */
void pto_plan_sort(pto_plan *p)
{
    const pto_tile *s = source(p, 0);
    pto_plan_common(p);
    shape(p, s->valid_rows, s->valid_columns, s->columns);
    p->element.result = (uint8_t)s->dtype;
    pto_describe_output(p, 0, s->dtype);
    pto_describe_output(p, 1, PTO_U32);
}

/* One row of both, in the smallest power of two of columns. */
void pto_plan_merge(pto_plan *p)
{
    const pto_tile *left = source(p, 0);
    uint32_t sum = left->valid_columns + source(p, 1)->valid_columns;
    uint32_t physical = 1;
    while (physical < sum)
        physical *= 2;
    pto_plan_common(p);
    shape(p, 1, sum, physical);
    p->element.result = (uint8_t)left->dtype;
    pto_describe_output(p, 0, left->dtype);
}

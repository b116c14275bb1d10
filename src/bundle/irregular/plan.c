/* Resolving quantization, sorting and merging. */
#include "bundle/core/whole.h"
#include "tile/kernel/sort.h"

/* Without B.IOR the multiplier is one. */
void pto_plan_quantize(pto_plan *p)
{
    const uint64_t one = 0x3f800000;
    pto_plan_named_shape(p);
    if (!p->header->scalar.present)
        p->whole.scalar[0] = one;
    p->env = (pto_fenv){.round = (uint8_t)pto_plan_rounding(p, PTO_RNE),
                        .saturate = p->header->data.saturate};
}

/* Values and indices, both with the shape of the source. */
void pto_plan_sort(pto_plan *p)
{
    const pto_tile *s = pto_plan_tile(p, 0);
    pto_plan_common(p);
    p->whole.shape = (pto_extent){s->valid_rows, s->valid_columns, s->columns};
    uint32_t width = p->header->dimension[0];
    p->sort = (pto_sort_plan){.width = width ? width : PTO_SORT_WIDTH,
                              .descending = p->whole.scalar[0] == 1};
    p->whole.result = (uint8_t)s->dtype;
    pto_describe_output(p, 0, s->dtype);
    pto_describe_output(p, 1, PTO_U32);
}

/* One row of both, in the smallest power of two of columns. */
void pto_plan_merge(pto_plan *p)
{
    const pto_tile *left = pto_plan_tile(p, 0);
    uint32_t sum = left->valid_columns + pto_plan_tile(p, 1)->valid_columns;
    uint32_t physical = 1;
    while (physical < sum)
        physical *= 2;
    pto_plan_common(p);
    p->whole.shape = (pto_extent){1, sum, physical};
    p->sort.descending = p->whole.scalar[0] == 1;
    p->whole.result = (uint8_t)left->dtype;
    pto_describe_output(p, 0, left->dtype);
}

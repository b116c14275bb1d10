/* What generating, quantizing and sorting ask. */
#include "bundle/core/common.h"
#include "tile/kernel/sort.h"

enum { DIAGONAL_MAX = 65535, MODEL_MERGE_MAX = 32768 };

/* The flag is the last register that the operation reads. */
RULE_FN(flag_value)
{
    const pto_whole_plan *e = &p->whole;
    unsigned i = e->registers - 1U;
    return e->scalar[i] <= 1 || pto_say(d, "RegSrc%u holds %llu", i,
                                        (unsigned long long)e->scalar[i]);
}

RULE_FN(diagonal_range)
{
    int64_t v = (int64_t)p->whole.scalar[0];
    return (v >= -DIAGONAL_MAX && v <= DIAGONAL_MAX) ||
           pto_say(d, "RegSrc0 holds %lld", (long long)v);
}

RULE_FN(one_row)
{
    uint32_t rows = p->whole.shape.valid_rows;
    return rows == 1 || pto_say(d, "LB1=%u", rows);
}

RULE_FN(affine_scale)
{
    uint32_t word = (uint32_t)p->whole.scalar[0];
    pto_class c = pto_classify(PTO_FP32, word);
    return c == PTO_CLASS_POS_SUBNORMAL || c == PTO_CLASS_POS_NORMAL ||
           pto_say(d, "RegSrc0 holds 0x%08x, %s", word, pto_class_text(c));
}

static bool is_quantization(const pto_plan *p)
{
    return p->header->operation.op == PTO_OP_TQUANT;
}

/* The whole register is the value, sign-extended for S8. */
RULE_FN(affine_zero)
{
    const pto_whole_plan *e = &p->whole;
    unsigned type = is_quantization(p) ? e->result : e->type;
    int64_t v = (int64_t)e->scalar[1];
    bool inside = type == PTO_S8   ? v >= INT8_MIN && v <= INT8_MAX
                  : type == PTO_U8 ? v >= 0 && v <= UINT8_MAX
                                   : true; /* affine_types says more */
    return inside || pto_say(d, "RegSrc1 holds %lld for %s", (long long)v,
                             pto_type_text(type));
}

RULE_FN(affine_types)
{
    const pto_whole_plan *e = &p->whole;
    const pto_data_attributes *a = &p->header->data;
    unsigned to = a->present ? a->type : (unsigned)PTO_DTYPE_NONE;
    unsigned targets = is_quantization(p) ? (unsigned)PTO_TYPES_QUANTIZED
                                          : (unsigned)PTO_TYPES_SINGLE;
    bool legal =
        pto_type_in(e->type, pto_legal_types(p)) && pto_type_in(to, targets);
    return legal || pto_say(d, "%s from %s to %s", p->op->name,
                            pto_type_text(e->type), pto_type_text(to));
}

RULE_FN(affine_source)
{
    pto_extent e = pto_named_extent(p->header);
    return pto_source_is(p, 0, &e, d);
}

RULE_FN(sort_dimensions)
{
    const pto_header *h = p->header;
    return (!(h->dimension_set & 6) && h->dimension[0] <= PTO_SORT_WIDTH_MAX) ||
           pto_say_dimensions(p, d);
}

RULE_FN(sort_sources)
{
    for (unsigned i = 0; i < p->source_count; i++) {
        const pto_tile *t = p->source[i].tile;
        if (!pto_is_ordinary(p, t) || t->layout != PTO_TILE_RowMajor ||
            t->dtype != p->whole.type)
            return pto_say_source(p, i, d);
    }
    return true;
}

RULE_FN(sort_rows)
{
    uint32_t rows = p->source[0].tile->rows;
    for (unsigned i = 0; i < p->output_count; i++)
        if (p->output[i].tile.rows != rows)
            return pto_say(d, "%u rows, the source %u", p->output[i].tile.rows,
                           rows);
    return true;
}

RULE_FN(merge_rows)
{
    for (unsigned i = 0; i < p->source_count; i++)
        if (p->source[i].tile->valid_rows != 1)
            return pto_say_source(p, i, d);
    return true;
}

/* In the text a width without a shape is an allocation fault. */
RULE_FN(merge_width)
{
    uint32_t sum = p->whole.shape.valid_columns;
    return sum <= MODEL_MERGE_MAX || pto_say(d, "%u columns", sum);
}

RULE_FN(sources_sorted)
{
    bool descending = p->sort.descending;
    for (unsigned i = 0; i < p->source_count; i++)
        if (!pto_tile_is_sorted(p->source[i].tile, descending))
            return pto_say_source(p, i, d);
    return true;
}

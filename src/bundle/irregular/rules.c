/* What generating, quantizing and sorting ask. */
#include "bundle/core/common.h"
#include "bundle/reason/output.h"
#include "tile/kernel/sort.h"

enum { DIAGONAL_MAX = 65535, MODEL_MERGE_MAX = 32768 };

/* The flag is the last register that the operation reads. */
RULE_FN(flag_value)
{
    unsigned i = p->whole.registers - 1U;
    return p->whole.scalar[i] <= 1 || pto_word_wants(d, i, pto_range(0, 1)) ||
           pto_say(d, "RegSrc%u", i);
}

RULE_FN(diagonal_range)
{
    int64_t v = (int64_t)p->whole.scalar[0];
    return (v >= -DIAGONAL_MAX && v <= DIAGONAL_MAX) ||
           pto_word_wants(d, 0, pto_signed(-DIAGONAL_MAX, DIAGONAL_MAX)) ||
           pto_say(d, "RegSrc0");
}

RULE_FN(one_row)
{
    return p->whole.shape.valid_rows == 1 ||
           pto_dimension_wants(d, 1, pto_or_left_out(pto_one(1)));
}

/* Bits 31:0 of RegSrc0. */
RULE_FN(affine_scale)
{
    uint32_t word = (uint32_t)p->whole.scalar[0];
    pto_class c = pto_classify(PTO_FP32, word);
    pto_cause cause = {.subject = PTO_SUBJECT_WORD,
                       .index = p->header->scalar.source[0],
                       .value = word};
    return c == PTO_CLASS_POS_SUBNORMAL || c == PTO_CLASS_POS_NORMAL ||
           pto_judge(d, cause,
                     pto_range(1, pto_format_get(PTO_FP32)->max_finite)) ||
           pto_say(d, "bits 31:0 of RegSrc0, %s", pto_class_text(c));
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
    if (type != PTO_S8 && type != PTO_U8) /* affine_types says more */
        return true;
    pto_wanted w = type == PTO_S8 ? pto_signed(INT8_MIN, INT8_MAX)
                                  : pto_range(0, UINT8_MAX);
    return pto_wanted_has(&w, false, e->scalar[1]) || pto_word_wants(d, 1, w) ||
           pto_say(d, "RegSrc1, for %s", pto_type_text(type));
}

RULE_FN(affine_types)
{
    uint32_t targets = is_quantization(p) ? (uint32_t)PTO_TYPES_QUANTIZED
                                          : (uint32_t)PTO_TYPES_SINGLE;
    return (pto_type_wants(d, pto_legal_types(p)) &&
            pto_attribute_wants(d, PTO_ROW_data_type, pto_codes(targets))) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(affine_source)
{
    pto_extent e = pto_named_extent(p->header);
    return pto_source_is(p, 0, &e, d);
}

RULE_FN(sort_dimensions)
{
    pto_wanted width = pto_or_left_out(pto_range(0, PTO_SORT_WIDTH_MAX));
    return (pto_dimension_wants(d, 0, width) &&
            pto_dimension_wants(d, 1, pto_left_out()) &&
            pto_dimension_wants(d, 2, pto_left_out())) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(sort_sources)
{
    for (unsigned i = 0; i < p->source_count; i++)
        if (!pto_source_wants(d, i, PTO_SUBJECT_TYPE, pto_one(p->whole.type)) ||
            !pto_source_wants(d, i, PTO_SUBJECT_LAYOUT,
                              pto_one(PTO_TILE_RowMajor)) ||
            !pto_source_ordinary(d, i))
            return false;
    return true;
}

RULE_FN(sort_rows)
{
    for (unsigned i = 0; i < p->output_count; i++)
        if (!pto_rows_want(d, i, pto_one(p->source[0].tile->rows)))
            return false;
    return true;
}

RULE_FN(merge_rows)
{
    for (unsigned i = 0; i < p->source_count; i++)
        if (!pto_source_wants(d, i, PTO_SUBJECT_VALID_ROWS, pto_one(1)))
            return false;
    return true;
}

/* In the text a width without a shape is an allocation fault. */
RULE_FN(merge_width)
{
    uint32_t sum = p->whole.shape.valid_columns;
    uint32_t left = p->source[0].tile->valid_columns;
    unsigned wide = left > MODEL_MERGE_MAX / 2 ? 0 : 1;
    uint32_t other = sum - p->source[wide].tile->valid_columns;
    return sum <= MODEL_MERGE_MAX ||
           pto_source_wants(d, wide, PTO_SUBJECT_VALID_COLUMNS,
                            pto_range(0, MODEL_MERGE_MAX - other)) ||
           pto_say(d, "%u columns", sum);
}

/* An element and its left neighbour, which it should stand before. */
static bool say_order(const pto_plan *p, unsigned i, uint32_t column,
                      pto_detail *d)
{
    enum { DIGITS = 32 };
    const pto_tile *t = p->source[i].tile;
    char left[DIGITS], here[DIGITS];
    pto_num_print(t->dtype, pto_tile_read(t, 0, column - 1), PTO_STYLE_SHORT,
                  left, sizeof left);
    pto_num_print(t->dtype, pto_tile_read(t, 0, column), PTO_STYLE_SHORT, here,
                  sizeof here);
    return pto_element_wants(d, PTO_OF_SOURCE, i, 0, column, pto_unsaid()) ||
           pto_say(d, "%s behind %s, not %s", here, left,
                   p->sort.descending ? "descending" : "ascending");
}

RULE_FN(sources_sorted)
{
    uint32_t column;
    for (unsigned i = 0; i < p->source_count; i++)
        if (!pto_tile_is_sorted(p->source[i].tile, p->sort.descending, &column))
            return say_order(p, i, column, d);
    return true;
}

/* Elsewhere a DataType that is not used may also repeat BSTART's. */
RULE_FN(datr_all_zero)
{
    return !p->header->data.present ||
           pto_attribute_wants(d, PTO_ROW_data_type, pto_one(0)) ||
           pto_say(d, "%s", p->op->name);
}

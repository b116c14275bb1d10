/* What operations with a scalar, comparisons and selections ask besides. */
#include "bundle/core/common.h"
#include "tile/tile.h"
#include "num/num.h"

RULE_FN(sources_named)
{
    const pto_whole_plan *e = &p->whole;
    uint32_t rows = p->source[e->masks].tile->rows;
    for (unsigned i = e->masks; i < p->source_count; i++)
        if (!pto_source_is(p, i, &e->shape, d) ||
            !pto_source_wants(d, i, PTO_SUBJECT_ROWS, pto_one(rows)))
            return false;
    return true;
}

static uint64_t scalar_of(const pto_plan *p)
{
    return p->whole.scalar[0] & pto_format_get(p->whole.type)->carrier_mask;
}

/* The low bits of RegSrc0 that the type has. */
static bool scalar_wants(const pto_plan *p, pto_detail *d, pto_wanted w)
{
    unsigned reg = p->header->scalar.source[0];
    pto_cause c = {.subject = PTO_SUBJECT_WORD,
                   .index = (uint8_t)reg,
                   .value = scalar_of(p)};
    return pto_scalars_want(d, pto_given()) &&
           (pto_judge(d, c, w) ||
            pto_say(d, "as %s", pto_type_text(p->whole.type)));
}

RULE_FN(scalar_valid)
{
    unsigned type = p->whole.type;
    return pto_encoding_valid((pto_dtype)type, scalar_of(p)) ||
           scalar_wants(p, d, pto_clear(pto_format_get(type)->must_be_zero));
}

RULE_FN(divisor_scalar)
{
    return !pto_dtype_is_integer(p->whole.type) || scalar_of(p) ||
           scalar_wants(p, d, pto_other(0));
}

RULE_FN(comparison_code)
{
    uint64_t codes = (1ULL << PTO_COMPARE_COUNT) - 1;
    return !p->header->data.present ||
           pto_attribute_wants(d, PTO_ROW_data_comparison, pto_codes(codes));
}

RULE_FN(mask_tile)
{
    const pto_tile *like = p->source[1].tile;
    bool holds =
        pto_source_wants(d, 0, PTO_SUBJECT_STORAGE, pto_one(1)) &&
        pto_source_wants(d, 0, PTO_SUBJECT_VALID_ROWS,
                         pto_one(like->valid_rows)) &&
        pto_source_wants(d, 0, PTO_SUBJECT_VALID_COLUMNS,
                         pto_one(like->valid_columns)) &&
        pto_source_wants(d, 0, PTO_SUBJECT_ROWS, pto_one(like->rows)) &&
        pto_source_wants(d, 0, PTO_SUBJECT_COLUMNS, pto_one(like->columns));
    if (!holds)
        return pto_say(d, "as source 1");
    return pto_tile_legal(p->source[0].tile, pto_local_limit(&p->core->isa)) ||
           pto_say_source(p, 0, d);
}

RULE_FN(predicate_bytes)
{
    const pto_tile *t = p->whole.masks ? p->source[0].tile : &p->output[0].tile;
    return t->storage != PTO_TILE_PREDICATE || pto_has_byte_each(t) ||
           pto_operand_wants(
               d, p->whole.masks ? PTO_OF_SOURCE : PTO_OF_OUTPUT, 0,
               PTO_SUBJECT_CAPACITY,
               pto_range((uint64_t)t->rows * t->columns, PTO_TILE_MAX_BYTES)) ||
           pto_say(d, "%u x %u elements", t->rows, t->columns);
}

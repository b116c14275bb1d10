/* What operations with a scalar, comparisons and selections ask besides. */
#include "bundle/core/common.h"
#include "tile/tile.h"
#include "num/num.h"

/* BSTART's type in the shape of LB0..LB2; rows as the first source's. */
static bool is_named(const pto_plan *p, const pto_tile *t)
{
    const pto_whole_plan *e = &p->whole;
    return pto_is_ordinary(p, t) && t->layout == PTO_TILE_RowMajor &&
           t->dtype == e->type && t->valid_rows == e->shape.valid_rows &&
           t->valid_columns == e->shape.valid_columns &&
           t->columns == e->shape.columns &&
           t->rows == p->source[e->masks].tile->rows;
}

RULE_FN(sources_named)
{
    const pto_whole_plan *e = &p->whole;
    char who[PTO_OPERAND_TEXT], is[PTO_TILE_TEXT];
    for (unsigned i = e->masks; i < p->source_count; i++) {
        const pto_tile *t = p->source[i].tile;
        if (!is_named(p, t))
            return pto_say(d, "%s is %s, not %s [%u,%u] in %u columns",
                           pto_operand_text(&p->source[i], who),
                           pto_stored_text(t, is), pto_type_text(e->type),
                           e->shape.valid_rows, e->shape.valid_columns,
                           e->shape.columns);
    }
    return true;
}

static uint64_t scalar_of(const pto_plan *p)
{
    return p->whole.scalar[0] & pto_format_get(p->whole.type)->carrier_mask;
}

RULE_FN(scalar_valid)
{
    unsigned type = p->whole.type;
    uint64_t scalar = scalar_of(p);
    return pto_encoding_valid((pto_dtype)type, scalar) ||
           pto_say(d, "%s 0x%llx", pto_type_text(type),
                   (unsigned long long)scalar);
}

RULE_FN(divisor_scalar)
{
    return !pto_dtype_is_integer(p->whole.type) || scalar_of(p) ||
           pto_say(d, "r%u", p->header->scalar.source[0]);
}

RULE_FN(comparison_code)
{
    const pto_data_attributes *a = &p->header->data;
    return !a->present || a->comparison < PTO_COMPARE_COUNT ||
           pto_say(d, "CMode=%u", a->comparison);
}

RULE_FN(mask_tile)
{
    const pto_tile *t = p->source[0].tile;
    return (t->storage == PTO_TILE_PREDICATE &&
            pto_tile_legal(t, pto_local_limit(&p->core->isa)) &&
            pto_same_shape(t, p->source[1].tile)) ||
           pto_say_source(p, 0, d);
}

RULE_FN(predicate_bytes)
{
    const pto_tile *t = p->whole.masks ? p->source[0].tile : &p->output[0].tile;
    return t->storage != PTO_TILE_PREDICATE || pto_has_byte_each(t) ||
           pto_say(d, "%u x %u in %u bytes", t->rows, t->columns,
                   t->capacity_bytes);
}

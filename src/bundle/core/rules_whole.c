/* What the operations on whole tiles ask of their header and their sources. */
#include "bundle/core/common.h"
#include "tile/kernel/element.h"

RULE_FN(no_shared)
{
    const pto_header *h = p->header;
    return !h->shared_count || pto_say(d, "B.IOS 0 S%u", h->shared[0].id);
}

RULE_FN(no_post)
{
    return !p->header->post.present || pto_say(d, "%s", p->op->name);
}

RULE_FN(operand_counts)
{
    const pto_tile_op *n = p->op;
    return (p->output_count == n->outputs && p->source_count == n->sources) ||
           pto_say(d,
                   "%s with %u of %u Local sources and %u of %u destinations",
                   p->op->name, p->source_count, n->sources, p->output_count,
                   n->outputs);
}

RULE_FN(register_counts)
{
    return pto_registers_end(p, p->element.registers, d);
}

/* Fields of B.DATR that are not zero, as pto_datr_field. */
static unsigned datr_fields(const pto_plan *p)
{
    const pto_data_attributes *a = &p->header->data;
    bool repeats =
        !p->core->isa.asl_quirks &&
        (a->type == PTO_DTYPE_NONE || a->type == p->header->operation.type);
    return (a->type && !repeats ? PTO_DATR_TYPE : 0U) |
           (a->layout ? PTO_DATR_LAYOUT : 0U) | (a->pad ? PTO_DATR_PAD : 0U) |
           (a->comparison ? PTO_DATR_CMODE : 0U) |
           (a->rounding ? PTO_DATR_RMODE : 0U) |
           (a->saturate ? PTO_DATR_SAT : 0U) |
           (a->canonicalize ? PTO_DATR_CANON : 0U);
}

RULE_FN(datr_fields)
{
    const pto_data_attributes *a = &p->header->data;
    return !a->present || !(datr_fields(p) & ~(unsigned)p->op->datr) ||
           pto_say_datr(p, d);
}

/* Sources two a binder, and the destination in the last one. */
RULE_FN(binder_form)
{
    const pto_header *h = p->header;
    unsigned n = p->source_count ? (p->source_count + 1U) / 2U : 1;
    bool packed = h->binder_count == n;
    for (unsigned i = 0; i + 1 < h->binder_count && packed; i++)
        packed = h->binder[i].has_source[0] && h->binder[i].has_source[1] &&
                 !h->binder[i].has_destination;
    return packed || pto_say(d, "%u B.IOT for %u sources", h->binder_count,
                             p->source_count);
}

RULE_FN(no_registers)
{
    return !p->header->scalar.present || pto_say(d, "%s", p->op->name);
}

RULE_FN(element_dimensions)
{
    const pto_header *h = p->header;
    return ((h->dimension_set & 1) && !pto_names_zero(h)) ||
           pto_say_dimensions(p, d);
}

/* The public model takes other types here (docs/differences.md). */
uint32_t pto_legal_types(const pto_plan *p)
{
    bool quirks = p->core->isa.asl_quirks;
    switch (quirks ? p->row->schema : PTO_SCHEMA_COUNT) {
    case PTO_SCHEMA_PAD_OUT: return PTO_TYPES_CARRIERS;
    case PTO_SCHEMA_SORT: return PTO_TYPES_MERGEABLE;
    default: return p->row->types;
    }
}

RULE_FN(element_type)
{
    unsigned type = p->element.type;
    return pto_type_in(type, pto_legal_types(p)) ||
           pto_say(d, "%s in %s", pto_type_text(type), p->op->name);
}

/* Is a tile like this output, but for what it holds? */
static bool matches(const pto_plan *p, const pto_tile *t, const pto_tile *o)
{
    return pto_tile_legal(t, pto_local_limit(&p->core->isa)) &&
           pto_same_shape(t, o) && t->layout == o->layout &&
           t->storage == o->storage && t->dtype == o->dtype;
}

RULE_FN(sources_match)
{
    const pto_tile *o = &p->output[0].tile;
    char who[PTO_OPERAND_TEXT], is[PTO_TILE_TEXT];
    for (unsigned i = p->element.masks; i < p->source_count; i++) {
        const pto_tile *t = p->source[i].tile;
        if (!matches(p, t, o))
            return pto_say(d, "%s is %s, not %s %s [%u,%u] in %ux%u",
                           pto_operand_text(&p->source[i], who),
                           pto_stored_text(t, is), pto_type_text(o->dtype),
                           pto_tile_layout_name(o->layout), o->valid_rows,
                           o->valid_columns, o->rows, o->columns);
    }
    return true;
}

RULE_FN(sources_defined)
{
    for (unsigned i = 0; i < p->source_count; i++)
        if (!pto_tile_contents_defined(p->source[i].tile))
            return pto_say_source(p, i, d);
    return true;
}

RULE_FN(sources_valid)
{
    for (unsigned i = 0; i < p->source_count; i++)
        if (!pto_tile_encodings_valid(p->source[i].tile))
            return pto_say_source(p, i, d);
    return true;
}

RULE_FN(divisor_tile)
{
    const pto_tile *t = p->source[1].tile;
    char who[PTO_OPERAND_TEXT];
    return !pto_dtype_is_integer(t->dtype) || pto_tile_has_no_zero(t) ||
           pto_say(d, "%s has a zero", pto_operand_text(&p->source[1], who));
}

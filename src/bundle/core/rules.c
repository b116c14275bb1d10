/* What several families ask of their header, sources and destinations. */
#include "bundle/core/common.h"
#include "tile/kernel/element.h"
#include "tile/tile.h"

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
    return pto_registers_end(p, p->whole.registers, d);
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

RULE_FN(element_type)
{
    unsigned type = p->whole.type;
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
    for (unsigned i = p->whole.masks; i < p->source_count; i++) {
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

RULE_FN(move_terminated)
{
    unsigned n = p->header->binder_count;
    return p->header->binder[n - 1].last || pto_say(d, "%u B.IOT", n);
}

RULE_FN(move_layout)
{
    const pto_tile *t =
        p->header->shared_count ? &p->shared_output : &p->output[0].tile;
    char is[PTO_TILE_TEXT];
    return pto_tile_layout_shape_legal(t) ||
           pto_say(d, "%s, %u rows of %u columns", pto_tile_text(t, is),
                   t->rows, t->columns);
}

RULE_FN(no_dimensions)
{
    return !p->header->dimension_set || pto_say_dimensions(p, d);
}

RULE_FN(union_columns)
{
    pto_extent e = pto_named_extent(p->header);
    return e.columns >= e.valid_columns ||
           pto_say(d, "LB0=%u, LB2=%u", e.valid_columns, e.columns);
}

RULE_FN(result_type)
{
    unsigned type = p->whole.result;
    return pto_type_in(type, pto_legal_types(p)) ||
           pto_say(d, "%s in %s", pto_type_text(type), p->op->name);
}

RULE_FN(sources_ordinary)
{
    for (unsigned i = 0; i < p->source_count; i++)
        if (!pto_is_ordinary(p, p->source[i].tile))
            return pto_say_source(p, i, d);
    return true;
}

/* What a destination would hold. */
static const char *held_by(const pto_plan *p, unsigned output)
{
    unsigned type = output ? PTO_U32 : p->whole.result;
    return type == PTO_DTYPE_NONE ? "bits" : pto_type_text(type);
}

RULE_FN(element_shape)
{
    const pto_whole_plan *e = &p->whole;
    for (unsigned i = 0; i < p->output_count; i++)
        if (!p->output[i].tile.allocated)
            return pto_say(d, "%u bytes for %u x %u, %u columns of %s",
                           pto_size_code_bytes(p->output[i].size_code),
                           e->shape.valid_rows, e->shape.valid_columns,
                           e->shape.columns, held_by(p, i));
    return true;
}

RULE_FN(output_slot)
{
    return !p->room.full_hand || !p->computes ||
           pto_say(d, "hand %c", pto_hand_letter(p->room.full_hand - 1));
}

RULE_FN(output_room)
{
    return p->room.fits || p->room.full_hand || !p->computes ||
           pto_say(d, "%llu bytes wanted, %llu of %llu used",
                   (unsigned long long)p->room.needed,
                   (unsigned long long)p->room.used,
                   (unsigned long long)p->room.limit);
}

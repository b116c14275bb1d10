/*
 * What gathers, scatters, TPREFETCH and GMOV ask of their header and sources.
 * Where the public model asks less or more than its text, asl_quirks follows
 * the model (docs/differences.md).
 */
#include "bundle/core/common.h"

enum { MODEL_LANES = 32768 };

/* The operands that binder `i` has to have, and no others. */
static bool binder_holds(const pto_binder *b, unsigned sources, bool last,
                         unsigned outputs)
{
    return b->has_source[0] == (sources > 0) &&
           b->has_source[1] == (sources > 1) && b->last == last &&
           b->has_destination == (last && outputs);
}

RULE_FN(memory_binders)
{
    const pto_header *h = p->header;
    const pto_tile_op *n = p->op;
    unsigned binders = (n->sources + 1U) / 2;
    bool holds = h->binder_count == binders;
    for (unsigned i = 0; i < h->binder_count && holds; i++)
        holds = binder_holds(&h->binder[i], n->sources - 2 * i,
                             i + 1 == binders, n->outputs);
    return holds ||
           pto_say(
               d, "%s with %u Local sources and %u destinations in %u B.IOT",
               p->op->name, p->source_count, p->output_count, h->binder_count);
}

RULE_FN(memory_registers)
{
    return pto_rule_register_counts(p, d);
}

RULE_FN(lane_base)
{
    return p->header->scalar.present ? pto_rule_register_counts(p, d)
                                     : pto_say(d, "%s", p->op->name);
}

/* Those that are given are not zero, and the columns hold the valid ones. */
static bool shape_holds(const pto_plan *p)
{
    const pto_element_plan *e = &p->element;
    uint64_t lanes = (uint64_t)e->valid_rows * e->valid_columns;
    return !pto_names_zero(p->header) && e->valid_columns <= e->columns &&
           pto_is_power_of_two(e->columns) &&
           (!p->core->isa.asl_quirks || lanes <= MODEL_LANES);
}

RULE_FN(lane_dimensions)
{
    return ((p->header->dimension_set & 1) && shape_holds(p)) ||
           pto_say_dimensions(p, d);
}

RULE_FN(prefetch_dimensions)
{
    return shape_holds(p) || pto_say_dimensions(p, d);
}

static bool say_operand(const pto_plan *p, const pto_operand *o, pto_detail *d)
{
    return pto_say_source(p, (unsigned)(o - p->source), d);
}

/* An ordinary defined tile with an element for each lane. */
static bool serves_lanes(const pto_plan *p, const pto_tile *t)
{
    const pto_element_plan *e = &p->element;
    return pto_tile_legal(t, pto_local_limit(&p->core->isa)) &&
           pto_tile_contents_defined(t) && t->valid_rows == e->valid_rows &&
           t->valid_columns == e->valid_columns &&
           (!p->lanes.same_layout || t->layout == e->layout);
}

RULE_FN(lane_index)
{
    const pto_operand *o = p->lanes.index;
    return (serves_lanes(p, o->tile) && pto_is_numeric(p, o->tile) &&
            pto_dtype_is_integer(o->tile->dtype)) ||
           say_operand(p, o, d);
}

RULE_FN(lane_mask)
{
    const pto_operand *o = p->lanes.mask;
    const pto_tile *t = o->tile;
    bool fits = !p->core->isa.asl_quirks || pto_has_byte_each(t);
    return (serves_lanes(p, t) && t->storage == PTO_TILE_PREDICATE && fits) ||
           say_operand(p, o, d);
}

RULE_FN(lane_values)
{
    bool stores_all = !p->lanes.value[1];
    for (unsigned i = 0; i < 2 && p->lanes.value[i]; i++) {
        const pto_operand *o = p->lanes.value[i];
        bool fits = !stores_all || o->tile->columns == p->element.columns;
        if (!serves_lanes(p, o->tile) || !pto_is_numeric(p, o->tile) ||
            o->tile->dtype != p->element.type || !fits)
            return say_operand(p, o, d);
    }
    return true;
}

/* PEs whose registers this plan answers for. */
static bool answers_for(const pto_plan *p, unsigned pe)
{
    return p->core->pes == 1 || p->index == pe;
}

RULE_FN(peer_number)
{
    const pto_scalar_binder *s = &p->header->scalar;
    for (unsigned pe = 0; pe < PTO_PES && s->present; pe++) {
        uint64_t peer = pto_gpr(&p->core->pe[pe], s->source[0]);
        if (answers_for(p, pe) && peer >= PTO_PES)
            return pto_say(d, "PE%u has 0x%llx in r%u", pe,
                           (unsigned long long)peer, s->source[0]);
    }
    return true;
}

/* In the single-stream view one slot stands for the tiles of its mask. */
static bool is_everywhere(const pto_plan *p)
{
    return p->core->pes != 1 ||
           p->pe->local[p->source[0].selector].mask == PTO_ALL_PES;
}

RULE_FN(peer_source)
{
    const pto_tile *t = p->source[0].tile;
    return (is_everywhere(p) &&
            pto_tile_legal(t, pto_local_limit(&p->core->isa)) &&
            pto_tile_contents_defined(t) && pto_is_numeric(p, t) &&
            t->dtype == p->element.type && t->layout == p->element.layout &&
            t->location != PTO_AT_Matrix && t->location != PTO_AT_Memory) ||
           pto_say_source(p, 0, d);
}

RULE_FN(peer_size)
{
    uint32_t bytes = pto_size_code_bytes(p->output[0].size_code);
    return bytes == p->fragment->capacity_bytes ||
           pto_say(d, "%u bytes of a source of %u", bytes,
                   p->fragment->capacity_bytes);
}

RULE_FN(peer_shape)
{
    const pto_tile *s = p->fragment, *o = &p->output[0].tile;
    char was[PTO_TILE_TEXT], is[PTO_TILE_TEXT];
    return (s->rows == o->rows && s->columns == o->columns &&
            s->dtype == o->dtype && s->layout == o->layout) ||
           pto_say(d, "%s of %ux%u to %s of %ux%u", pto_tile_text(s, was),
                   s->rows, s->columns, pto_tile_text(o, is), o->rows,
                   o->columns);
}

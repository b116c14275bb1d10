/* What TLOAD, TSTORE and TMOV ask of their header, shapes and memory. */
#include "bundle/core/common.h"
#include "tile/tile.h"
#include "isa/isa.h"

/*
 * The public model reads the selector of any operation as a memory one here,
 * and finds no such one (docs/differences.md).
 */
RULE_FN(cube_selector)
{
    return pto_tile_op_find(&p->core->isa, PTO_FAMILY_TLSU, p->op->code) !=
               PTO_OP_COUNT ||
           pto_say(d, "%s of %s",
                   pto_data_layout_get(p->header->data.layout)->name,
                   p->op->name);
}

RULE_FN(cube_dimensions)
{
    const pto_header *h = p->header;
    return (h->dimension_set == 3 && h->dimension[0] && h->dimension[1]) ||
           pto_say(d, "LB0=%u, LB1=%u, LB2 %s", h->dimension[0],
                   h->dimension[1], h->dimension_set & 4 ? "given" : "absent");
}

/* A type that says what BSTART says already harms nobody. */
RULE_FN(cube_datr)
{
    const pto_data_attributes *a = &p->header->data;
    bool type =
        a->type == PTO_DTYPE_NONE ||
        (!p->core->isa.asl_quirks && a->type == p->header->operation.type);
    return (type && !a->comparison && !a->rounding && !a->saturate &&
            !a->canonicalize) ||
           pto_say_datr(p, d);
}

RULE_FN(cube_direction)
{
    const pto_data_layout *l = pto_data_layout_get(p->header->data.layout);
    return (l->way == PTO_WAY_LOAD && (p->traits & PTO_FROM_MEMORY)) ||
           (l->way == PTO_WAY_STORE && (p->traits & PTO_TO_MEMORY)) ||
           pto_say(d, "%s in %s", l->name, p->op->name);
}

RULE_FN(cube_local)
{
    return pto_rule_no_shared(p, d);
}

RULE_FN(cube_binder)
{
    const pto_header *h = p->header;
    bool load = p->traits & PTO_FROM_MEMORY;
    return (h->binder_count == 1 && h->binder[0].last &&
            p->output_count == (load ? 1 : 0) &&
            p->source_count == (load ? 0 : 1) && !h->binder[0].has_source[1]) ||
           pto_say(d, "%u B.IOT, %u sources, %u destinations", h->binder_count,
                   p->source_count, p->output_count);
}

/* TMOV reads no register, the others a base and a stride. */
static bool scalars_fit(const pto_plan *p, pto_detail *d)
{
    return pto_registers_end(p, p->traits & PTO_COPIES ? 0 : 2, d);
}

RULE_FN(cube_scalars)
{
    return scalars_fit(p, d);
}

RULE_FN(cube_type)
{
    const pto_move_plan *m = &p->move;
    pto_cube_shape s = pto_cube_shape_of(m->layout, m->type, 1, 1,
                                         pto_cube_options_of(&p->core->isa));
    return (m->type_known && s.cells) ||
           pto_say(d, "%s in %s", pto_type_text(m->type),
                   pto_tile_layout_name(m->layout));
}

RULE_FN(cube_source)
{
    const pto_move_plan *m = &p->move;
    const pto_isa *isa = &p->core->isa;
    const pto_tile *t = m->source;
    char who[PTO_OPERAND_TEXT], is[PTO_TILE_TEXT];
    return (pto_tile_cube_legal(t, pto_local_limit(isa),
                                pto_cube_options_of(isa)) &&
            t->location == PTO_AT_Matrix && t->dtype == m->type &&
            t->layout == m->layout && t->valid_rows == m->shape.valid_rows &&
            t->valid_columns == m->shape.valid_columns &&
            pto_tile_contents_defined(t)) ||
           pto_say(d, "%s is %s, not %s %s [%u,%u]",
                   pto_operand_text(&p->source[0], who), pto_tile_text(t, is),
                   pto_type_text(m->type), pto_tile_layout_name(m->layout),
                   m->shape.valid_rows, m->shape.valid_columns);
}

RULE_FN(cube_participants)
{
    const pto_local *l = &p->pe->local[p->source[0].selector];
    return p->core->pes != 1 || (l->mask & p->mask) == p->mask ||
           pto_say(d, "mask=%s of a tile of mask=%s",
                   pto_mask_text(p->mask).bits, pto_mask_text(l->mask).bits);
}

RULE_FN(move_binders)
{
    bool store = p->traits & PTO_TO_MEMORY, load = p->traits & PTO_FROM_MEMORY;
    return (p->output_count == (store ? 0 : 1) &&
            p->source_count == (load ? 0 : 1)) ||
           pto_say(d, "%s with %u Local sources and %u destinations",
                   p->op->name, p->source_count, p->output_count);
}

RULE_FN(move_scalars)
{
    return scalars_fit(p, d);
}

/*
 * PadValue belongs to the conversions to cells. DataType: the text lets any
 * type override BSTART's; the public model takes code 0 alone, FP64
 * (docs/differences.md).
 */
RULE_FN(move_datr)
{
    const pto_data_attributes *a = &p->header->data;
    if (!a->present)
        return true;
    bool type = !a->type || !p->core->isa.asl_quirks;
    return (type && !a->pad && !a->comparison && !a->rounding && !a->saturate &&
            !a->canonicalize) ||
           pto_say_datr(p, d);
}

RULE_FN(move_type)
{
    return p->move.type_known || pto_say(d, "%s", p->op->name);
}

static bool cells_defined(const pto_plan *p, const pto_tile *t)
{
    const pto_isa *isa = &p->core->isa;
    return (p->traits & PTO_COPIES) && isa->range_modifiers &&
           pto_tile_cube_legal(t, pto_local_limit(isa),
                               pto_cube_options_of(isa)) &&
           pto_tile_contents_defined(t);
}

RULE_FN(source_defined)
{
    const pto_tile *t = p->move.source;
    return (pto_tile_legal(t, pto_local_limit(&p->core->isa)) &&
            pto_tile_contents_defined(t)) ||
           cells_defined(p, t) || pto_say_source(p, 0, d);
}

RULE_FN(move_like_source)
{
    const pto_tile *s = p->move.source, *o = &p->output[0].tile;
    char was[PTO_TILE_TEXT], is[PTO_TILE_TEXT];
    return (pto_same_shape(s, o) && s->layout == o->layout &&
            s->storage == o->storage && s->dtype == o->dtype) ||
           pto_say(d, "%s of %ux%u to %s of %ux%u", pto_tile_text(s, was),
                   s->rows, s->columns, pto_tile_text(o, is), o->rows,
                   o->columns);
}

RULE_FN(output_shape)
{
    const pto_move_plan *m = &p->move;
    return p->output[0].tile.allocated ||
           pto_say(d, "%u bytes for %u x %u, %u columns of %s in %s",
                   pto_size_code_bytes(p->output[0].size_code),
                   m->shape.valid_rows, m->shape.valid_columns,
                   m->shape.columns, pto_type_text(m->type),
                   pto_tile_layout_name(m->layout));
}

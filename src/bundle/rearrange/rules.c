/* What the operations that rearrange ask of their sources and their shapes. */
#include "bundle/core/common.h"
#include "tile/kernel/gather.h"

#include <stdio.h>

static const pto_tile *source(const pto_plan *p, unsigned i)
{
    return p->source[i].tile;
}

static const pto_tile *result(const pto_plan *p)
{
    return &p->output[0].tile;
}

/* A source, as it is and as the destination is. */
static bool against(const pto_plan *p, unsigned i, pto_detail *d)
{
    char who[PTO_OPERAND_TEXT], is[PTO_TILE_TEXT], to[PTO_TILE_TEXT];
    const pto_tile *o = result(p);
    pto_tile_text(source(p, i), is);
    snprintf(to, sizeof to, "%s %s [%u,%u]", pto_type_text(o->dtype),
             pto_tile_layout_name(o->layout), o->valid_rows, o->valid_columns);
    return pto_say(d, "%s is %s, the destination %s",
                   pto_operand_text(&p->source[i], who), is, to);
}

RULE_FN(sources_typed)
{
    for (unsigned i = 0; i < p->source_count; i++)
        if (source(p, i)->dtype != result(p)->dtype)
            return against(p, i, d);
    return true;
}

RULE_FN(value_typed)
{
    return source(p, 0)->dtype == result(p)->dtype || against(p, 0, d);
}

RULE_FN(concat_shape)
{
    const pto_tile *l = source(p, 0), *r = source(p, 1), *o = result(p);
    return (l->valid_rows == o->valid_rows && r->valid_rows == o->valid_rows &&
            l->valid_columns + r->valid_columns == o->valid_columns) ||
           pto_say(d, "[%u,%u] and [%u,%u] to [%u,%u]", l->valid_rows,
                   l->valid_columns, r->valid_rows, r->valid_columns,
                   o->valid_rows, o->valid_columns);
}

/* Do `rows` x `columns` from the window's start on lie inside a tile? */
static bool fits(const pto_plan *p, const pto_tile *whole, const pto_tile *part,
                 pto_detail *d)
{
    pto_tile_place at = p->window.at;
    return (at.row + part->valid_rows <= whole->valid_rows &&
            at.column + part->valid_columns <= whole->valid_columns) ||
           pto_say(d, "[%u,%u] from row %u, column %u on in [%u,%u]",
                   part->valid_rows, part->valid_columns, at.row, at.column,
                   whole->valid_rows, whole->valid_columns);
}

RULE_FN(window_inside)
{
    return fits(p, source(p, 0), result(p), d);
}

RULE_FN(window_defined)
{
    const pto_tile *o = result(p);
    return pto_tile_window_defined(source(p, 0), p->window.at, o->valid_rows,
                                   o->valid_columns) ||
           pto_say_source(p, 0, d);
}

RULE_FN(old_matches)
{
    const pto_tile *a = source(p, 0), *o = result(p);
    return (pto_same_shape(a, o) && a->layout == o->layout) || against(p, 0, d);
}

RULE_FN(inserted_defined)
{
    return pto_tile_contents_defined(source(p, 1)) || pto_say_source(p, 1, d);
}

RULE_FN(insert_inside)
{
    return fits(p, result(p), source(p, 1), d);
}

RULE_FN(transposed_shape)
{
    const pto_tile *s = source(p, 0), *o = result(p);
    return (s->valid_rows == o->valid_columns &&
            s->valid_columns == o->valid_rows) ||
           against(p, 0, d);
}

/* Feature-map descriptors are no state of ours: nothing could make one. */
RULE_FN(feature_map)
{
    return pto_say_source(p, 0, d);
}

RULE_FN(fill_shape)
{
    const pto_tile *s = source(p, 0), *o = result(p);
    return (o->rows >= s->rows && o->columns >= s->columns &&
            o->valid_rows >= s->valid_rows &&
            o->valid_columns >= s->valid_columns) ||
           pto_say(d, "[%u,%u] in %ux%u to [%u,%u] in %ux%u", s->valid_rows,
                   s->valid_columns, s->rows, s->columns, o->valid_rows,
                   o->valid_columns, o->rows, o->columns);
}

RULE_FN(index_type)
{
    unsigned t = source(p, 1)->dtype;
    return (pto_dtype_is_integer(t) && pto_tile_element_bits(t) >= 16) ||
           pto_say(d, "%s", pto_type_text(t));
}

RULE_FN(gather_shape)
{
    const pto_tile *o = result(p);
    if (!pto_same_valid(source(p, 1), o))
        return against(p, 1, d);
    return source(p, 0)->valid_columns >= o->valid_columns || against(p, 0, d);
}

RULE_FN(scatter_shape)
{
    if (source(p, 0)->valid_columns != result(p)->valid_columns)
        return against(p, 0, d);
    return pto_same_valid(source(p, 0), source(p, 1)) ||
           pto_say_source(p, 1, d);
}

RULE_FN(index_defined)
{
    return pto_tile_contents_defined(source(p, 1)) || pto_say_source(p, 1, d);
}

static bool say_index(const pto_plan *p, pto_tile_place at, pto_detail *d)
{
    return pto_say(d, "index [%u,%u] is %lld", at.row, at.column,
                   (long long)pto_tile_row_of(source(p, 1), at));
}

static bool rows_are_below(const pto_plan *p, uint32_t rows, pto_detail *d)
{
    pto_tile_place at;
    return pto_tile_rows_below(source(p, 1), rows, &at) || say_index(p, at, d);
}

RULE_FN(gather_rows)
{
    return rows_are_below(p, source(p, 0)->valid_rows, d);
}

RULE_FN(gathered_defined)
{
    pto_tile_place at;
    return pto_tile_gather_defined(source(p, 0), source(p, 1), &at) ||
           say_index(p, at, d);
}

RULE_FN(scatter_rows)
{
    return rows_are_below(p, result(p)->valid_rows, d);
}

RULE_FN(scatter_once)
{
    pto_tile_place at;
    return pto_tile_rows_distinct(source(p, 1), &at) || say_index(p, at, d);
}

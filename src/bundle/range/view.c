/*
 * B.SUBVIEW: ranges of 128-byte cells of source tiles. A Local view keeps its
 * parent's cell layout, a Shared one whole rows; both are copies that live as
 * long as the bundle runs.
 */
#include "bundle/core/rule.h"

#include <string.h>

/* The part of a parent that a view is. */
typedef struct window {
    bool exists;
    uint32_t row, column, rows, columns; /* of the valid region */
} window;

static uint32_t least(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

/*
 * CUBE_N8 ends at the column block's end. M layouts run along the columns of a
 * row block, or over whole row blocks where they start with one.
 */
static window cell_window(const pto_tile *t, const pto_cube_shape *s,
                          uint64_t offset, uint32_t cells)
{
    window w = {.exists = false};
    if (offset >= t->cell_count)
        return w;
    cells = least(cells, t->cell_count - offset);
    uint32_t at = (uint32_t)offset;
    if (t->layout == PTO_TILE_CUBE_N8) {
        uint32_t k = at % t->k_repeat;
        cells = least(cells, t->k_repeat - k);
        w.row = k * s->cell_rows;
        w.column = at / t->k_repeat * s->cell_columns;
        w.rows = cells * s->cell_rows;
        w.columns = s->cell_columns;
    } else {
        uint32_t block = at / t->k_repeat, c = at % t->k_repeat;
        uint32_t blocks = c || cells < t->k_repeat ? 1 : cells / t->k_repeat;
        cells = least(cells, t->k_repeat - c);
        w.row = block * s->cell_rows;
        w.column = c * s->cell_columns;
        w.rows = blocks * s->cell_rows;
        w.columns = cells * s->cell_columns;
    }
    w.exists = w.row < t->valid_rows && w.column < t->valid_columns;
    return w;
}

static window row_window(const pto_tile *t, uint64_t offset, uint32_t cells)
{
    window w = {.columns = t->columns};
    uint64_t bits = (uint64_t)t->columns * pto_tile_element_bits(t->dtype);
    uint64_t first = offset * PTO_CELL_BYTES * 8;
    uint64_t length = (uint64_t)cells * PTO_CELL_BYTES * 8;
    if (offset >= t->capacity_bytes / PTO_CELL_BYTES || first % bits ||
        length % bits)
        return w;
    w.row = (uint32_t)(first / bits);
    w.rows = least(length / bits, t->rows - w.row);
    w.exists = w.row < t->valid_rows;
    return w;
}

static bool describe_view(const pto_tile *from, const window *w, pto_tile *to,
                          const pto_isa *isa)
{
    uint32_t rows = least(w->rows, from->valid_rows - w->row);
    uint32_t columns = least(w->columns, from->valid_columns - w->column);
    if (!pto_tile_layout_is_cube(from->layout)) {
        uint32_t bytes = pto_tile_minimum_capacity(from->columns, rows, columns,
                                                   from->dtype);
        return bytes &&
               pto_tile_describe(to, from->dtype, from->layout, from->columns,
                                 rows, columns, bytes, pto_shared_limit());
    }
    pto_cube_shape s = pto_cube_shape_of(from->layout, from->dtype, rows,
                                         columns, pto_cube_options_of(isa));
    uint32_t bytes = PTO_CELL_BYTES;
    while (bytes < s.required_bytes)
        bytes *= 2;
    bool described = pto_tile_describe_cube(to, from->dtype, from->layout, rows,
                                            columns, bytes, pto_shared_limit(),
                                            pto_cube_options_of(isa));
    to->location = from->location;
    return described;
}

static void copy_window(const pto_tile *from, const window *w, pto_tile *to)
{
    to->sign_extended = from->sign_extended;
    for (uint32_t r = 0; r < to->valid_rows; r++)
        for (uint32_t c = 0; c < to->valid_columns; c++)
            if (pto_tile_defined(from, w->row + r, w->column + c))
                pto_tile_write(to, r, c,
                               pto_tile_read(from, w->row + r, w->column + c));
}

/* An unallocated `to` says that there is no such view. */
static bool make_view(const pto_plan *p, const pto_tile *from,
                      const pto_range_modifier *m, pto_tile *to, pto_pool *pool)
{
    *to = (pto_tile){.allocated = 0};
    if (!from->allocated || !from->bytes)
        return true;
    uint32_t cells = pto_size_code_bytes(m->size_code) / PTO_CELL_BYTES;
    uint64_t offset = m->offset[p->index];
    pto_cube_shape s = pto_cube_shape_of(from->layout, from->dtype, 1, 1,
                                         pto_cube_options_of(&p->core->isa));
    window w = {.exists = false};
    if (pto_tile_layout_is_cube(from->layout))
        w = cell_window(from, &s, offset, cells);
    else if (from->layout == PTO_TILE_RowMajor &&
             from->storage == PTO_TILE_NUMERIC)
        w = row_window(from, offset, cells);
    if (!w.exists || !describe_view(from, &w, to, &p->core->isa))
        return true;
    if (!pto_pool_take(pool, to))
        return false;
    copy_window(from, &w, to);
    return true;
}

/* A Local parent is a tile of cells. */
static const pto_tile *local_parent(const pto_operand *o)
{
    static const pto_tile none;
    return pto_tile_layout_is_cube(o->tile->layout) ? o->tile : &none;
}

bool pto_plan_views(pto_plan *p, pto_views *v, pto_pool *pool)
{
    for (unsigned i = 0; i < p->source_count; i++) {
        pto_operand *o = &p->source[i];
        if (!o->view->present)
            continue;
        pto_tile *to = &v->tile[v->count];
        if (!make_view(p, local_parent(o), o->view, to, pool))
            return false;
        v->count++;
        o->tile = to;
    }
    for (unsigned i = 0; i < p->header->shared_count; i++) {
        const pto_shared_binder *b = &p->header->shared[i];
        pto_shared_operand *o = &p->shared[i];
        o->state = &p->core->shared[b->id];
        o->tile = &o->state->tile;
        if (!b->view.present)
            continue;
        pto_tile *to = &v->tile[v->count];
        if (!make_view(p, o->tile, &b->view, to, pool))
            return false;
        v->count++;
        o->tile = to;
    }
    return true;
}

void pto_views_drop(pto_views *v, pto_pool *pool)
{
    for (unsigned i = 0; i < v->count; i++)
        pto_pool_give(pool, &v->tile[i]);
    v->count = 0;
}

bool pto_rule_view_range(const pto_plan *p, pto_detail *d)
{
    char text[PTO_OPERAND_TEXT];
    for (unsigned i = 0; i < p->source_count && p->computes; i++) {
        const pto_operand *o = &p->source[i];
        if (o->view->present && !o->tile->allocated)
            return pto_say(d, "%s at cell %llu", pto_operand_text(o, text),
                           (unsigned long long)o->view->offset[p->index]);
    }
    for (unsigned i = 0; i < p->header->shared_count; i++) {
        const pto_shared_binder *b = &p->header->shared[i];
        if (b->view.present && !p->shared[i].tile->allocated)
            return pto_say(d, "B.IOS %u S%u at cell %llu", i, b->id,
                           (unsigned long long)b->view.offset[p->index]);
    }
    return true;
}

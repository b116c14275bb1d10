/*
 * B.SUBVIEW: ranges of 128-byte cells of source tiles. A Local view keeps its
 * parent's cell layout, a Shared one whole rows; both lie in one piece in their
 * parent.
 */
#include "bundle/range/view.h"
#include "bundle/core/tiles.h"
#include "tile/part.h"
#include "tile/tile.h"

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

/* Several row blocks follow one another where each has as many cells. */
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
    return described && (to->n_repeat == 1 || to->k_repeat == from->k_repeat);
}

static window window_of(const pto_tile *from, uint64_t offset, uint32_t cells,
                        const pto_isa *isa)
{
    pto_cube_shape s = pto_cube_shape_of(from->layout, from->dtype, 1, 1,
                                         pto_cube_options_of(isa));
    if (pto_tile_layout_is_cube(from->layout))
        return cell_window(from, &s, offset, cells);
    if (from->layout == PTO_TILE_RowMajor && from->storage == PTO_TILE_NUMERIC)
        return row_window(from, offset, cells);
    return (window){.exists = false};
}

pto_tile pto_view_make(const pto_tile *parent, const pto_range_modifier *m,
                       unsigned pe, const pto_isa *isa)
{
    pto_tile view = {.allocated = 0};
    uint32_t cells = pto_size_code_bytes(m->size_code) / PTO_CELL_BYTES;
    if (!parent->allocated || !parent->bytes)
        return view;
    window w = window_of(parent, m->offset[pe], cells, isa);
    if (w.exists && describe_view(parent, &w, &view, isa))
        pto_tile_be_part(&view, parent,
                         pto_tile_index(parent, w.row, w.column));
    return view;
}

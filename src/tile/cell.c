/* How a valid region lies in the 128-byte cells of the CUBE layouts. */
#include "pto/tile.h"
#include "tile/tile.h"

static bool type_supported(unsigned dtype, unsigned options)
{
    unsigned bits = pto_tile_element_bits(dtype);
    return bits != 0 && bits != 64 &&
           (dtype != PTO_HiF4X2 || (options & PTO_CUBE_HIF4));
}

/* Round up to whole cells; 0 where the extent leaves 16 bits. */
static uint32_t aligned(uint32_t extent, uint32_t quantum)
{
    if (extent == 0 || extent > PTO_TILE_MAX_EXTENT)
        return 0;
    uint32_t up = (extent + quantum - 1) / quantum * quantum;
    return up > PTO_TILE_MAX_EXTENT ? 0 : up;
}

static uint32_t lines_of(unsigned layout)
{
    switch (layout) {
#define TILE_LAYOUT(name, family, lines, text) \
    case PTO_TILE_##name:                      \
        return lines;
#include "pto/def/tile_layout.def"
#undef TILE_LAYOUT
    }
    return 0;
}

/* One side of a cell is its lines; the other follows from 128 bytes. */
static void cell_sides(pto_cube_shape *s, unsigned layout, unsigned dtype)
{
    uint32_t lines = lines_of(layout);
    uint32_t across = PTO_CELL_BYTES * 8 / pto_tile_element_bits(dtype) / lines;
    bool columns_are_lines = layout == PTO_TILE_CUBE_N8;
    s->cell_rows = columns_are_lines ? across : lines;
    s->cell_columns = columns_are_lines ? lines : across;
}

static void count_repeats(pto_cube_shape *s, unsigned layout, bool blocks)
{
    uint32_t down = s->rows / s->cell_rows;
    uint32_t along = s->columns / s->cell_columns;
    if (layout == PTO_TILE_CUBE_N8) {
        s->k_repeat = down;
        s->n_repeat = along;
    } else {
        s->k_repeat = along;
        s->n_repeat = blocks ? down : along != 0;
    }
}

pto_cube_shape pto_cube_shape_of(unsigned layout, unsigned dtype,
                                 uint32_t valid_rows, uint32_t valid_columns,
                                 unsigned options)
{
    pto_cube_shape s = {0};
    if (!pto_tile_layout_is_cube(layout) || !type_supported(dtype, options))
        return s;
    cell_sides(&s, layout, dtype);
    bool blocks =
        layout == PTO_TILE_CUBE_M32 && (options & PTO_CUBE_ROW_BLOCKS);
    s.rows = aligned(valid_rows, s.cell_rows);
    if (layout != PTO_TILE_CUBE_N8 && !blocks && valid_rows > s.cell_rows)
        s.rows = 0;
    s.columns = aligned(valid_columns, s.cell_columns);
    count_repeats(&s, layout, blocks);
    uint64_t cells = (uint64_t)s.k_repeat * s.n_repeat;
    if (cells > 16384)
        return s;
    s.cells = (uint32_t)cells;
    s.elements = s.cells * s.cell_rows * s.cell_columns;
    if (cells * PTO_CELL_BYTES <= PTO_TILE_MAX_BYTES)
        s.required_bytes = s.cells * PTO_CELL_BYTES;
    return s;
}

bool pto_cube_shape_legal(const pto_cube_shape *s, uint32_t capacity_bytes,
                          uint32_t limit)
{
    return pto_tile_capacity_legal(capacity_bytes, limit) && s->rows != 0 &&
           s->columns != 0 && s->required_bytes != 0 &&
           s->required_bytes <= capacity_bytes;
}

bool pto_tile_describe_cube(pto_tile *t, unsigned dtype, unsigned layout,
                            uint32_t valid_rows, uint32_t valid_columns,
                            uint32_t capacity_bytes, uint32_t limit,
                            unsigned options)
{
    *t = (pto_tile){0};
    pto_cube_shape s =
        pto_cube_shape_of(layout, dtype, valid_rows, valid_columns, options);
    if (!pto_cube_shape_legal(&s, capacity_bytes, limit))
        return false;
    *t = (pto_tile){.allocated = 1,
                    .dtype = dtype,
                    .layout = layout,
                    .location = PTO_AT_Matrix,
                    .rows = s.rows,
                    .columns = s.columns,
                    .valid_rows = valid_rows,
                    .valid_columns = valid_columns,
                    .capacity_bytes = capacity_bytes,
                    .k_repeat = s.k_repeat,
                    .n_repeat = s.n_repeat,
                    .cell_count = s.cells,
                    .storage_bytes = s.required_bytes};
    return true;
}

bool pto_tile_cube_legal(const pto_tile *t, uint32_t limit, unsigned options)
{
    pto_cube_shape s = pto_cube_shape_of(t->layout, t->dtype, t->valid_rows,
                                         t->valid_columns, options);
    return t->allocated && t->storage == PTO_TILE_NUMERIC &&
           t->location == PTO_AT_Matrix &&
           pto_cube_shape_legal(&s, t->capacity_bytes, limit) &&
           t->rows == s.rows && t->columns == s.columns &&
           t->k_repeat == s.k_repeat && t->n_repeat == s.n_repeat &&
           t->cell_count == s.cells && t->storage_bytes == s.required_bytes;
}

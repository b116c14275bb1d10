/* B.ASSEMBLE: writers that fill a parent tile, each its range of cells. */
#include "bundle/range/assemble.h"
#include "bundle/core/tiles.h"
#include "tile/tile.h"

#include <string.h>

static unsigned local_writers(const pto_plan *p, pto_writer *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < p->output_count; i++) {
        const pto_plan_output *o = &p->output[i];
        if (!o->assemble->present)
            continue;
        out[n++] = (pto_writer){
            .into = &p->pe->building[o->hand],
            .how = o->assemble,
            .piece = &o->tile,
            .offset = o->assemble->offset[p->index],
            .cells = pto_size_code_bytes(o->size_code) / PTO_CELL_BYTES,
            .pe = (uint8_t)p->index,
        };
    }
    return n;
}

/* Each PE whose quarter moves now puts its piece into the Shared parent. */
static unsigned shared_writers(const pto_plan *p, const pto_shared_binder *b,
                               pto_writer *out)
{
    unsigned n = 0;
    if (!b->assemble.present)
        return 0;
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        if (!(p->quarters & pto_pe_bit(pe)))
            continue;
        out[n++] = (pto_writer){
            .into = &p->core->shared[b->id].building,
            .how = &b->assemble,
            .piece = &p->shared_output,
            .offset = b->assemble.offset[pe],
            .cells = pto_size_code_bytes(b->size_code) / PTO_CELL_BYTES,
            .pe = (uint8_t)pe,
        };
    }
    return n;
}

unsigned pto_plan_writers(const pto_plan *p, pto_writer *out)
{
    unsigned n = local_writers(p, out);
    for (unsigned i = 0; i < p->header->shared_count; i++)
        n += shared_writers(p, &p->header->shared[i], out + n);
    return n;
}

uint32_t pto_cell_elements(unsigned dtype)
{
    return PTO_CELL_BYTES * 8 / pto_tile_element_bits(dtype);
}

pto_tile pto_parent_descriptor(unsigned dtype, uint32_t cells,
                               unsigned location)
{
    return (pto_tile){
        .allocated = 1,
        .dtype = dtype,
        .layout = PTO_TILE_ColumnMajor,
        .rows = pto_cell_elements(dtype),
        .columns = cells,
        .valid_rows = pto_cell_elements(dtype),
        .valid_columns = cells,
        .capacity_bytes = cells * PTO_CELL_BYTES,
        .location = location,
    };
}

pto_tile pto_parent_tile(const pto_writer *w)
{
    uint32_t bytes = pto_size_code_bytes(w->how->size_code);
    return pto_parent_descriptor(w->piece->dtype, bytes / PTO_CELL_BYTES,
                                 w->piece->location);
}

uint32_t pto_piece_line(const pto_tile *t)
{
    return pto_tile_layout_is_cube(t->layout) ? t->valid_rows
                                              : t->valid_columns;
}

/* Where the piece's valid region ends in the parent. */
static void reach(pto_generation *g, const pto_writer *w, const pto_tile *t)
{
    uint32_t rows = t->valid_rows, columns = t->valid_columns;
    if (pto_tile_layout_is_cube(t->layout)) {
        pto_cube_shape s = pto_cube_shape_of(
            t->layout, t->dtype, 1, 1, PTO_CUBE_HIF4 | PTO_CUBE_ROW_BLOCKS);
        uint32_t along = t->layout == PTO_TILE_CUBE_N8 ? t->k_repeat : 1;
        columns += (uint32_t)w->offset / along * s.cell_columns;
    } else {
        rows += (uint32_t)w->offset * pto_cell_elements(t->dtype) / t->columns;
    }
    g->valid_rows = g->valid_rows > rows ? g->valid_rows : rows;
    g->valid_columns = g->valid_columns > columns ? g->valid_columns : columns;
}

static void copy_cells(pto_generation *g, const pto_writer *w,
                       const pto_tile *t)
{
    uint32_t n = pto_cell_elements(t->dtype) * w->cells;
    uint32_t held = pto_tile_indices(t);
    uint32_t to = pto_cell_elements(t->dtype) * (uint32_t)w->offset;
    n = n < held ? n : held;
    memcpy(pto_tile_payload(&g->tile) + w->offset * PTO_CELL_BYTES, t->bytes,
           t->capacity_bytes);
    for (uint32_t i = 0; i < n; i++)
        if (pto_tile_defined_at(t, i))
            pto_tile_define_range(&g->tile, to + i, 1, true);
    for (uint32_t c = 0; c < w->cells; c++) {
        uint64_t at = w->offset + c;
        g->covered[at / 64] |= UINT64_C(1) << at % 64;
    }
}

/* Cells keep their order, so that the payload only needs another descriptor. */
static void give_shape(pto_generation *g)
{
    pto_tile t = {.allocated = 0};
    if (g->layout == PTO_TILE_RowMajor)
        pto_tile_describe(&t, g->tile.dtype, g->layout, g->physical,
                          g->valid_rows, g->valid_columns,
                          g->tile.capacity_bytes, pto_shared_limit());
    else
        pto_tile_describe_cube(&t, g->tile.dtype, g->layout, g->valid_rows,
                               g->valid_columns, g->tile.capacity_bytes,
                               pto_shared_limit(),
                               PTO_CUBE_HIF4 | PTO_CUBE_ROW_BLOCKS);
    if (!t.allocated)
        return; /* only a forged snapshot gets here */
    t.location = g->tile.location;
    t.bytes = g->tile.bytes;
    t.defined = g->tile.defined;
    g->tile = t;
}

bool pto_absorb(pto_generation *g, const pto_writer *w, pto_tile *piece,
                pto_tile *fresh, unsigned mask, unsigned wanted, pto_pool *pool)
{
    uint8_t bit = (uint8_t)pto_pe_bit(w->pe);
    if (w->how->init && !g->open) {
        *g = (pto_generation){
            .open = true,
            .mask = (uint8_t)mask,
            .layout = (uint8_t)piece->layout,
            .cells = fresh->columns,
            .line = pto_piece_line(piece),
            .physical = piece->columns,
            .tile = *fresh,
        };
        *fresh = (pto_tile){.allocated = 0};
    }
    g->begun |= w->how->init ? bit : 0;
    g->finished |= w->how->last ? bit : 0;
    reach(g, w, piece);
    copy_cells(g, w, piece);
    pto_pool_give(pool, piece);
    return (g->finished & wanted) == wanted;
}

void pto_generation_close(pto_generation *g, pto_tile *out)
{
    give_shape(g);
    *out = g->tile;
    *g = (pto_generation){.open = false};
}

bool pto_waits_for_parent(const pto_core *core, unsigned pe, unsigned *id)
{
    const pto_header *h = &core->pe[pe].header;
    for (unsigned i = 0; i < h->shared_count; i++) {
        const pto_shared_binder *b = &h->shared[i];
        const pto_generation *g = &core->shared[b->id].building;
        if (!g->open)
            continue;
        *id = b->id;
        if (!b->size_code || (g->finished & pto_pe_bit(pe)))
            return true;
    }
    return false;
}
